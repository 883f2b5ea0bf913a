import Foundation
import PenumbraTestSupport

/// Headless Chromium as a judge of CSS, where it is installed.
enum Chromium {
  static let path = PenumbraCommand.program("chromium", "chromium-browser")

  /// A declaration and what to read back.
  struct Question: Encodable {
    var property: String
    var value: String
  }

  /// What `getComputedStyle` says of each question; nil where the declaration is refused, which an
  /// unresolved `var()` does only when it is computed and then leaves the initial value.
  static func computed(
    _ questions: [Question], customProperties: [String: String] = [:]
  ) throws -> [String?] {
    let folder = try TemporaryFolder()
    let encoder = JSONEncoder()
    let list = String(decoding: try encoder.encode(questions), as: UTF8.self)
      .replacingOccurrences(of: "</", with: "<\\/")
    let properties = customProperties.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      .joined(separator: "; ")
    let page = """
      <!doctype html><meta charset=utf-8><style>body { color: black; \(properties) }</style>
      <body><div id=box></div><script>
      const answers = [];
      for (const { property, value } of \(list)) {
        box.style.cssText = "";
        box.style.cssText = property + ":" + value;
        const isTaken = box.style.getPropertyValue(property) !== "";
        answers.push(isTaken ? getComputedStyle(box).getPropertyValue(property) : null);
      }
      const bytes = new TextEncoder().encode(JSON.stringify(answers));
      document.title = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
      </script>
      """
    let output = try PenumbraCommand.run(
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.file("profile"))",
        "--dump-dom", try folder.write(page, "page.html"),
      ], executable: path ?? ""
    ).output
    guard let start = output.range(of: "<title>"), let end = output.range(of: "</title>"),
      let data = Data(base64Encoded: String(output[start.upperBound..<end.lowerBound]))
    else { throw CocoaError(.fileReadCorruptFile) }
    return try JSONDecoder().decode([String?].self, from: data)
  }
}
