internal import CSSValues
internal import Scene

/// A rectangle of whole pixels.
struct PictureBox: Hashable, Sendable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  var width: Int { right - left }
  var height: Int { bottom - top }
}

extension PictureBox {
  /// Everything of a cell that can be seen: its shape and its shadows, rounded out to pixels.
  ///
  /// Each shadow reaches as far as its blur, spread, offset and opacity carry it before it rounds to
  /// nothing, cut by the cell's position mask. In pixels of the scene's canvas, unclipped by it: on
  /// a picture of its own a cell is whole.
  init(visible cell: PlacedCell, scale: Double) {
    let frame = cell.frame
    var left = frame.x
    var top = frame.y
    var right = frame.maxX
    var bottom = frame.maxY
    let outer = cell.style.shadows.filter { !$0.isInset && $0.opacity * $0.color.alpha > 0 }
    let alpha = outer.reduce(0) { $0 + $1.opacity * $1.color.alpha } * cell.style.opacity
    for shadow in outer {
      let path = shadow.caster == .shape ? cell.shadowPath.rect : nil
      let box = path ?? Rect(x: 0, y: 0, width: frame.width, height: frame.height)
      let reach = BlurReach.points(of: shadow, alpha: alpha, scale: scale) + shadow.spread
      guard box.width + 2 * reach > 0, box.height + 2 * reach > 0 else { continue }
      var shadowLeft = frame.x + box.x + shadow.offset.x - reach
      var shadowTop = frame.y + box.y + shadow.offset.y - reach
      var shadowRight = frame.x + box.maxX + shadow.offset.x + reach
      var shadowBottom = frame.y + box.maxY + shadow.offset.y + reach
      if let mask = cell.positionMask {
        shadowLeft = max(shadowLeft, frame.x + mask.x)
        shadowTop = max(shadowTop, frame.y + mask.y)
        shadowRight = min(shadowRight, frame.x + mask.maxX)
        shadowBottom = min(shadowBottom, frame.y + mask.maxY)
      }
      left = min(left, shadowLeft)
      top = min(top, shadowTop)
      right = max(right, shadowRight)
      bottom = max(bottom, shadowBottom)
    }
    self.left = Int((left * scale).rounded(.down))
    self.top = Int((top * scale).rounded(.down))
    // A cell without size still has a place.
    self.right = max(self.left + 1, Int((right * scale).rounded(.up)))
    self.bottom = max(self.top + 1, Int((bottom * scale).rounded(.up)))
  }
}

/// How far from an edge a blur can be seen.
enum BlurReach {
  /// The upper tail of the normal distribution from 0 to 3 in steps of 0.1, rounded up.
  private static let tails = [
    0.5, 0.4602, 0.4208, 0.3821, 0.3446, 0.3086, 0.2743, 0.2420, 0.2119, 0.1841, 0.1587, 0.1357,
    0.1151, 0.0969, 0.0808, 0.0669, 0.0549, 0.0446, 0.0360, 0.0288, 0.0228, 0.0179, 0.0140,
    0.0108, 0.0083, 0.0063, 0.0047, 0.0035, 0.0026, 0.0019, 0.0014,
  ]

  /// The distance in points beyond which a shadow rounds to nothing.
  ///
  /// `alpha` is that of all shadows of the cell together; at least half a pixel, for the edge itself.
  static func points(of shadow: Shadow, alpha: Double, scale: Double) -> Double {
    let least = 0.49 / 255
    let step = tails.firstIndex { $0 * alpha < least } ?? tails.count
    let sigmas = Double(step) / 10
    let halfPixel = 0.5 / scale
    switch shadow.kernel {
    case .gaussian: return shadow.sigma * sigmas + halfPixel
    // Its taps end at two sigma, in whole pixels.
    case .coreGraphics: return shadow.sigma * 2 + halfPixel
    case .renderServer: return shadow.sigma * min(sigmas, 2.7) + halfPixel
    }
  }
}
