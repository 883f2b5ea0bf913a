/// A way from the root of a JSON tree to one of its values, written as in RFC 9535.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  /// One step down.
  public enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  /// From the root down.
  public var steps: [Step] = []

  /// `$.cells[3].fill`; keys that are no names stand in brackets and quotes, long ones cut.
  public var description: String {
    steps.reduce(into: "$") { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key): text += JSONPath.isName(key) ? ".\(key)" : "[\(JSONValue.excerpt(key))]"
      }
    }
  }

  /// The path of a value below this one.
  public func appending(_ step: Step) -> JSONPath { JSONPath(steps: steps + [step]) }

  private static func isName(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first, !("0"..."9").contains(first), key.utf8.count <= 60
    else { return false }
    return key.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_"
    }
  }

  /// The way to the value, or to the key, that stands at a byte.
  ///
  /// Decoding carries no paths: every value knows its byte, and the way there is looked up only when
  /// an error needs it.
  public init(toOffset offset: Int, in root: JSONValue) {
    var value = root
    while value.offset != offset {
      switch value.content {
      case .array(let elements):
        guard let index = elements.lastIndex(where: { $0.offset <= offset }) else { return }
        steps.append(.index(index))
        value = elements[index]
      case .object(let members):
        guard let member = members.last(where: { $0.keyOffset <= offset }) else { return }
        steps.append(.key(member.key))
        if member.keyOffset == offset { return }
        value = member.value
      default:
        return
      }
    }
  }

  /// A path from its steps; none is the root.
  public init(steps: [Step] = []) {
    self.steps = steps
  }

  /// The byte of the deepest value of the path that exists.
  public func offset(in root: JSONValue) -> Int {
    var value = root
    for step in steps {
      let next: JSONValue? =
        switch step {
        case .key(let key): value[key]
        case .index(let index): value.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        }
      guard let next else { break }
      value = next
    }
    return value.offset
  }
}
