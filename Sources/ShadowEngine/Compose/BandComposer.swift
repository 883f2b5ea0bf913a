internal import ShadowKernels

/// Paints rows of a plan: steps in order, each row that is like the one above it copied.
struct BandComposer {
  let plan: Plan
  let kernels: KernelTable
  let resources: Resources

  /// Composes canvas rows into memory; `scratch` belongs to the calling thread.
  func compose(
    rows: Range<Int>, into base: UnsafeMutableRawPointer, byteCount: Int, bytesPerRow: Int,
    scratch: BandScratch
  ) throws(RenderError) {
    let target = PaintTarget(
      base: base, byteCount: byteCount, bytesPerRow: bytesPerRow, channels: plan.channels,
      area: PixelBox(
        left: 0, top: Int32(rows.lowerBound), right: Int32(plan.width),
        bottom: Int32(rows.upperBound)))
    let numbers = plan.ops(touching: rows)
    let ops = numbers.map { plan.ops[Int($0)] }
    let masks = try resources.masks(of: ops)
    findChanges(ops, rows, scratch)
    // Stretches of rows that must be painted.
    var row = rows.lowerBound
    while row < rows.upperBound {
      guard scratch.changes[row - rows.lowerBound] else {
        row += 1
        continue
      }
      var end = row + 1
      while end < rows.upperBound, scratch.changes[end - rows.lowerBound] { end += 1 }
      try paint(ops, masks, rows: row..<end, target, scratch)
      if plan.channels == 4 {
        for y in row..<end {
          PixelOver.unpremultiply(
            (base + target.offset(x: 0, y: y)).assumingMemoryBound(to: UInt8.self), plan.width)
        }
      }
      row = end
    }
    for row in rows.dropFirst() where !scratch.changes[row - rows.lowerBound] {
      (base + target.offset(x: 0, y: row)).copyMemory(
        from: base + target.offset(x: 0, y: row - 1), byteCount: plan.width * plan.channels)
    }
  }

  /// Marks the rows whose picture may differ from that of the row above.
  private func findChanges(_ ops: [PaintOp], _ rows: Range<Int>, _ scratch: BandScratch) {
    scratch.changes.removeAll(keepingCapacity: true)
    scratch.changes.append(contentsOf: repeatElement(false, count: rows.count))
    func mark(_ from: Int, _ to: Int) {
      var row = max(from, rows.lowerBound)
      let end = min(to, rows.upperBound)
      while row < end {
        scratch.changes[row - rows.lowerBound] = true
        row += 1
      }
    }
    mark(rows.lowerBound, rows.lowerBound + 1)
    for op in ops {
      let top = Int(op.top)
      let bottom = Int(op.bottom)
      mark(bottom, bottom + 1)
      if op.repeatsRows, op.plateau > 0 {
        let plateau = op.originY + Int(op.lead)
        mark(top, min(bottom, plateau + 1))
        mark(top, top + 1)
        mark(max(top, plateau + Int(op.plateau)), bottom)
      } else {
        mark(top, bottom)
      }
    }
  }

  /// Paints the background and every step on some rows.
  private func paint(
    _ ops: [PaintOp], _ masks: [AlphaMask?], rows: Range<Int>, _ target: PaintTarget,
    _ scratch: BandScratch
  ) throws(RenderError) {
    scratch.solid.removeAll()
    for y in rows {
      addSolid(
        target.offset(x: Int(target.area.left), y: y),
        Int(target.area.right - target.area.left) * target.channels, target, scratch,
        Int(plan.background))
    }
    kernels.fillSpans(
      target.base, scratch.solid.base, scratch.solid.count,
      plan.paints.block(Int(plan.background)))
    try paintOps(ops, masks, rows: rows, target, scratch)
  }

  /// Paints steps in order on some rows.
  func paintOps(
    _ ops: [PaintOp], _ masks: [AlphaMask?], rows: Range<Int>, _ target: PaintTarget,
    _ scratch: BandScratch
  ) throws(RenderError) {
    for index in ops.indices {
      let op = ops[index]
      let from = max(rows.lowerBound, Int(op.top))
      let to = min(rows.upperBound, Int(op.bottom))
      guard from < to else { continue }
      switch op.kind {
      case .flat:
        guard let mask = masks[index] else { continue }
        findHidden(ops, after: index, from, to, scratch)
        paintFlat(op, mask, rows: from..<to, target, scratch)
      case .gradient:
        guard let mask = masks[index] else { continue }
        paintGradient(op, mask, rows: from..<to, target, scratch)
      case .image:
        guard let mask = masks[index] else { continue }
        try paintImage(op, mask, rows: from..<to, target, scratch)
      case .group:
        try paintGroup(op, masks[index], rows: from..<to, target, scratch)
      }
    }
  }

  /// Gathers what later steps make opaque above a step.
  private func findHidden(
    _ ops: [PaintOp], after index: Int, _ from: Int, _ to: Int, _ scratch: BandScratch
  ) {
    scratch.hidden.removeAll(keepingCapacity: true)
    let op = ops[index]
    for later in (index + 1)..<max(index + 1, ops.count) {
      let count = Int(ops[later].opaqueCount)
      if count == 0 { continue }
      let first = Int(ops[later].firstOpaque)
      for box in plan.opaque[first..<first + count]
      where box.left < op.right && box.right > op.left && Int(box.top) < to
        && Int(box.bottom) > from
      {
        scratch.hidden.append(box)
      }
    }
  }

