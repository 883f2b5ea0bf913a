/// How two pictures differ, pixel by pixel.
///
/// Differences are taken between premultiplied 8-bit values, `div255(c * a)` and alpha, because that
/// is what is seen: the colour of a transparent pixel is nobody's business, and one level of alpha
/// is one level, whatever colour it carries. For pictures that Penumbra wrote this loses nothing,
/// since their straight values came from exactly these premultiplied ones.
///
/// The unit of every difference is one level, 1/255. All of it is integer arithmetic, so the
/// figures are the same on every machine.
///
/// Both pictures are read by rows, twice where they differ: first it is found how much and where,
/// then what depends on that. Memory is bounded by a few rows, not by the pictures.
struct PictureDifference: Sendable {
  /// The expected picture, grown to the size that holds both.
  let expected: any PictureRows
  /// The actual picture, grown alike, its cell's box on top of the expected one.
  let actual: any PictureRows
  /// Whether the cell's box, or a plain picture, changed its size.
  let isResized: Bool
  /// What may differ.
  let limits: Limits
  /// The figures that do not depend on limits.
  let measures: Measures
  /// How many pixels differ by each number of levels, 0...255, in the channel that differs most.
  let levelCounts: [Int]
  /// CIEDE2000, when it was asked for.
  let colors: ColorFigures?

  /// Colour differences of the same rows of two pictures, one figure a pixel.
  typealias ColorMetric = (_ expected: Picture, _ actual: Picture) throws -> [Float]

  /// Compares two pictures with their boxes' top-left corners on top of each other.
  ///
  /// - Parameters:
  ///   - expected: What was drawn before.
  ///   - actual: What is drawn now.
  ///   - limits: What may differ.
  ///   - colorMetric: CIEDE2000, called with rows that differ.
  ///   - show: Makes what sees all rows of both pictures at their common size; it is given how much
  ///     they differ, and not called where they do not, unless the cell was resized.
  /// - Throws: What reading the pictures, `colorMetric` and `show` throw.
  init(
    expected: any PictureRows, actual: any PictureRows, limits: Limits = .exact,
    colorMetric: ColorMetric? = nil,
    show: ((PictureDifference.Overview) throws -> ((ComparedRows) throws -> Void)?)? = nil
  ) throws {
    let left = max(expected.box.x, actual.box.x)
    let top = max(expected.box.y, actual.box.y)
    let right = max(expected.width - expected.box.x, actual.width - actual.box.x)
    let bottom = max(expected.height - expected.box.y, actual.height - actual.box.y)
    func aligned(_ picture: any PictureRows) -> any PictureRows {
      picture.extended(
        left: left - picture.box.x, top: top - picture.box.y,
        width: left + right, height: top + bottom)
    }
    let before = aligned(expected)
    let after = aligned(actual)
    self.expected = before
    self.actual = after
    self.limits = limits
    let isResized =
      expected.box.width != actual.box.width || expected.box.height != actual.box.height
    self.isResized = isResized

    let levels = try LevelFigures(before, after)
    var measures = Measures(pixels: before.width * before.height)
    levels.write(to: &measures)
    levelCounts = levels.counts
    precondition(
      limits.maxDeltaE == nil || colorMetric != nil, "a limit of CIEDE2000 needs a colour metric")
    var colors = colorMetric.map { _ in
      ColorFigures(
        limits: limits,
        lowLevel: levels.smallestLevel(allowed: limits.allowedPixels(of: measures.pixels)))
    }
    let watcher =
      isResized || measures.changedPixels > 0
      ? try show?(
        Overview(
          width: before.width, height: before.height, box: before.box,
          largest: measures.largestDifference)) : nil
    if measures.changedPixels > 0 || watcher != nil {
      var blurred = measures.changedBox.map {
        BlurredDifference(width: before.width, height: before.height, changed: $0)
      }
      try ComparedRows.forEach(before, after) { rows in
        try watcher?(rows)
        blurred?.add(rows)
        if let colorMetric, !rows.isEqual {
          let figures = try colorMetric(rows.picture(rows.before), rows.picture(rows.after))
          colors?.add(figures, rows)
        }
      }
      blurred?.finish()
      blurred?.write(to: &measures)
    }
    colors?.write(to: &measures)
    self.measures = measures
    self.colors = colors
  }

  /// What is known of two pictures before their rows are shown.
  struct Overview {
    /// The common size, in pixels.
    var width: Int
    var height: Int
    /// The cell's box in it.
    var box: PixelRect
    /// The largest difference, in levels.
    var largest: Int
  }
}

extension ComparedRows {
  /// The rows of one of both as a picture.
  fileprivate func picture(_ bytes: UnsafePointer<UInt8>) -> Picture {
    Picture(
      width: width, height: count,
      bytes: [UInt8](UnsafeBufferPointer(start: bytes, count: width * count * 4)))
  }

  /// The largest difference of the four channels at a pixel, in levels, with each channel's own.
  @inline(__always)
  func levels(at place: Int) -> (
    largest: UInt8, red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8
  ) {
    let (a, b) = (before + place, after + place)
    if a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3] { return (0, 0, 0, 0, 0) }
    let red = Self.difference(a[0], a[3], b[0], b[3])
    let green = Self.difference(a[1], a[3], b[1], b[3])
    let blue = Self.difference(a[2], a[3], b[2], b[3])
    let alpha = a[3] > b[3] ? a[3] - b[3] : b[3] - a[3]
    return (max(max(red, green), max(blue, alpha)), red, green, blue, alpha)
  }

  @inline(__always)
  private static func difference(_ c: UInt8, _ a: UInt8, _ d: UInt8, _ b: UInt8) -> UInt8 {
    let left = premultiplied(c, alpha: a)
    let right = premultiplied(d, alpha: b)
    return left > right ? left - right : right - left
  }
}

/// `round(c * a / 255)`, halves up.
@inline(__always)
func premultiplied(_ c: UInt8, alpha a: UInt8) -> UInt8 {
  UInt8((UInt32(c) * UInt32(a) * 2 + 255) / 510)
}
