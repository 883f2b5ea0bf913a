/// CSS Color 5, section 2, `color-mix()`, on the interpolation of CSS Color 4, section 12.
extension CSSParser {
  /// After the opening parenthesis; the space may be left out and is Oklab then.
  mutating func colorMix() throws(CSSError) -> CSSColor {
    var space = ColorSpace.oklab
    var path = HuePath.shorter
    if take(keyword: "in") {
      skipWhitespace()
      guard let named = colorSpace() else { throw unexpected(expected: "a colour space") }
      space = named
      skipWhitespace()
      if current.kind == .ident {
        guard space.hueIndex != nil, let named = HuePath(rawValue: name(of: current)) else {
          throw unexpected(
            expected: space.hueIndex == nil
              ? "\",\": \(space.rawValue) has no hue"
              : "shorter, longer, increasing or decreasing")
        }
        path = named
        advance()
        skipWhitespace()
        guard take(keyword: "hue") else { throw unexpected(expected: "\"hue\"") }
        skipWhitespace()
      }
      try expect(.comma, "\",\" before the first colour")
    }
    let (first, firstShare) = try mixItem()
    try expect(.comma, "\",\" before the second colour")
    let (second, secondShare) = try mixItem()
    return mix(
      first, firstShare, second, secondShare, space: space, path: path)
  }

  /// A colour with an optional percentage before or after it.
  private mutating func mixItem() throws(CSSError) -> (CSSColor, Double?) {
    skipWhitespace()
    var share = try mixShare()
    skipWhitespace()
    let color = try requiredColor()
    skipWhitespace()
    if share == nil { share = try mixShare() }
    skipWhitespace()
    return (color, share)
  }

  private mutating func mixShare() throws(CSSError) -> Double? {
    let token = current
    guard !startsColor(), let share = try numeric() else { return nil }
    guard share.kind == .percentage else { throw error(at: token, expected: "a percentage") }
    if share.isCalculated { return min(max(share.value, 0), 100) }
    guard (0...100).contains(share.value) else {
      throw error(at: token, expected: "a percentage from 0% to 100%")
    }
    return share.value
  }

  /// Fills in the shares, mixes, and takes the alpha down by what the shares lack of 100 %.
  private func mix(
    _ first: CSSColor, _ firstShare: Double?, _ second: CSSColor, _ secondShare: Double?,
    space: ColorSpace, path: HuePath
  ) -> CSSColor {
    let p1 = firstShare ?? 100 - (secondShare ?? 50)
    let p2 = secondShare ?? 100 - p1
    let sum = p1 + p2
    var result = ColorInterpolation.mix(
      first, second, amount: sum > 0 ? p2 / sum : 0.5, in: space, path: path)
    if sum < 100 { result.alpha = result.alpha.map { $0 * sum / 100 } }
    return result
  }
}

/// Which way around the hue circle (CSS Color 4, section 12.4).
enum HuePath: String {
  case shorter
  case longer
  case increasing
  case decreasing

  /// The second hue, moved by whole turns so that a straight line from the first goes this way.
  func fixed(_ first: Double, _ second: Double) -> Double {
    let difference = second - first
    switch self {
    case .shorter:
      return difference > 180 ? second - 360 : difference < -180 ? second + 360 : second
    case .longer:
      if difference > 0 && difference < 180 { return second - 360 }
      return difference > -180 && difference <= 0 ? second + 360 : second
    case .increasing: return difference < 0 ? second + 360 : second
    case .decreasing: return difference > 0 ? second - 360 : second
    }
  }
}

/// Colours between two colours.
enum ColorInterpolation {
  /// The colour `amount` of the way from `first` to `second`: converted with missing components
  /// carried over, premultiplied, mixed, and divided by alpha again.
  static func mix(
    _ first: CSSColor, _ second: CSSColor, amount: Double, in space: ColorSpace, path: HuePath
  ) -> CSSColor {
    var a = converted(first, to: space)
    var b = converted(second, to: space)
    for index in 0..<3 {
      if a.components[index] == nil { a.components[index] = b.components[index] }
      if b.components[index] == nil { b.components[index] = a.components[index] }
    }
    if a.alpha == nil { a.alpha = b.alpha }
    if b.alpha == nil { b.alpha = a.alpha }
    let alphaA = a.alpha ?? 1
    let alphaB = b.alpha ?? 1
    let alpha = alphaA * (1 - amount) + alphaB * amount
    var result = CSSColor.Components(nil, nil, nil)
    for index in 0..<3 {
      guard let x = a.components[index], let y = b.components[index] else { continue }
      if index == space.hueIndex {
        result[index] = Polar.normalized(x + (path.fixed(x, y) - x) * amount)
      } else {
        let premultiplied = x * alphaA * (1 - amount) + y * alphaB * amount
        result[index] = alpha > 0 ? premultiplied / alpha : premultiplied
      }
    }
    return CSSColor(space: space, components: result, alpha: a.alpha == nil ? nil : alpha)
  }

  /// Converts, makes a hue that means nothing `none`, and carries `none` over to components of the
  /// same role (CSS Color 4, section 12.2).
  private static func converted(_ color: CSSColor, to space: ColorSpace) -> CSSColor {
    if color.space == space { return color }
    var result = color.converted(to: space)
    if isAchromatic(result), let hue = space.hueIndex { result.components[hue] = nil }
    for (source, role) in color.space.roles.enumerated()
    where role != .other && color.components[source] == nil {
      if let target = space.roles.firstIndex(of: role) { result.components[target] = nil }
    }
    return result
  }

  private static func isAchromatic(_ color: CSSColor) -> Bool {
    let c = color.components.values
    return switch color.space {
    case .hsl: c.y <= 0.001
    case .hwb: c.y + c.z >= 99.999
    case .lch: c.y <= 0.001_5
    case .oklch: c.y <= 0.000_004
    default: false
    }
  }
}
