import Foundation
import PenumbraTestSupport
import Testing

/// The forced baseline runs on a processor that has nothing newer, with the same bytes.
@Suite struct ForcedBaselineTests {
  #if arch(arm64)
  static let architecture = "aarch64"
  static let oldest = "cortex-a53"
  static let level = "neon"
  #else
  static let architecture = "x86_64"
  static let oldest = "Nehalem"
  static let level = "baseline"
  #endif
  static let qemu = PenumbraCommand.program("qemu-\(architecture)", "qemu-\(architecture)-static")

  /// The first scene of every folder of the corpus; the whole corpus would take minutes in an
  /// emulator, and its stress folder hours.
  static func scenes() throws -> [String] {
    let manager = FileManager.default
    return try manager.contentsOfDirectory(atPath: PackageFolder.corpus.path).sorted()
      .filter { $0 != "stress" }
      .compactMap { name in
        let folder = PackageFolder.corpus.appending(path: name)
        let files = try? manager.contentsOfDirectory(atPath: folder.path).sorted()
        return files?.first { $0.hasSuffix(".json") }.map { folder.appending(path: $0).path }
      }
  }

  @Test(.enabled(if: qemu != nil, "needs an emulator of qemu-user"))
  func theOldestProcessorDrawsTheSameBytes() throws {
    let qemu = try #require(Self.qemu)
    let folder = try TemporaryFolder()
    let native = URL(filePath: folder.file("native"))
    let emulated = URL(filePath: folder.file("emulated"))
    let scenes = try Self.scenes()
    try #require(!scenes.isEmpty, "the corpus holds no scenes")
    let options = ["render", "--threads", "1"] + scenes + ["-o"]

    let command = BuildProducts.command.path
    let first = try PenumbraCommand.run(options + [native.path], executable: command)
    try #require(first.code == 0, "native: \(first.errors)")
    let second = try PenumbraCommand.run(
      ["-cpu", Self.oldest, command] + options + [emulated.path], executable: qemu,
      environment: ["PENUMBRA_ISA": Self.level])
    try #require(second.code == 0, "emulated: \(second.errors)")

    let pictures = try RepositoryFile.all(below: native).filter { $0.url.pathExtension == "png" }
    #expect(pictures.count == scenes.count)
    for picture in pictures {
      let other = emulated.appending(
        path: String(picture.url.path.dropFirst(native.path.count + 1)))
      let same = try Data(contentsOf: picture.url) == Data(contentsOf: other)
      #expect(same, "\(picture.url.lastPathComponent) differs on \(Self.oldest)")
    }
  }
}
