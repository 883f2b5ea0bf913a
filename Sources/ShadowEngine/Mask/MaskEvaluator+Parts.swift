internal import ShadowKernels

/// Masks of a cell's two parts of each pixel (see `DisplayList`).
extension MaskEvaluator {
  /// A sample whose pixel the edge of the cell, of its mask or of the clip runs through.
  private struct EdgeSample {
    /// In a block.
    var row: Int
    var column: Int
    var part: PixelPart
  }

  /// The columns, in runs that begin at multiples of 32, in which the cell's edge runs through some of
  /// a block's pixels.
  func rimColumns(firstRow first: Int, count: Int, columns range: Range<Int>) -> [Range<Int>] {
    guard let edges else { return [] }
    var blocks: Set<Int> = []
    for i in 0..<count {
      edges.eachRim(first + i) { run in
        let seen = run.clamped(to: range)
        if !seen.isEmpty { blocks.formUnion(seen.lowerBound / 32...(seen.upperBound - 1) / 32) }
      }
    }
    var runs: [Range<Int>] = []
    for block in blocks.sorted() {
      let start = max(range.lowerBound, 32 * block)
      let end = min(range.upperBound, 32 * block + 32)
      if let last = runs.last, last.upperBound == start {
        runs[runs.count - 1] = last.lowerBound..<end
      } else {
        runs.append(start..<end)
      }
    }
    return runs
  }

  /// Marks the samples of a block through whose pixels the cell's edge runs.
  private func markRim(_ first: Int, _ count: Int, _ range: Range<Int>) {
    for i in 0..<count {
      for j in range { rim[i * stride + j] = 0 }
      edges?.eachRim(first + i) { run in
        for j in run.clamped(to: range) { rim[i * stride + j] = 1 }
      }
    }
  }

  /// What `block` gives, by a rule of parts.
  func partBlock(firstRow first: Int, count: Int, columns range: Range<Int>) -> Block {
    if let cell { sum(cell, first, count, range, coverage) }
    markRim(first, count, range)
    if let clip { sum(clip, first, count, range, clipping) }
    if let mask { sum(mask, first, count, range, masking) }
    switch recipe.rule {
    case .outer, .inset, .interior: preconditionFailure("a rule of flat paint")
    case .mean(let side, let isInset):
      setMeans(side, isInset: isInset, first, count, range)
    case .area(let side): setAreas(side, first, count, range)
    case .share(let side): setShares(side, first, count, range)
    case .taken, .left:
      setUnion(first, count, range)
    }
    if recipe.isRim {
      // A rim's area says where it is painted: it is a level at least.
      let least: Float = recipe.rule == .area(.inside) ? AlphaRows.level : 0
      for i in 0..<count {
        for j in range {
          let place = i * stride + j
          result[place] = rim[place] == 0 ? 0 : max(result[place], least)
        }
      }
    }
    return .alpha(result)
  }

  private func isCutByClip(_ place: Int) -> Bool {
    clip != nil && AlphaRows.isPartial(clipping[place])
  }

  private func isCutByMask(_ place: Int) -> Bool {
    mask != nil && AlphaRows.isPartial(masking[place])
  }

  private func setMeans(
    _ side: PixelPart.Side, isInset: Bool, _ first: Int, _ count: Int, _ range: Range<Int>
  ) {
    let needsStrokes = means.contains { !$0.isSmooth }
    // Where a part's middle lies need not be known as well as what its edges cut.
    var cutter = PartCutter(
      of: recipe.cell, mask: recipe.mask, clip: recipe.clip, keepsStrokes: needsStrokes,
      nodes: needsStrokes ? 8 : 5)
    var edges: [EdgeSample] = []
    for i in 0..<count {
      for j in range {
        let place = i * stride + j
        let isCut = isCutByClip(place) || isCutByMask(place)
        guard rim[place] != 0 || (isCut && !recipe.isRim) else { continue }
        let x = across.pixel(j)
        let y = down.pixel(first + i)
        let part = cutter.part(side, x: x, y: y) { cuts in
          for mean in means where !mean.isSmooth { mean.addCuts(x: x, y: y, to: &cuts) }
        }
        edges.append(EdgeSample(row: i, column: j, part: part))
      }
    }
    let width = paddedCount(range.count)
    for i in 0..<count { kernels.fill(passed + (i * stride + range.lowerBound), 1, width) }
    for (index, layer) in recipe.layers.enumerated() {
      if edges.isEmpty {
        sum(layers[index], first, count, range, blurred)
      } else if means[index].isSmooth {
        sumWithNeighbours(layers[index], first, count, range)
        setSmoothMeans(at: edges, first)
      } else {
        sum(layers[index], first, count, range, blurred)
        setMeans(of: means[index], at: edges, cutter.strokes, first)
      }
      for i in 0..<count {
        let place = i * stride + range.lowerBound
        if isInset {
          kernels.attenuateInside(passed + place, blurred + place, Float(layer.alpha), width)
        } else {
          kernels.attenuate(passed + place, blurred + place, Float(layer.alpha), width)
        }
      }
    }
    for i in 0..<count {
      for j in range {
        let place = i * stride + j
        result[place] = 1 - passed[place]
      }
    }
  }

