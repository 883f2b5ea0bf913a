internal import PenumbraFiles

/// A picture that its format cannot hold, known before a pixel is made.
public struct LimitViolation: Hashable, Sendable, CustomStringConvertible {
  /// Which side is too long.
  public enum Quantity: String, Hashable, Sendable {
    case width
    case height
  }

  /// The format's suffix.
  public var format: String
  /// The side.
  public var quantity: Quantity
  /// Pixels asked for.
  public var need: Int
  /// Pixels the format allows.
  public var limit: Int

  /// Limit, need and remedy in one sentence.
  public var description: String {
    "the picture is \(need) px in \(quantity.rawValue), and \(format) holds at most \(limit): "
      + "use \(remedy)"
  }

  /// `need` pixels were asked of a format that holds `limit`.
  public init(format: String, quantity: Quantity, need: Int, limit: Int) {
    self.format = format
    self.quantity = quantity
    self.need = need
    self.limit = limit
  }

  /// What would help.
  public var remedy: String {
    let formats =
      limit < FormatLimits.librarySide
      ? "another format (png and tif hold \(FormatLimits.librarySide) px a side)" : "tiles"
    switch quantity {
    case .width:
      return "\(formats), a smaller \(UserWord.scale), or fewer \(UserWord.columns) on a sheet"
    case .height:
      return "\(formats), a smaller \(UserWord.scale), or \(UserWord.pageHeight) on a sheet"
    }
  }
}

/// What each format can hold.
public enum FormatLimits {
  /// The largest coordinate of libvips (VIPS_MAX_COORD), for formats without a smaller limit.
  ///
  /// PNG was written and read back at 9,999,999 px a side; some other PNG readers stop at libpng's
  /// default of 1,000,000.
  public static let librarySide = 10_000_000

  /// Offsets in a classic TIFF have 32 bits; a quarter GiB is kept for tables and for compressors
  /// that make noise larger.
  static let classicTIFFBytes = (1 << 32) - (1 << 28)

  /// The largest width or height of the format, in pixels.
  public static func largestSide(suffix: String) -> Int {
    switch suffix {
    case ".webp": 16_383
    // libjpeg's JPEG_MAX_DIMENSION, not the 65,535 of the file format.
    case ".jpg", ".jpeg", ".jpe": 65_500
    // libheif writes more, but refuses to read more than this back.
    case ".avif", ".heic", ".heif": 16_384
    case ".gif": 65_535
    default: librarySide
    }
  }

  /// Throws when the format cannot hold a picture of this size.
  public static func check(_ format: OutputFormat, width: Int, height: Int) throws(VipsError) {
    let limit = largestSide(suffix: format.suffix)
    if width > limit {
      throw .overLimit(
        LimitViolation(format: format.suffix, quantity: .width, need: width, limit: limit))
    }
    if height > limit {
      throw .overLimit(
        LimitViolation(format: format.suffix, quantity: .height, need: height, limit: limit))
    }
  }

  /// The bytes of a TIFF before compression, a third more when it carries a pyramid.
  static func tiffBytes(layout: PixelLayout, format: OutputFormat) -> Int {
    let flat = layout.byteCount
    return format.value(of: "pyramid") == nil ? flat : flat + flat / 3
  }

  /// A guess of the bytes on disk that is low on purpose: pictures that do not fit even this are
  /// refused before they are begun.
  ///
  /// Exact for uncompressed formats; for others 1/100 byte a pixel, less than flat shadows needed
  /// in any format measured.
  public static func leastBytes(_ format: OutputFormat, layout: PixelLayout) -> Int {
    switch format.suffix {
    case ".ppm", ".pnm", ".v", ".vips", ".raw": return layout.byteCount
    case ".tif", ".tiff":
      let compression = format.value(of: "compression") ?? "none"
      return compression == "none" ? layout.byteCount : layout.width * layout.height / 100
    default: return layout.width * layout.height / 100
    }
  }
}
