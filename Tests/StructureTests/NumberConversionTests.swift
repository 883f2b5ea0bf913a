import Foundation
import PenumbraTestSupport
import Testing

/// No number of an input ends the process where it is made whole.
///
/// Swift's conversion of a floating-point number to an integer traps where it does not fit. All that
/// reads input converts with `Int(saturating:)` or `Int(exactly:)`.
@Suite struct NumberConversionTests {
  /// What reads input; the engine and its kernels get numbers that have been checked.
  static let readers = [
    "CSSValues", "OrderedJSON", "PenumbraScene", "PenumbraTokens", "Vips", "Penumbra",
    "PenumbraJobs", "PenumbraRegression", "PenumbraCommand",
  ]
  static let wrapper = "CheckedNumbers.swift"

  /// A whole-number type called with something that is surely floating-point.
  static let conversion =
    #"\bU?Int(?:8|16|32|64)?\((?:[^:()]|\([^()]*\)|\((?:[^()]|\([^()]*\))*\))*\.rounded\("#

  @Test func noSourceConvertsUnchecked() throws {
    let pattern = try Regex(Self.conversion).wordBoundaryKind(.simple)
    for target in Self.readers {
      let folder = PackageFolder.sources.appending(path: target)
      for file in try RepositoryFile.all(below: folder) where file.path.hasSuffix(".swift") {
        for match in try file.text().matches(of: pattern) {
          let text = String(try file.text()[match.range])
          #expect(
            text.contains("exactly:") || text.contains("saturating:"), "\(file.path): \(text)")
        }
      }
    }
  }

  @Test(arguments: [
    "Int(x.rounded())", "Int((x * scale).rounded(.down))", "Int64((abs(a) * 2).rounded())",
  ])
  func aConversionIsSeen(text: String) throws {
    #expect(text.contains(try Regex(Self.conversion).wordBoundaryKind(.simple)))
  }

  /// What the compiler made of the sources says it for every conversion, however it is written: each
  /// that may trap carries the words of its trap.
  @Test func noObjectHoldsTheTrap() throws {
    let words = Data("value cannot be converted to ".utf8)
    let objects = try BuildProducts.objects(of: "CSSValues")
    let own = try #require(objects.first { $0.lastPathComponent.hasPrefix(Self.wrapper) })
    guard try Data(contentsOf: own).range(of: words) != nil else {
      // An optimised build has no words; there the source is all that can be looked at.
      return
    }
    for target in Self.readers {
      for object in try BuildProducts.objects(of: target)
      where !object.lastPathComponent.hasPrefix(Self.wrapper) {
        let found = try Data(contentsOf: object).range(of: words) != nil
        #expect(!found, "\(target)/\(object.lastPathComponent) converts a number unchecked")
      }
    }
  }
}
