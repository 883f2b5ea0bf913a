import ContentDigest
import PNGStream
import Testing

@testable import PenumbraJobs

/// FIPS 180-4's own examples, and the seams between blocks.
@Suite(.serialized) struct ContentHashTests {
  private static let vectors: [(text: String, digest: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test(arguments: [true, false])
  func publishedVectors(withInstructions: Bool) {
    penumbra_sha256_allow_instructions(withInstructions ? 1 : 0)
    defer { penumbra_sha256_allow_instructions(1) }
    for vector in Self.vectors {
      #expect(ContentHash.of(vector.text.utf8) == vector.digest)
    }
  }

  @Test func piecesAreOneText() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for length in 0...200 {
      let whole = ContentHash.of(bytes[..<length])
      for cut in [0, 1, 55, 56, 63, 64, 65, length] where cut <= length {
        var hash = ContentHash()
        bytes[..<cut].withUnsafeBytes { hash.update($0) }
        bytes[cut..<length].withUnsafeBytes { hash.update($0) }
        #expect(hash.hexadecimal == whole, "\(cut) of \(length)")
      }
    }
  }

  @Test func textsDoNotRunTogether() {
    var one = ContentHash()
    one.update("ab")
    one.update("c")
    var other = ContentHash()
    other.update("a")
    other.update("bc")
    #expect(one.hexadecimal != other.hexadecimal)
  }

  @Test func crcOfTheCheckString() {
    Array("123456789".utf8).withUnsafeBytes { bytes in
      #expect(CRC32.value(bytes) == 0xCBF4_3926)
      let first = CRC32.value(UnsafeRawBufferPointer(rebasing: bytes[..<4]))
      #expect(
        CRC32.value(UnsafeRawBufferPointer(rebasing: bytes[4...]), after: first) == 0xCBF4_3926)
    }
  }
}