  private func paintFlat(
    _ op: PaintOp, _ mask: AlphaMask, rows: Range<Int>, _ target: PaintTarget,
    _ scratch: BandScratch
  ) {
    scratch.masked.removeAll()
    scratch.constant.removeAll()
    scratch.solid.removeAll()
    let left = Int(op.left)
    let right = Int(op.right)
    for y in rows {
      let row = mask.rows[op.maskRow(y)]
      let origin = op.originX
      let a = origin + Int(row.left)
      let b = origin + Int(row.middleStart)
      let c = origin + Int(row.middleEnd)
      let d = origin + Int(row.right)
      add(.masked(Int(row.leftData) - a * target.channels), a, b, y, left, right, op, mask, target, scratch)
      if row.middle == 0 {
        add(.solid, b, c, y, left, right, op, mask, target, scratch)
      } else if row.middle != 255 {
        add(.constant(Int(row.middle)), b, c, y, left, right, op, mask, target, scratch)
      }
      add(.masked(Int(row.rightData) - c * target.channels), c, d, y, left, right, op, mask, target, scratch)
    }
    let block = plan.paints.block(Int(op.detail))
    if scratch.masked.count > 0 {
      kernels.maskedSpans(
        target.base, mask.data, scratch.masked.base, scratch.masked.count, block,
        plan.paints.isPeriodic[Int(op.detail)])
    }
    if scratch.constant.count > 0 {
      kernels.constantSpans(target.base, scratch.constant.base, scratch.constant.count, block)
    }
    if scratch.solid.count > 0 {
      kernels.fillSpans(target.base, scratch.solid.base, scratch.solid.count, block)
    }
  }

  private enum SpanKind {
    /// Data lies at this offset plus the pixel's x times the channels.
    case masked(Int)
    case constant(Int)
    case solid
  }

  /// Adds pixels `from..<to` of a row, cut to the step's bounds, less what is hidden.
  @inline(__always) private func add(
    _ kind: SpanKind, _ from: Int, _ to: Int, _ y: Int, _ left: Int, _ right: Int, _ op: PaintOp,
    _ mask: AlphaMask, _ target: PaintTarget, _ scratch: BandScratch
  ) {
    let from = from > left ? from : left
    let to = to < right ? to : right
    guard from < to else { return }
    if scratch.hidden.isEmpty {
      put(kind, from, to, y, op, mask, target, scratch)
    } else {
      addVisible(kind, from, to, y, 0, op, mask, target, scratch)
    }
  }

  private func addVisible(
    _ kind: SpanKind, _ from: Int, _ to: Int, _ y: Int, _ firstBox: Int, _ op: PaintOp,
    _ mask: AlphaMask, _ target: PaintTarget, _ scratch: BandScratch
  ) {
    var from = from
    var index = firstBox
    while index < scratch.hidden.count {
      let box = scratch.hidden[index]
      index += 1
      if y < Int(box.top) || y >= Int(box.bottom) { continue }
      let boxLeft = Int(box.left)
      let boxRight = Int(box.right)
      if boxRight <= from || boxLeft >= to { continue }
      if boxLeft > from {
        addVisible(kind, from, boxLeft, y, index, op, mask, target, scratch)
      }
      if boxRight >= to { return }
      from = boxRight
    }
    put(kind, from, to, y, op, mask, target, scratch)
  }

  @inline(__always) private func put(
    _ kind: SpanKind, _ from: Int, _ to: Int, _ y: Int, _ op: PaintOp, _ mask: AlphaMask,
    _ target: PaintTarget, _ scratch: BandScratch
  ) {
    let offset = target.offset(x: from, y: y)
    let bytes = (to - from) * target.channels
    // Where a whole vector would run over the end of the memory, go byte by byte.
    let isNearEnd = offset + ((bytes + 31) & ~31) > target.byteCount
    switch kind {
    case .masked(let data):
      let place = data + from * target.channels
      if isNearEnd {
        SourceOver.maskedBytes(
          (target.base + offset).assumingMemoryBound(to: UInt8.self),
          (mask.data + place).assumingMemoryBound(to: UInt8.self), 1, bytes,
          plan.paints.block(Int(op.detail)).assumingMemoryBound(to: UInt8.self))
      } else {
        scratch.masked.append(offset, place, bytes)
      }
    case .constant(let inverse):
      if isNearEnd {
        var level = UInt8(truncatingIfNeeded: inverse)
        SourceOver.maskedBytes(
          (target.base + offset).assumingMemoryBound(to: UInt8.self), &level, 0, bytes,
          plan.paints.block(Int(op.detail)).assumingMemoryBound(to: UInt8.self))
      } else {
        scratch.constant.append(offset, inverse, bytes)
      }
    case .solid:
      addSolid(offset, bytes, target, scratch, Int(op.detail))
    }
  }

  /// A span of solid colour, to be filled by the kernel or here where memory ends.
  private func addSolid(
    _ offset: Int, _ bytes: Int, _ target: PaintTarget, _ scratch: BandScratch, _ paint: Int
  ) {
    if offset + ((bytes + 31) & ~31) > target.byteCount {
      var level: UInt8 = 0
      SourceOver.maskedBytes(
        (target.base + offset).assumingMemoryBound(to: UInt8.self), &level, 0, bytes,
        plan.paints.block(paint).assumingMemoryBound(to: UInt8.self))
    } else {
      scratch.solid.append(offset, 0, bytes)
    }
  }
}
