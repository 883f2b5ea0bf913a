internal import PenumbraGraphics

extension OuterSum {
  /// From this sigma on a Gaussian goes through the general blur, whose cost does not grow with it.
  private static let wide = 12.0

  /// The blurred alpha of content, negative, over stretches of columns and rows.
  ///
  /// The bitmap is constant on each of its pixels, wherever it is moved; what a pixel of the mask
  /// sees of one of them is a product of differences of edge responses, which is exact. A wide
  /// Gaussian goes through `GeneralBlur`, the bitmap first moved by whole pixels and, where a
  /// fraction is left, averaged with its neighbours: that widens a blur of sigma 12 by 0.09 %.
  static func content(
    _ bitmap: CoverageBitmap, _ place: MaskRecipe.Content, _ response: EdgeResponse,
    _ across: [Axis.Segment], _ down: [Axis.Segment], _ context: MaskContext
  ) -> [OuterSum] {
    var sums: [OuterSum] = []
    guard bitmap.width > 0, bitmap.height > 0 else { return [] }
    for rows in down {
      for columns in across {
        if response.kernel == .gaussian, response.sigma >= wide {
          sums.append(general(bitmap, place, response, columns, rows, context))
        } else {
          sums.append(direct(bitmap, place, response, columns, rows, context))
        }
      }
    }
    return sums
  }

  /// One term for each row of the bitmap that the rows see.
  private static func direct(
    _ bitmap: CoverageBitmap, _ place: MaskRecipe.Content, _ response: EdgeResponse,
    _ columns: Axis.Segment, _ rows: Axis.Segment, _ context: MaskContext
  ) -> OuterSum {
    // Weight of bitmap pixel i for sample j: E at their distance, less E one pixel on.
    func weights(_ segment: Axis.Segment, _ start: Double, _ count: Int) -> [Float] {
      let first = Double(segment.pixel) + 0.5 - start
      // Distances run from first - count to first + segment.count - 1 in steps of one.
      let edges = context.arena.floats(segment.count + count)
      response.step(
        edges, count: segment.count + count, start: first - Double(count), direction: 1,
        kernels: context.kernels)
      return (1..<segment.count + count).map { edges[$0] - edges[$0 - 1] }
    }
    /// The weights that are not 0: beyond the blur's reach all are.
    func seen(_ weights: [Float]) -> Range<Int> {
      let first = weights.firstIndex { $0 != 0 } ?? 0
      return first..<max(first, (weights.lastIndex { $0 != 0 } ?? -1) + 1)
    }
    let acrossWeights = weights(columns, place.left, bitmap.width)
    let downWeights = weights(rows, place.top, bitmap.height)
    let seenAcross = seen(acrossWeights)
    let seenDown = seen(downWeights)
    let last = bitmap.height - 1
    let firstTerm = max(0, min(last, last - seenDown.upperBound + 1))
    let endTerm = max(firstTerm, min(last, last - seenDown.lowerBound + rows.count - 1) + 1)
    let sum = OuterSum(
      terms: endTerm - firstTerm, columns: columns.index..<columns.index + columns.count,
      rows: rows.index..<rows.index + rows.count, arena: context.arena)
    for k in firstTerm..<endTerm {
      let row = sum.row(k - firstTerm)
      for i in 0..<bitmap.width {
        let byte = bitmap.bytes[k * bitmap.width + i]
        if byte == 0 { continue }
        let value = Float(byte) / 255
        let first = bitmap.width - 1 - i
        let from = max(0, seenAcross.lowerBound - first)
        for j in from..<max(from, min(columns.count, seenAcross.upperBound - first)) {
          row[j] += value * acrossWeights[first + j]
        }
      }
    }
    for i in 0..<rows.count {
      for k in firstTerm..<endTerm {
        let weight = downWeights[last - k + i]
        let term = k - firstTerm
        sum.v[term * sum.vStride + i] = -weight
        if weight != 0 {
          if sum.windows[2 * i + 1] == 0 { sum.windows[2 * i] = Int32(term) }
          sum.windows[2 * i + 1] = Int32(term + 1)
        }
      }
    }
    return sum
  }

  /// One term for each row of the mask, from the general blur.
  private static func general(
    _ bitmap: CoverageBitmap, _ place: MaskRecipe.Content, _ response: EdgeResponse,
    _ columns: Axis.Segment, _ rows: Axis.Segment, _ context: MaskContext
  ) -> OuterSum {
    let left = place.left.rounded(.down)
    let top = place.top.rounded(.down)
    let moved = bitmap.moved(x: place.left - left, y: place.top - top)
    let sum = OuterSum(
      terms: rows.count, columns: columns.index..<columns.index + columns.count,
      rows: rows.index..<rows.index + rows.count, factors: .shared, arena: context.arena)
    var words = [UInt16](repeating: 0, count: columns.count * rows.count)
    let firstColumn = columns.pixel - Int(left)
    let firstRow = rows.pixel - Int(top)
    moved.bytes.withUnsafeBufferPointer { bytes in
      words.withUnsafeMutableBufferPointer { words in
        guard let bytes = bytes.baseAddress, let words = words.baseAddress else { return }
        GeneralBlur(
          sigma: response.sigma, kernel: .gaussian,
          instructionSet: context.kernels.instructionSet
        ).blur(
          MaskView(base: bytes, width: moved.width, height: moved.height, stride: moved.width),
          columns: firstColumn..<firstColumn + columns.count,
          rows: firstRow..<firstRow + rows.count, to: words, stride: columns.count)
      }
    }
    for i in 0..<rows.count {
      for j in 0..<columns.count {
        sum.row(i)[j] = Float(words[i * columns.count + j]) * (1 / 65535)
      }
    }
    sum.setRowsAsTerms(factor: -1)
    return sum
  }
}

extension CoverageBitmap {
  /// The bitmap moved by fractions of a pixel, 0..<1: the exact coverage of the moved pixels, one
  /// pixel wider and higher where it moves.
  fileprivate func moved(x: Double, y: Double) -> CoverageBitmap {
    guard x > 0 || y > 0 else { return self }
    let wide = width + 1
    let high = height + 1
    var moved = [UInt8](repeating: 0, count: wide * high)
    func byte(_ x: Int, _ y: Int) -> Double {
      x >= 0 && x < width && y >= 0 && y < height ? Double(bytes[y * width + x]) : 0
    }
    for j in 0..<high {
      for i in 0..<wide {
        let above = x * byte(i - 1, j - 1) + (1 - x) * byte(i, j - 1)
        let here = x * byte(i - 1, j) + (1 - x) * byte(i, j)
        moved[j * wide + i] = UInt8((y * above + (1 - y) * here + 0.5).rounded(.down))
      }
    }
    return CoverageBitmap(width: wide, height: high, bytes: moved)
  }
}
