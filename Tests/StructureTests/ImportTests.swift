import Foundation
import PenumbraTestSupport
import Testing

/// Arrows between targets only point one way: every import line against the table of the design.
@Suite struct ImportTests {
  /// What a Swift target may import, of this package and of the system.
  struct Allowance {
    var targets: Set<String>
    /// Modules of the system that any file may import.
    var system: Set<String> = []
    /// Modules of the system that only files below one folder may import.
    var systemBelow: [String: Set<String>] = [:]
  }

  static let libc: Set<String> = ["Glibc", "Musl", "Android", "Darwin"]
  static let concurrency: Set<String> = ["Dispatch", "Synchronization"]
  static let kernels: Set<String> = ["ShadowKernels", "ShadowKernelsV3", "ShadowKernelsV4"]
  /// What describes a scene.
  static let values: Set<String> = [
    "PenumbraGraphics", "CSSValues", "OrderedJSON", "PenumbraScene",
  ]
  /// What draws a scene into files, with what lies below it.
  static let library = values.union([
    "Penumbra", "ShadowEngine", "Vips", "CPUFeatures", "PenumbraFiles", "PenumbraLocking",
  ])
  static let anySystem = libc.union(concurrency).union(["Foundation"])

  static let table: [String: Allowance] = [
    "ShadowKernels": Allowance(targets: []),
    "ShadowKernelsV3": Allowance(targets: []),
    "ShadowKernelsV4": Allowance(targets: []),
    "PNGKernels": Allowance(targets: []),
    "PNGKernelsV3": Allowance(targets: []),
    "PNGKernelsV4": Allowance(targets: []),
    "PNGStream": Allowance(targets: ["PNGKernels", "PNGKernelsV3", "PNGKernelsV4"]),
    "PenumbraLocking": Allowance(targets: [], system: libc),
    "PenumbraFiles": Allowance(targets: ["PenumbraLocking"], system: libc),
    "PenumbraGraphics": Allowance(targets: []),
    "Vips": Allowance(
      targets: ["CVipsShim", "PenumbraLocking", "PenumbraFiles"],
      system: libc.union(concurrency)),
    "ShadowEngine": Allowance(
      targets: kernels.union(["PenumbraGraphics", "CPUFeatures", "PenumbraLocking"]),
      system: libc.union(concurrency)),
    "CSSValues": Allowance(targets: ["PenumbraGraphics"]),
    "OrderedJSON": Allowance(targets: ["CSSValues"]),
    "PenumbraScene": Allowance(
      targets: ["PenumbraGraphics", "CSSValues", "OrderedJSON", "PenumbraFiles"],
      systemBelow: ["Decoding": ["Foundation"]]),
    "PenumbraTokens": Allowance(targets: values.union(["PenumbraFiles"])),
    "Penumbra": Allowance(
      targets: library.subtracting(["Penumbra"]).union(["PNGStream"]),
      system: libc.union(concurrency).union(["Foundation", "FoundationEssentials"])),
    "PenumbraJobs": Allowance(
      targets: library.union(["PenumbraTokens", "ContentDigest", "PNGStream"]),
      system: anySystem),
    "PenumbraRegression": Allowance(targets: library.union(["PenumbraJobs"]), system: anySystem),
    "PenumbraCommand": Allowance(
      targets: library.union(["PenumbraTokens", "PenumbraJobs", "PenumbraRegression"]),
      system: anySystem),
  ]

  /// From the command down to the kernels: a target imports only from floors below its own.
  static let floors: [Set<String>] = [
    ["PenumbraCommand"], ["PenumbraRegression"], ["PenumbraJobs"], ["Penumbra"],
    ["PenumbraTokens"], ["PenumbraScene"], ["OrderedJSON"], ["CSSValues"], ["ShadowEngine"],
    ["Vips"], ["PNGStream"], ["PenumbraGraphics"], ["PenumbraFiles"], ["PenumbraLocking"],
    kernels.union(cTargets).union(["PNGKernels", "PNGKernelsV3", "PNGKernelsV4"]),
  ]

  @Test func everyRowOfTheTablePointsDown() throws {
    for (target, allowance) in Self.table {
      let own = try #require(Self.floors.firstIndex { $0.contains(target) }, "\(target)")
      for other in allowance.targets {
        let floor = try #require(Self.floors.firstIndex { $0.contains(other) }, "\(other)")
        #expect(floor > own, "\(target) may import \(other)")
      }
    }
  }

  /// Targets of C, which import nothing of this package but CVipsShim, which includes vips.
  static let cTargets: Set<String> = ["CPUFeatures", "ContentDigest", "CVipsShim"]

  @Test func everyTargetIsInTheTable() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: PackageFolder.sources.path)
    let known = Set(Self.table.keys).union(Self.cTargets)
    for folder in folders where !folder.hasPrefix(".") {
      #expect(known.contains(folder), "Sources/\(folder) is in no row of the table")
    }
  }

  @Test(arguments: table.keys.sorted())
  func importsFollowTheTable(target: String) throws {
    let allowance = try #require(Self.table[target])
    let folder = PackageFolder.sources.appending(path: target)
    for file in try RepositoryFile.all(below: folder) where file.path.hasSuffix(".swift") {
      let inner = String(file.url.path.dropFirst(folder.path.count + 1))
      var allowed = allowance.targets.union(allowance.system)
      for (place, modules) in allowance.systemBelow where inner.hasPrefix("\(place)/") {
        allowed.formUnion(modules)
      }
      for module in importedModules(in: try file.text()) {
        #expect(allowed.contains(module), "\(file.path) imports \(module)")
      }
    }
  }

  @Test(arguments: cTargets.sorted())
  func cTargetsIncludeNoOtherTarget(target: String) throws {
    let folder = PackageFolder.sources.appending(path: target)
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    let others = Self.cTargets.union(Self.table.keys).subtracting([target])
    for file in try RepositoryFile.all(below: folder) {
      for line in try file.text().split(separator: "\n") where line.hasPrefix("#include") {
        let isVips = line.contains("vips/")
        #expect(!isVips || target == "CVipsShim", "\(file.path): \(line)")
        let name = line.split(whereSeparator: { "<>\"".contains($0) }).dropFirst().first ?? ""
        #expect(
          !others.contains(where: { name == "\($0).h" }), "\(file.path) includes \(name)")
      }
    }
  }

  /// The parser above must see every way to write an import.
  @Test func importLinesAreRecognised() {
    let text = """
      import A
      public import B
      @_spi(X) @testable internal import struct C.D
        internal import E  // why
      #if canImport(F)
      @preconcurrency import G.H
      // import I
      /// import J
      let important = 1
      """
    #expect(importedModules(in: text) == ["A", "B", "C", "E", "G"])
  }

  private func importedModules(in text: String) -> [String] {
    let pattern =
      /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
    return text.split(separator: "\n").compactMap { line in
      (try? pattern.prefixMatch(in: line)).map { String($0.output.1) }
    }
  }
}
