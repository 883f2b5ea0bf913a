internal import OrderedJSON
internal import PenumbraGraphics

/// Fills, gradients and labels.
extension SceneDecoder {
  func fill(_ value: JSONValue) throws(SceneFault) -> Paint {
    switch value.content {
    case .string:
      return .color(try color(value))
    case .object(let members) where value["image"] != nil:
      return .image(try image(members))
    case .object:
      return .gradient(try gradient(value))
    default:
      throw value.fault(.wrongType, expected: "a colour, a gradient or an image")
    }
  }

  /// A canvas's background: everything but an image.
  func background(_ value: JSONValue) throws(SceneFault) -> Paint {
    switch value.content {
    case .string: return .color(try color(value))
    case .object: return .gradient(try gradient(value))
    default: throw value.fault(.wrongType, expected: "a colour, a gradient or \"transparent\"")
    }
  }

  func gradient(_ value: JSONValue) throws(SceneFault) -> Gradient {
    enum Direction: String, CaseIterable {
      case horizontal
      case vertical
    }
    let known = ["direction", "start", "end", "colors", "locations", "interpolation"]
    if let image = value.members?.first(where: { $0.key == "image" }) {
      // It is no gradient, and has no faults of one.
      throw image.unknown(among: known)
    }
    var line: (start: Point?, end: Point?)
    var direction: JSONMember?
    var colors: [Color]?
    var locations: JSONValue?
    var interpolation = Gradient.Interpolation.premultiplied
    let count = noteCount
    for member in try value.readObject("a gradient") {
      do throws(SceneFault) {
        switch member.key {
        case "direction":
          direction = member
          switch try member.value.readWord(Direction.self) {
          case .horizontal: line = (Point(x: 0, y: 0), Point(x: 1, y: 0))
          case .vertical: line = (Point(x: 0, y: 0), Point(x: 0, y: 1))
          }
        case "start", "end": break
        case "colors": colors = try gradientColors(member.value)
        case "locations": locations = member.value
        case "interpolation":
          interpolation = try member.value.readWord(Gradient.Interpolation.self)
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    for (key, isStart) in [("start", true), ("end", false)] {
      guard let own = value[key] else { continue }
      if let direction { note(direction.conflict(with: key)) }
      guard
        let point = kept({ () throws(SceneFault) in
          try point(own, "a point of the unit square")
        })
      else { continue }
      if isStart { line.start = point } else { line.end = point }
    }
    require("colors", in: value, "the gradient's colours")
    guard noteCount == count, let colors else {
      if direction == nil { noteMissingLine(of: value) }
      throw SceneFault.noted
    }
    guard let start = line.start, let end = line.end else {
      noteMissingLine(of: value)
      throw SceneFault.noted
    }
    guard start != end else {
      throw value.fault(.invalidValue, expected: "a start and an end that differ")
        .found("a gradient that starts where it ends")
    }
    let stops = try stops(colors, locations)
    return Gradient(start: start, end: end, stops: stops, interpolation: interpolation)
  }

  /// Notes what a gradient lacks of its line, where it lacks something.
  private func noteMissingLine(of value: JSONValue) {
    let hasStart = value["start"] != nil
    let hasEnd = value["end"] != nil
    guard !hasStart || !hasEnd else { return }
    note(
      value.fault(.missingKey, expected: "\"direction\", or \"start\" and \"end\"")
        .missing(hasStart ? "end" : hasEnd ? "start" : "direction"))
  }

  private func gradientColors(_ value: JSONValue) throws(SceneFault) -> [Color] {
    let elements = try value.readArray("two or more colours")
    guard elements.count >= 2 else {
      throw value.fault(.invalidValue, expected: "two or more colours")
    }
    guard elements.count <= limits.gradientColors else {
      throw value.fault(.limitExceeded, expected: "at most \(limits.gradientColors) colours")
    }
    return try each(elements) { (element) throws(SceneFault) in try color(element) }
  }

  /// Colours without locations lie evenly.
  private func stops(
    _ colors: [Color], _ locations: JSONValue?
  ) throws(SceneFault) -> [Gradient.Stop] {
    guard let locations else {
      let last = Double(colors.count - 1)
      return colors.enumerated().map {
        Gradient.Stop(location: Double($0.offset) / last, color: $0.element)
      }
    }
    let elements = try locations.readArray("a location for each colour")
    guard elements.count == colors.count else {
      throw locations.fault(
        .invalidValue, expected: "\(colors.count) locations, one for each colour")
    }
    var stops: [Gradient.Stop] = []
    var least = 0.0
    for (element, color) in zip(elements, colors) {
      least = try element.readNumber(
        least...1, "a location from \(JSONValue.text(of: least)) to 1, in ascending order")
      stops.append(Gradient.Stop(location: least, color: color))
    }
    return stops
  }

  /// A text alone, or with how it is set.
  func label(_ value: JSONValue) throws(SceneFault) -> LabelDeclaration {
    let known = ["text", "size", "weight", "font", "color", "align", "lines", "insets"]
    var label = LabelDeclaration()
    hasLabels = true
    let count = noteCount
    if value.string != nil {
      label.text = try text(value, "a text")
      return label
    }
    for member in try value.readObject("a text, or an object of \(known.joined(separator: ", "))") {
      do throws(SceneFault) {
        switch member.key {
        case "text": label.text = try text(member.value, "a text")
        case "size":
          let bounds = Double.leastNormalMagnitude...limits.fontSizePoints
          let size = try member.value.readNumber(
            bounds, "a size above 0 and up to \(JSONValue.text(of: limits.fontSizePoints))")
          noteFont(size, at: member.value.offset)
          label.size = size
        case "weight": label.weight = try weight(member.value)
        case "font": label.font = try fontFamily(member.value)
        case "color": label.color = try color(member.value)
        case "align": label.alignment = try member.value.readWord(TextAlignment.self)
        case "lines":
          label.lines = try member.value.readInteger(0...10_000, "a number of lines, 0 for any")
        case "insets": label.insets = try insets(member.value)
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    try stop(since: count)
    return label
  }

  /// The name of one family; whether it is installed is asked where labels are drawn.
  private func fontFamily(_ value: JSONValue) throws(SceneFault) -> String {
    let what = "the name of one font family, such as \"DejaVu Serif\", or serif"
    let name = try text(value, what)
    let isName = name.unicodeScalars.allSatisfy {
      $0 != "," && $0.properties.generalCategory != .control
    }
    guard isName, name.contains(where: { !$0.isWhitespace }), name.unicodeScalars.count <= 128
    else { throw value.fault(.invalidValue, expected: what) }
    noteFamily(name, at: value.offset)
    return name
  }

  /// A CSS weight, or a name of `UIFont.Weight`.
  private func weight(_ value: JSONValue) throws(SceneFault) -> Int {
    enum Name: String, CaseIterable {
      case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
      var weight: Int {
        switch self {
        case .ultraLight: 100
        case .thin: 200
        case .light: 300
        case .regular: 400
        case .medium: 500
        case .semibold: 600
        case .bold: 700
        case .heavy: 800
        case .black: 900
        }
      }
    }
    if value.string != nil { return try value.readWord(Name.self).weight }
    return try value.readInteger(1...1000, "a weight from 1 to 1000, or a name such as \"bold\"")
  }
}
