internal import OrderedJSON
internal import PenumbraJobs

/// One option of a command.
struct Option: Sendable {
  /// Without the dashes.
  var name: String
  /// One letter, or nil.
  var letter: Character?
  /// What the value is called in help, or nil for a switch.
  var value: String?
  /// One line of help.
  var help: String

  init(_ name: String, letter: Character? = nil, value: String? = nil, _ help: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
  }
}

/// What the arguments of a command say, read as getopt_long and GLib's GOption read them.
struct ParsedOptions {
  /// Values of the options that were given, by name; a switch's value is empty.
  private(set) var values: [String: String] = [:]
  /// Arguments that are no options, in order.
  private(set) var operands: [String] = []

  /// The value of an option, or nil if it was not given.
  subscript(_ name: String) -> String? { values[name] }

  /// Whether a switch was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// A whole number of at least `least`.
  func count(_ name: String, least: Int = 1) throws(JobError) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), number >= least, number <= 1_000_000_000 else {
      throw .usage("--\(name) \(text): expected a whole number of at least \(least)")
    }
    return number
  }

  /// A number above zero.
  func positive(_ name: String) throws(JobError) -> Double? {
    guard let text = values[name] else { return nil }
    guard let number = Double(text), number.isFinite, number > 0 else {
      throw .usage("--\(name) \(text): expected a number above 0")
    }
    return number
  }

  /// Reads the arguments of a command.
  ///
  /// `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE` and switches in one word (`-qh`); the last
  /// of several counts. `--` ends the options; `-` alone is an operand.
  init(_ arguments: [String], command: String, options: [Option]) throws(JobError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      do throws(Slip) {
        if argument.hasPrefix("--") {
          try readLong(argument, rest: &rest, options)
        } else if argument.hasPrefix("-"), argument.count > 1 {
          try readLetters(argument.dropFirst(), rest: &rest, options)
        } else {
          operands.append(argument)
        }
      } catch {
        throw .usage(ParsedOptions.explain(error, command: command, options: options))
      }
    }
  }

  /// What is wrong with one argument.
  private enum Slip: Error {
    case unknown(dashed: String, name: String)
    case noValue(dashed: String)
    case needlessValue(name: String)
  }

  /// `--name`, `--name=VALUE` or `--name VALUE`.
  private mutating func readLong(
    _ argument: String, rest: inout ArraySlice<String>, _ options: [Option]
  ) throws(Slip) {
    let parts = argument.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let option = options.first(where: { $0.name == name }) else {
      throw .unknown(dashed: "--" + name, name: name)
    }
    if option.value == nil {
      guard parts.count == 1 else { throw .needlessValue(name: name) }
      values[name] = ""
    } else if parts.count == 2 {
      values[name] = String(parts[1])
    } else {
      guard let value = rest.popFirst() else { throw .noValue(dashed: "--" + name) }
      values[name] = value
    }
  }

  /// Letters after one dash: switches, and at their end an option with its value.
  private mutating func readLetters(
    _ letters: Substring, rest: inout ArraySlice<String>, _ options: [Option]
  ) throws(Slip) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.letter == letter }) else {
        throw .unknown(dashed: "-\(letter)", name: "\(letter)\(letters)")
      }
      if option.value == nil {
        values[option.name] = ""
      } else if letters.isEmpty {
        guard let value = rest.popFirst() else { throw .noValue(dashed: "-\(letter)") }
        values[option.name] = value
      } else {
        values[option.name] = String(letters)
        return
      }
    }
  }

  /// A slip in words, with a suggestion for an option that is none.
  private static func explain(_ slip: Slip, command: String, options: [Option]) -> String {
    let advice = "see penumbra help \(command)"
    switch slip {
    case .unknown(let dashed, let name):
      let near = Suggestion.nearest(to: name, among: options.map(\.name))
      return "unknown option \(dashed): " + (near.map { "did you mean --\($0)?" } ?? advice)
    case .noValue(let dashed): return "\(dashed) needs a value: \(advice)"
    case .needlessValue(let name): return "--\(name) takes no value: \(advice)"
    }
  }

  /// Help for a command: its options in two columns.
  static func help(
    command: String, usage: String, summary: String, details: String, options: [Option]
  ) -> String {
    let width = options.map { label($0).count }.max() ?? 0
    var lines = ["Usage: penumbra \(command)\(usage.isEmpty ? "" : " " + usage)", "", summary]
    if !details.isEmpty { lines += ["", details] }
    if !options.isEmpty {
      lines += ["", "Options:"]
      for option in options {
        let text = label(option)
        let padding = String(repeating: " ", count: width - text.count)
        lines.append("  \(text)\(padding)  \(option.help)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func label(_ option: Option) -> String {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    return letter + "--" + option.name + (option.value.map { "=" + $0 } ?? "")
  }
}
