internal import CVipsShim
internal import PenumbraFiles

/// How large an image file may be, checked on its header before a pixel is decoded.
public struct ImageLimits: Hashable, Sendable {
  /// The largest width and height, in pixels.
  public var side: Int
  /// The largest width times height.
  public var pixels: Int
  /// The most memory that a decoder may hold at once, in bytes: that of all pixels where the format
  /// gives no rows before its end (interlaced PNG, progressive JPEG, WebP, GIF, HEIF, and what is
  /// turned upright).
  public var wholeBytes: Int

  /// At most `side` pixels each way, `pixels` in all, and `wholeBytes` where no rows can be read.
  public init(side: Int, pixels: Int, wholeBytes: Int = .max) {
    self.side = side
    self.pixels = pixels
    self.wholeBytes = wholeBytes
  }

  /// For pictures that are compared, which are read by rows.
  public static let compared = ImageLimits(
    side: FormatLimits.librarySide, pixels: 1 << 26, wholeBytes: 256 << 20)

  /// For pictures that the caller trusts: whatever libvips can hold.
  public static let trusted = ImageLimits(side: FormatLimits.librarySide, pixels: .max)
}

/// Reads an image file row by row.
public final class ImageReader {
  /// How the file's values become bytes.
  public enum Mode: Hashable, Sendable {
    /// 8-bit sRGB through the embedded profile, upright as its orientation tag says.
    case display
    /// The values as stored; deeper ones are shifted down to 8 bits, grey is spread to RGB.
    case stored
  }

  /// Size and channels of what `forEachRow` gives.
  public let layout: PixelLayout
  private let image: Image
  private let path: String
  private let isDecodedWhole: Bool

  /// Opens the file and checks its header.
  ///
  /// Damage further in is thrown while rows are read.
  public init(path: String, mode: Mode, limits: ImageLimits) throws(VipsError) {
    func notAnImage(_ error: VipsError) -> VipsError {
      if case .file(let cause) = error {
        return .file(FileError(path: path, act: .open, code: cause.code))
      }
      guard case .failed(_, let detail) = error else { return error }
      return .notAnImage(path: path, detail: "not an image that can be read (\(detail))")
    }
    self.path = path
    try Library.open()
    do {
      var isDecodedWhole = false
      var opened = Image(
        owning: try VipsResult.check(penumbra_vips_open(path, 1), "opening the image"))
      if opened.width > limits.side || opened.height > limits.side
        || opened.width > limits.pixels / max(1, opened.height)
      {
        throw VipsError.imageOverLimit(
          path: path, found: "an image of \(opened.width) x \(opened.height) px",
          expected: "at most \(limits.side) px a side and \(limits.pixels) px in all")
      }
      let isTurned = mode == .display && penumbra_vips_orientation(opened.pointer) > 1
      try ImageReader.checkMemory(of: opened, isTurned: isTurned, path: path, limits: limits)
      if mode == .display {
        if isTurned {
          // Turning needs the rows in another order than the file's.
          isDecodedWhole = true
          opened = Image(
            owning: try VipsResult.check(penumbra_vips_open(path, 0), "opening the image"))
          opened = try opened.applying("vips_autorot", penumbra_vips_upright)
        }
        opened = try opened.applying("converting to sRGB", penumbra_vips_to_srgb8)
      } else {
        opened = try opened.applying("vips_cast", penumbra_vips_to_8_bits)
        if opened.channels < 3 {
          opened = try opened.applying("converting to sRGB", penumbra_vips_to_srgb8)
        }
      }
      guard opened.channels == 3 || opened.channels == 4 else {
        throw VipsError.notAnImage(path: path, detail: "\(opened.channels) channels")
      }
      image = opened
      self.isDecodedWhole = isDecodedWhole
      layout = PixelLayout(
        width: opened.width, height: opened.height, channels: opened.channels)
    } catch let error as VipsError {
      throw notAnImage(error)
    } catch {
      throw .notAnImage(path: path, detail: "\(error)")
    }
  }

  private static func checkMemory(
    of image: Image, isTurned: Bool, path: String, limits: ImageLimits
  ) throws(VipsError) {
    var bytes = penumbra_vips_whole_bytes(image.pointer)
    if isTurned { bytes = max(bytes, image.width * image.height * image.channels) }
    guard bytes > limits.wholeBytes else { return }
    throw VipsError.imageOverLimit(
      path: path,
      found:
        "an image of \(image.width) x \(image.height) px that cannot be read by rows and takes "
        + "\(bytes >> 20) MiB",
      expected: "at most \(limits.wholeBytes >> 20) MiB for such a one")
  }

  /// The rows from the top, for one pass over the file: a reader gives them once.
  public func rows() throws -> ImageRows {
    ImageRows(try Region(of: image), layout) { self.failureWhileReading() }
  }

  /// Calls `body` with the bytes of every row, top to bottom.
  ///
  /// Can be called once.
  ///
  /// - Throws: `VipsError.notAnImage` where the file is damaged; what `body` throws.
  public func forEachRow(_ body: (Int, UnsafeRawBufferPointer) throws -> Void) throws {
    let rows = try rows()
    for y in 0..<layout.height { try body(y, rows.next()) }
  }
}

/// One pass over the rows of an image, top to bottom.
public final class ImageRows {
  private let region: Region
  private let layout: PixelLayout
  private let failure: () -> VipsError
  private var y = 0
  private var prepared = 0

  init(_ region: Region, _ layout: PixelLayout, failure: @escaping () -> VipsError) {
    self.region = region
    self.layout = layout
    self.failure = failure
  }

  /// The bytes of the next row, which stay until the next call; there must be one.
  ///
  /// - Throws: `VipsError.notAnImage` where the file is damaged.
  public func next() throws -> UnsafeRawBufferPointer {
    precondition(y < layout.height, "the picture has no more rows")
    if y == prepared {
      // A row of the widest image has tens of megabytes.
      let strip = max(1, min(16, (1 << 22) / layout.bytesPerRow))
      let count = min(strip, layout.height - y)
      let area = PenumbraRect(
        left: 0, top: Int32(y), width: Int32(layout.width), height: Int32(count))
      guard region.prepare(area) == 0 else { throw failure() }
      prepared += count
    }
    defer { y += 1 }
    let start = penumbra_vips_region_address(region.pointer, 0, Int32(y))
    return UnsafeRawBufferPointer(start: start, count: layout.bytesPerRow)
  }
}

extension ImageReader {
  /// Why rows were not read.
  ///
  /// What is turned is decoded whole, a large picture to a file where temporary ones go.
  private func failureWhileReading() -> VipsError {
    let detail = VipsResult.takeMessage()
    if let error = SystemLimit.descriptors(at: path) { return .file(error) }
    if isDecodedWhole, let error = SystemLimit.writingTemporarily(layout.byteCount) {
      return .file(error)
    }
    return .notAnImage(path: path, detail: "damaged or cut short (\(detail))")
  }
}

/// The pixels of a whole file in memory.
public struct DecodedPixels: Hashable, Sendable {
  /// Size and channels of the bytes.
  public let layout: PixelLayout
  /// Rows top to bottom without padding, `layout.channels` bytes a pixel.
  public let bytes: [UInt8]

  /// Decodes a file, values as stored.
  public init(path: String, limits: ImageLimits = .trusted) throws {
    let reader = try ImageReader(path: path, mode: .stored, limits: limits)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(reader.layout.byteCount)
    try reader.forEachRow { _, row in bytes.append(contentsOf: row) }
    self.layout = reader.layout
    self.bytes = bytes
  }
}
