internal import OrderedJSON
internal import PenumbraGraphics

/// Sweeps.
extension SceneDecoder {
  func matrix(_ value: JSONValue) throws(SceneFault) -> Matrix {
    let known = ["style", "cell", "columns", "gap", "vary", "caption", "comment"]
    var matrix = Matrix(
      cell: Size(width: 0, height: 0), gap: 0, axes: [], bases: [], count: 1)
    let count = noteCount
    for member in try value.readObject("a matrix") {
      do throws(SceneFault) {
        let own = member.value
        switch member.key {
        case "style", "caption", "vary": break
        case "cell": matrix.cell = try matrixCell(own)
        case "columns":
          matrix.columns = try own.readInteger(1...limits.cells, "a number of columns")
        case "gap": matrix.gap = try length(own, "a gap")
        case "comment": _ = try own.readString("a comment")
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    require("cell", in: value, "the cells' size")
    require("vary", in: value, "the keys to vary")
    guard let vary = value["vary"] else { throw SceneFault.noted }
    let sweeps = try sweeps(vary)
    matrix.count = try cellCount(of: sweeps, at: vary)
    matrix.axes = axes(sweeps)
    do throws(SceneFault) {
      try fillBases(of: &matrix, sweeps: sweeps, style: value["style"])
    } catch {
      note(error)
    }
    if let caption = value["caption"] {
      matrix.caption = try captionTemplate(caption, axes: matrix.axes)
    }
    try stop(since: count)
    return matrix
  }

  private func matrixCell(_ value: JSONValue) throws(SceneFault) -> Size {
    for member in try value.readObject("the cells' width and height")
    where member.key != "width" && member.key != "height" {
      note(member.unknown(among: ["width", "height"]))
    }
    for key in ["width", "height"] { require(key, in: value, "the cells' width and height") }
    let sides = try each([value["width"], value["height"]].compactMap { $0 }) {
      (side) throws(SceneFault) in try length(side, "a width or a height")
    }
    guard sides.count == 2 else { throw SceneFault.noted }
    return Size(width: sides[0], height: sides[1])
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

  // MARK: Bases and tables

  private func fillBases(
    of matrix: inout Matrix, sweeps: [Sweep], style: JSONValue?
  ) throws(SceneFault) {
    matrix.baseAxis = sweeps.firstIndex { $0.path == ["style"] }
    var choices: [JSONValue?] = [nil]
    if let baseAxis = matrix.baseAxis {
      if style?.string != nil { throw sweeps[baseAxis].member.conflict(with: "matrix.style") }
      if let extends = style?.members?.first(where: { $0.key == "extends" }) {
        throw extends.conflict(with: "vary.style")
      }
      choices = sweeps[baseAxis].values
    }
    let isNamed = style?.string != nil
    var own = Parts()
    if let style, !isNamed {
      let count = noteCount
      own = try parts(try style.readObject("a style, or the name of one"), allowing: [])
      try stop(since: count)
    }
    for choice in choices {
      let reference = choice ?? (isNamed ? style : own.base)
      let below = try reference.map { (name) throws(SceneFault) in try self.style(named: name) }
      let base = below.map { own.style.over($0) } ?? own.style
      guard base.scope != .section else {
        let place = style ?? choice ?? sweeps[0].member.value
        throw place.fault(.invalidValue, expected: "cells that cast their own shadows")
          .found("\"shadowScope\": \"section\" in a matrix")
      }
      let chain = (isNamed ? [] : [style].compactMap { $0 }) + styleChain(from: reference)
      let tables = try tables(sweeps, chain: chain, base: base)
      if !sweeps.contains(where: { $0.path[0] == "elevation" }), let place = style ?? choice {
        try check(base, at: place)
      }
      matrix.bases.append(Matrix.Base(style: base, tables: tables))
    }
  }

  /// The trees of a named style and of those that it extends, itself first.
  ///
  /// The names are known and go in no circle: that was checked when the styles were read.
  private func styleChain(from reference: JSONValue?) -> [JSONValue] {
    var chain: [JSONValue] = []
    var next = reference
    while let name = next?.string, let tree = styleTrees[name] {
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
      try checkValues(rows: rows, written: written, values: values, at: own[0].member)
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
          let value = values[axis][digits[axis]]
          let path = own[axis].path.dropFirst()
          tree =
            path.isEmpty
            ? Self.laid(value, over: tree, part: group.part)
            : try setting(
              path, to: value, in: Self.spelledOut(tree, part: group.part), sweep: own[axis])
        }
        do throws(SceneFault) {
          parts.append(try part(group.part, tree, base: base, at: own[0].member))
        } catch {
          note(error)
        }
      }
      tables.append(Matrix.Table(axes: group.axes, parts: parts))
    }
    return tables
  }

  /// What a table costs to read, by arithmetic: a list of many shadows in a million combinations
  /// would take hours.
  private func checkValues(
    rows: Int, written: JSONValue?, values: [[JSONValue]], at member: JSONMember
  ) throws(SceneFault) {
    let largest = values.reduce(0) { $0 + ($1.map(\.valueCount).max() ?? 0) }
    let (product, overflow) = rows.multipliedReportingOverflow(
      by: (written?.valueCount ?? 0) + largest)
    guard !overflow, product <= limits.variedValues - variedValues else {
      throw SceneFault(
        .limitExceeded, at: member.keyOffset,
        found: "\(rows) combinations of parts of about \(product / max(rows, 1)) values",
        expected: "at most \(limits.variedValues) values")
    }
    variedValues += product
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
}

extension JSONValue {
  /// How many values the tree holds, itself included.
  fileprivate var valueCount: Int {
    switch content {
    case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
    case .object(let members): members.reduce(1) { $0 + $1.value.valueCount }
    default: 1
    }
  }
}
