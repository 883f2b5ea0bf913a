internal import CVipsShim

/// Finished pixels that an encoder reads from memory.
final class MemorySource {
  let bytes: UnsafeMutableRawBufferPointer

  init(copying source: UnsafeRawBufferPointer) {
    bytes = .allocate(byteCount: source.count, alignment: 64)
    bytes.copyMemory(from: source)
  }

  deinit { bytes.deallocate() }

  /// An image over the bytes; the image retains them (a libvips memory image only borrows).
  func image(layout: PixelLayout) throws(VipsError) -> Image {
    precondition(bytes.count == layout.byteCount, "pixel bytes do not match the size")
    let pointer = penumbra_vips_image_new_from_memory(
      bytes.baseAddress, bytes.count, Int32(layout.width), Int32(layout.height),
      Int32(layout.channels))
    return Image(
      owning: try VipsResult.check(pointer, "vips_image_new_from_memory"), owner: self)
  }
}
