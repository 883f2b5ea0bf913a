import OrderedJSON
import PenumbraJobs

/// Makes changed records whole again, so that a reader gets past their seals, as a forger would.
enum Seal {
  /// A manifest with the digest of what it now says; the same bytes where it is no JSON object.
  static func manifest(_ bytes: [UInt8]) -> [UInt8] {
    guard var members = (try? JSONText.parse(bytes))?.members else { return bytes }
    members.removeAll { $0.key == "digest" }
    let digest = ContentHash.of(JSONValue(.object(members)).text(.compact).utf8)
    members.append(JSONMember(key: "digest", value: JSONValue(.string(digest))))
    return Array(JSONValue(.object(members)).text().utf8)
  }

  /// A journal of lines, each of which follows the one before it.
  static func journal(_ lines: [[UInt8]]) -> [UInt8] {
    var link = ""
    var journal: [UInt8] = []
    for line in lines {
      let text = String(decoding: line.filter { $0 != 0x0A }, as: UTF8.self)
      var hash = ContentHash()
      hash.update(link)
      hash.update(text)
      link = String(hash.hexadecimal.prefix(16))
      journal += Array("\(link) \(text)\n".utf8)
    }
    return journal
  }

  /// A manifest as the journal that would have led to it: its head, then its outputs.
  static func journalLines(ofManifest bytes: [UInt8]) -> [[UInt8]] {
    guard let value = try? JSONText.parse(bytes), let members = value.members else {
      return [bytes, bytes]
    }
    let head = members.filter { !["outputs", "failures", "digest"].contains($0.key) }
    let records = [JSONValue(.object(head))] + (value["outputs"]?.array ?? [])
    return records.map { Array($0.text(.compact).utf8) }
  }

  /// A PNG whose chunks have the checksums of what they now hold, as far as its lengths are sound.
  static func png(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var start = 8
    while start + 12 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + length
      guard end + 4 <= bytes.count else { break }
      let sum = crc(bytes[start + 4..<end])
      for index in 0..<4 {
        bytes[end + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index))
      }
      start = end + 4
    }
    return bytes
  }

  private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
