internal import PenumbraGraphics
internal import ShadowKernels

extension BandComposer {
  /// Paints a gradient where its mask is full: evaluated at pixel centres, rounded once.
  func paintGradient(_ op: PaintOp, _ mask: AlphaMask, rows: Range<Int>, _ target: PaintTarget) {
    let gradient = plan.gradients[Int(op.detail)]
    let channels = target.channels
    func paint(_ from: Int32, _ to: Int32, _ y: Int) {
      let from = max(Int(op.left), op.originX + Int(from))
      let to = min(Int(op.right), op.originX + Int(to))
      guard from < to else { return }
      let pixels = (target.base + target.offset(x: from, y: y)).assumingMemoryBound(
        to: UInt8.self)
      var color = gradient.color(at: gradient.parameter(x: from, y: y))
      for x in from..<to {
        if gradient.variesAcross {
          color = gradient.color(at: gradient.parameter(x: x, y: y))
        }
        let kept = 1 - color.w
        let place = (x - from) * channels
        func settle(_ value: Double, _ place: Int) {
          let sum = 255 * value + Double(pixels[place]) * kept + 0.5
          pixels[place] = UInt8(truncatingIfNeeded: Int(sum))
        }
        settle(color.x, place)
        settle(color.y, place + 1)
        settle(color.z, place + 2)
        if channels == 4 { settle(color.w, place + 3) }
      }
    }
    // Whole pixels lie side by side: of a row's parts each is full or has nothing.
    for y in rows {
      let row = mask.rows[op.maskRow(y)]
      paint(row.left, row.middleStart, y)
      if row.middle != 0 { paint(row.middleStart, row.middleEnd, y) }
      paint(row.middleEnd, row.right, y)
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
          y,
          target, scratch)
      }
    }
  }

  /// Paints a row of premultiplied RGBA that begins at `firstX`, through a mask of one byte a pixel.
  private func paintPixels(
    _ rgba: UnsafePointer<UInt8>, firstX: Int, width: Int, _ op: PaintOp, _ mask: AlphaMask,
    _ y: Int, _ target: PaintTarget, _ scratch: BandScratch
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
