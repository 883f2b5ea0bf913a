internal import OrderedJSON
internal import PenumbraGraphics

/// Shadows, elevation, positions, masks.
extension SceneDecoder {
  /// A CSS list, one shadow, or a list of both; the first is on top.
  func shadows(_ value: JSONValue) throws(SceneFault) -> [ShadowDeclaration] {
    let shadows: [ShadowDeclaration]
    switch value.content {
    case .string: shadows = try cssShadows(value)
    case .object: shadows = [try shadow(value)]
    case .array(let elements):
      var list: [ShadowDeclaration] = []
      let count = noteCount
      for element in elements {
        do throws(SceneFault) {
          list += element.string != nil ? try cssShadows(element) : [try shadow(element)]
        } catch {
          note(error)
        }
      }
      try stop(since: count)
      shadows = list
    default:
      throw value.fault(.wrongType, expected: "a shadow, a list of shadows or a CSS box-shadow")
    }
    for shadow in shadows { noteSigma(shadow.sigma, at: value.offset) }
    guard shadows.count <= limits.shadowsPerCell else {
      throw value.fault(.limitExceeded, expected: "at most \(limits.shadowsPerCell) shadows")
        .found("\(shadows.count) shadows")
    }
    return shadows
  }

  private func shadow(_ value: JSONValue) throws(SceneFault) -> ShadowDeclaration {
    let known = [
      "color", "opacity", "offset", "spread", "spreadRule", "inset", "kernel", "knockout",
      "radius", "blur", "sigma",
    ]
    var shadow = ShadowDeclaration(sigma: 0)
    var blurKey: String?
    let count = noteCount
    for member in try value.readObject("a shadow: an object, or a CSS box-shadow") {
      do throws(SceneFault) {
        let own = member.value
        switch member.key {
        case "color": shadow.color = try color(own)
        case "opacity": shadow.opacity = try fraction(own, "an opacity")
        case "offset": shadow.offset = try point(own, "an offset")
        case "spread": shadow.spread = try signedLength(own, "a spread")
        case "spreadRule": shadow.spreadRule = try own.readWord(SpreadRule.self)
        case "inset": shadow.isInset = try own.readBool()
        case "kernel": shadow.kernel = try own.readWord(BlurKernel.self)
        case "knockout": shadow.isKnockedOut = try own.readBool()
        case "radius", "blur", "sigma":
          if let blurKey { throw member.conflict(with: blurKey) }
          blurKey = member.key
          let length = try length(own, "a \(member.key)")
          shadow.sigma = member.key == "blur" ? length / 2 : length
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    if blurKey == nil {
      note(
        value.fault(
          .missingKey, expected: "exactly one of \"radius\", \"blur\" and \"sigma\""
        ).missing("radius"))
    }
    try stop(since: count)
    return shadow
  }

  /// A height alone, or with its model and colours.
  func elevation(_ value: JSONValue) throws(SceneFault) -> ElevationDeclaration {
    let known = ["value", "model", "ambientColor", "keyColor"]
    var elevation = ElevationDeclaration()
    if value.number != nil {
      elevation.value = try height(value)
      return elevation
    }
    let members = try value.readObject("a number, or an object of \(known.joined(separator: ", "))")
    let count = noteCount
    for member in members {
      do throws(SceneFault) {
        switch member.key {
        case "value": elevation.value = try height(member.value)
        case "model": elevation.model = try member.value.readWord(ElevationModel.self)
        case "ambientColor": elevation.ambientColor = try color(member.value)
        case "keyColor": elevation.keyColor = try color(member.value)
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    try stop(since: count)
    return elevation
  }

  /// A height; under every model it bounds the shadows' radii.
  private func height(_ value: JSONValue) throws(SceneFault) -> Double {
    let height = try signedLength(value, "an elevation")
    noteSigma(height, at: value.offset)
    return height
  }

  func position(_ value: JSONValue) throws(SceneFault) -> PositionDeclaration {
    let known = ["axis", "maskSpace", "joinSpace", "force"]
    var position = PositionDeclaration()
    let count = noteCount
    for member in try value.readObject("an object of \(known.joined(separator: ", "))") {
      do throws(SceneFault) {
        switch member.key {
        case "axis": position.axis = try member.value.readWord(PositionRule.Axis.self)
        case "maskSpace": position.maskSpace = try length(member.value, "a maskSpace")
        case "joinSpace": position.joinSpace = try length(member.value, "a joinSpace")
        case "force": position.force = try member.value.readWord(Position.self)
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    try stop(since: count)
    return position
  }

  func mask(_ value: JSONValue) throws(SceneFault) -> Mask {
    let known = ["shape", "frame", "radius", "rule"]
    var shape: Mask.Shape?
    var frame: Rect?
    var radius = 0.0
    var rule = MaskRule.nonZero
    let count = noteCount
    for member in try value.readObject("an object of \(known.joined(separator: ", "))") {
      do throws(SceneFault) {
        switch member.key {
        case "shape": shape = try member.value.readWord(Mask.Shape.self)
        case "frame": frame = try rect(member.value, "a frame")
        case "radius": radius = try length(member.value, "a radius")
        case "rule": rule = try member.value.readWord(MaskRule.self)
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    require(
      "shape", in: value, "the mask's shape: \"circle\", \"rect\" or \"roundedRect\"")
    require("frame", in: value, "the mask's frame: [x, y, width, height]")
    try stop(since: count)
    guard let shape, let frame else { throw SceneFault.noted }
    return Mask(shape: shape, frame: frame, radius: radius, rule: rule)
  }

  /// One radius for all corners, or top left, top right, bottom right, bottom left.
  func radii(_ value: JSONValue) throws(SceneFault) -> Corners {
    if value.number != nil { return Corners(all: try length(value, "a corner radius")) }
    let what = "a corner radius, or [top left, top right, bottom right, bottom left]"
    let elements = try value.readArray(what)
    guard elements.count == 4 else { throw value.fault(.invalidValue, expected: what) }
    let radii = try each(elements) { (element) throws(SceneFault) in
      try length(element, "a corner radius")
    }
    return Corners(
      topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
  }

  /// `"shadowOf"`: the box, or what the cell shows in it.
  func caster(_ value: JSONValue) throws(SceneFault) -> Shadow.Caster {
    enum Name: String, CaseIterable {
      case shape
      case content
    }
    return try value.readWord(Name.self) == .shape ? .shape : .content
  }

  /// `{"off": {"rule": "reason"}}`; a reason is owed.
  func lint(_ value: JSONValue) throws(SceneFault) -> LintExceptions {
    var exceptions = LintExceptions()
    let count = noteCount
    for member in try value.readObject("an object with \"off\"") {
      do throws(SceneFault) {
        guard member.key == "off" else { throw member.unknown(among: ["off"]) }
        for rule in try member.value.readObject("an object: a reason for each rule that is off") {
          exceptions.reasons[rule.key] = kept { () throws(SceneFault) in
            try reason(rule.value)
          }
        }
      } catch {
        note(error)
      }
    }
    try stop(since: count)
    return exceptions
  }

  private func reason(_ value: JSONValue) throws(SceneFault) -> String {
    let reason = try value.readString("the reason why the rule is off")
    guard reason.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      throw value.fault(.invalidValue, expected: "the reason why the rule is off")
    }
    return reason
  }
}
