import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing

/// Pictures that can be worked out by hand from the comment of `DisplayList`.
@Suite struct ReferenceRendererTests {
  private func render(
    _ items: [DisplayItem], background: Paint = .color(.white), size: Int = 8
  ) throws -> ReferencePicture {
    let list = DisplayList(width: size, height: size, background: background, items: items)
    return try ReferenceRenderer(list, content: PatternContent()).render()
  }

  private let square = RoundedRect(rect: Rect(x: 2, y: 2, width: 4, height: 4))
  private let black = RGB8(red: 0, green: 0, blue: 0)

  private func shadow(
    _ shape: RoundedRect, sigma: Double = 0, color: RGB8, alpha: Double = 1, inset: Bool = false,
    knockedOut: Bool = true
  ) -> ShadowLayer {
    ShadowLayer(
      caster: .shape(shape), sigmaPixels: sigma, kernel: .gaussian, color: color, alpha: alpha,
      isInset: inset, isKnockedOut: knockedOut)
  }

  @Test func whiteOverBlackAtHalfIs128() throws {
    let cell = DisplayCell(
      shape: square, fill: .flat(RGB8(red: 255, green: 255, blue: 255), alpha: 0.5))
    let picture = try render([.cell(cell)], background: .color(.black))
    #expect(picture.channels == 3)
    #expect(picture.pixel(x: 3, y: 3) == [128, 128, 128])
    #expect(picture.pixel(x: 1, y: 3) == [0, 0, 0])
  }

  @Test func sharpOpaqueShadowIsItsColor() throws {
    let color = RGB8(red: 0xDE, green: 0x3E, blue: 0x3E)
    let cell = DisplayCell(
      shape: RoundedRect(rect: Rect(x: 0, y: 0, width: 1, height: 1)),
      shadows: [shadow(square, color: color)])
    let picture = try render([.cell(cell)])
    #expect(picture.pixel(x: 2, y: 2) == [0xDE, 0x3E, 0x3E])
    #expect(picture.pixel(x: 6, y: 5) == [255, 255, 255])
  }

  @Test func transparentCanvasLeavesStraight() throws {
    let cell = DisplayCell(
      shape: RoundedRect(rect: Rect(x: 2.5, y: 2, width: 3, height: 3)),
      fill: .flat(RGB8(red: 200, green: 100, blue: 7), alpha: 0.5))
    let picture = try render([.cell(cell)], background: .color(.transparent))
    #expect(picture.channels == 4)
    #expect(picture.pixel(x: 0, y: 0) == [0, 0, 0, 0])
    // a8 = round(127.5) = 128; premultiplied 200 * 128 / 255 = 100.4 -> 100, and back 199.2.
    #expect(picture.pixel(x: 3, y: 3) == [199, 100, 8, 128])
    // Half of it: a8 = round(63.75) = 64; 200 -> 50, 100 -> 25, 7 -> 2.
    #expect(picture.pixel(x: 2, y: 3) == [199, 100, 8, 64])
  }

  @Test func knockOutIsTheCellsShape() throws {
    let cell = DisplayCell(shape: square, shadows: [shadow(square, sigma: 1, color: black)])
    let picture = try render([.cell(cell)])
    #expect(picture.pixel(x: 3, y: 3) == [255, 255, 255])
    #expect(picture.pixel(x: 1, y: 3)[0] < 230)
    var shown = cell
    shown.shadows[0].isKnockedOut = false
    #expect(try render([.cell(shown)]).pixel(x: 3, y: 3)[0] < 60)
  }

  @Test func aCellRoundsOnce() throws {
    // A quarter of 255 is 63.75. Rounded after each shadow it would be 128 and then 64.
    let far = RoundedRect(rect: Rect(x: 0, y: 0, width: 1, height: 1))
    let cell = DisplayCell(
      shape: far,
      shadows: [
        shadow(square, color: black, alpha: 0.5), shadow(square, color: black, alpha: 0.5),
      ])
    #expect(try render([.cell(cell)]).pixel(x: 3, y: 3) == [64, 64, 64])
  }

  @Test func insetShadowFillsAroundItsHole() throws {
    let hole = RoundedRect(rect: Rect(x: 3, y: 3, width: 2, height: 2))
    let cell = DisplayCell(
      shape: square, shadows: [shadow(hole, color: black, alpha: 0.5, inset: true)],
      fill: .flat(RGB8(red: 255, green: 0, blue: 0), alpha: 1))
    let picture = try render([.cell(cell)])
    #expect(picture.pixel(x: 2, y: 2) == [128, 0, 0])
    #expect(picture.pixel(x: 3, y: 3) == [255, 0, 0])
    #expect(picture.pixel(x: 1, y: 2) == [255, 255, 255])
    // A hole shrunk to nothing leaves a full shadow.
    var full = cell
    full.shadows[0].caster = .shape(RoundedRect(rect: Rect(x: 4, y: 4, width: 0, height: 0)))
    #expect(try render([.cell(full)]).pixel(x: 3, y: 3) == [128, 0, 0])
  }

  @Test func gradientIsTakenAtPixelCentres() throws {
    let gradient = Gradient(
      start: Point(x: 0, y: 0), end: Point(x: 1, y: 0),
      stops: [
        Gradient.Stop(location: 0, color: .black), Gradient.Stop(location: 1, color: .white),
      ])
    let cell = DisplayCell(
      shape: RoundedRect(rect: Rect(x: 0, y: 0, width: 8, height: 8)), fill: .gradient(gradient))
    let picture = try render([.cell(cell)])
    // (x + 0.5) / 8 * 255
    #expect((0..<8).map { picture.pixel(x: $0, y: 4)[0] } == [16, 48, 80, 112, 143, 175, 207, 239])
  }

