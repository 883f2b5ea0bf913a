internal import CSSValues
internal import PenumbraGraphics
internal import ShadowEngine
internal import Vips

/// Brings an image to the size of a cell.
///
/// Decision: not vips_resize, whose vector and plain code round differently: the same image would
/// give other bytes on another processor. Here: a triangle filter (bilinear when enlarging, widened
/// by the ratio when reducing), on premultiplied values, horizontally then vertically, in Float with
/// only + and *, each output value rounded once.
enum ImageScaling {
  /// Reads the image, scales it to exactly `width` x `height` premultiplied RGBA pixels, and gives a
  /// window of them, in memory for the window alone.
  ///
  /// `cover` fills the box and cuts what hangs over, centred; `contain` shows all of the image, and
  /// leaves the rest transparent; `stretch` ignores the ratio.
  static func pixels(
    of reader: ImageReader, mode: ImagePaint.Mode, width: Int, height: Int,
    window: BitmapWindow? = nil
  ) throws -> [UInt8] {
    let source = reader.layout
    let window = window ?? BitmapWindow(columns: 0..<width, rows: 0..<height)
    let placement = Placement(
      sourceWidth: source.width, sourceHeight: source.height, mode: mode, width: width,
      height: height)
    let shownColumns = part(window.columns, of: placement.width, at: placement.left)
    let shownRows = part(window.rows, of: placement.height, at: placement.top)
    let columns = FilterTaps(
      shownColumns, step: placement.stepX, start: placement.startX, sourceCount: source.width)
    let rows = FilterTaps(
      shownRows, step: placement.stepY, start: placement.startY, sourceCount: source.height)
    let left = placement.left + shownColumns.lowerBound - window.columns.lowerBound
    let top = placement.top + shownRows.lowerBound - window.rows.lowerBound
    var result = [UInt8](
      repeating: 0, count: window.columns.count * window.rows.count * 4)
    // Sums of the rows of the result that have begun; the more the image is reduced the fewer they
    // are. Of one that is enlarged the rows of the source are held instead.
    let sums = placement.stepY > 1
    var open: [Int: [Float]] = [:]
    var nextRow = 0
    var begun = 0
    try reader.forEachRow { index, bytes in
      guard nextRow < shownRows.count, !shownColumns.isEmpty else { return }
      let lastNeeded = { (row: Int) in rows.first[row] + rows.weights[row].count - 1 }
      guard index >= rows.first[nextRow] else { return }
      let line = scaleRow(bytes, channels: source.channels, taps: columns)
      if sums {
        while begun < shownRows.count, rows.first[begun] <= index {
          open[begun] = [Float](repeating: 0, count: shownColumns.count * 4)
          begun += 1
        }
        for row in nextRow..<begun where index <= lastNeeded(row) {
          add(line, times: rows.weights[row][index - rows.first[row]], to: &open[row, default: []])
        }
      } else {
        open[index] = line
      }
      while nextRow < shownRows.count, lastNeeded(nextRow) <= index {
        if sums, nextRow >= begun { break }
        var sum = sums ? open.removeValue(forKey: nextRow) ?? [] : []
        if !sums {
          sum = [Float](repeating: 0, count: shownColumns.count * 4)
          for (offset, weight) in rows.weights[nextRow].enumerated() {
            guard let held = open[rows.first[nextRow] + offset] else { continue }
            add(held, times: weight, to: &sum)
          }
        }
        emit(
          sum, into: &result, at: ((top + nextRow) * window.columns.count + left) * 4,
          width: shownColumns.count)
        nextRow += 1
        if !sums, nextRow < shownRows.count {
          let needed = rows.first[nextRow]
          for old in open.keys where old < needed { open[old] = nil }
        }
      }
    }
    return result
  }

  /// What of `length` pixels that begin at `start` lies in a window, counted from the first of them.
  private static func part(_ window: Range<Int>, of length: Int, at start: Int) -> Range<Int> {
    let first = min(length, max(0, window.lowerBound - start))
    return first..<max(first, min(length, window.upperBound - start))
  }

  private static func add(_ row: [Float], times weight: Float, to sums: inout [Float]) {
    for value in sums.indices { sums[value] += row[value] * weight }
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
    _ sums: [Float], into result: inout [UInt8], at offset: Int, width: Int
  ) {
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

/// The source pixels that make each of some target pixels along one axis, with weights that sum
/// to 1.
private struct FilterTaps {
  var first: [Int] = []
  var weights: [[Float]] = []

  init(_ targets: Range<Int>, step: Double, start: Double, sourceCount: Int) {
    let radius = max(1, step)
    for index in targets {
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
