/// A JSON text as a tree that keeps what decoders into types lose: the written order of keys, and
/// where in the source each value stands.
///
/// Offsets are bytes from the start of the source; ``JSONLocation`` turns one into a line and a
/// column. A value that was made, not read, has offset 0.
public struct JSONValue: Sendable, Hashable {
  /// What the value is.
  public enum Content: Sendable, Hashable {
    case null
    case bool(Bool)
    /// Always finite.
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// In the order written; keys are unique.
    case object([JSONMember])
  }

  /// The value itself.
  public var content: Content
  private var storedOffset: UInt32

  /// The byte at which the value starts; texts are limited to 4 GB.
  public var offset: Int { Int(storedOffset) }

  /// A value read at `offset`, or made (offset 0).
  public init(_ content: Content, offset: Int = 0) {
    self.content = content
    self.storedOffset = UInt32(truncatingIfNeeded: offset)
  }
}

/// One key and its value.
public struct JSONMember: Sendable, Hashable {
  /// The key, unescaped.
  public var key: String
  /// What it stands for.
  public var value: JSONValue
  private var storedKeyOffset: UInt32

  /// The byte at which the key starts, its quote included.
  public var keyOffset: Int { Int(storedKeyOffset) }

  /// A member whose key was read at `keyOffset`, or made (offset 0).
  public init(key: String, value: JSONValue, keyOffset: Int = 0) {
    self.key = key
    self.value = value
    self.storedKeyOffset = UInt32(truncatingIfNeeded: keyOffset)
  }
}

// Not inlined: a function that inlines several of these ends the optimiser of Swift 6.3.1 with
// "Found ownership error" (CopyPropagation), in this module or in one that imports it.
extension JSONValue {
  /// The text, if the value is a string.
  public var string: String? {
    @inline(never) get { if case .string(let text) = content { text } else { nil } }
  }

  /// The number, if the value is one.
  public var number: Double? {
    @inline(never) get { if case .number(let number) = content { number } else { nil } }
  }

  /// The truth value, if the value is one.
  public var bool: Bool? {
    @inline(never) get { if case .bool(let bool) = content { bool } else { nil } }
  }

  /// The elements, if the value is an array.
  public var array: [JSONValue]? {
    @inline(never) get { if case .array(let elements) = content { elements } else { nil } }
  }

  /// The members in written order, if the value is an object.
  public var members: [JSONMember]? {
    @inline(never) get { if case .object(let members) = content { members } else { nil } }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { content == .null }

  /// The value of a key; nil if there is no such key, or the value is no object.
  public subscript(key: String) -> JSONValue? {
    @inline(never) get { members?.first { $0.key == key }?.value }
  }

  /// What the value is, in an error's words: `a string`, `an array of 3`, ...
  public var kindDescription: String {
    switch content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): "the number \(JSONValue.text(of: number))"
    case .string(let text): "the string \(JSONValue.excerpt(text))"
    case .array(let elements): elements.isEmpty ? "an empty array" : "an array of \(elements.count)"
    case .object(let members): members.isEmpty ? "an empty object" : "an object"
    }
  }

  /// A text in quotes, cut where it would swamp a message, control characters escaped.
  public static func excerpt(_ text: String) -> String {
    let limit = 60
    let cut = text.unicodeScalars.prefix(limit + 1)
    let isLong = cut.count > limit
    var shown = ""
    shown.unicodeScalars.append(contentsOf: cut.prefix(limit))
    return JSONValue.quoted(shown) + (isLong ? "..." : "")
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self.init(.string(value)) }
  /// A number; must be finite.
  public init(floatLiteral value: Double) { self.init(.number(value)) }
  /// A whole number.
  public init(integerLiteral value: Int) { self.init(.number(Double(value))) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  /// `null`.
  public init(nilLiteral: ()) { self.init(.null) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }

  /// An object; keys keep the order of the literal.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(.object(elements.map { JSONMember(key: $0.0, value: $0.1) }))
  }
}
