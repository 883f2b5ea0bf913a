internal import PenumbraGraphics
internal import ShadowKernels

extension BandComposer {
  /// Paints a cell, or the pixels on its edge: both parts of each pixel are composed unrounded, and
  /// their mean is laid over the canvas with one rounding.
  func paintCell(
    _ op: PaintOp, rows: Range<Int>, _ target: PaintTarget, _ scratch: BandScratch
  ) throws(RenderError) {
    let cell = plan.cells[Int(op.detail)]
    var painter = CellPainter(
      plan: plan, kernels: kernels, cell: cell,
      masks: try resources.masks(of: cell.pieces, arena: scratch.arena), rows: scratch.colors)
    for layer in cell.layers {
      guard case .image(let number) = layer else { continue }
      let placed = plan.images[number]
      let height = plan.imageRequests[placed.request].shown.rows.count
      // Of a large image each part is needed where it lies only.
      if placed.y < rows.upperBound, placed.y + height > rows.lowerBound {
        painter.images[number] = try resources.image(placed.request)
      }
    }
    let left = Int(op.left)
    let right = Int(op.right)
    for y in rows {
      guard let rim = cell.rim else {
        painter.paint(from: left, to: right, y: y, target)
        continue
      }
      for index in cell.planes[rim] {
        let piece = cell.pieces[index]
        guard y >= Int(piece.top), y < Int(piece.bottom), let mask = painter.masks[index] else {
          continue
        }
        let row = mask.rows[piece.maskRow(y)]
        let runs = [(row.left, row.middleStart), (row.middleEnd, row.right)]
        let all = row.middle == 0 ? runs : [(row.left, row.right)]
        for (from, to) in all {
          painter.paint(
            from: max(left, Int(piece.left), piece.originX + Int(from)),
            to: min(right, Int(piece.right), piece.originX + Int(to)), y: y, target)
        }
      }
    }
  }
}

/// Composes stretches of a cell's rows.
private struct CellPainter {
  let plan: Plan
  let kernels: KernelTable
  let cell: PlannedCell
  /// Of the cell's pieces.
  let masks: [AlphaMask?]
  let rows: ColorRows
  /// The cell's image, or the parts of it that these rows meet, by number.
  var images: [Int: PixelBitmap] = [:]

  /// The threshold that rounds halves up.
  private static let halves = [UInt16](repeating: 16320, count: 8)

  func paint(from first: Int, to last: Int, y: Int, _ target: PaintTarget) {
    var x = first
    while x < last {
      let count = min(ColorRows.length, last - x)
      compose(x, y, count)
      settle(x, y, count, target)
      x += count
    }
  }

  /// Composes both parts, each in its colour row.
  private func compose(_ x: Int, _ y: Int, _ count: Int) {
    let stride = ColorRows.stride
    ColorRows.clear(rows.outside, count)
    ColorRows.clear(rows.inside, count)
    func over(_ color: RGB8, _ plane: Int?, on row: UnsafeMutablePointer<Float>) {
      guard let plane, setAlpha(plane, x, y, count, to: rows.alpha) else { return }
      flat(color, on: row, count)
    }
    for layer in cell.layers {
      switch layer {
      case .shadow(let color, let outside, let inside):
        over(color, outside, on: rows.outside)
        over(color, inside, on: rows.inside)
      case .clip(let outside, let inside):
        scale(rows.outside, by: outside, x, y, count)
        scale(rows.inside, by: inside, x, y, count)
      case .fill(let color, let alpha):
        rows.alpha.initialize(repeating: Float(alpha), count: count)
        flat(color, on: rows.inside, count)
      case .inset(let color, let plane):
        over(color, plane, on: rows.inside)
      case .label(let color, let plane):
        guard setAlpha(plane, x, y, count, to: rows.alpha) else { continue }
        flat(color, on: rows.outside, count)
        flat(color, on: rows.inside, count)
      case .gradient(let number):
        setSource(plan.gradients[number], x, y, count)
        kernels.colorsOver(rows.inside, rows.source, stride, count)
      case .image(let number):
        guard setSource(number, x, y, count) else { continue }
        kernels.colorsOver(rows.inside, rows.source, stride, count)
      }
    }
  }

  private func scale(
    _ row: UnsafeMutablePointer<Float>, by plane: Int, _ x: Int, _ y: Int, _ count: Int
  ) {
    _ = setAlpha(plane, x, y, count, to: rows.alpha)
    for channel in 0..<4 {
      let line = row + channel * ColorRows.stride
      for j in 0..<count { line[j] *= rows.alpha[j] }
    }
  }

