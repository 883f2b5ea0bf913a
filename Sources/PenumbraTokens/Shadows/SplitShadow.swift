internal import CSSValues
internal import OrderedJSON
internal import PenumbraFiles
internal import PenumbraGraphics

/// A shadow whose parts are tokens of their own: `card-x`, `card-blur`, `card-color`, ...
struct SplitShadow {
  /// A part of a shadow.
  enum Axis: String, CaseIterable {
    case x
    case y
    case blur
    /// A blur named like the shadowRadius of a layer.
    case radius
    case spread
    case color
    case opacity
    case type
  }

  /// The name the parts share.
  var path: String
  var parts: [Axis: Int]
  /// Whether the offset is named by width and height, as `CALayer` has it: the radius is sigma then.
  var isLayer: Bool

  /// The axis that a path names, and the path without it.
  static func axis(of segments: [String]) -> (axis: Axis, stem: [String], isLayer: Bool)? {
    guard let last = segments.last else { return nil }
    if let (axis, rest, isLayer) = suffix(of: last) {
      var stem = Array(segments.dropLast())
      if rest.isEmpty {
        // shadow.offset.x
        if axis == .x || axis == .y, stem.last?.lowercased() == "offset" { stem.removeLast() }
      } else {
        stem.append(rest)
      }
      return stem.isEmpty ? nil : (axis, stem, isLayer)
    }
    // box-shadow.X.small.left: the axis is a group.
    let isNamed = segments.contains { $0.lowercased().contains("shadow") }
    for (index, segment) in segments.enumerated().dropFirst() where isNamed {
      if let (axis, rest, isLayer) = suffix(of: segment), rest.isEmpty, axis != .type {
        return (axis, Array(segments[..<index] + segments[(index + 1)...]), isLayer)
      }
    }
    return nil
  }

  private static let words: [([String], Axis, Bool)] = [
    (["offset", "width"], .x, true), (["offset", "height"], .y, true),
    (["offset", "x"], .x, false),
    (["offset", "y"], .y, false), (["blur", "radius"], .blur, false),
    (["spread", "radius"], .spread, false), (["x"], .x, false), (["y"], .y, false),
    (["blur"], .blur, false), (["radius"], .radius, false), (["spread"], .spread, false),
    (["color"], .color, false), (["colour"], .color, false), (["opacity"], .opacity, false),
    (["type"], .type, false),
  ]

  /// The axis a name ends in, and what stands before it.
  private static func suffix(of name: String) -> (Axis, String, Bool)? {
    let words = split(name)
    let lower = words.map { $0.lowercased() }
    for (suffix, axis, isLayer) in Self.words where lower.suffix(suffix.count) == suffix[...] {
      var rest = name[..<words[words.count - suffix.count].startIndex]
      while let last = rest.last, "-_ ".contains(last) { rest.removeLast() }
      return (axis, String(rest), isLayer)
    }
    return nil
  }

  /// The words of a name: between hyphens, underscores and spaces, and from capital to capital.
  private static func split(_ name: String) -> [Substring] {
    var words: [Substring] = []
    var start = name.startIndex
    var wasLower = false
    for index in name.indices {
      let character = name[index]
      let isSeparator = "-_ ".contains(character)
      if isSeparator || (character.isUppercase && wasLower) {
        if start < index { words.append(name[start..<index]) }
        start = isSeparator ? name.index(after: index) : index
      }
      wasLower = character.isLowercase || character.isNumber
    }
    if start < name.endIndex { words.append(name[start...]) }
    return words
  }

  /// The shadows that the names of a table's tokens make up, besides the tokens that are shadows.
  ///
  /// Names alone decide: an offset, a blur and a colour of one stem are a shadow, and so are two of
  /// offset, blur and spread where the stem speaks of a shadow; what is missing is then reported.
  static func find(in table: TokenTable, besides shadows: Set<Int>) -> [SplitShadow] {
    var found: [String: SplitShadow] = [:]
    var order: [String] = []
    for (index, token) in table.tokens.enumerated()
    where !token.isContext && !shadows.contains(index) {
      guard let (axis, stem, isLayer) = axis(of: token.segments) else { continue }
      let path = stem.joined(separator: ".")
      if found[path] == nil {
        found[path] = SplitShadow(path: path, parts: [:], isLayer: false)
        order.append(path)
      }
      found[path]?.parts[axis] = index
      if isLayer { found[path]?.isLayer = true }
    }
    shareParts(&found)
    return order.compactMap { found[$0] }.filter(\.isShadow)
  }

  /// Where offsets are given per direction and the rest once for all of them, each direction is a
  /// shadow: `shadow.x.small.left` with `shadow.blur.small`.
  private static func shareParts(_ found: inout [String: SplitShadow]) {
    var shared: Set<String> = []
    for (path, split) in found where split.parts[.blur] == nil && split.parts[.radius] == nil {
      guard split.parts[.x] != nil, split.parts[.y] != nil,
        let dot = path.lastByte(of: "."), let parent = found[String(path[..<dot])],
        parent.parts[.x] == nil, parent.parts[.y] == nil,
        parent.parts[.blur] != nil || parent.parts[.spread] != nil
      else { continue }
      found[path]?.parts.merge(parent.parts) { own, _ in own }
      shared.insert(parent.path)
    }
    for path in shared { found[path] = nil }
  }

