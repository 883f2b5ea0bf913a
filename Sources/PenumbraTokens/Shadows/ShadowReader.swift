internal import CSSValues
internal import OrderedJSON
internal import PenumbraFiles
internal import PenumbraGraphics

/// Reads the value of a shadow token: an object, a list of objects and aliases, or CSS text.
struct ShadowReader {
  /// Whose words a layer is written in.
  enum Dialect {
    /// DTCG, Tokens Studio, Style Dictionary and their kin, told apart by their keys.
    case tokens
    /// DTIF, which says per layer what casts it, and nests arrays for fallbacks.
    case dtif
  }

  var resolver: TokenResolver
  let dialect: Dialect
  /// Whether the token being read has passed a limit, which is told once.
  private var isOver = false
  private var visits = 0

  init(resolver: TokenResolver, dialect: Dialect) {
    self.resolver = resolver
    self.dialect = dialect
  }

  /// The shadows of a value, first on top; nil if any of them is refused, which is logged.
  mutating func shadows(
    _ value: JSONValue, _ place: Place, log: inout ImportLog
  ) -> [ImportedShadow]? {
    resolver.refill()
    isOver = false
    visits = 0
    var result: [ImportedShadow] = []
    let isComplete = append(value, place, to: &result, depth: 0, log: &log)
    do {
      let used = ImportLimits.aliasesPerToken - resolver.budget
      try log.spend(used * ImportLimits.bytesPerAlias, place)
    } catch {
      log.error(error)
      return nil
    }
    return isComplete ? result : nil
  }

  private mutating func append(
    _ value: JSONValue, _ place: Place, to result: inout [ImportedShadow], depth: Int,
    log: inout ImportLog
  ) -> Bool {
    guard !isOver else { return false }
    do throws(ImportFault) {
      visits += 1
      try log.spend(ImportLimits.bytesPerLayer, place)
      guard depth <= 16, visits <= 4 * ImportLimits.layersPerToken,
        result.count < ImportLimits.layersPerToken
      else {
        isOver = true
        throw ImportFault(
          place: place, found: "more layers",
          expected: "at most \(ImportLimits.layersPerToken) layers, nested at most 16 deep")
      }
      let target = try resolver.follow(value, place)
      switch target.value.content {
      case .string(let text):
        result += try layers(ofText: text, target.place, log: &log)
        return true
      case .object:
        log.countLayer(target.place)
        result.append(try layer(target.value, target.place, log: &log))
        return true
      case .array(let elements):
        if dialect == .dtif, elements.contains(where: { $0.array != nil }) {
          return appendFirst(of: elements, target.place, to: &result, depth: depth, log: &log)
        }
        guard !elements.isEmpty else {
          throw ImportFault(place: target.place, found: "an empty array", expected: "shadows")
        }
        var isComplete = true
        for (index, element) in elements.enumerated() {
          let inner = target.place.at(element, index: index)
          isComplete =
            append(element, inner, to: &result, depth: depth + 1, log: &log) && isComplete
        }
        return isComplete
      default:
        throw ImportFault(
          place: target.place, found: target.value.kindDescription,
          expected: "a shadow: an object, an array of them, or CSS text")
      }
    } catch {
      log.error(error)
      return false
    }
  }

  /// DTIF: an array that holds an array is a list of alternatives, of which the first that can be
  /// resolved counts.
  private mutating func appendFirst(
    of alternatives: [JSONValue], _ place: Place, to result: inout [ImportedShadow], depth: Int,
    log: inout ImportLog
  ) -> Bool {
    var isFound = false
    let mark = log.diagnostics.count
    for (index, alternative) in alternatives.enumerated() {
      let inner = place.at(alternative, index: index)
      var candidate: [ImportedShadow] = []
      // Every alternative is read, so that each layer is counted and each fault told.
      guard append(alternative, inner, to: &candidate, depth: depth + 1, log: &log) else {
        continue
      }
      if isFound {
        log.add(
          .note, inner, found: "a fallback", expected: "not used: an earlier alternative is")
      } else {
        result += candidate
        isFound = true
      }
    }
    if isFound { log.demoteErrors(from: mark) }
    return isFound
  }

  // MARK: CSS text

  private mutating func layers(
    ofText text: String, _ place: Place, log: inout ImportLog
  ) throws(ImportFault) -> [ImportedShadow] {
    let plain: String
    do {
      plain = try resolver.substitute(text, place)
    } catch {
      // Layers that cannot be resolved still stand in the file.
      for index in 0..<CSSShadowText.layerCount(text) { log.countLayer(place, index: index) }
      throw error
    }
    return try CSSShadowText.read(
      plain, context: resolver.context, place, log: &log)
  }

  // MARK: Layers

  private static let knownKeys: Set<String> = [
    "x", "y", "offsetX", "offsetY", "offset", "blur", "blurRadius", "radius", "spread",
    "spreadRadius", "color", "alpha", "opacity", "inset", "type", "shadowType",
  ]

