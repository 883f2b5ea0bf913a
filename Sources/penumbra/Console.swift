internal import Files
internal import Pipeline

#if canImport(Glibc)
internal import Glibc
#endif

/// The two streams: results go to the standard output, all else to the standard error.
enum Console {
  /// Whether the standard error is a terminal that can redraw a line.
  static var isTerminal: Bool {
    isatty(2) == 1 && Environment.value(of: "TERM") != "dumb"
  }

  /// Whether messages may carry colour: on a terminal, unless NO_COLOR is set (no-color.org).
  static var usesColor: Bool {
    isTerminal && (Environment.value(of: "NO_COLOR") ?? "").isEmpty
  }

  /// Prints a result and a line end.
  static func result(_ text: String) { write(text + "\n", to: 1) }

  /// Prints a message and a line end.
  static func message(_ text: String) { write(text.printable + "\n", to: 2) }

  /// Prints what went wrong.
  static func error(_ text: String) {
    let label = usesColor ? "\u{1B}[31merror:\u{1B}[0m " : "error: "
    write(label + text.printable + "\n", to: 2)
  }

  /// Adds a text to the end of a file.
  static func append(_ text: String, to path: String) throws(FileError) {
    let file = try OpenFile(appendingTo: path)
    try file.write(text)
    try file.checkClosing()
  }

  fileprivate static func write(_ text: String, to descriptor: Int32) {
    // A message that cannot be written can be told nowhere else.
    StandardOutput.write(text, to: descriptor)
  }
}

/// A long result, printed in pieces of some size.
struct ResultBuffer {
  private var text = ""

  /// Adds to the result.
  mutating func write(_ piece: String) {
    text += piece
    if text.utf8.count >= 1 << 16 { flush() }
  }

  /// Prints what is held.
  mutating func flush() {
    Console.write(text, to: 1)
    text = ""
  }
}
