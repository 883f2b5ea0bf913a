import Foundation
import PenumbraTestSupport
import Testing

/// The script that measures, without measuring.
@Suite struct BenchmarkRunTests {
  static let folder = PackageFolder.root.appending(path: "Benchmarks")
  static let python = PenumbraCommand.program("python3")

  /// No toolchain is on the path, so nothing can have been built.
  @Test func helpBuildsNothing() throws {
    let ending = try PenumbraCommand.run(
      ["--help"], executable: Self.folder.appending(path: "run").path,
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(ending.code == 0, "\(ending)")
    for option in ["--quick", "--install", "--only", "--results"] {
      #expect(ending.output.contains(option), "\(ending.output)")
    }
    #expect(!ending.output.contains("set -e"))
  }

  @Test(
    "a run that fails while it writes leaves the results as they were",
    .enabled(if: python != nil, "needs python3"), arguments: [true, false])
  func resultsAreWrittenTogether(fails: Bool) throws {
    let results = try TemporaryFolder()
    try results.write("old", "a.json")
    try results.write("old", "b.md")
    let second = fails ? "None" : "\"new\""
    let ending = try PenumbraCommand.run(
      [
        "-B", "-c",
        """
        import sys
        sys.path.insert(0, "\(Self.folder.path)")
        import results
        results.write("\(results.path)", {"a.json": "new", "b.md": \(second)})
        """,
      ], executable: try #require(Self.python))
    #expect((ending.code == 0) != fails, "\(ending)")
    for name in ["a.json", "b.md"] {
      #expect(
        try String(contentsOfFile: results.file(name), encoding: .utf8) == (fails ? "old" : "new"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: results.path).count == 2)
  }
}
