import Glibc

/// Seconds of a monotonic clock.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
}

/// One measurement as a line of JSON: `{"what", "where", "isa", "unit", "values": [...]}`.
///
/// `values` are rates, one for each repeat; each repeat calls `body` often enough to last about
/// `seconds`.
func report(
  _ what: String, where place: String, isa: String? = nil, unit: String, amount: Double,
  repeats: Int = 7, seconds: Double = 0.05, _ body: () -> Void
) {
  body()
  let start = now()
  body()
  let calls = max(1, Int(seconds / max(1e-9, now() - start)))
  let values = (0..<repeats).map { _ -> Double in
    let start = now()
    for _ in 0..<calls { body() }
    return amount * Double(calls) / (now() - start)
  }
  let list = values.map { "\($0.rounded())" }.joined(separator: ", ")
  let level = isa.map { "\"\($0)\"" } ?? "null"
  print(
    "{\"what\": \"\(what)\", \"where\": \"\(place)\", \"isa\": \(level), "
      + "\"unit\": \"\(unit)\", \"values\": [\(list)]}")
}
