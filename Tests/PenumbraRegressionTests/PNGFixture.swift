import PenumbraTestSupport

@testable import PenumbraRegression

/// A PNG without compression, so that tests of the report need no codec.
func uncompressedPNG(_ picture: PenumbraRegression.Picture) -> [UInt8] {
  PNG.encoded(
    ReferencePicture(
      rect: PenumbraTestSupport.PixelRect(x: 0, y: 0, width: picture.width, height: picture.height),
      channels: 4, bytes: picture.bytes))
}
