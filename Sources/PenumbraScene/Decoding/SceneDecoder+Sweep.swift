internal import CSSValues
internal import OrderedJSON
internal import PenumbraFiles

/// The keys that a matrix varies, and their values.
extension SceneDecoder {
  /// One key of `vary`.
  ///
  /// Ranges become values only after the number of cells has been checked.
  struct Sweep {
    var member: JSONMember
    /// The key at its dots: the part of the style, then the way into it.
    var path: [String]
    var count: Int
    private var make: (Int) -> JSONValue

    var values: [JSONValue] { (0..<count).map(make) }

    init(member: JSONMember, path: [String], count: Int, make: @escaping (Int) -> JSONValue) {
      self.member = member
      self.path = path
      self.count = count
      self.make = make
    }
  }

  func sweeps(_ value: JSONValue) throws(SceneFault) -> [Sweep] {
    let members = try value.readObject("an object: a list of values, or a range, for each key")
    guard members.count <= limits.varied else {
      throw value.fault(.limitExceeded, expected: "at most \(limits.varied) varied keys")
    }
    let known =
      ["style"] + Self.styleKeys.filter { !["extends", "lint", "comment"].contains($0) }
    var sweeps: [Sweep] = []
    let count = noteCount
    for member in members {
      do throws(SceneFault) {
        let path = member.key.splitBytes(at: ".", omittingEmpty: false)
        guard let first = path.first, known.contains(first), !path.contains(""),
          first != "style" || path.count == 1, path.count <= limits.variedDots + 1
        else {
          throw member.unknown(among: known)
        }
        if let elements = member.value.array {
          guard !elements.isEmpty else {
            throw member.value.fault(.invalidValue, expected: "at least one value")
          }
          sweeps.append(Sweep(member: member, path: path, count: elements.count) { elements[$0] })
        } else {
          sweeps.append(try range(member, path: path))
        }
      } catch {
        note(error)
      }
    }
    try stop(since: count)
    return sweeps
  }

  /// `{"from", "to", "step"}`: both ends belong to it, if the step meets the second.
  ///
  /// The count allows for the rounding of decimal fractions (0 to 1 by 0.1 is eleven values), and
  /// each value is computed from its index and rounded to the decimals that were written, so that
  /// 0.1 times 3 is 0.3.
  private func range(_ member: JSONMember, path: [String]) throws(SceneFault) -> Sweep {
    let value = member.value
    let what = "a list of values, or a range of \"from\", \"to\" and \"step\""
    var parts: [String: Double] = [:]
    let mark = noteCount
    for part in try value.readObject(what) {
      do throws(SceneFault) {
        guard ["from", "to", "step"].contains(part.key) else {
          throw part.unknown(among: ["from", "to", "step"])
        }
        parts[part.key] = try signedLength(part.value, "a number of the range")
      } catch {
        note(error)
      }
    }
    for key in ["from", "to", "step"] { require(key, in: value, what) }
    try stop(since: mark)
    let (from, to, step) = (parts["from"] ?? 0, parts["to"] ?? 0, parts["step"] ?? 0)
    guard step != 0, (to - from) * step >= 0 else {
      throw value.fault(.invalidValue, expected: "a step that leads from \"from\" to \"to\"")
        .found("a step of \(JSONValue.text(of: step))")
    }
    let steps = (to - from) / step
    guard steps < Double(limits.cells) else {
      throw value.fault(.limitExceeded, expected: "at most \(limits.cells) values")
        .found("a range of \(JSONValue.text(of: steps.rounded(.down) + 1)) values")
    }
    let count = Int(saturating: (steps + 1e-9).rounded(.down)) + 1
    var decimals: Double?
    if let ofFrom = Self.decimals(from), let ofStep = Self.decimals(step) {
      decimals = max(ofFrom, ofStep)
    }
    let offset = value.offset
    return Sweep(member: member, path: path, count: count) { [decimals] index in
      let exact = from + Double(index) * step
      guard let decimals else { return JSONValue(.number(exact), offset: offset) }
      return JSONValue(.number((exact * decimals).rounded() / decimals), offset: offset)
    }
  }

  /// The power of ten that makes a number whole; nil above 10^9.
  private static func decimals(_ number: Double) -> Double? {
    var power = 1.0
    while power <= 1e9 {
      if (number * power).rounded() / power == number { return power }
      power *= 10
    }
    return nil
  }

  /// The size of the cross product, by arithmetic.
  func cellCount(of sweeps: [Sweep], at vary: JSONValue) throws(SceneFault) -> Int {
    var count = 1
    for sweep in sweeps {
      let (product, overflow) = count.multipliedReportingOverflow(by: sweep.count)
      guard !overflow, product <= limits.cells else {
        let factors = sweeps.map { "\($0.count)" }.joined(separator: " x ")
        throw vary.fault(.limitExceeded, expected: "at most \(limits.cells) cells")
          .found("a matrix of \(factors) cells")
      }
      count = product
    }
    return count
  }
}
