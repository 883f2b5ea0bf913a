/// A token of CSS Syntax Level 3, section 4, as a range of its text.
struct CSSToken {
  enum Kind: UInt8 {
    case whitespace
    case ident
    case function
    case atKeyword
    case hash
    case string
    case badString
    case url
    case badURL
    case number
    case percentage
    case dimension
    case cdo
    case cdc
    case colon
    case semicolon
    case comma
    case leftParen
    case rightParen
    case leftBracket
    case rightBracket
    case leftBrace
    case rightBrace
    case delim
    case end
  }

  var kind: Kind
  /// Byte offsets in the text.
  var start: Int
  var end: Int
  /// Of a number, percentage or dimension.
  var value = 0.0
  /// Where the unit of a dimension starts.
  var unitStart = 0

  /// The kind that closes what this token opens.
  var closing: Kind? {
    switch kind {
    case .function, .leftParen: .rightParen
    case .leftBracket: .rightBracket
    case .leftBrace: .rightBrace
    default: nil
    }
  }
}