  /// Replaces a layer's means over pixels by those over their parts.
  private func setMeans(
    of mean: PartMean, at edges: [EdgeSample], _ strokes: [PixelPart.Stroke], _ first: Int
  ) {
    for edge in edges where edge.part.area > 1e-9 {
      blurred[edge.row * stride + edge.column] = Float(
        mean.mean(
          strokes[edge.part.strokes], area: edge.part.area, x: across.pixel(edge.column),
          y: down.pixel(first + edge.row)))
    }
  }

  /// A layer's blurred shapes in `blurred`, and in `neighbours` with what lies around.
  private func sumWithNeighbours(
    _ layer: Factors, _ first: Int, _ count: Int, _ range: Range<Int>
  ) {
    let reach = Self.slopeReach
    let wide = max(0, range.lowerBound - 32)..<min(columns, range.upperBound + reach)
    let from = max(0, first - reach)
    let to = min(rows, first + count + reach)
    func row(_ number: Int) -> UnsafeMutablePointer<Float> {
      neighbours + (number - first + reach) * stride
    }
    sum(layer, from, to - from, wide, row(from))
    for i in 0..<count {
      (blurred + i * stride + range.lowerBound).update(
        from: row(first + i) + range.lowerBound, count: paddedCount(range.count))
    }
  }

  /// Replaces the means of a layer that is smooth across a pixel by those over parts: of the
  /// quadratic that has the neighbours' means.
  private func setSmoothMeans(at edges: [EdgeSample], _ first: Int) {
    let reach = Self.slopeReach
    for edge in edges where edge.part.area > 1e-9 {
      func at(_ x: Int, _ y: Int) -> Double {
        let row = down.neighbour(first + edge.row, y) - first + reach
        return Double(neighbours[row * stride + across.neighbour(edge.column, x)])
      }
      let part = edge.part
      let middle = at(0, 0)
      var value = middle
      if !across.isPlateau(edge.column) {
        value += Self.slope(at(-2, 0), at(-1, 0), at(1, 0), at(2, 0)) * part.middle.x
        value += 0.5 * (at(-1, 0) - 2 * middle + at(1, 0)) * (part.spread.xx - 1.0 / 12)
      }
      if !down.isPlateau(first + edge.row) {
        value += Self.slope(at(0, -2), at(0, -1), at(0, 1), at(0, 2)) * part.middle.y
        value += 0.5 * (at(0, -1) - 2 * middle + at(0, 1)) * (part.spread.yy - 1.0 / 12)
      }
      value += 0.25 * (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) * part.spread.xy
      blurred[edge.row * stride + edge.column] = Float(min(1, max(0, value)))
    }
  }

  /// The slope in the middle of five neighbours, from the means over the other four.
  private static func slope(_ a: Double, _ b: Double, _ d: Double, _ e: Double) -> Double {
    (34 * (d - b) - 5 * (e - a)) / 48
  }

  private func setAreas(
    _ side: PixelPart.Side, _ first: Int, _ count: Int, _ range: Range<Int>
  ) {
    var cutter = PartCutter(
      of: recipe.cell, mask: recipe.mask, clip: recipe.clip, keepsStrokes: false)
    for i in 0..<count {
      for j in range {
        let place = i * stride + j
        let covered = side == .inside ? coverage[place] : 1 - coverage[place]
        guard let mask = recipe.mask else {
          result[place] = covered
          continue
        }
        if rim[place] != 0, isCutByMask(place) {
          let part = cutter.part(side, x: across.pixel(j), y: down.pixel(first + i))
          result[place] = Float(part.area)
        } else {
          result[place] = covered * (mask.isInverted ? 1 - masking[place] : masking[place])
        }
      }
    }
  }

  private func setShares(
    _ side: PixelPart.Side, _ first: Int, _ count: Int, _ range: Range<Int>
  ) {
    var cutter = PartCutter(
      of: recipe.cell, mask: recipe.mask, clip: recipe.clip, keepsStrokes: false)
    for i in 0..<count {
      for j in range {
        let place = i * stride + j
        guard isCutByClip(place), rim[place] != 0 || isCutByMask(place) else {
          result[place] = clipping[place]
          continue
        }
        let part = cutter.part(side, x: across.pixel(j), y: down.pixel(first + i))
        result[place] = part.unclippedArea > 1e-9 ? Float(part.area / part.unclippedArea) : 0
      }
    }
  }

  private func setUnion(_ first: Int, _ count: Int, _ range: Range<Int>) {
    let width = paddedCount(range.count)
    for i in 0..<count { kernels.fill(passed + (i * stride + range.lowerBound), 0, width) }
    for (index, layer) in recipe.layers.enumerated() {
      sum(layers[index], first, count, range, blurred)
      for i in 0..<count {
        for j in range {
          passed[i * stride + j] += Float(layer.alpha) * blurred[i * stride + j]
        }
      }
    }
    for i in 0..<count {
      for j in range {
        let place = i * stride + j
        let covered = min(1, max(0, coverage[place]))
        let filled = min(covered, max(0, passed[place]))
        let isFull = !(filled < 0.99999)
        if recipe.rule == .taken {
          result[place] = isFull ? 1 : 1 - (1 - covered) / (1 - filled)
        } else {
          result[place] = isFull ? 0 : (covered - filled) / (1 - filled)
        }
      }
    }
  }
}
