import Glibc

/// Seconds of a monotonic clock.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
}

/// Something to be timed, and its name in the results.
struct Contender {
  var what: String
  var place: String
  /// The instruction set of a kernel; nil for what the system does.
  var isa: String?
  var unit: String
  /// How many of the unit one call handles.
  var amount: Double
  var body: () -> Void
}

/// Times contenders in turn, round by round, so that whatever else the machine does meets all of them,
/// and prints for each a line of JSON: `{"what", "where", "isa", "unit", "values": [...]}`.
///
/// `values` are rates, one for each round, in which a contender is called often enough to last about
/// `seconds`.
func race(_ contenders: [Contender], rounds: Int = 15, seconds: Double = 0.03) {
  let calls = contenders.map { contender -> Int in
    contender.body()
    let start = now()
    contender.body()
    return max(1, Int(seconds / max(1e-9, now() - start)))
  }
  var values = [[Double]](repeating: [], count: contenders.count)
  for _ in 0..<rounds {
    for (index, contender) in contenders.enumerated() {
      let start = now()
      for _ in 0..<calls[index] { contender.body() }
      values[index].append(contender.amount * Double(calls[index]) / (now() - start))
    }
  }
  for (contender, values) in zip(contenders, values) {
    let list = values.map { "\($0.rounded())" }.joined(separator: ", ")
    let level = contender.isa.map { "\"\($0)\"" } ?? "null"
    print(
      "{\"what\": \"\(contender.what)\", \"where\": \"\(contender.place)\", \"isa\": \(level), "
        + "\"unit\": \"\(contender.unit)\", \"values\": [\(list)]}")
  }
}
