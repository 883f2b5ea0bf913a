internal import CSSValues

/// Sweeps.
extension SceneDecoder {
  func matrix(_ value: JSONValue) throws(SceneFault) -> Matrix {
    let known = ["style", "cell", "columns", "gap", "vary", "caption", "comment"]
    var matrix = Matrix(
      cell: Size(width: 0, height: 0), gap: 0, axes: [], bases: [], count: 1)
    for member in try value.readObject("a matrix") {
      let own = member.value
      switch member.key {
      case "style", "caption", "vary": break
      case "cell": matrix.cell = try matrixCell(own)
      case "columns": matrix.columns = try own.readInteger(1...limits.cells, "a number of columns")
      case "gap": matrix.gap = try length(own, "a gap")
      case "comment": _ = try own.readString("a comment")
      default: throw member.unknown(among: known)
      }
    }
    guard value["cell"] != nil else {
      throw value.fault(.missingKey, expected: "the cells' size").missing("cell")
    }
    guard let vary = value["vary"] else {
      throw value.fault(.missingKey, expected: "the keys to vary").missing("vary")
    }
    let sweeps = try sweeps(vary)
    matrix.count = try cellCount(of: sweeps, at: vary)
    matrix.axes = axes(sweeps)
    try fillBases(of: &matrix, sweeps: sweeps, style: value["style"])
    if let caption = value["caption"] {
      matrix.caption = try captionTemplate(caption, axes: matrix.axes)
    }
    return matrix
  }

  private func matrixCell(_ value: JSONValue) throws(SceneFault) -> Size {
    for member in try value.readObject("the cells' width and height")
    where member.key != "width" && member.key != "height" {
      throw member.unknown(among: ["width", "height"])
    }
    guard let width = value["width"], let height = value["height"] else {
      throw value.fault(.missingKey, expected: "the cells' width and height")
        .missing(value["width"] == nil ? "width" : "height")
    }
    return Size(width: try length(width, "a width"), height: try length(height, "a height"))
  }

  private func axes(_ sweeps: [Sweep]) -> [Matrix.Axis] {
    var stride = 1
    var axes: [Matrix.Axis] = []
    for sweep in sweeps.reversed() {
      let texts = sweep.values.map { $0.string ?? $0.text(.compact) }
      axes.append(
        Matrix.Axis(key: sweep.member.key, count: sweep.count, stride: stride, texts: texts))
      stride *= sweep.count
    }
    return axes.reversed()
  }

  // MARK: Varied keys

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

