internal import PenumbraGraphics

/// The blurred indicator of a shape, averaged over pixels, as an integral along its outline.
///
/// A pixel with its centre at (px, py) receives
///
///     alpha = integral along the outline of step(px - x) * window(py - y) dy
///
/// which is the closed form per scan line in x, integrated over y. Vertical sides are closed forms
/// in y too. Corners are cut into panels across which neither factor changes fast, and each panel
/// is integrated with eight Gauss-Legendre nodes.
struct OutlineIntegral {
  let profile: BlurProfile
  private(set) var field: PixelField

  init(_ rect: PixelRect, profile: BlurProfile) {
    self.profile = profile
    // Holds differences along each row until `finished` sums them up.
    field = PixelField(rect)
  }

  /// The sum along each row: the alpha of every pixel.
  func finished() -> PixelField {
    var result = field
    let width = field.rect.width
    for row in 0..<field.rect.height {
      var sum = 0.0
      for column in 0..<width {
        sum += result.values[row * width + column]
        result.values[row * width + column] = sum
      }
    }
    return result
  }

  /// Adds the stretch t = from...to of a piece.
  mutating func add(_ piece: OutlinePiece, from: Double = 0, to: Double = 1) {
    guard to > from else { return }
    let profile = profile
    if case .vertical(let x, _, _) = piece {
      let start = piece.point(from).y
      let end = piece.point(to).y
      add(
        x: x, minY: min(start, end), maxY: max(start, end),
        weight: { profile.step($0 - start) - profile.step($0 - end) })
      return
    }
    let cuts = panels(of: piece, from: from, to: to)
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      for node in GaussLegendre.nodes {
        let t = start + (end - start) * node.position
        let point = piece.point(t)
        let share = (end - start) * node.weight * piece.velocity(t).y
        add(
          x: point.x, minY: point.y, maxY: point.y,
          weight: { share * profile.window($0 - point.y) })
      }
    }
  }

  /// Adds step(px - x) * weight(py) to every pixel, where weight is 0 beyond the profile's support
  /// of minY...maxY.
  private mutating func add(
    x: Double, minY: Double, maxY: Double, weight: (Double) -> Double
  ) {
    let rect = field.rect
    let firstRow = clamp((minY - profile.support - 0.5).rounded(.down), rect.y, rect.maxY)
    let endRow = clamp((maxY + profile.support + 0.5).rounded(.up), rect.y, rect.maxY)
    let firstColumn = clamp((x - profile.support - 0.5).rounded(.down), rect.x, rect.maxX)
    guard firstRow < endRow, firstColumn < rect.maxX else { return }
    // An edge far to the left raises the whole row, from its first pixel on.
    let endColumn = max(
      firstColumn + 1, clamp((x + profile.support + 0.5).rounded(.up) + 1, rect.x, rect.maxX))
    var steps = [Double](repeating: 0, count: endColumn - firstColumn)
    var before = 0.0
    for column in firstColumn..<endColumn {
      let step = profile.step(Double(column) + 0.5 - x)
      steps[column - firstColumn] = step - before
      before = step
    }
    for row in firstRow..<endRow {
      let w = weight(Double(row) + 0.5)
      if w == 0 { continue }
      let base = (row - rect.y) * rect.width + firstColumn - rect.x
      for index in steps.indices { field.values[base + index] += w * steps[index] }
    }
  }

  private func clamp(_ value: Double, _ low: Int, _ high: Int) -> Int {
    Int(min(Double(high), max(Double(low), value)))
  }

  // MARK: Panels

  /// The parameters at which a piece is cut, ascending, `from` and `to` included.
  private func panels(of piece: OutlinePiece, from: Double, to: Double) -> [Double] {
    let start = piece.point(from)
    let end = piece.point(to)
    var cuts = [from, to]
    for (axis, a, b) in [(\Point.x, start.x, end.x), (\Point.y, start.y, end.y)] {
      for level in levels(from: min(a, b), to: max(a, b)) {
        cuts.append(parameter(of: piece, axis, at: level, ascending: b > a, from: from, to: to))
      }
    }
    return cuts.sorted()
  }

  /// The coordinates to cut at, strictly between two.
  ///
  /// Seen from all pixels, the factors change fast only within the kernel's reach of the pixels'
  /// edges, which are the whole numbers; beyond it they are straight lines. A sharp shape has
  /// corners at the whole numbers themselves, the cut Gaussian falls off a step at its end on either
  /// side of them. Where sigma is large that step is met by many small panels instead: a panel that
  /// the step falls into is off by about a hundredth of its share of sigma.
  private func levels(from low: Double, to high: Double) -> [Double] {
    let offsets: [Double]
    switch profile.density {
    case .impulse:
      offsets = [0]
    case .gaussian where profile.sigma < 1 / 16.0:
      offsets = (-4...4).map { Double($0) * 2 * profile.sigma }
    case .cutGaussian where profile.sigma < 1 / 16.0:
      offsets = [-BlurProfile.cut, -1, 1, BlurProfile.cut].map { $0 * profile.sigma }
    case .cutGaussian where profile.sigma < 10:
      let end = BlurProfile.cut * profile.sigma
      let perPixel = (1 / (2 * profile.sigma)).rounded(.up)
      offsets = [-end, end] + (0..<Int(perPixel)).map { Double($0) / perPixel }
    case .gaussian:
      return evenLevels(from: low, to: high, step: 2 * profile.sigma)
    case .cutGaussian:
      return evenLevels(from: low, to: high, step: profile.sigma / 40)
    }
    let reach = Int((offsets.map(abs).max() ?? 0).rounded(.up))
    let first = Int(low.rounded(.down)) - reach
    let last = Int(high.rounded(.up)) + reach
    return (first...last).flatMap { line in offsets.map { Double(line) + $0 } }
      .filter { $0 > low && $0 < high }
  }

  private func evenLevels(from low: Double, to high: Double, step: Double) -> [Double] {
    let count = ((high - low) / step).rounded(.up)
    guard count > 1 else { return [] }
    return (1..<Int(count)).map { low + (high - low) * Double($0) / count }
  }

  /// Where a monotone piece reaches a coordinate, by bisection.
  private func parameter(
    of piece: OutlinePiece, _ axis: KeyPath<Point, Double>, at level: Double, ascending: Bool,
    from: Double, to: Double
  ) -> Double {
    var low = from
    var high = to
    for _ in 0..<50 {
      let middle = 0.5 * (low + high)
      if (piece.point(middle)[keyPath: axis] < level) == ascending {
        low = middle
      } else {
        high = middle
      }
    }
    return 0.5 * (low + high)
  }
}
