internal import CVipsShim

/// A libvips image and what it reads from, released together.
final class Image: @unchecked Sendable {
  let pointer: OpaquePointer
  /// Memory or a source that libvips reads through a plain pointer: it must live as long as the
  /// image does.
  private let owner: AnyObject?

  init(owning pointer: OpaquePointer, owner: AnyObject? = nil) {
    self.pointer = pointer
    self.owner = owner
  }

  deinit { penumbra_vips_unref(UnsafeMutableRawPointer(pointer)) }

  var width: Int { Int(penumbra_vips_width(pointer)) }
  var height: Int { Int(penumbra_vips_height(pointer)) }
  var channels: Int { Int(penumbra_vips_bands(pointer)) }

  /// The image that an operation makes of this one, which it keeps alive.
  func applying(
    _ operation: String,
    _ body: (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(VipsError) -> Image {
    var out: OpaquePointer?
    try VipsResult.check(body(pointer, &out), operation)
    return Image(owning: try VipsResult.check(out, operation), owner: self)
  }
}

extension Image {
  /// The bytes of a small one-band image, rows without padding.
  ///
  /// Through a region on this thread: vips_image_write_to_memory would wake a pool of threads, which
  /// costs more than most texts.
  func coverage() throws(VipsError) -> [UInt8] {
    let region = try Region(of: self)
    let area = PenumbraRect(left: 0, top: 0, width: Int32(width), height: Int32(height))
    try VipsResult.check(region.prepare(area), "vips_region_prepare")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height)
    for row in 0..<height {
      let start = penumbra_vips_region_address(region.pointer, 0, Int32(row))
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: width))
    }
    return bytes
  }
}

/// A part of an image, read through libvips's cache for one thread.
final class Region {
  let pointer: OpaquePointer
  private let image: Image

  init(of image: Image) throws(VipsError) {
    self.image = image
    pointer = try VipsResult.check(penumbra_vips_region_new(image.pointer), "vips_region_new")
  }

  deinit { penumbra_vips_unref(UnsafeMutableRawPointer(pointer)) }

  /// 0 when the area's pixels are there.
  func prepare(_ area: PenumbraRect) -> Int32 { penumbra_vips_region_prepare(pointer, area) }
}
