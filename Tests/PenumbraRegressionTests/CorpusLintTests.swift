import Foundation
import PenumbraJobs
import PenumbraRegression
import PenumbraTestSupport
import Testing

/// What comes with the project is clean, or says in the scene why it is not.
@Suite struct CorpusLintTests {
  /// The files of the corpus, every fourth but in a whole sweep.
  static let files: [String] = {
    let walk = FileManager.default.enumerator(atPath: PackageFolder.corpus.path)
    let paths = (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".json") }
    return paths.sorted().enumerated().filter { Sweep.isWhole || $0.offset % 4 == 1 }
      .map(\.element)
  }()

  @Test(.enabled(if: !files.isEmpty, "there is no corpus"), arguments: files)
  func aShippedSceneIsCleanOrSaysWhy(path: String) throws {
    let file = PackageFolder.corpus.appending(path: path).path
    let outcome = try LintJob(inputs: [file]).run(
      interruption: Interruption(), observer: SilentObserver())
    // The machine's fonts are nothing of the corpus.
    let findings = outcome.findings.filter { $0.rule != .missingGlyphs }
    #expect(findings.map { "\($0.cell): \($0.rule.rawValue): \($0.message)" } == [])
    #expect(outcome.problems.map(\.message) == [])
    #expect(outcome.failures.isEmpty)
  }
}
