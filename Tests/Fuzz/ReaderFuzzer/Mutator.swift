/// Changes bytes as files are damaged, forged and written by mistake.
struct Mutator {
  var random: SplitMix64

  /// What readers stumble over: numbers at their limits, characters that join others, paths.
  static let words: [String] = [
    "1e308", "-1e308", "1e400", "1e-320", "-0", "0", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "4294967296", "2147483648", "65536", "NaN", "Infinity", "1e", "0x10",
    "null", "true", "[]", "{}", "[[[[[[[[", "{\"a\":{\"a\":{\"a\":", "\"\"", "\"\\u0000\"",
    "\"\\ud800\"", "../", "/../\u{301}", "\u{301}", "\u{200D}", "\u{600}", "\u{2028}", "\u{85}",
    "\u{202E}", "\u{FEFF}", "\u{1F469}\u{200D}\u{1F469}", "\r\n", "\n::stop-commands::x\n", "%0A",
    "calc(", "calc(1e300 * 1e300)", "calc(1 / 0)", "calc(infinity)", "calc(NaN)", "var(--a)",
    "color(srgb 1e200 0 0)", "oklch(1e103 1e103 1e103)", "color-mix(in hsl, red, blue 1e9%)",
    "hsl(1e308deg 1% 1%)", "hwb(none none none / none)", "#12345678", "#fffff", "1e9px", "-1e9px",
    "1e38em", "url(", "/*", "*/", "<!--", "\\", "\"", "'", "inset", "{t}", "{t.t}", "$value",
    "$type", "$ref", "*alias", "&anchor", "<<: *a", "!!int", "|", ">", "- ", "? ", "fit", "count",
    "repeat", "vary", "matrix", "elevation", "scale", "frame", "width", "height", "spread",
  ]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// One to six changes; `other` is a file to take pieces from.
  mutating func mutated(_ bytes: [UInt8], other: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<random.integer(1, 6) { change(&bytes, other) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], _ other: [UInt8]) {
    let place = random.integer(0, bytes.count)
    switch random.integer(0, 11) {
    case 0:
      guard place < bytes.count else { return }
      bytes[place] ^= 1 << UInt8(random.integer(0, 7))
    case 1:
      guard place < bytes.count else { return }
      bytes[place] = UInt8(random.integer(0, 255))
    case 2: bytes.removeSubrange(place..<min(bytes.count, place + random.integer(1, 40)))
    case 3: bytes.removeSubrange(place...)
    case 4:
      let piece = Array(bytes[place..<min(bytes.count, place + random.integer(1, 200))])
      for _ in 0..<random.integer(1, 30) { bytes.insert(contentsOf: piece, at: place) }
    case 5:
      guard !other.isEmpty else { return }
      let start = random.integer(0, other.count - 1)
      let piece = other[start..<min(other.count, start + random.integer(1, 300))]
      bytes.insert(contentsOf: piece, at: place)
    case 6, 7: replaceNumber(&bytes)
    case 8, 9: replaceString(&bytes)
    default: bytes.insert(contentsOf: word(), at: place)
    }
  }

  private mutating func word() -> [UInt8] { Array(random.pick(Self.words).utf8) }

  /// Puts a word in the place of a run of digits.
  private mutating func replaceNumber(_ bytes: inout [UInt8]) {
    replaceRun(&bytes) { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2E || $0 == 0x2D }
  }

  /// Puts a word in the place of a run of letters.
  private mutating func replaceString(_ bytes: inout [UInt8]) {
    replaceRun(&bytes) { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
  }

  private mutating func replaceRun(_ bytes: inout [UInt8], _ belongs: (UInt8) -> Bool) {
    guard !bytes.isEmpty else { return }
    let place = random.integer(0, bytes.count - 1)
    guard let start = bytes[place...].firstIndex(where: belongs) else { return }
    let end = bytes[start...].firstIndex { !belongs($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: word())
  }
}