  private func sweeps(_ value: JSONValue) throws(SceneFault) -> [Sweep] {
    let members = try value.readObject("an object: a list of values, or a range, for each key")
    guard members.count <= limits.varied else {
      throw value.fault(.limitExceeded, expected: "at most \(limits.varied) varied keys")
    }
    let known =
      ["style"] + Self.styleKeys.filter { !["extends", "lint", "comment"].contains($0) }
    var sweeps: [Sweep] = []
    for member in members {
      let path = member.key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard let first = path.first, known.contains(first), !path.contains(""),
        first != "style" || path.count == 1
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
    }
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
    for part in try value.readObject(what) {
      guard ["from", "to", "step"].contains(part.key) else {
        throw part.unknown(among: ["from", "to", "step"])
      }
      parts[part.key] = try signedLength(part.value, "a number of the range")
    }
    for key in ["from", "to", "step"] where parts[key] == nil {
      throw value.fault(.missingKey, expected: what).missing(key)
    }
    let (from, to, step) = (parts["from"] ?? 0, parts["to"] ?? 0, parts["step"] ?? 0)
    guard step != 0, (to - from) * step >= 0 else {
      throw value.fault(.invalidValue, expected: "a step that leads from \"from\" to \"to\"")
        .found("a step of \(JSONValue.text(of: step))")
    }
    let steps = (to - from) / step
    guard steps < Double(limits.cells) else {
      throw value.fault(.limitExceeded, expected: "at most \(limits.cells) values")
        .found("a range of about \(JSONValue.text(of: steps.rounded())) values")
    }
    let count = Int((steps + 1e-9).rounded(.down)) + 1
    let decimals = max(Self.decimals(from), Self.decimals(step))
    let offset = value.offset
    return Sweep(member: member, path: path, count: count) { index in
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

  private func max(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return nil }
    return Swift.max(a, b)
  }

  /// The size of the cross product, by arithmetic.
  private func cellCount(of sweeps: [Sweep], at vary: JSONValue) throws(SceneFault) -> Int {
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

  // MARK: Bases and tables

  private func fillBases(
    of matrix: inout Matrix, sweeps: [Sweep], style: JSONValue?
  ) throws(SceneFault) {
    matrix.baseAxis = sweeps.firstIndex { $0.path == ["style"] }
    var choices: [JSONValue?] = [nil]
    if let baseAxis = matrix.baseAxis {
      if let own = style?.string {
        throw sweeps[baseAxis].member.conflict(with: "style\": \"\(own)")
      }
      if let extends = style?.members?.first(where: { $0.key == "extends" }) {
        throw extends.conflict(with: "vary.style")
      }
      choices = sweeps[baseAxis].values
    }
    for choice in choices {
      let chain = try styleChain(style, base: choice)
      let base = try baseStyle(style, base: choice)
      guard base.scope != .section else {
        let place = style ?? choice ?? sweeps[0].member.value
        throw place.fault(.invalidValue, expected: "cells that cast their own shadows")
          .found("\"shadowScope\": \"section\" in a matrix")
      }
      let tables = try tables(sweeps, chain: chain, base: base)
      if !sweeps.contains(where: { $0.path[0] == "elevation" }), let place = style ?? choice {
        try check(base, at: place)
      }
      matrix.bases.append(Matrix.Base(style: base, tables: tables))
    }
  }

  /// The style that is swept: the matrix's own, over the choice or what it extends.
  private func baseStyle(
    _ style: JSONValue?, base: JSONValue?
  ) throws(SceneFault) -> StyleDeclaration {
    guard let style, style.string == nil else {
      return try (base ?? style).map { (name) throws(SceneFault) in try self.style(named: name) }
        ?? StyleDeclaration()
    }
    let own = try parts(try style.readObject("a style, or the name of one"), allowing: [])
    guard let below = base ?? own.base else { return own.style }
    return own.style.over(try self.style(named: below))
  }

  /// The trees that a style stands on, itself first.
  private func styleChain(
    _ style: JSONValue?, base: JSONValue?
  ) throws(SceneFault) -> [JSONValue] {
    var chain: [JSONValue] = []
    var next = base
    if let style {
      if style.string != nil {
        next = style
      } else {
        chain.append(style)
        next = base ?? style["extends"]
      }
    }
    while let reference = next {
      // Named styles extend each other in no circle: that was checked when they were read.
      _ = try self.style(named: reference)
      guard let name = reference.string, let tree = styleTrees[name] else { break }
      chain.append(tree)
      next = tree["extends"]
    }
    return chain
  }

  /// Reads every combination of the axes that touch the same part.
  private func tables(
    _ sweeps: [Sweep], chain: [JSONValue], base: StyleDeclaration
  ) throws(SceneFault) -> [Matrix.Table] {
    var groups: [(part: String, axes: [Int])] = []
    for (index, sweep) in sweeps.enumerated() where sweep.path[0] != "style" {
      if let known = groups.firstIndex(where: { $0.part == sweep.path[0] }) {
        groups[known].axes.append(index)
      } else {
        groups.append((sweep.path[0], [index]))
      }
    }
    var tables: [Matrix.Table] = []
    for group in groups {
      let own = group.axes.map { sweeps[$0] }
      let values = own.map(\.values)
      let written = chain.reversed().reduce(nil) { below, tree in
        Self.laid(tree[group.part], over: below, part: group.part)
      }
      // Whole parts first, so that a key inside of one is not overwritten.
      let order = own.indices.sorted { own[$0].path.count < own[$1].path.count }
      let rows = own.reduce(1) { $0 * $1.count }
      var parts: [StylePart] = []
      parts.reserveCapacity(rows)
      for row in 0..<rows {
        var digits = Array(repeating: 0, count: own.count)
        var rest = row
        for axis in own.indices.reversed() {
          digits[axis] = rest % own[axis].count
          rest /= own[axis].count
        }
        var tree = written
        for axis in order {
          tree = try setting(
            own[axis].path[1...], to: values[axis][digits[axis]],
            in: Self.spelledOut(tree, part: group.part), sweep: own[axis])
        }
        parts.append(try part(group.part, tree, base: base, at: own[0].member))
      }
      tables.append(Matrix.Table(axes: group.axes, parts: parts))
    }
    return tables
  }

  private func part(
    _ key: String, _ tree: JSONValue?, base: StyleDeclaration, at member: JSONMember
  ) throws(SceneFault) -> StylePart {
    let value = tree ?? JSONValue(.null, offset: member.value.offset)
    let whole = JSONMember(key: key, value: value, keyOffset: member.keyOffset)
    guard let part = try part(whole) else { throw member.unknown(among: Self.styleKeys) }
    if case .scope(.section) = part {
      throw value.fault(.invalidValue, expected: "cells that cast their own shadows")
    }
    if case .elevation = part {
      var style = base
      style.set(part)
      try check(style, at: value)
    }
    return part
  }

  /// A part with members where it may be written shorter.
  private static func spelledOut(_ value: JSONValue?, part: String) -> JSONValue? {
    let key: String? =
      switch (part, value?.content) {
      case ("elevation", .number): "value"
      case ("label", .string): "text"
      default: nil
      }
    guard let key, let value else { return value }
    let member = JSONMember(key: key, value: value, keyOffset: value.offset)
    return JSONValue(.object([member]), offset: value.offset)
  }

  /// A part of a style over the same part of the style below, as declarations lie over each other.
  private static func laid(_ own: JSONValue?, over below: JSONValue?, part: String) -> JSONValue? {
    guard let own, ["elevation", "position", "label"].contains(part),
      let upper = spelledOut(own, part: part)?.members,
      let lower = spelledOut(below, part: part)?.members
    else {
      return own ?? below
    }
    let kept = lower.filter { member in !upper.contains { $0.key == member.key } }
    return JSONValue(.object(kept + upper), offset: own.offset)
  }

  /// The tree with a value put at the end of a way that is made where it is missing.
  private func setting(
    _ path: ArraySlice<String>, to value: JSONValue, in tree: JSONValue?, sweep: Sweep
  ) throws(SceneFault) -> JSONValue {
    guard let step = path.first else { return value }
    let rest = path.dropFirst()
    let keyOffset = sweep.member.keyOffset
    switch tree?.content {
    case nil:
      let below = try setting(rest, to: value, in: nil, sweep: sweep)
      let member = JSONMember(key: step, value: below, keyOffset: keyOffset)
      return JSONValue(.object([member]), offset: keyOffset)
    case .object(var members):
      let index = members.firstIndex { $0.key == step }
      let below = try setting(rest, to: value, in: index.map { members[$0].value }, sweep: sweep)
      let member = JSONMember(key: step, value: below, keyOffset: keyOffset)
      if let index { members[index] = member } else { members.append(member) }
      return JSONValue(.object(members), offset: tree?.offset ?? keyOffset)
    case .array(var elements):
      guard let index = Int(step), elements.indices.contains(index) else {
        throw SceneFault(
          .invalidValue, at: keyOffset, found: "the key \(JSONValue.excerpt(sweep.member.key))",
          expected: "the index of one of \(elements.count) in the place of \"\(step)\"")
      }
      elements[index] = try setting(rest, to: value, in: elements[index], sweep: sweep)
      return JSONValue(.array(elements), offset: tree?.offset ?? keyOffset)
    default:
      throw SceneFault(
        .invalidValue, at: keyOffset, found: "the key \(JSONValue.excerpt(sweep.member.key))",
        expected: "a key whose parts are objects; \"\(step)\" is a part of "
          + (tree?.kindDescription ?? "nothing"))
    }
  }

  // MARK: Captions

  private func captionTemplate(
    _ value: JSONValue, axes: [Matrix.Axis]
  ) throws(SceneFault) -> CaptionTemplate {
    let keys = axes.map(\.key)
    var template = CaptionTemplate(pieces: [])
    var text = ""
    var rest = try self.text(value, "a caption")[...]
    while let character = rest.popFirst() {
      guard character == "{" || character == "}" else {
        text.append(character)
        continue
      }
      // Doubled, a brace stands for itself.
      if rest.first == character {
        rest.removeFirst()
        text.append(character)
        continue
      }
      guard character == "{", let end = rest.firstIndex(of: "}") else {
        throw value.fault(
          .invalidValue, expected: "braces in pairs, or doubled to stand as they are")
      }
      let key = String(rest[..<end])
      guard let axis = keys.firstIndex(of: key) else {
        throw value.fault(
          .invalidValue,
          expected: Suggestion.phrase("a varied key in braces", for: key, among: keys)
        ).found("{\(key)}")
      }
      rest = rest[rest.index(after: end)...]
      template.pieces += text.isEmpty ? [.axis(axis)] : [.text(text), .axis(axis)]
      text = ""
    }
    if !text.isEmpty { template.pieces.append(.text(text)) }
    try checkLength(of: template, axes: axes, at: value)
    return template
  }

  private func checkLength(
    of template: CaptionTemplate, axes: [Matrix.Axis], at value: JSONValue
  ) throws(SceneFault) {
    let longest = template.pieces.reduce(0) { sum, piece in
      switch piece {
      case .text(let text): sum + text.unicodeScalars.count
      case .axis(let axis): sum + (axes[axis].texts.map(\.unicodeScalars.count).max() ?? 0)
      }
    }
    if longest > limits.labelLength {
      throw value.fault(.limitExceeded, expected: "at most \(limits.labelLength) characters")
        .found("a caption of \(longest) characters")
    }
  }
}
