internal import ShadowKernels

/// Colours laid out as the kernels read them, each once.
final class PaintBlocks: @unchecked Sendable {
  private struct Key: Hashable {
    var bytes: [UInt8]
  }

  private var numbers: [Key: Int32] = [:]
  private var blocks: [UnsafeMutableRawPointer] = []
  /// For each colour, how its bytes repeat, as `SourceOver.maskedSpans` takes it.
  private(set) var patterns: [Int] = []

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// The number of a colour given as the bytes of one pixel, three or four.
  ///
  /// Must not be called once bands are being composed.
  func number(_ pixel: [UInt8]) -> Int32 {
    let key = Key(bytes: pixel)
    if let number = numbers[key] { return number }
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: SourceOver.paintBlockBytes, alignment: 64)
    for i in 0..<96 {
      block.storeBytes(of: pixel[i % pixel.count], toByteOffset: i, as: UInt8.self)
    }
    for i in 96..<128 { block.storeBytes(of: 0, toByteOffset: i, as: UInt8.self) }
    for i in 128..<160 { block.storeBytes(of: 255, toByteOffset: i, as: UInt8.self) }
    let number = Int32(blocks.count)
    blocks.append(block)
    patterns.append(pixel.count == 4 ? 2 : pixel[0] == pixel[1] && pixel[1] == pixel[2] ? 1 : 0)
    numbers[key] = number
    return number
  }

  func block(_ number: Int) -> UnsafeRawPointer { UnsafeRawPointer(blocks[number]) }
}
