internal import CVipsShim
internal import Pipeline
internal import Scene

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

/// What the arguments of a command say, read by GLib's GOption.
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
  init(_ arguments: [String], command: String, options: [Option]) throws(JobError) {
    let memory = OptionMemory(options)
    let context = g_option_context_new(nil)
    defer { g_option_context_free(context) }
    g_option_context_set_help_enabled(context, 0)
    memory.entries.withUnsafeBufferPointer {
      g_option_context_add_main_entries(context, $0.baseAddress, nil)
    }
    // GOption takes the vector's strings that it has read and leaves the rest; g_strdupv's rules
    // for freeing are its own, so it gets a vector of GLib's.
    var vector = OptionMemory.vector(
      ["penumbra"] + ParsedOptions.separated(arguments, options: options))
    defer { g_strfreev(vector) }
    var error: UnsafeMutablePointer<GError>?
    guard g_option_context_parse_strv(context, &vector, &error) != 0 else {
      let message = error.map { String(cString: $0.pointee.message) } ?? "the options are wrong"
      g_clear_error(&error)
      throw .usage(ParsedOptions.explain(message, command: command, options: options))
    }
    for (index, option) in options.enumerated() {
      if let value = memory.value(index) { values[option.name] = value }
    }
    operands = memory.operands
  }

  /// The arguments with `-oOUT` as `-o OUT`, which GOption does not know and getopt does.
  private static func separated(_ arguments: [String], options: [Option]) -> [String] {
    var result: [String] = []
    var isValue = false
    for (index, argument) in arguments.enumerated() {
      if argument == "--" && !isValue { return result + arguments[index...] }
      let parts = argument.prefix(2)
      let option = options.first { option in
        option.value != nil
          && (argument == "--" + option.name || option.letter.map { parts == "-\($0)" } == true)
      }
      let isJoined = option != nil && !argument.hasPrefix("--") && argument.count > 2
      if isJoined && !isValue {
        result += [String(parts), String(argument.dropFirst(2))]
      } else {
        result.append(argument)
        isValue = option != nil && !isValue
        continue
      }
      isValue = false
    }
    return result
  }

  /// Adds a suggestion to GOption's word for an option it does not know.
  private static func explain(_ message: String, command: String, options: [Option]) -> String {
    let message = message.prefix(1).lowercased() + message.dropFirst()
    guard message.contains("unknown"), let dash = message.firstIndex(of: "-") else {
      return "\(message): see penumbra help \(command)"
    }
    let rest = message[dash...].drop { $0 == "-" }
    let unknown = String(rest.prefix { $0 != "=" && $0 != " " })
    guard let near = Suggestion.nearest(to: unknown, among: options.map(\.name)) else {
      return "\(message): see penumbra help \(command)"
    }
    return "\(message): did you mean --\(near)?"
  }

  /// Help for a command: its options in GOption's layout.
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

/// The C memory that GOption reads entries from and writes values to.
private final class OptionMemory {
  private(set) var entries: [GOptionEntry] = []
  private var strings: [UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>] = []
  private var switches: [UnsafeMutablePointer<gboolean>] = []
  private var names: [UnsafeMutablePointer<CChar>] = []
  private let rest = UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
    .allocate(capacity: 1)
  /// For each option, where its value is.
  private var places: [(isSwitch: Bool, index: Int)] = []

  init(_ options: [Option]) {
    rest.initialize(to: nil)
    for option in options {
      let isSwitch = option.value == nil
      let place: UnsafeMutableRawPointer
      if isSwitch {
        let flag = UnsafeMutablePointer<gboolean>.allocate(capacity: 1)
        flag.initialize(to: 0)
        places.append((true, switches.count))
        switches.append(flag)
        place = UnsafeMutableRawPointer(flag)
      } else {
        let string = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
        string.initialize(to: nil)
        places.append((false, strings.count))
        strings.append(string)
        place = UnsafeMutableRawPointer(string)
      }
      let letter = option.letter?.asciiValue.map(gchar.init) ?? 0
      entries.append(
        GOptionEntry(
          long_name: keep(option.name), short_name: letter, flags: 0,
          arg: isSwitch ? G_OPTION_ARG_NONE : G_OPTION_ARG_FILENAME, arg_data: place,
          description: nil, arg_description: nil))
    }
    entries.append(
      GOptionEntry(
        long_name: keep(""), short_name: 0, flags: 0, arg: G_OPTION_ARG_FILENAME_ARRAY,
        arg_data: UnsafeMutableRawPointer(rest), description: nil, arg_description: nil))
    entries.append(
      GOptionEntry(
        long_name: nil, short_name: 0, flags: 0, arg: G_OPTION_ARG_NONE, arg_data: nil,
        description: nil, arg_description: nil))
  }

  deinit {
    for string in strings {
      g_free(string.pointee)
      string.deallocate()
    }
    for flag in switches { flag.deallocate() }
    for name in names { g_free(name) }
    g_strfreev(rest.pointee)
    rest.deallocate()
  }

  private func keep(_ name: String) -> UnsafePointer<CChar>? {
    guard let copy = g_strdup(name) else { return nil }
    names.append(copy)
    return UnsafePointer(copy)
  }

  func value(_ index: Int) -> String? {
    let place = places[index]
    if place.isSwitch { return switches[place.index].pointee != 0 ? "" : nil }
    return strings[place.index].pointee.map { String(cString: $0) }
  }

  var operands: [String] {
    var result: [String] = []
    guard var next = rest.pointee else { return result }
    while let text = next.pointee {
      result.append(String(cString: text))
      next += 1
    }
    return result
  }

  /// A NULL-terminated vector in GLib's memory.
  static func vector(
    _ strings: [String]
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let size = (strings.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let memory = g_malloc0(gsize(size)) else { return nil }
    let vector = memory.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    for (index, string) in strings.enumerated() { vector[index] = g_strdup(string) }
    return vector
  }
}
