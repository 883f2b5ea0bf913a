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
    defer { scratch.forgetMasks() }
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
          kernels.unpremultiply(base + target.offset(x: 0, y: y), plan.width)
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
    spans.solid.reserve(rows.count)
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
      case .gradient:
        guard let mask = masks[index] else { continue }
        paintGradient(op, mask, rows: from..<to, target)
      case .image:
        guard let mask = masks[index] else { continue }
        try paintImage(op, mask, rows: from..<to, target, scratch)
      case .cell:
        try paintCell(op, rows: from..<to, target, scratch)
      case .plane:
        preconditionFailure("a plane is painted by its cell")
      }
    }
  }

  private func paintFlat(
    _ op: PaintOp, _ mask: AlphaMask, rows: Range<Int>, _ target: PaintTarget,
    _ scratch: BandScratch
  ) {
    var spans = scratch.spans
    spans.removeAll()
    let data: UnsafeRawPointer
    if case .compact(let channels, let isMirrored) = mask.content {
      data = scratch.expanded.data(
        mask, rows: op.maskRow(rows.lowerBound)..<op.maskRow(rows.upperBound - 1) + 1,
        channels: channels, isMirrored: isMirrored, kernels: kernels)
    } else {
      data = mask.data
    }
    plan.hidden.withUnsafeBufferPointer { hidden in
      let hidden = UnsafeBufferPointer(
        rebasing: hidden[Int(op.firstHidden)..<Int(op.firstHidden + op.hiddenCount)])
      var row = rows.lowerBound
      while row < rows.upperBound {
        let end = spans.findVisible(op, hidden, from: row, to: rows.upperBound)
        spans.reserve(rows: end - row)
        let last = target.offset(x: Int(op.right), y: end - 1)
        if last + 31 <= target.byteCount {
          addSpans(op, mask, row..<end, target, &spans)
        } else {
          // Where a whole vector would run over the end of the memory; rows may be shorter than one.
          var near = end - 1
          while near > row, target.offset(x: Int(op.right), y: near - 1) + 31 > target.byteCount {
            near -= 1
          }
          addSpans(op, mask, row..<near, target, &spans)
          for y in near..<end { paintRowNearEnd(op, mask, data, y, target, spans) }
        }
        row = end
      }
    }
    let block = plan.paints.block(Int(op.detail))
    if spans.masked.count > 0 {
      kernels.maskedSpans(
        target.base, data, spans.masked.base, spans.masked.count, block,
        plan.paints.patterns[Int(op.detail)])
    }
    if spans.constant.count > 0 {
      kernels.constantSpans(target.base, spans.constant.base, spans.constant.count, block)
    }
    if spans.solid.count > 0 {
      kernels.fillSpans(target.base, spans.solid.base, spans.solid.count, block)
    }
    scratch.spans = spans
  }

  /// Adds the spans of rows, room for which is reserved, along the visible stretches.
  private func addSpans(
    _ op: PaintOp, _ mask: AlphaMask, _ rows: Range<Int>, _ target: PaintTarget,
    _ spans: inout SpanLists
  ) {
    let maskRows = mask.rows
    let channels = target.channels
    let visible = spans.visible
    let visibleCount = spans.visibleCount
    for y in rows {
      let row = maskRows + op.maskRow(y)
      let a = op.originX &+ Int(row.pointee.left)
      let b = op.originX &+ Int(row.pointee.middleStart)
      let c = op.originX &+ Int(row.pointee.middleEnd)
      let d = op.originX &+ Int(row.pointee.right)
      let middle = Int(row.pointee.middle)
      let line = target.offset(x: 0, y: y)
      for index in 0..<visibleCount {
        let left = Int(visible[2 &* index])
        let right = Int(visible[2 &* index &+ 1])
        let from = a > left ? a : left
        let to = b < right ? b : right
        if from < to {
          spans.masked.put(
            line &+ from &* channels, Int(row.pointee.leftData) &+ (from &- a) &* channels,
            (to &- from) &* channels)
        }
        if middle != 255 {
          let from = b > left ? b : left
          let to = c < right ? c : right
          if from < to {
            if middle == 0 {
              spans.solid.put(line &+ from &* channels, 0, (to &- from) &* channels)
            } else {
              spans.constant.put(line &+ from &* channels, middle, (to &- from) &* channels)
            }
          }
        }
        let start = c > left ? c : left
        let end = d < right ? d : right
        if start < end {
          spans.masked.put(
            line &+ start &* channels, Int(row.pointee.rightData) &+ (start &- c) &* channels,
            (end &- start) &* channels)
        }
      }
    }
  }

  /// Paints one row byte by byte, touching nothing beyond it.
  private func paintRowNearEnd(
    _ op: PaintOp, _ mask: AlphaMask, _ data: UnsafeRawPointer, _ y: Int,
    _ target: PaintTarget, _ spans: SpanLists
  ) {
    let row = mask.rows[op.maskRow(y)]
    let a = op.originX + Int(row.left)
    let b = op.originX + Int(row.middleStart)
    let c = op.originX + Int(row.middleEnd)
    let d = op.originX + Int(row.right)
    let data = data.assumingMemoryBound(to: UInt8.self)
    var middle = UInt8(truncatingIfNeeded: row.middle)
    for index in 0..<spans.visibleCount {
      let left = Int(spans.visible[2 * index])
      let right = Int(spans.visible[2 * index + 1])
      func paint(_ from: Int, _ to: Int, _ levels: UnsafePointer<UInt8>, _ stride: Int) {
        let first = max(from, left)
        let last = min(to, right)
        guard first < last else { return }
        paintNearEnd(
          target.offset(x: first, y: y), (last - first) * target.channels,
          levels + (first - from) * target.channels * stride, stride, Int(op.detail), target)
      }
      paint(a, b, data + Int(row.leftData), 1)
      paint(b, c, &middle, 0)
      paint(c, d, data + Int(row.rightData), 1)
    }
  }

  @inline(__always) private func addSolid(
    _ offset: Int, _ bytes: Int, _ paint: Int, _ target: PaintTarget, _ spans: inout SpanLists
  ) {
    if offset + bytes + 31 <= target.byteCount {
      spans.solid.put(offset, 0, bytes)
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
      plan.paints.block(paint).assumingMemoryBound(to: UInt8.self), target.channels)
  }
}
