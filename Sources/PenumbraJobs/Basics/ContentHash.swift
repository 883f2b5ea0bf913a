internal import ContentDigest

/// A SHA-256 in progress.
public struct ContentHash: Sendable {
  private var digest = penumbra_sha256()

  /// The digest of nothing yet.
  public init() { penumbra_sha256_init(&digest) }

  /// Adds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    penumbra_sha256_update(&digest, bytes.baseAddress, bytes.count)
  }

  /// Adds the UTF-8 of a text and a zero byte, so that two texts never run into one.
  public mutating func update(_ text: String) {
    var text = text + "\0"
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// The digest as 64 lower-case hexadecimal digits; more may be added after it.
  public var hexadecimal: String {
    var copy = digest
    var bytes = [UInt8](repeating: 0, count: 32)
    penumbra_sha256_finish(&copy, &bytes)
    return ContentHash.hexadecimal(bytes)
  }

  /// Two lower-case digits a byte.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The digest of bytes in one go.
  public static func of(_ bytes: some Sequence<UInt8>) -> String {
    var hash = ContentHash()
    Array(bytes).withUnsafeBytes { hash.update($0) }
    return hash.hexadecimal
  }
}
