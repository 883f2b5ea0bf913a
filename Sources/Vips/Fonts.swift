internal import CVipsShim
internal import PenumbraLocking

/// What the machine's fonts can draw, asked of the Pango and fontconfig with which text is drawn.
public enum Fonts {
  /// The package of Debian that is enough for Latin, Greek and Cyrillic.
  public static let usualPackage = "fonts-dejavu-core"

  /// Families that every machine stands for by some font of its own.
  public static let genericFamilies = ["sans-serif", "serif", "monospace"]

  /// Throws where no text can be drawn at all.
  public static func requireAny() throws(VipsError) {
    try Library.open()
    if let failure { throw failure }
  }

  /// nil where text can be drawn.
  private static let failure: VipsError? = {
    guard penumbra_text_is_available() != 0 else { return .noText }
    return penumbra_text_font_count(nil) == 0 ? .noFont : nil
  }()

  /// Throws where no font of the family is installed: fontconfig would take another one silently.
  public static func require(family: String) throws(VipsError) {
    try requireAny()
    if genericFamilies.contains(family) { return }
    let isInstalled = families.withLock { known in
      if let answer = known[family] { return answer }
      let answer = penumbra_text_font_count(family) > 0
      known[family] = answer
      return answer
    }
    guard isInstalled else { throw .noFontFamily(family) }
  }

  private static let families = Guarded<[String: Bool]>([:])

  /// The characters of a text that no font draws, in the order of the text, each once.
  ///
  /// Boxes stand for them. Asked of the fonts that are really taken, letter by letter: what the named one lacks, others
  /// draw. A letter (a cluster of marks, or of joined emoji) is asked for once in a process.
  public static func missingCharacters(
    in text: String, weight: Int = 400, font: String? = nil
  ) throws(VipsError) -> [Unicode.Scalar] {
    try requireAny()
    let key = Face(weight: weight, font: font)
    return known.withLock { known in
      var letters = known[key] ?? [:]
      let new = Set(text).filter { letters[$0] == nil }
      if !new.isEmpty {
        // Together first, for most fonts lack none of them; lines keep them from joining.
        let together = unknown(new.map(String.init).joined(separator: "\n"), key)
        for letter in new {
          letters[letter] =
            letter.unicodeScalars.contains(where: together.contains)
            ? unknown(String(letter), key) : []
        }
        known[key] = letters
      }
      var found: [Unicode.Scalar] = []
      for letter in text {
        for scalar in letters[letter] ?? [] where !found.contains(scalar) { found.append(scalar) }
      }
      return found
    }
  }

  private struct Face: Hashable {
    var weight: Int
    var font: String?
  }

  private static let known = Guarded<[Face: [Character: [Unicode.Scalar]]]>([:])

  private static func unknown(_ text: String, _ face: Face) -> [Unicode.Scalar] {
    let markup = Markup(text, weight: face.weight, font: face.font)
    var codes = [UInt32](repeating: 0, count: text.unicodeScalars.count + 1)
    let layout = penumbra_text_lay_out(
      markup.text, Markup.font(sizePixels: 16), &codes, Int32(codes.count))
    return codes.prefix(Int(layout.unknown_count)).compactMap(Unicode.Scalar.init)
  }

  /// The family that draws Latin letters where none is named.
  public static func usualFamily() throws(VipsError) -> String? {
    try requireAny()
    let markup = Markup("Aa", weight: 400, font: nil)
    let name = penumbra_text_family(markup.text, Markup.font(sizePixels: 16))
    defer { penumbra_vips_free(name) }
    return name.map { String(cString: $0) }
  }

  /// The versions of what lays text out: `Pango 1.50.12, fontconfig 2.14.1`.
  public static func versions() throws(VipsError) -> String {
    try requireAny()
    let number = Int(penumbra_text_fontconfig_version())
    let pango = penumbra_text_pango_version().map { String(cString: $0) } ?? "?"
    return "Pango \(pango), fontconfig \(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }
}
