import Foundation
import PenumbraTestSupport
import Testing

/// The kernels' objects may not define any weak code that another object defines too.
///
/// The linker keeps one copy of a weak function. If that copy stood in an object compiled for a
/// newer processor, the baseline path would run its instructions.
@Suite struct WeakSymbolTests {
  static let kernels = ["ShadowKernels", "PNGKernels"].flatMap { [$0, $0 + "V3", $0 + "V4"] }
  static let nm = PenumbraCommand.program("nm", "llvm-nm")

  @Test(.enabled(if: nm != nil, "needs nm of binutils"))
  func kernelObjectsShareNoWeakCode() throws {
    let nm = try #require(Self.nm)
    var definedIn: [String: Set<String>] = [:]
    for target in try BuildProducts.targets() {
      for object in try BuildProducts.objects(of: target) {
        for symbol in try symbols(of: object, nm: nm) {
          definedIn[symbol.name, default: []].insert(target)
        }
      }
    }
    for target in Self.kernels {
      let objects = try BuildProducts.objects(of: target)
      #expect(!objects.isEmpty, "no objects of \(target) beside the tests")
      for object in objects {
        for symbol in try symbols(of: object, nm: nm) where symbol.isWeakCode {
          let others = definedIn[symbol.name, default: []].subtracting([target]).sorted()
          #expect(others.isEmpty, "\(target) shares \(symbol.name) with \(others)")
        }
      }
    }
  }

  /// A symbol defined in an object's code.
  private struct Symbol {
    var name: String
    var isWeakCode: Bool
  }

  /// T and t are strong code, W is weak code (weak objects are V), i is chosen at load time.
  private func symbols(of object: URL, nm: String) throws -> [Symbol] {
    let result = try PenumbraCommand.run(["-P", object.path], executable: nm)
    #expect(result.code == 0, "nm \(object.lastPathComponent): \(result.errors)")
    return result.output.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count >= 3, ["T", "W", "i", "u"].contains(words[1]) else { return nil }
      return Symbol(name: String(words[0]), isWeakCode: words[1] != "T")
    }
  }
}
