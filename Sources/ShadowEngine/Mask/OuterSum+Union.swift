internal import PenumbraGraphics

extension OuterSum {
  /// The blurred union of overlapping shapes, negative, over stretches of columns and rows.
  ///
  /// Along a horizontal line the union is a few intervals, whose blur in x is closed form; the blur
  /// in y is a quadrature over lines. Works for any shapes and any blur.
  static func union(
    _ shapes: [FittedShape], _ response: EdgeResponse, _ across: [Axis.Segment],
    _ down: [Axis.Segment], _ context: MaskContext
  ) -> [OuterSum] {
    let outline = UnionOutline(shapes)
    var sums: [OuterSum] = []
    for rows in down {
      let from = Double(rows.pixel)
      let to = Double(rows.pixel + rows.count)
      for columns in across {
        switch response.form {
        case .taps(let taps, let tapSums):
          sums.append(tapped(outline, taps, tapSums, columns, rows, context))
        case .sharp:
          sums.append(
            blurred(
              outline, response, outline.strips(from: from, to: to), columns, rows,
              context))
        case .gaussian:
          let reach = 4.5 * response.sigma + 0.5
          let lines =
            response.sigma < 0.5
            ? outline.strips(from: from - reach, to: to + reach)
            : outline.lines(
              from: from - reach, to: to + reach,
              sigma: response.jumps ? 0.25 * response.sigma : response.sigma)
          sums.append(blurred(outline, response, lines, columns, rows, context))
        }
      }
    }
    return sums
  }

  private static func blurred(
    _ outline: UnionOutline, _ response: EdgeResponse, _ lines: [UnionOutline.Line],
    _ columns: Axis.Segment, _ rows: Axis.Segment, _ context: MaskContext
  ) -> OuterSum {
    let sum = OuterSum(
      terms: lines.count, columns: columns.index..<columns.index + columns.count,
      rows: rows.index..<rows.index + rows.count, arena: context.arena)
    let edge = context.arena.floats(columns.count)
    let reach = 0.5 + (response.sigma > 0 ? 4.6 * response.sigma : 0)
    for (k, line) in lines.enumerated() {
      add(
        outline.intervals(at: line.y), response, columns, into: sum.row(k), edge,
        context)
      let low = (line.strip?.from ?? line.y) - reach - 0.5 - Double(rows.pixel)
      let high = (line.strip?.to ?? line.y) + reach - 0.5 - Double(rows.pixel)
      let first = max(0, Int(max(-1, low.rounded(.up))))
      let last = min(rows.count, Int(min(Double(rows.count), high.rounded(.down))) + 1)
      guard first < last else { continue }
      for i in first..<last {
        let center = Double(rows.pixel + i) + 0.5
        let weight: Double
        if let strip = line.strip {
          weight = response.step(center - strip.from) - response.step(center - strip.to)
        } else {
          weight = line.weight * response.pulse(center - line.y)
        }
        sum.v[k * sum.vStride + i] = Float(-weight)
        if sum.windows[2 * i + 1] == 0 { sum.windows[2 * i] = Int32(k) }
        sum.windows[2 * i + 1] = Int32(k + 1)
      }
    }
    return sum
  }

  /// Discrete taps on exact coverage: one term for each row of pixels.
  private static func tapped(
    _ outline: UnionOutline, _ taps: [Double], _ tapSums: [Double], _ columns: Axis.Segment,
    _ rows: Axis.Segment, _ context: MaskContext
  ) -> OuterSum {
    let half = taps.count / 2
    let sharp = EdgeResponse(kernel: .coreGraphics, sigma: 0)
    let wide = Axis.Segment(
      part: .whole, pixel: columns.pixel - half, index: 0, count: columns.count + 2 * half)
    let sum = OuterSum(
      terms: rows.count + 2 * half, columns: columns.index..<columns.index + columns.count,
      rows: rows.index..<rows.index + rows.count, factors: .sliding, arena: context.arena)
    let terms = rows.count + 2 * half
    let line = context.arena.floats(wide.count)
    let edge = context.arena.floats(wide.count)
    var coverage = [Double](repeating: 0, count: wide.count)
    var values = [Double](repeating: 0, count: columns.count)
    for k in 0..<terms {
      let y = Double(rows.pixel - half + k)
      for j in coverage.indices { coverage[j] = 0 }
      for strip in outline.strips(from: y, to: y + 1) {
        for j in 0..<wide.count { line[j] = 0 }
        add(outline.intervals(at: strip.y), sharp, wide, into: line, edge, context)
        for j in 0..<wide.count { coverage[j] += strip.weight * Double(line[j]) }
      }
      // Terms run against the rows, so that the tap of a term and a row depends on their sum alone.
      let row = sum.row(terms - 1 - k)
      for j in values.indices { values[j] = 0 }
      // What a change of coverage from one pixel to the next adds to all that see it.
      for i in 0..<wide.count {
        let change = coverage[i] - (i > 0 ? coverage[i - 1] : 0)
        if change == 0 { continue }
        for j in max(0, i - 2 * half)..<max(columns.count, i - 2 * half) {
          let first = i - j
          let seen = first > 0 ? tapSums[2 * half] - tapSums[first - 1] : tapSums[2 * half]
          values[j] += change * seen
        }
      }
      for j in values.indices { row[j] = Float(values[j]) }
    }
    for i in 0..<rows.count {
      let first = terms - i - taps.count
      sum.windows[2 * i] = Int32(first)
      sum.windows[2 * i + 1] = Int32(first + taps.count)
    }
    for i in taps.indices { sum.v[terms - taps.count + i] = Float(-taps[taps.count - 1 - i]) }
    return sum
  }

  /// Adds the blur of intervals along a line; `edge` is room for a row.
  private static func add(
    _ intervals: [UnionOutline.Interval], _ response: EdgeResponse, _ columns: Axis.Segment,
    into out: UnsafeMutablePointer<Float>, _ edge: UnsafeMutablePointer<Float>,
    _ context: MaskContext
  ) {
    let start = Double(columns.pixel) + 0.5
    for interval in intervals {
      response.step(
        edge, count: columns.count, start: start - interval.left, direction: 1,
        kernels: context.kernels)
      response.step(
        edge, count: columns.count, start: start - interval.right, direction: 1, base: edge,
        kernels: context.kernels)
      for j in 0..<columns.count { out[j] += edge[j] }
    }
  }
}
