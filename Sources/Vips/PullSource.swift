internal import CVipsShim
internal import PenumbraLocking

/// A libvips image whose pixels are pulled from a `PixelSource`.
///
/// libvips's workers call `fill` for strips of rows, several at a time; nothing is kept, so a strip
/// asked for twice is made twice.
final class PullSource: Sendable {
  private let source: any PixelSource
  private let failure = Guarded<(any Error)?>(nil)

  init(_ source: any PixelSource) { self.source = source }

  /// The first error that the source threw.
  var error: (any Error)? { failure.withLock { $0 } }

  /// The image; it retains this object, which its generate function reads.
  func image(threads: Int) throws(VipsError) -> Image {
    let layout = source.layout
    let partial = penumbra_vips_image_new_partial(
      Int32(layout.width), Int32(layout.height), Int32(layout.channels), Int32(threads))
    let pointer = try VipsResult.check(partial, "vips_image_new")
    let image = Image(owning: pointer, owner: self)
    let context = Unmanaged.passUnretained(self).toOpaque()
    let code = penumbra_vips_generate(pointer, pullRegion, context)
    try VipsResult.check(code, "vips_image_generate")
    return image
  }

  fileprivate func fill(_ region: OpaquePointer) -> Int32 {
    let area = penumbra_vips_region_area(region)
    guard let base = penumbra_vips_region_address(region, area.left, area.top) else { return -1 }
    let stride = penumbra_vips_region_stride(region)
    let layout = source.layout
    let rows = Int(area.top)..<Int(area.top) + Int(area.height)
    do {
      if area.left == 0 && Int(area.width) == layout.width {
        try source.fill(rows: rows, into: base, bytesPerRow: stride)
      } else {
        try fillPart(area, rows: rows, base: base, stride: stride)
      }
      return 0
    } catch {
      failure.withLock { if $0 == nil { $0 = error } }
      return -1
    }
  }

  /// Some columns only: whole rows are made aside and cut, for savers that ask for blocks.
  private func fillPart(
    _ area: PenumbraRect, rows: Range<Int>, base: UnsafeMutableRawPointer, stride: Int
  ) throws {
    let layout = source.layout
    let whole = UnsafeMutableRawBufferPointer.allocate(
      byteCount: layout.bytesPerRow * rows.count, alignment: 64)
    defer { whole.deallocate() }
    guard let start = whole.baseAddress else { return }
    try source.fill(rows: rows, into: start, bytesPerRow: layout.bytesPerRow)
    for row in 0..<rows.count {
      (base + row * stride).copyMemory(
        from: start + row * layout.bytesPerRow + Int(area.left) * layout.channels,
        byteCount: Int(area.width) * layout.channels)
    }
  }
}

private func pullRegion(region: OpaquePointer?, context: UnsafeMutableRawPointer?) -> Int32 {
  guard let region, let context else { return -1 }
  return Unmanaged<PullSource>.fromOpaque(context).takeUnretainedValue().fill(region)
}
