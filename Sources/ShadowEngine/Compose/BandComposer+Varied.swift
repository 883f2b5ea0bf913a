internal import PenumbraGraphics
internal import ShadowKernels

extension BandComposer {
  /// Paints a dithered shadow.
  func paintDithered(_ op: PaintOp, _ mask: AlphaMask, rows: Range<Int>, _ target: PaintTarget) {
    let matrix = DitherMatrix.thresholds[Int(op.matrix)]
    let color = plan.paints.block(Int(op.detail)).assumingMemoryBound(to: UInt8.self)
    matrix.withUnsafeBufferPointer { matrix in
      guard let matrix = matrix.baseAddress else { return }
      for y in rows {
        let row = mask.rows[op.maskRow(y)]
        let thresholds = matrix + 8 * (y & 7)
        func paint(_ from: Int32, _ to: Int32, _ levels: UnsafePointer<UInt16>, _ stride: Int) {
          let start = op.originX + Int(from)
          let first = max(start, Int(op.left))
          let last = min(op.originX + Int(to), Int(op.right))
          guard first < last else { return }
          PixelOver.dithered(
            (target.base + target.offset(x: first, y: y)).assumingMemoryBound(to: UInt8.self),
            levels + (first - start) * stride, stride, last - first, target.channels, color,
            thresholds, first & 7)
        }
        paint(
          row.left, row.middleStart,
          (mask.data + Int(row.leftData)).assumingMemoryBound(to: UInt16.self), 1)
        if row.middle != 0 {
          var level = UInt16(truncatingIfNeeded: row.middle)
          paint(row.middleStart, row.middleEnd, &level, 0)
        }
        paint(
          row.middleEnd, row.right,
          (mask.data + Int(row.rightData)).assumingMemoryBound(to: UInt16.self), 1)
      }
    }
  }

  /// Paints a gradient: evaluated at pixel centres, rounded once with its coverage.
  func paintGradient(
    _ op: PaintOp, _ mask: AlphaMask, rows: Range<Int>, _ target: PaintTarget,
    _ scratch: BandScratch
  ) {
    let gradient = plan.gradients[Int(op.detail)]
    let left = Int(op.left)
    let right = Int(op.right)
    let channels = target.channels
    scratch.reserveRow((right - left) * channels + 64)
    let source = scratch.source.assumingMemoryBound(to: UInt8.self)
    let inverse = scratch.inverse.assumingMemoryBound(to: UInt8.self)
    for y in rows {
      let row = mask.rows[op.maskRow(y)]
      let from = max(left, op.originX + Int(row.left))
      let to = min(right, op.originX + Int(row.right))
      guard from < to else { continue }
      let middleStart = op.originX + Int(row.middleStart)
      let middleEnd = op.originX + Int(row.middleEnd)
      let leftData = (mask.data + Int(row.leftData)).assumingMemoryBound(to: UInt16.self)
      let rightData = (mask.data + Int(row.rightData)).assumingMemoryBound(to: UInt16.self)
      var color = gradient.color(at: gradient.parameter(x: from, y: y))
      for x in from..<to {
        if gradient.variesAcross {
          color = gradient.color(at: gradient.parameter(x: x, y: y))
        }
        let level: UInt16
        if x < middleStart {
          level = leftData[x - op.originX - Int(row.left)]
        } else if x < middleEnd {
          level = UInt16(truncatingIfNeeded: row.middle)
        } else {
          level = rightData[x - middleEnd]
        }
        let scaled = color * (Double(level) * (255.0 / 32640.0)) + 0.5
        let place = (x - from) * channels
        let alpha = UInt8(truncatingIfNeeded: Int(scaled.w))
        source[place] = UInt8(truncatingIfNeeded: Int(scaled.x))
        source[place + 1] = UInt8(truncatingIfNeeded: Int(scaled.y))
        source[place + 2] = UInt8(truncatingIfNeeded: Int(scaled.z))
        if channels == 4 { source[place + 3] = alpha }
        for c in 0..<channels { inverse[place + c] = 255 - alpha }
      }
      kernels.overBytes(
        target.base + target.offset(x: from, y: y), source, inverse, (to - from) * channels)
    }
  }

