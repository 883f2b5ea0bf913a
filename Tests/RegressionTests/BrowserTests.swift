import Foundation
import Testing

@testable import Regression

/// Where a program of the search path lies.
private func program(_ names: [String]) -> String? {
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  for name in names {
    for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
      return "\(folder)/\(name)"
    }
  }
  return nil
}

private let chromium = program(["chromium", "chromium-browser", "google-chrome"])
private let python = program(["python3"])

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
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("Browser/report_in_browser.py")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(python))
    process.arguments = [script.path, try #require(chromium), folder.path, scenario]
    if let shots = ProcessInfo.processInfo.environment["PENUMBRA_SCREENSHOTS"] {
      process.arguments?.append(shots)
    }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    print(text)
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("ok: opens"), "\(text)")
  }

  @Test func aPersonUsesTheReport() throws {
    try run("uses", ReportFixture.everything())
  }

  @Test func tenThousandCellsStayUsable() throws {
    try run("scales", ReportFixture.report(count: 10_000, changed: 40))
  }
}
