/// Text compared by its bytes, as file systems do.
///
/// Swift compares Characters: a slash before a combining mark is no slash to it, `.png` with an
/// accent on its last letter ends in another suffix, and two spellings of é are equal. Names,
/// suffixes and paths are bytes.
extension StringProtocol {
  /// Whether the text begins with these bytes.
  public func hasBytePrefix(_ prefix: some StringProtocol) -> Bool {
    utf8.starts(with: prefix.utf8)
  }

  /// Whether the text ends in these bytes.
  public func hasByteSuffix(_ suffix: some StringProtocol) -> Bool {
    utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// Whether both are the same bytes.
  public func hasSameBytes(as other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// The parts between bytes of one ASCII character.
  public func splitBytes(
    at separator: Unicode.Scalar, maxSplits: Int = .max, omittingEmpty: Bool = true
  ) -> [String] {
    precondition(separator.isASCII, "a part of a character would be cut")
    return utf8.split(
      separator: UInt8(ascii: separator), maxSplits: maxSplits,
      omittingEmptySubsequences: omittingEmpty
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Where the first byte of an ASCII character is.
  public func firstByte(of character: Unicode.Scalar) -> Index? {
    utf8.firstIndex(of: UInt8(ascii: character))
  }

  /// Where the last byte of an ASCII character is.
  public func lastByte(of character: Unicode.Scalar) -> Index?
  where UTF8View: BidirectionalCollection {
    utf8.lastIndex(of: UInt8(ascii: character))
  }

  /// What follows the byte at an index.
  public func afterByte(at index: Index) -> SubSequence { self[utf8.index(after: index)...] }

  /// The text without its first bytes, which must end with a character.
  public func droppingBytes(first count: Int) -> String {
    String(decoding: utf8.dropFirst(count), as: UTF8.self)
  }

  /// The text without its last bytes, which must begin with a character.
  public func droppingBytes(last count: Int) -> String {
    String(decoding: utf8.dropLast(count), as: UTF8.self)
  }

  /// The text with A to Z as a to z and nothing else changed.
  public var asciiLowercased: String {
    String(
      decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
