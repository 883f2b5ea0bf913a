internal import PenumbraFiles

/// The smallest decimal of so many places that is not below `value`.
func roundedUp(_ value: Double, decimals: Int) -> Double {
  var power = 1.0
  for _ in 0..<decimals { power *= 10 }
  var steps = (value * power).rounded(.up)
  // Division may round below the value again.
  while steps / power < value { steps += 1 }
  return steps / power
}

/// A figure of at most six decimals, without exponent and without trailing zeros; one of a million
/// millions and more, which no measurement gives, as the language writes it.
func decimal(_ value: Double) -> String {
  guard abs(value) < 1e12 else { return value.description }
  let millionths = Int(exactly: (abs(value) * 1_000_000).rounded()) ?? 0
  let (whole, part) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
  var text = String(whole)
  if part > 0 {
    let digits = String(part)
    var fraction = String(repeating: "0", count: 6 - digits.count) + digits
    while fraction.hasByteSuffix("0") { fraction.removeLast() }
    text += "." + fraction
  }
  return value < 0 && millionths > 0 ? "-" + text : text
}

/// A share as per cent, small ones not as zero.
func percent(_ share: Double) -> String {
  share > 0 && share < 0.0001 ? "under 0.01 %" : "\(fixed(share * 100, decimals: 2)) %"
}

/// A figure with three decimals.
func figure(_ value: Double) -> String { fixed(value, decimals: 3) }

/// A figure rounded to at most so many decimals.
func fixed(_ value: Double, decimals: Int) -> String {
  var power = 1.0
  for _ in 0..<decimals { power *= 10 }
  return decimal((value * power).rounded() / power)
}