  /// Paints an image through its shape's coverage.
  func paintImage(
    _ op: PaintOp, _ mask: AlphaMask, rows: Range<Int>, _ target: PaintTarget,
    _ scratch: BandScratch
  ) throws(RenderError) {
    let placed = plan.images[Int(op.detail)]
    let image = try resources.image(placed.request)
    image.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in rows where y >= placed.y && y < placed.y + image.height {
        paintPixels(
          base + (y - placed.y) * image.width * 4, firstX: placed.x, width: image.width, op, mask,
          constant: 0, y, target, scratch)
      }
    }
  }

  /// Paints a group: its steps on transparent black, then the whole through its mask or opacity.
  func paintGroup(
    _ op: PaintOp, _ mask: AlphaMask?, rows: Range<Int>, _ target: PaintTarget,
    _ scratch: BandScratch
  ) throws(RenderError) {
    let group = plan.groups[Int(op.detail)]
    let masks = try resources.masks(of: group.ops, arena: scratch.arena)
    let width = Int(op.right - op.left)
    let bytesPerRow = width * 4
    let byteCount = bytesPerRow * rows.count + 64
    let inner = scratch.inner
    inner.reserveGroup(byteCount)
    inner.group.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    let own = PaintTarget(
      base: inner.group, byteCount: byteCount, bytesPerRow: bytesPerRow, channels: 4,
      area: PixelBox(
        left: op.left, top: Int32(rows.lowerBound), right: op.right,
        bottom: Int32(rows.upperBound)))
    var ops = group.ops
    for index in ops.indices {
      ops[index].left = max(ops[index].left, op.left)
      ops[index].right = min(ops[index].right, op.right)
      ops[index].top = max(ops[index].top, op.top)
      ops[index].bottom = min(ops[index].bottom, op.bottom)
    }
    try paintOps(ops, masks, rows: rows, own, inner)
    for y in rows {
      paintPixels(
        UnsafePointer(
          (inner.group + (y - rows.lowerBound) * bytesPerRow).assumingMemoryBound(
            to: UInt8.self)),
        firstX: Int(op.left), width: width, op, mask, constant: group.inverseOpacity, y, target,
        scratch)
    }
  }

  /// Paints a row of premultiplied RGBA that begins at `firstX`, through a mask of one byte a pixel
  /// or through one constant.
  private func paintPixels(
    _ rgba: UnsafePointer<UInt8>, firstX: Int, width: Int, _ op: PaintOp, _ mask: AlphaMask?,
    constant: UInt8, _ y: Int, _ target: PaintTarget, _ scratch: BandScratch
  ) {
    let left = max(Int(op.left), firstX)
    let right = min(Int(op.right), firstX + width)
    guard left < right else { return }
    let channels = target.channels
    scratch.reserveRow((right - left) * channels + 64)
    func paint(_ from: Int, _ to: Int, _ coverage: UnsafePointer<UInt8>, _ stride: Int) {
      let from = from > left ? from : left
      let to = to < right ? to : right
      guard from < to else { return }
      PixelOver.spread(
        rgba + (from - firstX) * 4, coverage, stride, to - from, channels,
        scratch.source.assumingMemoryBound(to: UInt8.self),
        scratch.inverse.assumingMemoryBound(to: UInt8.self))
      kernels.overBytes(
        target.base + target.offset(x: from, y: y), scratch.source, scratch.inverse,
        (to - from) * channels)
    }
    guard let mask else {
      var level = constant
      paint(left, right, &level, 0)
      return
    }
    let row = mask.rows[op.maskRow(y)]
    let a = op.originX + Int(row.left)
    let b = op.originX + Int(row.middleStart)
    let c = op.originX + Int(row.middleEnd)
    let d = op.originX + Int(row.right)
    let data = mask.data.assumingMemoryBound(to: UInt8.self)
    paint(a, b, data + Int(row.leftData) + max(0, left - a), 1)
    if row.middle != 255 {
      var level = UInt8(truncatingIfNeeded: row.middle)
      paint(b, c, &level, 0)
    }
    paint(c, d, data + Int(row.rightData) + max(0, left - c), 1)
  }
}
