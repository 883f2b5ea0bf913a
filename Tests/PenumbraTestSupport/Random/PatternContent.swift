public import PenumbraGraphics
public import ShadowEngine

/// A content source without fonts and files: bitmaps made from the request alone.
///
/// Texts become stripes of varied coverage, images coloured waves of varied alpha, both with fully
/// covered, partly covered and empty pixels.
public struct PatternContent: ContentSource {
  /// A source; all are the same.
  public init() {}

  /// Stripes as large as the request's box, or its window.
  public func coverage(of label: LabelRequest) -> CoverageBitmap {
    let seed = Self.hash(label.text.utf8) &+ UInt32(label.weight)
    var bytes: [UInt8] = []
    let shown = label.shown
    bytes.reserveCapacity(shown.columns.count * shown.rows.count)
    for y in shown.rows {
      for x in shown.columns {
        let phase = (UInt32(x) &* 37 &+ UInt32(y) &* 11 &+ seed) % 512
        bytes.append(phase < 160 ? 0 : phase < 352 ? 255 : UInt8(phase & 0xFF))
      }
    }
    return CoverageBitmap(
      width: shown.columns.count, height: shown.rows.count, bytes: bytes)
  }

  /// Waves as large as the request, or its window.
  public func pixels(of image: ImageRequest) -> PixelBitmap {
    let seed = Self.hash(image.path.utf8)
    var bytes: [UInt8] = []
    let shown = image.shown
    bytes.reserveCapacity(shown.columns.count * shown.rows.count * 4)
    for y in shown.rows {
      for x in shown.columns {
        let phase = (UInt32(x) &* 23 &+ UInt32(y) &* 41 &+ seed) % 1024
        let alpha = phase < 200 ? 0 : phase < 700 ? 255 : Int(phase & 0xFF)
        for channel in 0..<UInt32(3) {
          let value = Int((phase &* (channel &+ 3)) & 0xFF)
          bytes.append(UInt8((2 * value * alpha + 255) / 510))
        }
        bytes.append(UInt8(alpha))
      }
    }
    return PixelBitmap(width: shown.columns.count, height: shown.rows.count, bytes: bytes)
  }

  /// FNV-1a.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } & 0xFFFF
  }
}
