internal import PenumbraGraphics
internal import PenumbraScene

#if canImport(Glibc)
internal import Glibc
#endif

/// Text that an overlay makes hard to read.
///
/// The cell is drawn with and without its text, overlay and all, on the canvas's ground. Where a
/// pixel is covered by text (by four fifths and more), its colour is held against the one without
/// text by WCAG 2.1's contrast ratio.
struct ContrastRule {
  let probe: LintProbe
  /// WCAG 2.1, success criterion 1.4.3, for text of ordinary size.
  static let least = 4.5

  /// How well a text can be read.
  struct Contrast: Hashable {
    /// The lowest ratio at any pixel of the text.
    var lowest: Double
    /// The share of the text's pixels below 4.5.
    var share: Double
    /// The points from the cell's leading edge up to which all of it is above; nil where it fails
    /// from the start.
    var readableWidth: Double?
  }

  /// The contrast of a text under an overlay; nil without either, or when all of it passes.
  func contrast(of cell: PlacedCell, canvas: Canvas) throws -> Contrast? {
    guard cell.style.label != nil, cell.style.overlay != nil else { return nil }
    let region = probe.region(around: cell, reach: 0)
    var bare = cell
    bare.style.label = nil
    var letters = cell
    letters.style = ResolvedStyle(label: cell.style.label)
    letters.style.label?.color = .black
    let ink = try probe.picture(of: [letters], on: .color(.transparent), region: region)
    let ground = probe.background(of: canvas)
    let with = try probe.picture(of: [ground, cell], on: .color(.transparent), region: region)
    let without = try probe.picture(of: [ground, bare], on: .color(.transparent), region: region)
    var lowest = Double.infinity
    var failing = 0
    var total = 0
    var firstFailing: Int?
    for pixel in 0..<(region.width * region.height) where ink.bytes[pixel * 4 + 3] >= 204 {
      total += 1
      let ratio = Self.ratio(Self.luminance(with, pixel), Self.luminance(without, pixel))
      lowest = min(lowest, ratio)
      if ratio >= Self.least { continue }
      failing += 1
      let column = pixel % region.width
      let fromStart = probe.isRightToLeft ? region.width - 1 - column : column
      firstFailing = min(firstFailing ?? fromStart, fromStart)
    }
    guard let firstFailing else { return nil }
    let width = (Double(firstFailing) / probe.scale).rounded(.down)
    return Contrast(
      lowest: lowest, share: Double(failing) / Double(total),
      readableWidth: width > 0 ? width : nil)
  }

  /// The largest share of its opacity, in twentieths, under which the overlay leaves the text
  /// readable; 0 where only none does, nil where the text is too faint without it.
  func overlayThatIsReadable(over cell: PlacedCell, canvas: Canvas) throws -> Double? {
    func isReadable(_ twentieths: Int) throws -> Bool {
      var fainter = cell
      guard var overlay = cell.style.overlay else { return true }
      for index in overlay.stops.indices {
        overlay.stops[index].color.alpha *= Double(twentieths) / 20
      }
      fainter.style.overlay = overlay
      return try contrast(of: fainter, canvas: canvas) == nil
    }
    guard try isReadable(0) else { return nil }
    var (low, high) = (0, 20)
    while high - low > 1 {
      let middle = (low + high) / 2
      if try isReadable(middle) { low = middle } else { high = middle }
    }
    return Double(low) / 20
  }

  /// The ratio of two relative luminances, the lighter first.
  static func ratio(_ a: Double, _ b: Double) -> Double {
    (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The relative luminance of a pixel over white, which is what shows below a transparent canvas.
  private static func luminance(_ picture: Picture, _ pixel: Int) -> Double {
    let at = pixel * 4
    let alpha = picture.bytes[at + 3]
    func linear(_ channel: Int) -> Double {
      let value = Int(premultiplied(picture.bytes[at + channel], alpha: alpha)) + 255 - Int(alpha)
      return linearLevels[min(255, value)]
    }
    return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2)
  }

  /// sRGB's transfer function (IEC 61966-2-1) for each 8-bit value.
  private static let linearLevels: [Double] = (0...255).map { level in
    let c = Double(level) / 255
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }
}
