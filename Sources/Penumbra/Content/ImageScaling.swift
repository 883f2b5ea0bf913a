internal import CSSValues
internal import PenumbraGraphics
internal import Vips

/// Brings an image to the size of a cell.
///
/// Decision: not vips_resize, whose vector and plain code round differently: the same image would
/// give other bytes on another processor. Here: a triangle filter (bilinear when enlarging, widened
/// by the ratio when reducing), on premultiplied values, horizontally then vertically, in Float with
/// only + and *, each output value rounded once.
enum ImageScaling {
  /// Reads the image and scales it to exactly `width` x `height` premultiplied RGBA pixels.
  ///
  /// `cover` fills the box and cuts what hangs over, centred; `contain` shows all of the image, and
  /// leaves the rest transparent; `stretch` ignores the ratio.
  static func pixels(
    of reader: ImageReader, mode: ImagePaint.Mode, width: Int, height: Int
  ) throws -> [UInt8] {
    let source = reader.layout
    let placement = Placement(
      sourceWidth: source.width, sourceHeight: source.height, mode: mode, width: width,
      height: height)
    let columns = FilterTaps(
      count: placement.width, step: placement.stepX, start: placement.startX,
      sourceCount: source.width)
    let rows = FilterTaps(
      count: placement.height, step: placement.stepY, start: placement.startY,
      sourceCount: source.height)
    var result = [UInt8](repeating: 0, count: width * height * 4)
    var held: [Int: [Float]] = [:]
    var nextRow = 0
    try reader.forEachRow { index, bytes in
      guard nextRow < placement.height else { return }
      let first = rows.first[nextRow]
      if index >= first {
        held[index] = scaleRow(bytes, channels: source.channels, taps: columns)
      }
      while nextRow < placement.height,
        rows.first[nextRow] + rows.weights[nextRow].count - 1 <= index
      {
        emit(
          nextRow, from: held, taps: rows, into: &result,
          at: ((placement.top + nextRow) * width + placement.left) * 4, width: placement.width)
        nextRow += 1
        if nextRow < placement.height {
          let needed = rows.first[nextRow]
          for old in held.keys where old < needed { held[old] = nil }
        }
      }
    }
    return result
  }

  /// One row of source bytes as premultiplied floats of the target's width.
  private static func scaleRow(
    _ bytes: UnsafeRawBufferPointer, channels: Int, taps: FilterTaps
  ) -> [Float] {
    let count = bytes.count / channels
    var straight = [Float](repeating: 0, count: count * 4)
    for x in 0..<count {
      let alpha: Float = channels == 4 ? Float(bytes[x * 4 + 3]) : 255
      let factor = alpha / 255
      for channel in 0..<3 {
        straight[x * 4 + channel] = Float(bytes[x * channels + channel]) * factor
      }
      straight[x * 4 + 3] = alpha
    }
    var row = [Float](repeating: 0, count: taps.first.count * 4)
    for x in taps.first.indices {
      var sum = SIMD4<Float>.zero
      for (offset, weight) in taps.weights[x].enumerated() {
        let at = (taps.first[x] + offset) * 4
        let pixel = SIMD4(straight[at], straight[at + 1], straight[at + 2], straight[at + 3])
        sum += pixel * weight
      }
      for channel in 0..<4 { row[x * 4 + channel] = sum[channel] }
    }
    return row
  }

  private static func emit(
    _ row: Int, from held: [Int: [Float]], taps: FilterTaps, into result: inout [UInt8],
    at offset: Int, width: Int
  ) {
    var sums = [Float](repeating: 0, count: width * 4)
    for (index, weight) in taps.weights[row].enumerated() {
      guard let source = held[taps.first[row] + index] else { continue }
      for value in 0..<width * 4 { sums[value] += source[value] * weight }
    }
    for x in 0..<width {
      let alpha = rounded(sums[x * 4 + 3], most: 255)
      for channel in 0..<3 {
        // Premultiplied: no channel may exceed alpha, which rounding alone could break.
        result[offset + x * 4 + channel] = rounded(sums[x * 4 + channel], most: alpha)
      }
      result[offset + x * 4 + 3] = alpha
    }
  }

  private static func rounded(_ value: Float, most: UInt8) -> UInt8 {
    let whole = Int(saturating: Double(value + 0.5))
    return UInt8(clamping: min(Int(most), whole))
  }
}

/// Where the image lands in the box, and how its pixels map back.
private struct Placement {
  var left = 0
  var top = 0
  var width: Int
  var height: Int
  /// Source pixels per target pixel, and the source position of the target's left or top edge.
  var stepX: Double
  var stepY: Double
  var startX = 0.0
  var startY = 0.0

  init(sourceWidth: Int, sourceHeight: Int, mode: ImagePaint.Mode, width: Int, height: Int) {
    self.width = width
    self.height = height
    let ratioX = Double(sourceWidth) / Double(width)
    let ratioY = Double(sourceHeight) / Double(height)
    switch mode {
    case .stretch:
      stepX = ratioX
      stepY = ratioY
    case .cover:
      let step = min(ratioX, ratioY)
      stepX = step
      stepY = step
      startX = (Double(sourceWidth) - step * Double(width)) / 2
      startY = (Double(sourceHeight) - step * Double(height)) / 2
    case .contain:
      let step = max(ratioX, ratioY)
      self.width = max(1, min(width, Int(saturating: (Double(sourceWidth) / step).rounded())))
      self.height = max(1, min(height, Int(saturating: (Double(sourceHeight) / step).rounded())))
      left = (width - self.width) / 2
      top = (height - self.height) / 2
      stepX = Double(sourceWidth) / Double(self.width)
      stepY = Double(sourceHeight) / Double(self.height)
    }
  }
}

/// The source pixels that make each target pixel along one axis, with weights that sum to 1.
private struct FilterTaps {
  var first: [Int] = []
  var weights: [[Float]] = []

  init(count: Int, step: Double, start: Double, sourceCount: Int) {
    let radius = max(1, step)
    for index in 0..<count {
      let center = start + (Double(index) + 0.5) * step
      let low = max(0, min(sourceCount - 1, Int(saturating: (center - radius).rounded(.down))))
      let high = max(low, min(sourceCount - 1, Int(saturating: (center + radius).rounded(.down))))
      var taps = (low...high).map { max(0, 1 - abs(Double($0) + 0.5 - center) / radius) }
      let sum = taps.reduce(0, +)
      // Beyond the edge the nearest pixel stands alone.
      if sum > 0 { taps = taps.map { $0 / sum } } else { taps[0] = 1 }
      first.append(low)
      weights.append(taps.map(Float.init))
    }
  }
}
