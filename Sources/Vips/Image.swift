internal import CVipsShim

/// A libvips image and what it reads from, released together.
final class Image: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<VipsImage>
  /// Memory or a source that libvips reads through a plain pointer: it must live as long as the
  /// image does.
  private let owner: AnyObject?

  init(owning pointer: UnsafeMutablePointer<VipsImage>, owner: AnyObject? = nil) {
    self.pointer = pointer
    self.owner = owner
  }

  deinit { penumbra_vips_unref(pointer) }

  var width: Int { Int(pointer.pointee.Xsize) }
  var height: Int { Int(pointer.pointee.Ysize) }
  var channels: Int { Int(pointer.pointee.Bands) }

  /// The image that an operation makes of this one, which it keeps alive.
  func applying(
    _ operation: String,
    _ body: (
      UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>
    )
      -> Int32
  ) throws(VipsError) -> Image {
    var out: UnsafeMutablePointer<VipsImage>?
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
    let region = try VipsResult.check(vips_region_new(pointer), "vips_region_new")
    defer { penumbra_vips_unref(region) }
    var area = VipsRect(left: 0, top: 0, width: Int32(width), height: Int32(height))
    try VipsResult.check(vips_region_prepare(region, &area), "vips_region_prepare")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height)
    for row in 0..<height {
      let start = penumbra_vips_region_address(region, 0, Int32(row))
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: width))
    }
    return bytes
  }
}
