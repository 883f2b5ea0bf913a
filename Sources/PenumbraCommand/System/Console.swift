internal import PenumbraFiles
internal import PenumbraJobs

#if canImport(Glibc)
internal import Glibc
#endif

/// What the commands print: results on the standard output, all else on the standard error, all of
/// it through `Terminal`.
enum Console {
  /// Whether the standard error is a terminal that can redraw a line.
  static var isTerminal: Bool {
    isatty(2) == 1 && Environment.value(of: "TERM") != "dumb"
  }

  /// Whether messages may carry colour: on a terminal, unless NO_COLOR is set (no-color.org).
  static var usesColor: Bool {
    isTerminal && (Environment.value(of: "NO_COLOR") ?? "").isEmpty
  }

  /// Prints a result of one line.
  static func result(_ text: String) { Terminal.results.line(text) }

  /// Prints a result of one line in columns.
  static func row(_ columns: String...) { Terminal.results.row(columns) }

  /// Prints a result that this program wrote in lines, such as help.
  static func lines(_ text: String) { Terminal.results.lines(text) }

  /// Prints a result in JSON and a line end.
  static func json(_ text: String) { Terminal.results.json(text + "\n") }

  /// Prints GitHub's workflow commands.
  static func commands(_ text: String) { Terminal.results.commands(text) }

  /// Prints a message of one line.
  static func message(_ text: String) { Terminal.messages.line(text) }

  /// Prints what went wrong, in one line.
  static func error(_ text: String) { Terminal.messages.error(text, isRed: usesColor) }

  /// Adds a text to the end of a file.
  static func append(_ text: String, to path: String) throws(FileError) {
    let file = try OpenFile(appendingTo: path)
    try file.write(text)
    try file.checkClosing()
  }
}

/// A long result in JSON, printed in pieces of some size.
struct ResultBuffer {
  private var text = ""

  /// Adds to the result.
  mutating func write(_ piece: String) {
    text += piece
    if text.utf8.count >= 1 << 16 { flush() }
  }

  /// Prints what is held.
  mutating func flush() {
    Terminal.results.json(text)
    text = ""
  }
}