  @Test func fadingWhiteStaysWhite() throws {
    let fade = { (space: Gradient.Interpolation) in
      Gradient(
        start: Point(x: 0, y: 0), end: Point(x: 1, y: 0),
        stops: [
          Gradient.Stop(location: 0, color: .white),
          Gradient.Stop(location: 1, color: .transparent),
        ], interpolation: space)
    }
    let shape = RoundedRect(rect: Rect(x: 0, y: 0, width: 8, height: 8))
    let premultiplied = try render([
      .cell(DisplayCell(shape: shape, overlay: fade(.premultiplied)))
    ])
    #expect(premultiplied.bytes.allSatisfy { $0 >= 254 })
    let straight = try render([.cell(DisplayCell(shape: shape, overlay: fade(.straight)))])
    #expect(straight.pixel(x: 4, y: 4)[0] < 220)
  }

  @Test func opacityGroupsTheCell() throws {
    // The fill hides the inset shadow's cell as one: half of an opaque black square.
    let cell = DisplayCell(
      shape: square, shadows: [shadow(square, color: black, knockedOut: false)],
      fill: .flat(black, alpha: 1), opacity: 0.5)
    #expect(try render([.cell(cell)]).pixel(x: 3, y: 3) == [128, 128, 128])
  }

  @Test func evenOddMaskShowsWhatIsInOneOfTwo() throws {
    let mask = RoundedRect(rect: Rect(x: 0, y: 0, width: 8, height: 8))
    var cell = DisplayCell(
      shape: square,
      shadows: [
        shadow(mask, color: RGB8(red: 0, green: 0, blue: 255), knockedOut: false)
      ], mask: DisplayMask(shape: mask, rule: .evenOdd))
    let picture = try render([.cell(cell)])
    #expect(picture.pixel(x: 0, y: 0) == [0, 0, 255])
    #expect(picture.pixel(x: 3, y: 3) == [255, 255, 255])
    cell.mask?.rule = .nonZero
    #expect(try render([.cell(cell)]).pixel(x: 3, y: 3) == [0, 0, 255])
  }

  @Test func unionIsSeamless() throws {
    let cells = [
      RoundedRect(rect: Rect(x: 1, y: 2, width: 3, height: 4)),
      RoundedRect(rect: Rect(x: 4, y: 2, width: 3, height: 4)),
    ]
    let one = RoundedRect(rect: Rect(x: 1, y: 2, width: 6, height: 4))
    func shadow(_ shapes: [RoundedRect]) -> DisplayItem {
      .unionShadow(
        UnionShadow(
          shapes: [],
          layers: [
            UnionShadow.Layer(
              casters: shapes, sigmaPixels: 1.3, kernel: .gaussian, color: black, alpha: 0.8,
              isKnockedOut: true)
          ]))
    }
    #expect(try render([shadow(cells)]) == (try render([shadow([one])])))
  }

  @Test func aContentShadowFollowsTheContentsAlpha() throws {
    let image = ImageRequest(path: "a.png", folder: "", mode: .stretch, width: 6, height: 6)
    let cell = DisplayCell(
      shape: RoundedRect(rect: Rect(x: 1, y: 1, width: 6, height: 6)),
      shadows: [
        ShadowLayer(
          caster: .content(offset: Point(x: 0, y: 0)), sigmaPixels: 0, kernel: .gaussian,
          color: black, alpha: 1, isInset: false, isKnockedOut: false)
      ])
    var withImage = cell
    withImage.fill = .image(image, x: 1, y: 1)
    let bitmap = PatternContent().pixels(of: image)
    let picture = try render([.cell(withImage)])
    for y in 0..<6 {
      for x in 0..<6 where bitmap.bytes[(y * 6 + x) * 4 + 3] == 0 {
        #expect(picture.pixel(x: x + 1, y: y + 1) == [255, 255, 255])
      }
    }
    #expect(try render([.cell(cell)]).bytes.allSatisfy { $0 == 255 })
  }

  @Test func aPartHasTheBytesOfTheWhole() throws {
    for seed in UInt64(0)..<12 {
      let list = RandomDisplayList.list(seed: seed, size: 24)
      let renderer = ReferenceRenderer(list, content: PatternContent())
      let whole = try renderer.render()
      let part = PixelRect(x: 5, y: 9, width: 11, height: 6)
      let some = try renderer.render(part)
      for y in part.y..<part.maxY {
        for x in part.x..<part.maxX {
          #expect(whole.pixel(x: x, y: y) == some.pixel(x: x, y: y), "seed \(seed) at \(x), \(y)")
        }
      }
    }
  }

  @Test func everySeedCanBeDrawn() throws {
    for seed in UInt64(0)..<90 {
      let specialty = [nil, RandomDisplayList.Specialty.contentShadows, .overlappingUnions]
      let list = RandomDisplayList.list(
        seed: seed, size: 32, specialty: specialty[Int(seed % 3)])
      let picture = try ReferenceRenderer(list, content: PatternContent()).render()
      guard picture.channels == 4 else { continue }
      for start in stride(from: 0, to: picture.bytes.count, by: 4)
      where picture.bytes[start + 3] == 0 {
        #expect(picture.bytes[start..<start + 3].allSatisfy { $0 == 0 }, "seed \(seed)")
      }
    }
  }
}
