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
    let ops = plan.ops(touching: rows).map { plan.ops[Int($0)] }
    let masks = try resources.masks(of: ops, arena: scratch.arena)
    let changes = changedRows(ops, rows)
    // Stretches of rows that must be painted.
    var row = 0
    while row < rows.count {
      guard changes[row] else {
        row += 1
        continue
      }
      var end = row + 1
      while end < rows.count, changes[end] { end += 1 }
      let stretch = rows.lowerBound + row..<rows.lowerBound + end
      paintBackground(rows: stretch, target, scratch)
      try paintOps(ops, masks, rows: stretch, target, scratch)
      if plan.channels == 4 {
        for y in stretch {
          PixelOver.unpremultiply(
            (base + target.offset(x: 0, y: y)).assumingMemoryBound(to: UInt8.self), plan.width)
        }
      }
      row = end
    }
    for row in 1..<max(1, rows.count) where !changes[row] {
      (base + row * bytesPerRow).copyMemory(
        from: base + (row - 1) * bytesPerRow, byteCount: plan.width * plan.channels)
    }
  }

  /// Which rows' picture may differ from that of the row above.
  private func changedRows(_ ops: [PaintOp], _ rows: Range<Int>) -> [Bool] {
    var changes = [Bool](repeating: false, count: rows.count)
    changes[0] = true
    changes.withUnsafeMutableBufferPointer { changes in
      func mark(_ from: Int, _ to: Int) {
        var row = max(0, from - rows.lowerBound)
        let end = min(to - rows.lowerBound, changes.count)
        while row < end {
          changes[row] = true
          row += 1
        }
      }
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
        for box in plan.hidden[Int(op.firstHidden)..<Int(op.firstHidden + op.hiddenCount)] {
          mark(Int(box.top), Int(box.top) + 1)
          mark(Int(box.bottom), Int(box.bottom) + 1)
        }
      }
    }
    return changes
  }

  private func paintBackground(rows: Range<Int>, _ target: PaintTarget, _ scratch: BandScratch) {
    var spans = scratch.spans
    spans.removeAll()
    for y in rows {
      addSolid(
        target.offset(x: 0, y: y), plan.width * plan.channels, Int(plan.background), target,
        &spans)
    }
    kernels.fillSpans(
      target.base, spans.solid.base, spans.solid.count, plan.paints.block(Int(plan.background)))
    scratch.spans = spans
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
        paintFlat(op, mask, rows: from..<to, target, scratch)
      case .dithered:
        guard let mask = masks[index] else { continue }
        paintDithered(op, mask, rows: from..<to, target)
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

  private func paintFlat(
    _ op: PaintOp, _ mask: AlphaMask, rows: Range<Int>, _ target: PaintTarget,
    _ scratch: BandScratch
  ) {
    var spans = scratch.spans
    spans.removeAll()
    plan.hidden.withUnsafeBufferPointer { hidden in
      let hidden = UnsafeBufferPointer(
        rebasing: hidden[Int(op.firstHidden)..<Int(op.firstHidden + op.hiddenCount)])
      let maskRows = mask.rows
      let channels = target.channels
      for y in rows {
        let row = maskRows[op.maskRow(y)]
        let a = op.originX + Int(row.left)
        let b = op.originX + Int(row.middleStart)
        let c = op.originX + Int(row.middleEnd)
        let d = op.originX + Int(row.right)
        let middle = Int(row.middle)
        add(.masked, Int(row.leftData) - a * channels, a, b, y, op, mask, hidden, target, &spans)
        if middle == 0 {
          add(.solid, 0, b, c, y, op, mask, hidden, target, &spans)
        } else if middle != 255 {
          add(.constant, middle, b, c, y, op, mask, hidden, target, &spans)
        }
        add(.masked, Int(row.rightData) - c * channels, c, d, y, op, mask, hidden, target, &spans)
      }
    }
    let block = plan.paints.block(Int(op.detail))
    if spans.masked.count > 0 {
      kernels.maskedSpans(
        target.base, mask.data, spans.masked.base, spans.masked.count, block,
        plan.paints.isPeriodic[Int(op.detail)])
    }
    if spans.constant.count > 0 {
      kernels.constantSpans(target.base, spans.constant.base, spans.constant.count, block)
    }
    if spans.solid.count > 0 {
      kernels.fillSpans(target.base, spans.solid.base, spans.solid.count, block)
    }
    scratch.spans = spans
  }

  private enum SpanKind {
    /// Its data lies at `value` plus the pixel's x times the channels.
    case masked
    /// `value` is the inverse alpha.
    case constant
    case solid
  }

  /// Adds pixels `from..<to` of a row, cut to the step's bounds, less what is hidden.
  @inline(__always) private func add(
    _ kind: SpanKind, _ value: Int, _ from: Int, _ to: Int, _ y: Int, _ op: PaintOp,
    _ mask: AlphaMask, _ hidden: UnsafeBufferPointer<PixelBox>, _ target: PaintTarget,
    _ spans: inout SpanLists
  ) {
    let from = max(from, Int(op.left))
    let to = min(to, Int(op.right))
    guard from < to else { return }
    if hidden.isEmpty {
      put(kind, value, from, to, y, op, mask, target, &spans)
    } else {
      addVisible(kind, value, from, to, y, 0, op, mask, hidden, target, &spans)
    }
  }

  private func addVisible(
    _ kind: SpanKind, _ value: Int, _ from: Int, _ to: Int, _ y: Int, _ firstBox: Int,
    _ op: PaintOp, _ mask: AlphaMask, _ hidden: UnsafeBufferPointer<PixelBox>,
    _ target: PaintTarget, _ spans: inout SpanLists
  ) {
    var from = from
    var index = firstBox
    while index < hidden.count {
      let box = hidden[index]
      index += 1
      if y < Int(box.top) || y >= Int(box.bottom) { continue }
      let boxLeft = Int(box.left)
      let boxRight = Int(box.right)
      if boxRight <= from || boxLeft >= to { continue }
      if boxLeft > from {
        addVisible(
          kind, value, from, boxLeft, y, index, op, mask, hidden, target, &spans)
      }
      if boxRight >= to { return }
      from = boxRight
    }
    put(kind, value, from, to, y, op, mask, target, &spans)
  }

  @inline(__always) private func put(
    _ kind: SpanKind, _ value: Int, _ from: Int, _ to: Int, _ y: Int, _ op: PaintOp,
    _ mask: AlphaMask, _ target: PaintTarget, _ spans: inout SpanLists
  ) {
    let offset = target.offset(x: from, y: y)
    let bytes = (to - from) * target.channels
    let isInside = offset + bytes + 31 <= target.byteCount
    switch kind {
    case .masked:
      let place = value + from * target.channels
      if isInside {
        spans.masked.append(offset, place, bytes)
      } else {
        paintNearEnd(
          offset, bytes, (mask.data + place).assumingMemoryBound(to: UInt8.self), 1,
          Int(op.detail), target)
      }
    case .constant:
      if isInside {
        spans.constant.append(offset, value, bytes)
      } else {
        var level = UInt8(truncatingIfNeeded: value)
        paintNearEnd(offset, bytes, &level, 0, Int(op.detail), target)
      }
    case .solid:
      addSolid(offset, bytes, Int(op.detail), target, &spans)
    }
  }

  @inline(__always) private func addSolid(
    _ offset: Int, _ bytes: Int, _ paint: Int, _ target: PaintTarget, _ spans: inout SpanLists
  ) {
    if offset + bytes + 31 <= target.byteCount {
      spans.solid.append(offset, 0, bytes)
    } else {
      var level: UInt8 = 0
      paintNearEnd(offset, bytes, &level, 0, paint, target)
    }
  }

  /// Where a whole vector would run over the end of the memory, goes byte by byte.
  private func paintNearEnd(
    _ offset: Int, _ bytes: Int, _ mask: UnsafePointer<UInt8>, _ maskStride: Int, _ paint: Int,
    _ target: PaintTarget
  ) {
    SourceOver.maskedBytes(
      (target.base + offset).assumingMemoryBound(to: UInt8.self), mask, maskStride, bytes,
      plan.paints.block(paint).assumingMemoryBound(to: UInt8.self))
  }
}
