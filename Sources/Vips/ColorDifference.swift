internal import CVipsShim

/// CIEDE2000 between two pictures, by libvips (vips_dE00 on CIELAB under D65).
///
/// libvips (8.14) differs from the published formula in one case: where two hues lie more than half
/// a turn apart and sum to less than a whole one, it mirrors their mean at 0 degrees. Colours that
/// are close keep their figure to a few hundredths; only colours that are far apart do not.
public enum ColorDifference {
  /// The difference at each pixel.
  ///
  /// Differences of colour have a meaning for opaque colours only, so both pictures are laid over
  /// white, then over black, and the larger figure counts: what can be seen on any ground is on one
  /// of the two.
  ///
  /// - Parameters:
  ///   - expected: Straight-alpha RGBA8, rows without padding.
  ///   - actual: The same, of equal size.
  ///   - width: In pixels.
  ///   - height: In pixels.
  /// - Returns: One figure a pixel; 0 is equal, about 1 can just be seen.
  /// - Throws: What libvips says when it cannot.
  public static func ciede2000(
    expected: [UInt8], actual: [UInt8], width: Int, height: Int
  ) throws(VipsError) -> [Float] {
    precondition(expected.count == width * height * 4, "expected bytes do not match the size")
    precondition(actual.count == expected.count, "the two pictures differ in size")
    try Library.open()
    let overWhite = try difference(expected, actual, over: 255, width: width, height: height)
    // Where everything is opaque the ground does not show.
    let isOpaque = stride(from: 3, to: expected.count, by: 4).allSatisfy {
      expected[$0] == 255 && actual[$0] == 255
    }
    if isOpaque { return overWhite }
    let overBlack = try difference(expected, actual, over: 0, width: width, height: height)
    return zip(overWhite, overBlack).map { $0 < $1 ? $1 : $0 }
  }

  private static func difference(
    _ expected: [UInt8], _ actual: [UInt8], over ground: UInt8, width: Int, height: Int
  ) throws(VipsError) -> [Float] {
    let layout = PixelLayout(width: width, height: height, channels: 3)
    let before = try image(expected, over: ground, layout: layout)
    let after = try image(actual, over: ground, layout: layout)
    var out: OpaquePointer?
    let code = penumbra_vips_delta_e00(before.pointer, after.pointer, &out)
    try VipsResult.check(code, "vips_dE00")
    let result = Image(owning: try VipsResult.check(out, "vips_dE00"))
    var size = 0
    let memory = penumbra_vips_image_to_memory(result.pointer, &size)
    guard let memory else {
      throw .failed(operation: "vips_dE00", detail: VipsResult.takeMessage())
    }
    defer { penumbra_vips_free(memory) }
    precondition(size == width * height * 4, "vips_dE00 gives one float a pixel")
    return Array(
      UnsafeBufferPointer(
        start: memory.assumingMemoryBound(to: Float.self), count: width * height))
  }

  /// The picture over a grey, as an opaque image that owns its bytes.
  private static func image(
    _ bytes: [UInt8], over ground: UInt8, layout: PixelLayout
  ) throws(VipsError) -> Image {
    var flat = [UInt8](repeating: 0, count: layout.byteCount)
    bytes.withUnsafeBufferPointer { source in
      flat.withUnsafeMutableBufferPointer { target in
        for pixel in 0..<(layout.width * layout.height) {
          let alpha = UInt32(source[pixel * 4 + 3])
          let below = UInt32(ground) * (255 - alpha)
          for channel in 0..<3 {
            let value = UInt32(source[pixel * 4 + channel]) * alpha + below
            target[pixel * 3 + channel] = UInt8((2 * value + 255) / 510)
          }
        }
      }
    }
    do {
      return try flat.withUnsafeBytes { try MemorySource(copying: $0).image(layout: layout) }
    } catch let error as VipsError {
      throw error
    } catch {
      throw .failed(operation: "vips_image_new_from_memory", detail: "\(error)")
    }
  }
}
