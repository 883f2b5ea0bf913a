package import OrderedJSON

/// Values from what manifests and reports hold.
extension JSONValue {
  /// A string; nil is null.
  package init(_ value: String?) { self.init(value.map { .string($0) } ?? .null) }

  /// A whole number; nil is null.
  package init(_ value: Int?) { self.init(value.map { .number(Double($0)) } ?? .null) }

  /// A number; nil is null.
  package init(_ value: Double?) { self.init(value.map { .number($0) } ?? .null) }

  /// True or false.
  package init(_ value: Bool) { self.init(.bool(value)) }

  /// A list of strings.
  package init(_ values: [String]) { self.init(.array(values.map { JSONValue($0) })) }

  /// A list.
  package init(_ values: [JSONValue]) { self.init(.array(values)) }

  /// An object, its members in this order.
  package init(_ members: [(String, JSONValue)]) {
    self.init(.object(members.map { JSONMember(key: $0.0, value: $0.1) }))
  }

  /// Compact JSON that can stand in a script file: a string cannot end the script, wherever the
  /// text is pasted, since `<` occurs in strings only and is escaped there.
  package var scriptText: String {
    let text = text(.compact)
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    return text.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }
}
