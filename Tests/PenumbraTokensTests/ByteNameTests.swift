import PenumbraTokens
import Testing

/// Braces, points and slashes of references are bytes: a mark that follows one makes no other character
/// of it.
@Suite struct ByteNameTests {
  private func read(_ tokens: String) throws -> ImportResult {
    let text = "{\"s\": {\"$type\": \"shadow\", \(tokens)}}"
    return try TokenImporter.read(ImportSource(name: "t.tokens.json", bytes: Array(text.utf8)))
  }

  private static let shadow =
    ##"{"color": "#112233", "offsetX": "0px", "offsetY": "1px", "blur": "2px", "spread": "0px"}"##

  @Test(arguments: ["\u{301}a", "\u{200D}a", "a\u{301}", "\u{20DD}"])
  func anAliasOfANameThatBeginsWithAMark(name: String) throws {
    let result = try read(
      """
      "\(name)": {"$value": \(Self.shadow)}, "alias": {"$value": "{s.\(name)}"},
      "reference": {"$value": {"$ref": "#/s/\(name)/$value"}}
      """)
    #expect(result.diagnostics.map(\.description) == [])
    #expect(result.tokens.count == 3)
    for token in result.tokens { #expect(token.shadows.first?.blur == 2, "\(token.path)") }
  }
}