  private mutating func layer(
    _ value: JSONValue, _ place: Place, log: inout ImportLog
  ) throws(ImportFault) -> ImportedShadow {
    if value["elevationType"] != nil {
      throw ImportFault(
        place: place, found: "an elevation with a single offset",
        expected: "a shadow with offsetX and offsetY: which way the offset points is not said")
    }
    let kind = try kind(of: value, place)
    let offset = value["offset"]
    func member(_ keys: [String]) -> (String, JSONValue)? {
      for key in keys {
        if let found = value[key] { return (key, found) }
      }
      return nil
    }
    let x = member(["offsetX", "x"]) ?? offset?["x"].map { ("offset.x", $0) }
    let y = member(["offsetY", "y"]) ?? offset?["y"].map { ("offset.y", $0) }
    let blur = member(["blur", "blurRadius", "radius"])
    // Only DTCG's own keys ask for units; the tools with other keys know none but px.
    let isStrict = x?.0 == "offsetX" && value["shadowType"] == nil
    let rule = LengthRule(isBarePixels: !isStrict, pixelsPerPoint: kind.pixelsPerPoint)

    var result = ImportedShadow(
      isInset: kind.isInset, offset: .zero, blur: 0, blurMeaning: kind.blurMeaning, color: .black)
    result.offset.x = try length(x, "a horizontal offset", value, place, rule)
    result.offset.y = try length(y, "a vertical offset", value, place, rule)
    result.blur = try length(blur, "a blur", value, place, rule)
    guard result.blur >= 0 else {
      throw ImportFault(
        place: place, found: "a blur of \(JSONValue.text(of: result.blur))",
        expected: "a blur that is not negative")
    }
    if kind == .android, result.blur > 0 {
      // Skia's software path, which Paint.setShadowLayer names its radius for.
      result.blur = 0.577_35 * result.blur + 0.5
    }
    if let spread = member(["spread", "spreadRadius"]) {
      result.spread = try length(spread, "a spread", value, place, rule)
    }
    if let inset = value["inset"] {
      let target = try resolver.follow(inset, place.at(inset, "inset"))
      guard let flag = target.value.bool else {
        throw ImportFault(
          place: target.place, found: target.value.kindDescription, expected: "true or false")
      }
      result.isInset = flag
    }
    try addColor(value, place, to: &result, log: &log)
    for member in value.members ?? []
    where !Self.knownKeys.contains(member.key) && !member.key.hasBytePrefix("$") {
      log.add(
        .warning, place.at(member.value, member.key), found: "a key that shadows do not have",
        expected: "left out")
    }
    return result
  }

  private mutating func length(
    _ member: (String, JSONValue)?, _ what: String, _ layer: JSONValue, _ place: Place,
    _ rule: LengthRule
  ) throws(ImportFault) -> Double {
    guard let (key, value) = member else {
      throw ImportFault(place: place, found: "a shadow without one", expected: what)
    }
    return try resolver.length(value, place.at(value, key), rule)
  }

  private mutating func addColor(
    _ value: JSONValue, _ place: Place, to shadow: inout ImportedShadow, log: inout ImportLog
  ) throws(ImportFault) {
    guard let color = value["color"] else {
      throw ImportFault(place: place, found: "a shadow without one", expected: "a colour")
    }
    let colorPlace = place.at(color, "color")
    var resolved = try resolver.color(color, colorPlace)
    // `alpha` names the colour's own alpha anew; `opacity` comes on top of it, as a layer's does.
    if let alpha = value["alpha"] {
      resolved.alpha = try resolver.number(alpha, place.at(alpha, "alpha"))
    }
    if let opacity = value["opacity"] {
      let factor = try resolver.number(opacity, place.at(opacity, "opacity"))
      resolved.alpha = (resolved.alpha ?? 0) * factor
    }
    guard let alpha = resolved.alpha, (0...1).contains(alpha) else {
      throw ImportFault(
        place: colorPlace, found: resolved.alpha.map { "an alpha of \($0)" } ?? "an alpha of none",
        expected: "an alpha from 0 to 1")
    }
    let mapped = resolved.inSRGB
    shadow.color = mapped.color
    shadow.wasColorGamutMapped = mapped.wasGamutMapped
    if mapped.wasGamutMapped {
      log.add(
        .note, colorPlace, found: resolved.css,
        expected: "outside of sRGB, mapped to \(mapped.color.css)")
    }
  }

  /// What casts a layer, by its type.
  private enum LayerKind {
    case drop
    case inner
    case cssBox
    case layer
    case android

    var isInset: Bool { self == .inner }

    var blurMeaning: BlurMeaning {
      switch self {
      case .layer: .radius
      case .android: .sigma
      default: .blur
      }
    }

    var pixelsPerPoint: Double { self == .layer ? 1 : 96.0 / 72 }
  }

  private func kind(of value: JSONValue, _ place: Place) throws(ImportFault) -> LayerKind {
    guard let type = value["shadowType"] ?? value["type"] else {
      guard dialect == .tokens else {
        throw ImportFault(
          place: place, found: "a layer without one", expected: "a shadowType")
      }
      return .drop
    }
    switch type.string {
    case "dropShadow", "drop-shadow", "DROP_SHADOW", "outer": return .drop
    case "innerShadow", "inner-shadow", "INNER_SHADOW", "inner": return .inner
    case "css.box-shadow": return .cssBox
    case "ios.layer": return .layer
    case "android.paint.shadow-layer": return .android
    default:
      throw ImportFault(
        place: place.at(type, value["shadowType"] == nil ? "type" : "shadowType"),
        found: type.kindDescription,
        expected: dialect == .dtif
          ? "css.box-shadow, ios.layer or android.paint.shadow-layer"
          : "dropShadow or innerShadow")
    }
  }
}
