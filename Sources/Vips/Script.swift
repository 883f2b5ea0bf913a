internal import CVipsShim

/// A writing system, and the package of Debian whose fonts draw it.
public struct Script: Hashable, Sendable {
  /// In English, with a language where the name alone says little.
  public let name: String
  /// nil where no package is known to have it.
  public let package: String?
  /// Of ISO 15924, or a word of ours for what has none.
  let code: String
  /// Letters of it by which fonts are tried.
  let sample: String

  private static let usual = Fonts.usualPackage
  private static let core = "fonts-noto-core"
  private static let cjk = "fonts-noto-cjk"

  /// The scripts that `doctor` asks for.
  public static let listed: [Script] = [
    Script(name: "Latin", package: usual, code: "Latn", sample: "\u{41}\u{61}\u{E9}"),
    Script(name: "Greek", package: usual, code: "Grek", sample: "\u{3B1}\u{3A9}"),
    Script(name: "Cyrillic", package: usual, code: "Cyrl", sample: "\u{436}\u{42F}"),
    Script(name: "Armenian", package: usual, code: "Armn", sample: "\u{561}\u{556}"),
    Script(name: "Georgian", package: usual, code: "Geor", sample: "\u{10D0}\u{10F0}"),
    Script(name: "Hebrew", package: usual, code: "Hebr", sample: "\u{5D0}\u{5E9}"),
    Script(name: "Arabic", package: usual, code: "Arab", sample: "\u{627}\u{628}\u{64A}"),
    Script(name: "Devanagari (Hindi)", package: core, code: "Deva", sample: "\u{915}\u{939}"),
    Script(name: "Bengali", package: core, code: "Beng", sample: "\u{995}\u{9B9}"),
    Script(name: "Gurmukhi (Punjabi)", package: core, code: "Guru", sample: "\u{A15}\u{A39}"),
    Script(name: "Gujarati", package: core, code: "Gujr", sample: "\u{A95}\u{AB9}"),
    Script(name: "Odia", package: core, code: "Orya", sample: "\u{B15}\u{B39}"),
    Script(name: "Tamil", package: core, code: "Taml", sample: "\u{B95}\u{BB9}"),
    Script(name: "Telugu", package: core, code: "Telu", sample: "\u{C15}\u{C39}"),
    Script(name: "Kannada", package: core, code: "Knda", sample: "\u{C95}\u{CB9}"),
    Script(name: "Malayalam", package: core, code: "Mlym", sample: "\u{D15}\u{D39}"),
    Script(name: "Sinhala", package: core, code: "Sinh", sample: "\u{D9A}\u{DC4}"),
    Script(name: "Thai", package: core, code: "Thai", sample: "\u{E01}\u{E2E}"),
    Script(name: "Lao", package: core, code: "Laoo", sample: "\u{E81}\u{EAE}"),
    Script(name: "Myanmar (Burmese)", package: core, code: "Mymr", sample: "\u{1000}\u{1021}"),
    Script(name: "Khmer", package: core, code: "Khmr", sample: "\u{1780}\u{17A0}"),
    Script(name: "Tibetan", package: core, code: "Tibt", sample: "\u{F40}\u{F67}"),
    Script(name: "Ethiopic (Amharic)", package: core, code: "Ethi", sample: "\u{12A0}\u{1240}"),
    Script(
      name: "Han (Chinese, Japanese)", package: cjk, code: "Hani",
      sample: "\u{6F22}\u{5B57}\u{4E2D}\u{6587}"),
    Script(name: "Hiragana (Japanese)", package: cjk, code: "Hira", sample: "\u{304B}\u{306A}"),
    Script(name: "Katakana (Japanese)", package: cjk, code: "Kana", sample: "\u{30AB}\u{30CA}"),
    Script(name: "Hangul (Korean)", package: cjk, code: "Hang", sample: "\u{D55C}\u{AE00}"),
    Script(name: "Bopomofo", package: cjk, code: "Bopo", sample: "\u{3105}\u{3106}"),
    emoji,
  ]

  private static let emoji = Script(
    name: "emoji", package: "fonts-noto-color-emoji", code: "emoji",
    sample: "\u{1F98A}\u{1F9E9}")

  private static let byCode = Dictionary(uniqueKeysWithValues: listed.map { ($0.code, $0) })

  /// Whether the fonts of this machine draw the script's usual letters.
  public func isDrawn() throws(VipsError) -> Bool {
    try Fonts.missingCharacters(in: sample).isEmpty
  }

  /// What a character belongs to, after the Unicode property Script; signs that all scripts share go
  /// by what they are.
  ///
  /// libvips must be open.
  public static func of(_ scalar: Unicode.Scalar) -> Script {
    let number = penumbra_text_script(scalar.value)
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    let code = String(decoding: bytes, as: UTF8.self)
    if let known = byCode[code] { return known }
    switch code {
    case "Zyyy", "Zinh", "Zzzz", "\0\0\0\0": return sign(scalar)
    default: return Script(name: "the script \(code)", package: core, code: code, sample: "")
    }
  }

  private static func sign(_ scalar: Unicode.Scalar) -> Script {
    func script(_ name: String, _ package: String?) -> Script {
      Script(name: name, package: package, code: name, sample: "")
    }
    switch scalar.properties.generalCategory {
    case .privateUse, .unassigned: return script("private or unassigned characters", nil)
    case .nonspacingMark, .spacingMark, .enclosingMark: return script("combining marks", core)
    default: break
    }
    switch scalar.value {
    case 0x3000...0x30FF, 0x3200...0x33FF, 0xFE30...0xFE4F, 0xFF00...0xFFEF:
      return script("signs of Chinese, Japanese and Korean", cjk)
    default: break
    }
    return scalar.properties.isEmoji ? emoji : script("symbols", core)
  }
}
