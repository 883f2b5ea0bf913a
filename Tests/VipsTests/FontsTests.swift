import Foundation
import PenumbraTestSupport
import Testing
import Vips

/// What the fonts lack, against fontconfig's own word for each character.
@Suite struct FontsTests {
  static let list = PenumbraCommand.program("fc-list")

  @Test(.enabled(if: list != nil, "needs fc-list of fontconfig"))
  func missingCharactersAreThoseThatNoFontHolds() throws {
    let list = try #require(Self.list)
    var random = SplitMix64(seed: 20_260_730)
    var scalars: [Unicode.Scalar] = []
    while scalars.count < 80 {
      // Half of them near, where fonts are full of holes.
      let limit: UInt64 = scalars.count % 2 == 0 ? 0x3000 : 0x1_F000
      guard let scalar = Unicode.Scalar(UInt32(random.next() % limit)),
        scalar.value > 0x20,
        [.lowercaseLetter, .uppercaseLetter, .otherLetter].contains(
          scalar.properties.generalCategory),
        // What has parts can be drawn by them.
        String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.count == 1
      else { continue }
      scalars.append(scalar)
    }
    let holders = try scalars.map { scalar in
      let code = String(scalar.value, radix: 16)
      return try PenumbraCommand.run([":charset=\(code)", "file"], executable: list).output
    }
    let lacking = zip(scalars, holders).filter { $0.1.isEmpty }.map(\.0)
    #expect(!lacking.isEmpty && lacking.count < scalars.count)
    let text = String(String.UnicodeScalarView(scalars.flatMap { [$0, " "] }))
    var unique: [Unicode.Scalar] = []
    for scalar in lacking where !unique.contains(scalar) { unique.append(scalar) }
    #expect(try Fonts.missingCharacters(in: text) == unique)
    for (scalar, holders) in zip(scalars, holders) {
      let missing = try Fonts.missingCharacters(in: String(scalar), weight: 700, font: "serif")
      #expect(missing == (holders.isEmpty ? [scalar] : []), "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test func familiesAreThoseThatAreInstalled() throws {
    for family in Fonts.genericFamilies { try Fonts.require(family: family) }
    let usual = try #require(try Fonts.usualFamily())
    try Fonts.require(family: usual)
    #expect(throws: VipsError.noFontFamily(usual + " Nothing")) {
      try Fonts.require(family: usual + " Nothing")
    }
  }

  @Test func aNameIsNoMarkup() throws {
    for font in ["\"><b>", "A&B", "<", "' x='"] {
      #expect(throws: VipsError.noFontFamily(font)) { try Fonts.require(family: font) }
      let request = TextRequest(text: "Hi", sizePixels: 20, font: font, width: 60, height: 30)
      #expect(try TextRenderer().coverage(of: request).contains { $0 > 0 })
    }
  }
}
