internal import CSSValues
internal import OrderedJSON
internal import PenumbraGraphics

/// Figma's REST API: the nodes of a file, or a list of its styles.
///
/// A shadow's radius is a CSS blur.
struct FigmaFile {
  let source: Int
  private(set) var tokens: [ImportedToken] = []

  static func isFigma(_ root: JSONValue) -> Bool {
    if let styles = root.array {
      return styles.contains { $0["styleType"] != nil || isEffects($0["effects"]) }
    }
    if root["document"]?["type"] != nil { return true }
    if let nodes = root["nodes"] {
      return nodes.array?.contains { $0["type"] != nil } ?? (nodes.members != nil)
    }
    return isEffects(root["effects"])
  }

  private static func isEffects(_ value: JSONValue?) -> Bool {
    value?.array?.contains { $0["type"]?.string?.contains("_") == true } == true
  }

  init(source: Int) {
    self.source = source
  }

  mutating func read(_ root: JSONValue, log: inout ImportLog) {
    if let styles = root.array {
      for style in styles { walk(style, path: [], log: &log) }
    } else if let document = root["document"] {
      walk(document, path: [], log: &log)
    } else if let nodes = root["nodes"] {
      for node in nodes.array ?? nodes.members?.map(\.value) ?? [] {
        walk(node["document"] ?? node, path: [], log: &log)
      }
    } else {
      walk(root, path: [], log: &log)
    }
  }

  private mutating func walk(_ node: JSONValue, path: [String], log: inout ImportLog) {
    guard node.members != nil else { return }
    let name = node["name"]?.string ?? node["id"]?.string ?? ""
    let path = name.isEmpty ? path : path + [name]
    if let effects = node["effects"]?.array, !effects.isEmpty {
      read(effects, of: node, path: path.joined(separator: "/"), log: &log)
    }
    for child in node["children"]?.array ?? [] { walk(child, path: path, log: &log) }
  }

  private mutating func read(
    _ effects: [JSONValue], of node: JSONValue, path: String, log: inout ImportLog
  ) {
    let place = Place(source: source, offset: node.offset, path: path)
    var shadows: [ImportedShadow] = []
    var isComplete = true
    var hasShadow = false
    for (index, effect) in effects.enumerated() {
      let own = place.at(effect, "effects").at(effect, index: index)
      let type = effect["type"]?.string ?? ""
      guard type == "DROP_SHADOW" || type == "INNER_SHADOW" else {
        log.add(
          .note, own, found: "the effect \(type.isEmpty ? "without a type" : type)",
          expected: "not a shadow, left out")
        continue
      }
      log.countLayer(own)
      hasShadow = true
      if effect["visible"]?.bool == false {
        log.add(.note, own, found: "a shadow that is not visible", expected: "left out")
        continue
      }
      do {
        shadows.append(try shadow(effect, isInset: type == "INNER_SHADOW", own, log: &log))
      } catch {
        log.error(error)
        isComplete = false
      }
    }
    guard hasShadow, isComplete else { return }
    if node["type"]?.string == "TEXT" {
      log.add(
        .warning, place, found: "the shadow of a text",
        expected: "drawn here from the text's box, in Figma from its letters")
    }
    tokens.append(
      ImportedToken(path: path, shadows: shadows, shape: shape(of: node, place, log: &log)))
  }

  private func shadow(
    _ effect: JSONValue, isInset: Bool, _ place: Place, log: inout ImportLog
  ) throws(ImportFault) -> ImportedShadow {
    let radius = try number(effect["radius"], "a radius", place.path + ".radius", place)
    guard radius >= 0 else {
      throw ImportFault(
        place: place, found: "a radius of \(JSONValue.text(of: radius))",
        expected: "a radius that is not negative")
    }
    guard let color = effect["color"] else {
      throw ImportFault(place: place, found: "a shadow without one", expected: "a colour")
    }
    let offset = effect["offset"]
    let mode = effect["blendMode"]?.string ?? "NORMAL"
    if mode != "NORMAL" && mode != "PASS_THROUGH" {
      log.add(.warning, place, found: "the blend mode \(mode)", expected: "drawn as NORMAL")
    }
    var spread = 0.0
    if let value = effect["spread"] {
      spread = try number(value, "a spread", place.path + ".spread", place)
    }
    return ImportedShadow(
      isInset: isInset,
      offset: Point(
        x: try number(offset?["x"], "an offset", place.path + ".offset.x", place),
        y: try number(offset?["y"], "an offset", place.path + ".offset.y", place)),
      blur: radius, spread: spread, color: try self.color(color, opacity: 1, place),
      isKnockedOut: effect["showShadowBehindNode"]?.bool != true)
  }

