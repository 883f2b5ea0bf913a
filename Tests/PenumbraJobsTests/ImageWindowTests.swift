import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing
import Vips

@testable import Penumbra

/// A window of a scaled image is the crop of the whole, in every mode and direction of scaling.
@Suite struct ImageWindowTests {
  @Test(arguments: ImagePaint.Mode.allCases)
  func aWindowIsTheCropOfTheWhole(mode: ImagePaint.Mode) throws {
    try Library.start(threads: 1)
    let folder = try TemporaryFolder()
    let picture = StripedPicture(width: 61, height: 47, channels: 4, seed: 5)
    try picture.bytes.withUnsafeBytes {
      try Writer.write(
        pixels: $0, layout: picture.layout, to: folder.file("x.png"), format: OutputFormat("png"))
    }
    func scaled(_ width: Int, _ height: Int, _ window: BitmapWindow?) throws -> [UInt8] {
      try ImageScaling.pixels(
        of: ImageReader(path: folder.file("x.png"), mode: .display, limits: .trusted),
        mode: mode, width: width, height: height, window: window)
    }
    for (width, height) in [(61, 47), (200, 300), (20, 9), (150, 10), (17, 130)] {
      let whole = try scaled(width, height, nil)
      for window in [
        BitmapWindow(columns: 0..<width, rows: 3..<5),
        BitmapWindow(columns: 5..<13, rows: 0..<height),
        BitmapWindow(columns: width - 3..<width, rows: height - 2..<height),
        BitmapWindow(columns: 0..<1, rows: 0..<1),
      ] {
        let part = try scaled(width, height, window)
        var expected: [UInt8] = []
        for row in window.rows {
          expected +=
            whole[
              4 * (row * width + window.columns.lowerBound)..<4
                * (row * width + window.columns.upperBound)]
        }
        #expect(part == expected, "\(mode) \(width) x \(height), \(window)")
      }
    }
  }
}