  private var isShadow: Bool {
    let hasOffset = parts[.x] != nil || parts[.y] != nil
    let hasBlur = parts[.blur] != nil || parts[.radius] != nil
    if hasOffset && hasBlur && parts[.color] != nil { return true }
    guard path.lowercased().contains("shadow") else { return false }
    // Numbered steps without a colour are scales that happen to have the same numbers.
    let isScale = path.splitBytes(at: ".").last?.allSatisfy(\.isNumber) == true
    if isScale && parts[.color] == nil { return false }
    return [hasOffset, hasBlur, parts[.spread] != nil].filter { $0 }.count >= 2
  }
}

/// Puts the parts of a split shadow together.
struct SplitShadowReader {
  var resolver: TokenResolver

  mutating func shadow(
    _ split: SplitShadow, log: inout ImportLog
  ) throws(ImportFault) -> ImportedShadow {
    let table = resolver.table
    let first = split.parts.values.min() ?? 0
    var place = table.tokens[first].place
    place.path = split.path
    log.countLayer(place)
    let hasRadius = split.parts[.blur] == nil && split.parts[.radius] != nil
    let blurAxis: SplitShadow.Axis = hasRadius ? .radius : .blur
    let needed: [SplitShadow.Axis] = [.x, .y, blurAxis, .color]
    let missing = needed.filter { split.parts[$0] == nil }
    guard missing.isEmpty else {
      let present = SplitShadow.Axis.allCases.filter { split.parts[$0] != nil }.map(\.rawValue)
      throw ImportFault(
        place: place, found: "a shadow split over tokens, only " + present.joined(separator: ", "),
        expected: "a token for its " + missing.map(\.rawValue).joined(separator: ", "))
    }
    let isLayer = split.isLayer && blurAxis == .radius
    var result = ImportedShadow(
      offset: .zero, blur: 0, blurMeaning: isLayer ? .radius : .blur, color: .black)
    result.offset.x = try length(.x, split, place)
    result.offset.y = try length(.y, split, place)
    result.blur = try length(blurAxis, split, place)
    guard result.blur >= 0 else {
      throw ImportFault(
        place: place, found: "a blur of \(JSONValue.text(of: result.blur))",
        expected: "a blur that is not negative")
    }
    if split.parts[.spread] != nil { result.spread = try length(.spread, split, place) }
    if let type = try value(.type, split, place) {
      switch type.0.string {
      case "dropShadow": break
      case "innerShadow": result.isInset = true
      default:
        throw ImportFault(
          place: type.1, found: type.0.kindDescription, expected: "dropShadow or innerShadow")
      }
    }
    try addColor(split, place, to: &result, log: &log)
    return result
  }

  /// The value of a part in the modes that hold; nil where there is no such part.
  private func value(
    _ axis: SplitShadow.Axis, _ split: SplitShadow, _ place: Place
  ) throws(ImportFault) -> (JSONValue, Place)? {
    guard let index = split.parts[axis] else { return nil }
    let token = resolver.table.tokens[index]
    guard let (value, _) = resolver.value(of: index) else {
      throw ImportFault(
        place: token.place, found: "no value in this mode",
        expected: "the shadow's \(axis.rawValue)")
    }
    var own = place.at(value, axis.rawValue)
    own.source = token.source
    return (value, own)
  }

  private mutating func length(
    _ axis: SplitShadow.Axis, _ split: SplitShadow, _ place: Place
  ) throws(ImportFault) -> Double {
    guard let (value, own) = try value(axis, split, place) else { return 0 }
    if let unit = resolver.table.tokens[split.parts[axis] ?? 0].node["unit"], value.number != nil {
      return try resolver.length(
        ["value": value, "unit": unit], own, LengthRule(isBarePixels: true, pixelsPerPoint: 1))
    }
    return try resolver.length(value, own, LengthRule(isBarePixels: true, pixelsPerPoint: 1))
  }

  private mutating func addColor(
    _ split: SplitShadow, _ place: Place, to shadow: inout ImportedShadow, log: inout ImportLog
  ) throws(ImportFault) {
    guard let (value, own) = try value(.color, split, place) else { return }
    var color = try resolver.color(value, own)
    if let (opacity, place) = try self.value(.opacity, split, place) {
      color.alpha = (color.alpha ?? 0) * (try resolver.number(opacity, place))
    }
    let mapped = color.inSRGB
    shadow.color = mapped.color
    shadow.wasColorGamutMapped = mapped.wasGamutMapped
    if mapped.wasGamutMapped {
      log.add(
        .note, own, found: color.css, expected: "outside of sRGB, mapped to \(mapped.color.css)")
    }
  }
}