  private func flat(_ color: RGB8, on row: UnsafeMutablePointer<Float>, _ count: Int) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 4) { numbers in
      guard let base = numbers.baseAddress else { return }
      base[0] = Float(color.red)
      base[1] = Float(color.green)
      base[2] = Float(color.blue)
      base[3] = 255
      kernels.colorFlat(row, ColorRows.stride, rows.alpha, base, count)
    }
  }

  /// Lays the mean of both parts over the canvas.
  private func settle(_ x: Int, _ y: Int, _ count: Int, _ target: PaintTarget) {
    let outside = rows.weights
    let inside = rows.weights + ColorRows.stride
    let opacity = Float(cell.opacity)
    _ = setAlpha(cell.inside, x, y, count, to: inside)
    if let plane = cell.outside {
      _ = setAlpha(plane, x, y, count, to: outside)
      for j in 0..<count { outside[j] *= opacity }
    } else {
      _ = setAlpha(cell.taken, x, y, count, to: outside)
      for j in 0..<count { outside[j] = opacity * (1 - outside[j]) }
    }
    if opacity != 1 {
      for j in 0..<count { inside[j] *= opacity }
    }
    kernels.colorMix(rows.outside, outside, rows.inside, inside, ColorRows.stride, count)
    let thresholds = cell.matrix.map { DitherMatrix.thresholds[Int($0)] } ?? Self.halves
    let line = cell.matrix == nil ? 0 : 8 * (y & 7)
    thresholds.withUnsafeBufferPointer {
      guard let base = $0.baseAddress else { return }
      kernels.colorSettle(
        (target.base + target.offset(x: x, y: y)).assumingMemoryBound(to: UInt8.self),
        target.channels, rows.outside, ColorRows.stride, base + line, x & 7, count)
    }
  }

  /// Sets a row of alphas, and returns whether any of the plane's pieces is seen.
  private func setAlpha(
    _ plane: Int, _ x: Int, _ y: Int, _ count: Int, to out: UnsafeMutablePointer<Float>
  ) -> Bool {
    out.initialize(repeating: 0, count: count)
    var isSeen = false
    for index in cell.planes[plane] {
      let piece = cell.pieces[index]
      guard y >= Int(piece.top), y < Int(piece.bottom), let mask = masks[index] else { continue }
      let left = max(x, Int(piece.left))
      let right = min(x + count, Int(piece.right))
      let row = mask.rows[piece.maskRow(y)]
      func set(_ from: Int32, _ to: Int32, _ levels: UnsafePointer<UInt16>, _ step: Int) {
        let start = piece.originX + Int(from)
        let first = max(left, start)
        let last = min(right, piece.originX + Int(to))
        guard first < last else { return }
        kernels.colorAlphas(
          out + (first - x), levels + (first - start) * step, step, last - first)
        isSeen = true
      }
      set(
        row.left, row.middleStart,
        (mask.data + Int(row.leftData)).assumingMemoryBound(to: UInt16.self), 1)
      if row.middle != 0 {
        var level = UInt16(truncatingIfNeeded: row.middle)
        set(row.middleStart, row.middleEnd, &level, 0)
      }
      set(
        row.middleEnd, row.right,
        (mask.data + Int(row.rightData)).assumingMemoryBound(to: UInt16.self), 1)
    }
    return isSeen
  }

  private func setSource(_ gradient: PlannedGradient, _ x: Int, _ y: Int, _ count: Int) {
    let stride = ColorRows.stride
    var color = gradient.color(at: gradient.parameter(x: x, y: y))
    for j in 0..<count {
      if gradient.variesAcross { color = gradient.color(at: gradient.parameter(x: x + j, y: y)) }
      rows.source[j] = Float(255 * color.x)
      rows.source[stride + j] = Float(255 * color.y)
      rows.source[2 * stride + j] = Float(255 * color.z)
      rows.source[3 * stride + j] = Float(255 * color.w)
    }
  }

  private func setSource(_ number: Int, _ x: Int, _ y: Int, _ count: Int) -> Bool {
    let placed = plan.images[number]
    guard let image = images[number], y >= placed.y, y < placed.y + image.height else {
      return false
    }
    let left = max(x, placed.x)
    let right = min(x + count, placed.x + image.width)
    guard left < right else { return false }
    let stride = ColorRows.stride
    ColorRows.clear(rows.source, count)
    image.bytes.withUnsafeBufferPointer { bytes in
      for column in left..<right {
        let place = ((y - placed.y) * image.width + column - placed.x) * 4
        for c in 0..<4 { rows.source[c * stride + column - x] = Float(bytes[place + c]) }
      }
    }
    return true
  }
}

/// Room for a stretch of a cell's row while it is composed, see `WideRows`.
final class ColorRows {
  /// Pixels.
  static let length = 1024
  /// Numbers from one row to the next.
  static let stride = length + 16

  private let memory = UnsafeMutablePointer<Float>.allocate(capacity: 15 * stride)

  /// Sets the first pixels of a row's four planes to nothing, to a whole number of vectors.
  static func clear(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    let padded = min(stride, (count + 31) & ~31)
    for plane in 0..<4 { (row + plane * stride).initialize(repeating: 0, count: padded) }
  }

  init() { memory.initialize(repeating: 0, count: 15 * Self.stride) }

  deinit { memory.deallocate() }

  var outside: UnsafeMutablePointer<Float> { memory }
  var inside: UnsafeMutablePointer<Float> { memory + 4 * Self.stride }
  var source: UnsafeMutablePointer<Float> { memory + 8 * Self.stride }
  var alpha: UnsafeMutablePointer<Float> { memory + 12 * Self.stride }
  /// Two rows.
  var weights: UnsafeMutablePointer<Float> { memory + 13 * Self.stride }
}
