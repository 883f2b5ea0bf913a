import CSSValues
import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing

/// Of a bitmap far larger than the canvas only what shows is asked for, and the pixels are those of
/// the whole.
struct BitmapWindowTests {
  private static let side = 2100

  /// A content source that notes the largest bitmap it was asked for.
  private final class Counting: ContentSource, @unchecked Sendable {
    private let base = PatternContent()
    private(set) var largest = 0

    func coverage(of label: LabelRequest) -> CoverageBitmap {
      let bitmap = base.coverage(of: label)
      largest = max(largest, bitmap.width * bitmap.height)
      return bitmap
    }

    func pixels(of image: ImageRequest) -> PixelBitmap {
      let bitmap = base.pixels(of: image)
      largest = max(largest, bitmap.width * bitmap.height)
      return bitmap
    }
  }

  /// One cell of `side` pixels at a place of a canvas.
  private static func list(
    _ kind: Kind, x: Int, y: Int, width: Int, height: Int, side: Int
  ) -> DisplayList {
    let shape = RoundedRect(
      rect: Rect(x: Double(x), y: Double(y), width: Double(side), height: Double(side)))
    var cell = DisplayCell(shape: shape)
    let request = LabelRequest(
      text: "a", sizePixels: 12, weight: 400, alignment: .left, isRightToLeft: false, lines: 1,
      width: side, height: side)
    let label = DisplayLabel(
      request: request, x: x, y: y, color: RGB8(red: 200, green: 20, blue: 90), alpha: 0.8)
    switch kind {
    case .label: cell.label = label
    case .image:
      cell.fill = .image(
        ImageRequest(path: "p.png", folder: "", mode: .stretch, width: side, height: side), x: x,
        y: y)
    case .shadow(let sigma):
      cell.label = label
      cell.shadows = [
        ShadowLayer(
          caster: .content(offset: Point(x: 3.25, y: -2)), sigmaPixels: sigma, kernel: .gaussian,
          color: RGB8(red: 0, green: 0, blue: 120), alpha: 0.9, isInset: false,
          isKnockedOut: false)
      ]
    }
    return DisplayList(
      width: width, height: height, background: .color(.white), items: [.cell(cell)])
  }

  enum Kind: Sendable {
    case label
    case image
    case shadow(sigma: Double)
  }

  @Test(arguments: Sweep.of([Kind.label, .shadow(sigma: 3)], besides: [.shadow(sigma: 20)]))
  func aPartShowsWhatALargerOneShows(_ kind: Kind) throws {
    let side = Self.side
    let places = Sweep.of(
      [(1100, 1333), (side - 40, 7)], besides: [(0, 0), (side - 90, side - 70)])
    for (left, top) in places {
      let part = try Rendering(
        Self.list(kind, x: -left, y: -top, width: 90, height: 70, side: side)
      ).picture()
      // The same pixels in a larger part, which lies otherwise.
      let large = try Rendering(
        Self.list(kind, x: 37 - left, y: 21 - top, width: 190, height: 150, side: side)
      ).picture()
      let isSame = (0..<70).allSatisfy { row in
        let from = ((21 + row) * 190 + 37) * 3
        return part.bytes[row * 270..<row * 270 + 270].elementsEqual(
          large.bytes[from..<from + 270])
      }
      #expect(isSame, "\(kind) at \(left), \(top)")
    }
  }

  @Test(
    arguments: Sweep.of([Kind.label, .image, .shadow(sigma: 3)], besides: [.shadow(sigma: 40)]))
  func onlyWhatShowsIsMade(_ kind: Kind) throws {
    let content = Counting()
    let renderer = try BandRenderer(
      Self.list(kind, x: -100_000, y: -90_000, width: 60, height: 50, side: 200_000),
      content: content, settings: RenderSettings(instructionSet: .baseline))
    var drawn = 0
    try renderer.render { rows, _ in drawn += rows.count }
    #expect(drawn == 50)
    // The canvas, what the blur sees beside it, and the grid that a wide blur is halved on.
    #expect(content.largest > 0 && content.largest <= 3_000 * 3_000)
  }
}
