internal import OrderedJSON
internal import PenumbraFiles

#if canImport(Glibc)
internal import Glibc
#endif

/// Everything that the program prints, on either stream, goes through here and nowhere else.
///
/// What is printed carries words of scenes, files and libraries. None of them may steer who reads it:
/// no control character, line separator or change of direction passes, and where GitHub reads the
/// output (`GITHUB_ACTIONS=true`) no line is a workflow command but those of `commands`.
struct Terminal: Sendable {
  /// Where results go: the standard output.
  static let results = Terminal(descriptor: 1)
  /// Where all else goes: the standard error.
  static let messages = Terminal(descriptor: 2)

  private let descriptor: Int32
  private let isReadByGitHub: Bool

  /// A stream; `isReadByGitHub` is what the environment says unless it is given.
  init(descriptor: Int32, isReadByGitHub: Bool? = nil) {
    self.descriptor = descriptor
    self.isReadByGitHub = isReadByGitHub ?? Terminal.environmentIsGitHub
  }

  private static let environmentIsGitHub: Bool = {
    guard let value = getenv("GITHUB_ACTIONS") else { return false }
    return String(cString: value) == "true"
  }()

  /// Prints one line, whatever the text holds.
  func line(_ text: String) { put(inert(text.printable) + "\n") }

  /// Prints one line of columns, with tabs between them.
  func row(_ columns: [String]) {
    put(inert(columns.map(\.printable).joined(separator: "\t")) + "\n")
  }

  /// Prints text that this program wrote in lines, such as help.
  func lines(_ text: String) {
    let lines = text.printableLines.unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false)
    put(lines.map { inert(String(Substring($0))) }.joined(separator: "\n") + "\n")
  }

  /// Prints JSON, without a line end of its own; what is unprintable stands in its strings and is
  /// escaped there.
  func json(_ text: String) {
    var text = text
    if text.unicodeScalars.contains(where: { $0.isUnprintable && $0 != "\n" }) {
      text = text.unicodeScalars.reduce(into: "") { result, scalar in
        if scalar.isUnprintable && scalar != "\n" {
          result += JSONValue.escaped(scalar)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    if isReadByGitHub { text = Terminal.replacing("##[", in: text, by: "#\\u0023[") }
    put(text)
  }

  /// Prints GitHub's workflow commands, one a line, whose values are escaped.
  func commands(_ text: String) { put(text.printableLines) }

  /// Prints a word of this program, in red where that is wanted, and the rest of the line.
  func line(_ label: String, isRed: Bool, _ text: String) {
    let start = isRed ? "\u{1B}[31m\(label)\u{1B}[0m " : label + " "
    put(start + inert(text.printable) + "\n")
  }

  /// Prints an error: one line.
  func error(_ text: String, isRed: Bool) { line("error:", isRed: isRed, text) }

  /// Draws a line that the next `redraw`, or `clear`, replaces.
  func redraw(_ text: String) { put("\r\u{1B}[K" + text.printable) }

  /// Removes the line that `redraw` drew.
  func clear() { put("\r\u{1B}[K") }

  /// A line that GitHub takes for text: it looks for `::` behind the leading blanks and for `##[`
  /// anywhere.
  private func inert(_ line: String) -> String {
    guard isReadByGitHub else { return line }
    var line = Terminal.replacing("##[", in: line, by: "#\\u{23}[")
    let scalars = line.unicodeScalars
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
    if scalars[start...].starts(with: "::".unicodeScalars) {
      line =
        String(scalars[..<start]) + "\\u{3a}" + String(scalars[scalars.index(after: start)...])
    }
    return line
  }

  /// Scalar by scalar: a mark behind the text is no part of it.
  private static func replacing(_ part: String, in text: String, by other: String) -> String {
    let wanted = Array(part.utf8)
    guard let first = wanted.first, text.utf8.contains(first) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == first && bytes[index...].starts(with: wanted) {
        result += other.utf8
        index += wanted.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func put(_ text: String) { StandardOutput.write(text, to: descriptor) }
}
