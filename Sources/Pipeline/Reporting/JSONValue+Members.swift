package import Scene

/// Values from what manifests and reports hold.
extension JSONValue {
  package init(_ value: String?) { self.init(value.map { .string($0) } ?? .null) }
  package init(_ value: Int?) { self.init(value.map { .number(Double($0)) } ?? .null) }
  package init(_ value: Double?) { self.init(value.map { .number($0) } ?? .null) }
  package init(_ values: [String]) { self.init(.array(values.map { JSONValue($0) })) }
  package init(_ values: [JSONValue]) { self.init(.array(values)) }
  package init(_ members: [(String, JSONValue)]) {
    self.init(.object(members.map { JSONMember(key: $0.0, value: $0.1) }))
  }
  package init(_ value: Bool) { self.init(.bool(value)) }

  /// Compact JSON that can stand in a script file: a string cannot end the script, wherever the
  /// text is pasted, since `<` occurs in strings only and is escaped there.
  package var scriptText: String {
    let text = text(.compact)
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    return text.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }
}