  private func number(
    _ value: JSONValue?, _ what: String, _ path: String, _ place: Place
  ) throws(ImportFault) -> Double {
    guard let number = value?.number else {
      var place = place
      place.path = path
      throw ImportFault(
        place: place, found: value?.kindDescription ?? "nothing", expected: "\(what) as a number")
    }
    return number
  }

  private func color(
    _ value: JSONValue, opacity: Double, _ place: Place
  ) throws(ImportFault) -> Color {
    let parts = ["r", "g", "b"].compactMap { value[$0]?.number }
    let alpha = (value["a"]?.number ?? 1) * opacity
    guard parts.count == 3, (parts + [alpha]).allSatisfy({ (0...1).contains($0) }) else {
      throw ImportFault(
        place: place, found: "the colour \(value.text(.compact))",
        expected: "a colour of r, g, b and a from 0 to 1")
    }
    return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
  }

  // MARK: The node

  private func shape(
    of node: JSONValue, _ place: Place, log: inout ImportLog
  ) -> ImportedShape? {
    guard let box = node["absoluteBoundingBox"] ?? node["size"],
      let width = (box["width"] ?? box["x"])?.number,
      let height = (box["height"] ?? box["y"])?.number, width > 0, height > 0
    else { return nil }
    var radii = Corners(all: node["cornerRadius"]?.number ?? 0)
    if let corners = node["rectangleCornerRadii"]?.array?.compactMap(\.number), corners.count == 4 {
      radii = Corners(
        topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }
    if node["type"]?.string == "ELLIPSE" {
      radii = Corners(all: min(width, height) / 2)
      if width != height {
        log.add(
          .warning, place, found: "an ellipse of \(width) x \(height)",
          expected: "drawn as a rounded rectangle")
      }
    }
    let smoothing = node["cornerSmoothing"]?.number ?? 0
    return ImportedShape(
      size: Size(width: width, height: height), radii: radii,
      curve: smoothing > 0 ? .continuous : .circular, fill: fill(of: node, place, log: &log),
      opacity: min(max(node["opacity"]?.number ?? 1, 0), 1))
  }

  /// The uppermost visible fill, where it is a colour or a linear gradient.
  private func fill(of node: JSONValue, _ place: Place, log: inout ImportLog) -> Paint? {
    let fills = (node["fills"]?.array ?? []).filter { $0["visible"]?.bool != false }
    guard let fill = fills.last else { return nil }
    let own = place.at(fill, "fills")
    if fills.count > 1 {
      log.add(
        .warning, own, found: "\(fills.count) fills", expected: "only the uppermost is drawn")
    }
    let opacity = fill["opacity"]?.number ?? 1
    let type = fill["type"]?.string ?? ""
    do {
      if type == "SOLID", let color = fill["color"] {
        return .color(try self.color(color, opacity: opacity, own))
      }
      if type == "GRADIENT_LINEAR",
        let handles = fill["gradientHandlePositions"]?.array, handles.count >= 2,
        let stops = fill["gradientStops"]?.array, stops.count >= 2
      {
        return try gradient(handles, stops, opacity: opacity, own)
      }
      log.add(.warning, own, found: "the fill \(type)", expected: "not read, left out")
    } catch {
      log.add(.warning, error.place, found: error.found, expected: "\(error.expected); left out")
    }
    return nil
  }

  /// A gradient from its first handle to its second; one colour where they are one.
  private func gradient(
    _ handles: [JSONValue], _ stops: [JSONValue], opacity: Double, _ place: Place
  ) throws(ImportFault) -> Paint {
    guard stops.count <= ImportLimits.gradientColors else {
      throw ImportFault(
        place: place, found: "a gradient of \(stops.count) colours",
        expected: "at most \(ImportLimits.gradientColors)")
    }
    var points: [Point] = []
    for handle in handles.prefix(2) {
      guard let x = handle["x"]?.number, let y = handle["y"]?.number,
        max(x.magnitude, y.magnitude) <= ImportLimits.lengthPixels
      else {
        throw ImportFault(
          place: place, found: "the gradient's handle \(handle.text(.compact))",
          expected: "x and y in parts of the layer's size, at most "
            + "\(Int(saturating: ImportLimits.lengthPixels))")
      }
      points.append(Point(x: x, y: y))
    }
    var converted: [Gradient.Stop] = []
    for stop in stops {
      let least = converted.last?.location ?? 0
      converted.append(
        Gradient.Stop(
          location: min(max(stop["position"]?.number ?? 0, least), 1),
          color: try color(stop["color"] ?? .init(.null), opacity: opacity, place)))
    }
    if points[0] == points[1], let last = converted.last { return .color(last.color) }
    return .gradient(
      Gradient(start: points[0], end: points[1], stops: converted, interpolation: .straight))
  }
}
