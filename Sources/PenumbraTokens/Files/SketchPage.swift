internal import OrderedJSON
internal import PenumbraGraphics

/// A page of a Sketch document.
///
/// A shadow's blurRadius is a CSS blur; the first of a list is on top.
struct SketchPage {
  let source: Int
  private(set) var tokens: [ImportedToken] = []

  static func isSketch(_ root: JSONValue) -> Bool {
    root["_class"]?.string != nil || root["pagesAndArtboards"] != nil
  }

  init(source: Int) {
    self.source = source
  }

  mutating func read(_ root: JSONValue, log: inout ImportLog) {
    if root["pagesAndArtboards"] != nil {
      log.add(
        .note, Place(source: source, offset: root.offset, path: ""),
        found: "the meta data of a Sketch document", expected: "layers stand in its pages")
      return
    }
    walk(root, path: [], log: &log)
  }

  private mutating func walk(_ layer: JSONValue, path: [String], log: inout ImportLog) {
    guard layer.members != nil else { return }
    let name = layer["name"]?.string ?? layer["do_objectID"]?.string ?? ""
    let path = name.isEmpty ? path : path + [name]
    if let style = layer["style"] { read(style, of: layer, path: path, log: &log) }
    for child in layer["layers"]?.array ?? [] { walk(child, path: path, log: &log) }
    for key in ["layerStyles", "sharedStyles"] {
      for shared in layer[key]?["objects"]?.array ?? [] {
        walk(
          ["name": shared["name"] ?? "", "style": shared["value"] ?? .init(.null)], path: path,
          log: &log)
      }
    }
  }

  private mutating func read(
    _ style: JSONValue, of layer: JSONValue, path: [String], log: inout ImportLog
  ) {
    let place = Place(source: source, offset: layer.offset, path: path.joined(separator: "/"))
    let fills = (style["fills"]?.array ?? []).filter { $0["isEnabled"]?.bool != false }
    let borders = (style["borders"]?.array ?? []).filter { $0["isEnabled"]?.bool != false }
    let isBitmap = layer["_class"]?.string == "bitmap"
    let isFilled = !fills.isEmpty || isBitmap
    var shadows: [ImportedShadow] = []
    var isComplete = true
    var hasShadow = false
    var hasOuter = false
    for key in ["shadows", "innerShadows"] {
      for (index, value) in (style[key]?.array ?? []).enumerated() {
        let own = place.at(value, key).at(value, index: index)
        log.countLayer(own)
        hasShadow = true
        if value["isEnabled"]?.bool == false {
          log.add(.note, own, found: "a shadow that is not enabled", expected: "left out")
          continue
        }
        do {
          // Without a fill, Sketch does not cut the shape out of its shadow.
          shadows.append(
            try shadow(
              value, isInset: key == "innerShadows", isKnockedOut: isFilled, own, log: &log))
          hasOuter = hasOuter || key == "shadows"
        } catch {
          log.error(error)
          isComplete = false
        }
      }
    }
    guard hasShadow, isComplete else { return }
    if hasOuter && !isFilled && !borders.isEmpty {
      log.add(
        .warning, place, found: "a layer without a fill",
        expected: "its shadow is drawn here from the whole shape, in Sketch from its border")
    }
    if layer["_class"]?.string == "text" {
      log.add(
        .warning, place, found: "the shadow of a text",
        expected: "drawn here from the text's box, in Sketch from its letters")
    }
    tokens.append(
      ImportedToken(
        path: place.path, shadows: shadows,
        shape: shape(of: layer, fills: fills, place, log: &log)))
  }

  private func shadow(
    _ value: JSONValue, isInset: Bool, isKnockedOut: Bool, _ place: Place, log: inout ImportLog
  ) throws(ImportFault) -> ImportedShadow {
    let blur = try number("blurRadius", of: value, place)
    guard blur >= 0 else {
      throw ImportFault(
        place: place, found: "a blurRadius of \(JSONValue.text(of: blur))",
        expected: "a blurRadius that is not negative")
    }
    let settings = value["contextSettings"]
    if let mode = settings?["blendMode"]?.number, mode != 0 {
      log.add(
        .warning, place, found: "the blend mode \(JSONValue.text(of: mode))",
        expected: "drawn as normal (0)")
    }
    guard let color = value["color"] else {
      throw ImportFault(place: place, found: "a shadow without one", expected: "a colour")
    }
    return ImportedShadow(
      isInset: isInset,
      offset: Point(
        x: try number("offsetX", of: value, place), y: try number("offsetY", of: value, place)),
      blur: blur, spread: try number("spread", of: value, place),
      color: try self.color(color, opacity: opacity(of: settings, place), place),
      isKnockedOut: isKnockedOut)
  }

