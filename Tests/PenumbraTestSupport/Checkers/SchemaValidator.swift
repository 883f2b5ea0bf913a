public import OrderedJSON

/// A validator of the part of JSON Schema (draft 2020-12) that the scene's schema uses; a keyword
/// that it does not know is an error of the schema, never passed over.
public struct SchemaValidator {
  private let root: JSONValue

  /// A validator by this schema.
  public init(_ schema: JSONValue) {
    root = schema
  }

  /// What is wrong with a value; empty for a valid one.
  public func errors(in value: JSONValue) -> [String] {
    errors(value, root, "$")
  }

  private static let annotations: Set<String> = ["$schema", "title", "description", "$defs"]

  private func errors(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    guard let keywords = schema.members else { return ["\(path): the schema is no object"] }
    return keywords.flatMap { keyword in
      errors(value, schema, keyword.key, keyword.value, path)
    }
  }

  private func errors(
    _ value: JSONValue, _ schema: JSONValue, _ keyword: String, _ argument: JSONValue,
    _ path: String
  ) -> [String] {
    func fail(_ isWrong: Bool) -> [String] {
      isWrong
        ? ["\(path): \(keyword) \(argument.text(.compact)), not \(value.kindDescription)"] : []
    }
    let limit = argument.number ?? 0
    switch keyword {
    case _ where Self.annotations.contains(keyword):
      return []
    case "$ref":
      let name = argument.string?.split(separator: "/").last.map(String.init) ?? ""
      guard let target = root["$defs"]?[name] else { return ["\(path): no definition \(name)"] }
      return errors(value, target, path)
    case "type":
      return fail(!hasType(value, argument.string ?? ""))
    case "const":
      return fail(value.text(.compact) != argument.text(.compact))
    case "enum":
      return fail(
        argument.array?.contains { $0.text(.compact) == value.text(.compact) } != true)
    case "minimum": return fail(value.number.map { $0 < limit } ?? false)
    case "maximum": return fail(value.number.map { $0 > limit } ?? false)
    case "exclusiveMinimum": return fail(value.number.map { $0 <= limit } ?? false)
    case "minLength":
      return fail(value.string.map { $0.unicodeScalars.count < Int(limit) } ?? false)
    case "maxLength":
      return fail(value.string.map { $0.unicodeScalars.count > Int(limit) } ?? false)
    case "minItems": return fail(value.array.map { $0.count < Int(limit) } ?? false)
    case "maxItems": return fail(value.array.map { $0.count > Int(limit) } ?? false)
    case "items":
      return (value.array ?? []).enumerated().flatMap {
        errors($0.element, argument, "\(path)[\($0.offset)]")
      }
    case "required":
      guard let members = value.members else { return [] }
      return (argument.array ?? []).compactMap(\.string).filter { key in
        !members.contains { $0.key == key }
      }.map { "\(path): no \($0)" }
    case "properties":
      return (value.members ?? []).flatMap { member in
        argument[member.key].map { errors(member.value, $0, "\(path).\(member.key)") } ?? []
      }
    case "additionalProperties":
      let others = (value.members ?? []).filter { schema["properties"]?[$0.key] == nil }
      if argument.bool == false { return others.map { "\(path): unknown key \($0.key)" } }
      return others.flatMap { errors($0.value, argument, "\(path).\($0.key)") }
    case "anyOf":
      return fail(argument.array?.contains { errors(value, $0, path).isEmpty } != true)
    case "oneOf":
      return fail(argument.array?.filter { errors(value, $0, path).isEmpty }.count != 1)
    default:
      return ["the schema's keyword \(keyword) is unknown"]
    }
  }

  private func hasType(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value.content) {
    case ("object", .object), ("array", .array), ("string", .string), ("number", .number),
      ("boolean", .bool), ("null", .null):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
