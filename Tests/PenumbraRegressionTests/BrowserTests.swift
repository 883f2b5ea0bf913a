import Foundation
import PenumbraTestSupport
import Testing

@testable import PenumbraRegression

private let chromium = PenumbraCommand.program(
  "chromium", "chromium-browser", "google-chrome")
private let python = PenumbraCommand.program("python3")

@Suite(
  .enabled("skipped: needs chromium and python3 (packages chromium, python3)") {
    chromium != nil && python != nil
  }, .serialized)
struct BrowserTests {
  /// Runs a scenario of report_in_browser.py; its lines are the failure's message.
  ///
  /// `PENUMBRA_SCREENSHOTS` names a folder for screenshots to be looked at.
  private func run(_ scenario: String, _ report: RunReport) throws {
    let folder = try ReportFixture.write(report)
    let script = PackageFolder.root.appending(path: "Tests/Browser/report_in_browser.py")
    let screenshots = ProcessInfo.processInfo.environment["PENUMBRA_SCREENSHOTS"]
    let ending = try PenumbraCommand.run(
      [script.path, try #require(chromium), folder.path, scenario]
        + (screenshots.map { [$0] } ?? []),
      executable: try #require(python))
    let text = ending.output + ending.errors
    print(text)
    #expect(ending.code == 0, "\(text)")
    #expect(text.contains("ok: opens"), "\(text)")
  }

  @Test func aPersonUsesTheReport() throws {
    try run("uses", ReportFixture.everything())
  }

  @Test func tenThousandCellsStayUsable() throws {
    try run("scales", ReportFixture.report(count: 10_000, changed: 40))
  }
}
