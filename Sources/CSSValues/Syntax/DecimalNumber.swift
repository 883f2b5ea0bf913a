/// The value of a decimal number as CSS and JSON write it.
package enum DecimalNumber {
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The nearest double to `[+-]digits[.digits][e[+-]digits]`, infinite when out of range; not a
  /// number for other text.
  ///
  /// Up to 15 digits with at most 22 decimals are exact integers over an exact power of ten, so one
  /// division rounds correctly; longer ones go to the standard library.
  package static func value(of bytes: UnsafeBufferPointer<UInt8>) -> Double {
    var mantissa: UInt64 = 0
    var digits = 0
    var decimals = 0
    var isNegative = false
    var sawPoint = false
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard digits < 15 else { return general(bytes) }
        mantissa = mantissa * 10 + UInt64(byte - UInt8(ascii: "0"))
        if mantissa > 0 { digits += 1 }
        if sawPoint { decimals += 1 }
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: "+") where index == 0: break
      case UInt8(ascii: ".") where !sawPoint: sawPoint = true
      default: return general(bytes)
      }
    }
    guard decimals < powersOfTen.count else { return general(bytes) }
    let value = Double(mantissa) / powersOfTen[decimals]
    return isNegative ? -value : value
  }

  private static func general(_ bytes: UnsafeBufferPointer<UInt8>) -> Double {
    var text = Substring(decoding: bytes, as: UTF8.self)
    if text.first == "+" { text = text.dropFirst() }
    return Double(text) ?? .nan
  }
}
