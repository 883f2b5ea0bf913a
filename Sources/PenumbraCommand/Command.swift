internal import OrderedJSON
internal import PenumbraJobs

/// A command: its words for help, its options, and what it does.
struct Command: Sendable {
  var name: String
  /// What follows the name in a usage line.
  var usage: String
  /// One sentence.
  var summary: String
  /// More than a sentence, or nothing.
  var details = ""
  var options: [Option]
  /// What is done to the arguments before they are read.
  var prepare: @Sendable ([String]) -> [String] = { $0 }
  /// Returns the exit code; what it throws `ExitCode` maps.
  var run: @Sendable (ParsedOptions) throws -> Int32

  /// All commands, in the order of help.
  static let all: [Command] = [
    .render, .sheet, .cells, .merge, .check, .diff, .lint, .importTokens, .inspect, .schema,
    .bench, .digest, .doctor, .version, .help,
  ]

  /// The command's help.
  var help: String {
    ParsedOptions.help(
      command: name, usage: usage, summary: summary, details: details,
      options: options + [CommonOptions.help])
  }

  /// Runs the command that the arguments name and returns the exit code.
  static func main(_ arguments: [String]) -> Int32 {
    do {
      guard let first = arguments.first else {
        Terminal.messages.lines(overview)
        return ExitCode.usage
      }
      let name =
        first == "--version" ? "version" : first == "--help" || first == "-h" ? "help" : first
      let command = try named(name)
      let options = try ParsedOptions(
        command.prepare(Array(arguments.dropFirst())), command: command.name,
        options: command.options + [CommonOptions.help])
      if options.has("help") {
        Console.lines(command.help)
        return ExitCode.done
      }
      return try command.run(options)
    } catch {
      if let error = error as? JobError, case .interrupted = error {
        Console.message(Signals.advice)
      } else {
        Console.error("\(error)")
      }
      return ExitCode.of(error)
    }
  }

  private static func named(_ name: String) throws(JobError) -> Command {
    if let command = all.first(where: { $0.name == name }) { return command }
    let near = Suggestion.nearest(to: name, among: all.map(\.name))
    let advice = near.map { "did you mean \($0)?" } ?? "see penumbra help"
    throw .usage("\"\(name)\" is no command: \(advice)")
  }

  /// What `penumbra help` prints.
  static var overview: String {
    let width = all.map(\.name.count).max() ?? 0
    let lines = all.map {
      "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.summary)"
    }
    return """
      penumbra draws scenes of cells with real shadows on plain processors.

      Usage: penumbra COMMAND [OPTION...] [INPUT...]

      Commands:
      \(lines.joined(separator: "\n"))

      penumbra help COMMAND says more. Exit codes: 0 done, 1 differences found, 64 usage,
      65 bad input, 66 no input, 69 something missing, 73 cannot create, 74 I/O error,
      75 incomplete, 130 and 143 interrupted.
      """
  }
}

extension Command {
  static let help = Command(
    name: "help", usage: "[COMMAND]", summary: "says what the commands do", options: []
  ) { options in
    guard let name = options.operands.first else {
      Console.lines(overview)
      return ExitCode.done
    }
    Console.lines(try named(name).help)
    return ExitCode.done
  }
}
