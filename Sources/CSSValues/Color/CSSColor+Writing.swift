public import PenumbraGraphics

extension CSSColor {
  /// The colour as CSS writes it, so that reading it again gives the same components.
  public var css: String {
    func number(_ index: Int) -> String {
      components[index].map { Color.decimal($0) } ?? "none"
    }
    func percentage(_ index: Int) -> String {
      components[index].map { Color.decimal($0) + "%" } ?? "none"
    }
    let parts: String
    let function: String
    switch space {
    case .hsl, .hwb:
      function = space.rawValue
      parts = "\(number(0)) \(percentage(1)) \(percentage(2))"
    case .lab, .lch, .oklab, .oklch:
      function = space.rawValue
      parts = "\(number(0)) \(number(1)) \(number(2))"
    default:
      function = "color"
      parts = "\(space.rawValue) \(number(0)) \(number(1)) \(number(2))"
    }
    let end =
      switch alpha {
      case 1: ""
      case .some(let alpha): " / \(Color.decimal(alpha))"
      case nil: " / none"
      }
    return "\(function)(\(parts)\(end))"
  }
}

extension Color {
  /// The colour as CSS writes it: hexadecimal where that is exact, else `rgb()` with the channels
  /// as numbers of 0...255 and alpha as it is.
  public var css: String {
    let channels = [red * 255, green * 255, blue * 255]
    let alphaByte = (alpha * 255).rounded()
    let isExact =
      channels.allSatisfy { ($0.rounded() - $0).magnitude < 1e-9 }
      && (alphaByte / 255 - alpha).magnitude < 1e-12
    guard isExact else {
      let numbers = channels.map { Color.decimal(($0 * 1e6).rounded() / 1e6) }
      let end = alpha == 1 ? "" : " / \(Color.decimal((alpha * 1e9).rounded() / 1e9))"
      return "rgb(\(numbers.joined(separator: " "))\(end))"
    }
    let bytes = (channels + (alpha == 1 ? [] : [alphaByte])).map {
      UInt8(clamping: Int(saturating: $0.rounded()))
    }
    return "#"
      + bytes.map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }

  /// A number without an exponent where a plain one will do, and without a needless ".0".
  static func decimal(_ value: Double) -> String {
    if value == value.rounded(), value.magnitude < 1e15 { return String(Int(saturating: value)) }
    return value.description
  }
}
