import PenumbraGraphics
import PenumbraTestSupport
import Testing
import Vips

@testable import Penumbra

@Suite struct ImageScalingTests {
  private let folder: TemporaryFolder

  init() throws {
    try Library.start(threads: 1)
    folder = try TemporaryFolder()
  }

  private func scaled(
    _ pixels: [UInt8], _ layout: PixelLayout, _ mode: ImagePaint.Mode, _ width: Int, _ height: Int
  ) throws -> [UInt8] {
    try pixels.withUnsafeBytes {
      try Writer.write(
        pixels: $0, layout: layout, to: folder.file("x.png"), format: OutputFormat("png"))
    }
    let reader = try ImageReader(path: folder.file("x.png"), mode: .display, limits: .trusted)
    let result = try ImageScaling.pixels(of: reader, mode: mode, width: width, height: height)
    #expect(result.count == width * height * 4)
    return result
  }

  private func flat(_ color: [UInt8], _ width: Int, _ height: Int) -> ([UInt8], PixelLayout) {
    (
      Array(repeating: color, count: width * height).flatMap { $0 },
      PixelLayout(width: width, height: height, channels: color.count)
    )
  }

  @Test(arguments: [(1, 1), (3, 50), (200, 7), (64, 64)])
  func aFlatImageStaysFlat(width: Int, height: Int) throws {
    for mode in [ImagePaint.Mode.cover, .stretch] {
      let (pixels, layout) = flat([10, 200, 77], 37, 23)
      let result = try scaled(pixels, layout, mode, width, height)
      let isFlat = stride(from: 0, to: result.count, by: 4).allSatisfy {
        Array(result[$0..<$0 + 4]) == [10, 200, 77, 255]
      }
      #expect(isFlat)
    }
  }

  @Test func sameSizeIsTheSameImage() throws {
    let picture = StripedPicture(width: 31, height: 19, channels: 3, seed: 3)
    for mode in ImagePaint.Mode.allCases {
      let result = try scaled(picture.bytes, picture.layout, mode, 31, 19)
      var opaque: [UInt8] = []
      for pixel in 0..<31 * 19 { opaque += picture.bytes[pixel * 3..<pixel * 3 + 3] + [255] }
      #expect(result == opaque)
    }
  }

  @Test func containLeavesTheRestTransparent() throws {
    let (pixels, layout) = flat([255, 0, 0], 20, 10)
    let result = try scaled(pixels, layout, .contain, 20, 20)
    for y in 0..<20 {
      let inside = (5..<15).contains(y)
      #expect(Array(result[y * 80..<y * 80 + 4]) == (inside ? [255, 0, 0, 255] : [0, 0, 0, 0]))
    }
  }

  @Test func coverCutsTheMiddleOut() throws {
    // Left third red, middle green, right blue: a square of it shows only green.
    let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255]]
    let row = colors.flatMap { color in (0..<10).flatMap { _ in color } }
    let pixels = Array(repeating: row, count: 10).flatMap { $0 }
    let layout = PixelLayout(width: 30, height: 10, channels: 3)
    let result = try scaled(pixels, layout, .cover, 10, 10)
    let isGreen = stride(from: 0, to: result.count, by: 4).allSatisfy {
      Array(result[$0..<$0 + 4]) == [0, 255, 0, 255]
    }
    #expect(isGreen)
  }

  /// White next to transparent red: no red may bleed into the edge.
  @Test func hiddenColourDoesNotBleed() throws {
    let row = (0..<16).flatMap { $0 < 8 ? [255, 255, 255, 255] : [255, 0, 0, 0] as [UInt8] }
    let pixels = (0..<8).flatMap { _ in row }
    let result = try scaled(
      pixels, PixelLayout(width: 16, height: 8, channels: 4), .stretch, 5, 5)
    for start in stride(from: 0, to: result.count, by: 4) {
      let pixel = result[start..<start + 4]
      #expect(Set(pixel).count == 1, "\(Array(pixel)) is no premultiplied white")
    }
  }

  @Test func reducingAveragesEverything() throws {
    // A chequerboard of single pixels becomes an even grey.
    let pixels = (0..<64).flatMap { y in
      (0..<64).flatMap { x in [UInt8](repeating: (x + y) % 2 == 0 ? 255 : 0, count: 3) }
    }
    let result = try scaled(
      pixels, PixelLayout(width: 64, height: 64, channels: 3), .stretch, 8, 8)
    for start in stride(from: 0, to: result.count, by: 4) {
      #expect(abs(Int(result[start]) - 128) <= 2)
    }
  }
}