  private func number(
    _ key: String, of value: JSONValue, _ place: Place
  ) throws(ImportFault) -> Double {
    guard let number = value[key]?.number else {
      throw ImportFault(
        place: place, found: value[key]?.kindDescription ?? "nothing",
        expected: "\(key) as a number")
    }
    return number
  }

  /// Some writers give the opacity as a text.
  private func opacity(of settings: JSONValue?, _ place: Place) throws(ImportFault) -> Double {
    guard let value = settings?["opacity"] else { return 1 }
    guard let number = value.number ?? value.string.flatMap(Double.init), (0...1).contains(number)
    else {
      throw ImportFault(
        place: place, found: value.kindDescription, expected: "an opacity from 0 to 1")
    }
    return number
  }

  private func color(
    _ value: JSONValue, opacity: Double, _ place: Place
  ) throws(ImportFault) -> Color {
    let parts = ["red", "green", "blue", "alpha"].compactMap { value[$0]?.number }
    guard parts.count == 4, parts.allSatisfy({ (0...1).contains($0) }) else {
      throw ImportFault(
        place: place, found: "the colour \(value.text(.compact))",
        expected: "a colour of red, green, blue and alpha from 0 to 1")
    }
    return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3] * opacity)
  }

  // MARK: The layer

  private func shape(
    of layer: JSONValue, fills: [JSONValue], _ place: Place, log: inout ImportLog
  ) -> ImportedShape? {
    guard let width = layer["frame"]?["width"]?.number,
      let height = layer["frame"]?["height"]?.number, width > 0, height > 0
    else { return nil }
    let inner = layer["layers"]?.array?.first
    let points = layer["points"]?.array ?? inner?["points"]?.array ?? []
    let radii = points.compactMap { $0["cornerRadius"]?.number }
    var corners = Corners(all: (layer["fixedRadius"] ?? inner?["fixedRadius"])?.number ?? 0)
    if radii.count == 4, radii.contains(where: { $0 != 0 }) {
      corners = Corners(
        topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
    }
    let kind = layer["_class"]?.string
    if kind == "oval" {
      corners = Corners(all: min(width, height) / 2)
      if width != height {
        log.add(
          .warning, place, found: "an oval of \(width) x \(height)",
          expected: "drawn as a rounded rectangle")
      }
    } else if kind != "rectangle" && kind != nil && kind != "bitmap" && kind != "text" {
      log.add(
        .warning, place, found: "a layer of the class \(kind ?? "")",
        expected: "drawn as its frame")
    }
    let isSmooth = points.first?["cornerStyle"]?.number == 1
    return ImportedShape(
      size: Size(width: width, height: height), radii: corners,
      curve: isSmooth ? .continuous : .circular, fill: fill(fills, place, log: &log),
      opacity: (try? opacity(of: layer["style"]?["contextSettings"], place)) ?? 1)
  }

  /// The uppermost enabled fill, where it is a colour; the last of Sketch's list is on top.
  private func fill(_ fills: [JSONValue], _ place: Place, log: inout ImportLog) -> Paint? {
    guard let fill = fills.last else { return nil }
    let own = place.at(fill, "fills")
    if fills.count > 1 {
      log.add(
        .warning, own, found: "\(fills.count) fills", expected: "only the uppermost is drawn")
    }
    guard fill["fillType"]?.number == 0, let color = fill["color"] else {
      log.add(
        .warning, own, found: "a fill that is no colour", expected: "not read, left out")
      return nil
    }
    do {
      let opacity = try opacity(of: fill["contextSettings"], own)
      return .color(try self.color(color, opacity: opacity, own))
    } catch {
      log.add(.warning, error.place, found: error.found, expected: "\(error.expected); left out")
      return nil
    }
  }
}
