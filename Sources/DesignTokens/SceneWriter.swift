internal import CSSValues
internal import Scene

/// Writes what was imported as a scene: a style per token, each shown on light and dark ground with
/// its name below.
///
/// Bare tokens make a matrix. Tokens with shapes of their own, as Figma and Sketch have them, make a
/// list of cells. The same import gives the same bytes.
public enum SceneWriter {
  /// The JSON text of the scene, with a line end.
  ///
  /// `name` is the scene's, and so that of its picture; `source` is told in the scene's comment.
  /// There must be a token: a scene without cells is none.
  public static func scene(
    from result: ImportResult, name: String, source: String, scale: Double = 2
  ) -> String {
    precondition(!result.tokens.isEmpty, "a scene of no tokens")
    return SceneSheet(result, name: name, source: source, scale: scale).value.text() + "\n"
  }

  /// A name for the scene of a file: the file's own without its endings, fit to be a file's again.
  public static func name(forFile path: String) -> String {
    let base = path.split(separator: "/").last ?? ""
    let stem = base.split(separator: ".", omittingEmptySubsequences: true).first ?? ""
    var name = ""
    for scalar in stem.unicodeScalars {
      let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      name.unicodeScalars.append(isPlain || scalar == "_" ? scalar : "-")
    }
    var bytes = name.utf8.count
    while bytes > 100, let last = name.unicodeScalars.popLast() { bytes -= String(last).utf8.count }
    return name.isEmpty ? "imported" : name
  }
}

/// The layout of the scene, and its tree.
private struct SceneSheet {
  private static let lightGround = "#f2f2f7"
  private static let darkGround = "#1c1c1e"
  private static let lightFill = "#ffffff"
  private static let darkFill = "#2c2c2e"
  private static let plainSize = Size(width: 160, height: 96)

  private let result: ImportResult
  private let name: String
  private let source: String
  private let scale: Double
  /// The tokens with the names of their styles.
  private let styles: [(name: String, token: ImportedToken)]

  init(_ result: ImportResult, name: String, source: String, scale: Double) {
    self.result = result
    self.name = name
    self.source = source
    self.scale = scale
    var used: Set<String> = []
    styles = result.tokens.map { token in
      let title = Self.shortened(token.title)
      var name = title
      var number = 2
      while !used.insert(name).inserted {
        name = "\(title) (\(number))"
        number += 1
      }
      return (name, token)
    }
  }

  /// A title that fits into a caption.
  private static func shortened(_ title: String) -> String {
    let plain = title.unicodeScalars.map { $0.value < 0x20 || $0 == "\u{7F}" ? " " : Character($0) }
    let text = String(plain.prefix(160))
    return text.isEmpty ? "shadow" : plain.count > 160 ? text + "..." : text
  }

  var value: JSONValue {
    let hasShapes = result.tokens.contains { $0.shape != nil }
    let cell = hasShapes ? largestShape : Self.plainSize
    let gap = self.gap
    let pairs = self.pairs
    let width = Double(2 * pairs) * (cell.width + gap) + gap
    var members: [JSONMember] = [
      member("penumbra", 1),
      member("name", JSONValue(.string(name))),
      member("comment", JSONValue(.string(comment))),
    ]
    let rows = (styles.count + pairs - 1) / pairs
    let height = hasShapes ? Double(rows) * (cell.height + gap) + gap : nil
    members.append(
      member(
        "canvas",
        [
          "width": number(width), "height": height.map(number) ?? "fit", "scale": number(scale),
          "background": ground(pairs: pairs, pitch: cell.width + gap, gap: gap, width: width),
        ]))
    members.append(
      member(
        "styles",
        JSONValue(.object(styles.map { member($0.name, style(of: $0.token)) }))))
    members.append(
      hasShapes
        ? member("cells", cells(size: cell, gap: gap, pairs: pairs))
        : member("matrix", matrix(size: cell, gap: gap, columns: 2 * pairs)))
    return JSONValue(.object(members))
  }

  private var comment: String {
    let mapped = result.tokens.flatMap(\.shadows).filter(\.wasColorGamutMapped).count
    var text = "Imported from \(source) as \(result.format.rawValue)."
    if mapped > 0 { text += " \(mapped) colours outside of sRGB were mapped into it." }
    let refused = result.diagnostics.filter { $0.severity == .error }.count
    if refused > 0 { text += " \(refused) errors: not every token is here." }
    return text
  }

  // MARK: Layout

  /// Room for the largest shadow, so that few fall on a neighbour, and for a caption.
  private var gap: Double {
    let reach = result.tokens.flatMap(\.shadows).map { shadow in
      shadow.isInset
        ? 0
        : max(shadow.offset.x.magnitude, shadow.offset.y.magnitude) + 3 * shadow.sigma
          + max(shadow.spread, 0)
    }
    return min(max((reach.max() ?? 0).rounded(.up) + 24, 48), 320)
  }

  /// How many tokens stand side by side.
  private var pairs: Int {
    switch styles.count {
    case ...4: 1
    case ...16: 2
    case ...48: 3
    case ...200: 4
    default: 8
    }
  }

  private var largestShape: Size {
    result.tokens.reduce(Size(width: 1, height: 1)) { size, token in
      let own = token.shape?.size ?? Self.plainSize
      return Size(width: max(size.width, own.width), height: max(size.height, own.height))
    }
  }

  /// Stripes of light and dark, with their borders in the middle of the gaps.
  private func ground(pairs: Int, pitch: Double, gap: Double, width: Double) -> JSONValue {
    var colors: [JSONValue] = []
    var locations: [JSONValue] = []
    let count = 2 * pairs
    for index in 0..<count {
      let color = index % 2 == 0 ? Self.lightGround : Self.darkGround
      let start = index == 0 ? 0 : (gap / 2 + Double(index) * pitch) / width
      let end = index == count - 1 ? 1 : (gap / 2 + Double(index + 1) * pitch) / width
      colors += [JSONValue(.string(color)), JSONValue(.string(color))]
      locations += [number(start), number(end)]
    }
    return [
      "direction": "horizontal", "colors": JSONValue(.array(colors)),
      "locations": JSONValue(.array(locations)),
    ]
  }

  private func matrix(size: Size, gap: Double, columns: Int) -> JSONValue {
    [
      "style": ["cornerRadius": 12],
      "cell": ["width": number(size.width), "height": number(size.height)],
      "columns": number(Double(columns)),
      "gap": number(gap),
      "vary": [
        "style": JSONValue(.array(styles.map { JSONValue(.string($0.name)) })),
        "fill": [JSONValue(.string(Self.lightFill)), JSONValue(.string(Self.darkFill))],
      ],
      "caption": "{style}",
    ]
  }

  /// Each shape in the middle of its place, twice, with its name below.
  private func cells(size: Size, gap: Double, pairs: Int) -> JSONValue {
    var cells: [JSONValue] = []
    for (index, entry) in styles.enumerated() {
      for side in 0..<2 {
        let column = Double(2 * (index % pairs) + side)
        let place = Rect(
          x: gap + column * (size.width + gap), y: gap + Double(index / pairs) * (size.height + gap),
          width: size.width, height: size.height)
        let own = entry.token.shape?.size ?? Self.plainSize
        var cell: [JSONMember] = [
          member("name", JSONValue(.string(entry.name))),
          member("style", JSONValue(.string(entry.name))),
          member(
            "frame",
            rect(
              Rect(
                x: place.x + (place.width - own.width) / 2,
                y: place.y + (place.height - own.height) / 2, width: own.width,
                height: own.height))),
        ]
        if entry.token.shape == nil {
          cell.append(
            member("fill", JSONValue(.string(side == 0 ? Self.lightFill : Self.darkFill))))
        }
        cells.append(JSONValue(.object(cell)))
        cells.append(
          [
            "name": JSONValue(.string(entry.name + " (caption)")),
            "frame": rect(
              Rect(
                x: place.x - gap / 2, y: place.maxY + (gap - 18) / 2, width: place.width + gap,
                height: 18)),
            "label": [
              "text": JSONValue(.string(entry.name)), "size": 12, "align": "center",
              "color": JSONValue(.string(side == 0 ? "#000000" : "#ffffff")),
            ],
          ])
      }
    }
    return JSONValue(.array(cells))
  }

  // MARK: Styles

  private func style(of token: ImportedToken) -> JSONValue {
    var members = [member("comment", JSONValue(.string(Self.comment(on: token))))]
    if let shape = token.shape {
      if let fill = shape.fill { members.append(member("fill", paint(fill))) }
      let radii = shape.radii
      let isEqual = radii == Corners(all: radii.topLeft)
      members.append(
        member(
          "cornerRadius",
          isEqual
            ? number(radii.topLeft)
            : [
              number(radii.topLeft), number(radii.topRight), number(radii.bottomRight),
              number(radii.bottomLeft),
            ]))
      if shape.curve == .continuous { members.append(member("cornerCurve", "continuous")) }
      if shape.opacity != 1 { members.append(member("opacity", number(shape.opacity))) }
    }
    members.append(member("shadow", JSONValue(.array(token.shadows.map(shadow)))))
    return JSONValue(.object(members))
  }

  /// What the lengths of the source mean, and what became of its colours.
  private static func comment(on token: ImportedToken) -> String {
    guard !token.shadows.isEmpty else { return "No shadow." }
    var parts: [String] = []
    for meaning in BlurMeaning.allCases
    where token.shadows.contains(where: { $0.blurMeaning == meaning }) {
      parts.append(meaning.explanation)
    }
    let mapped = token.shadows.indices.filter { token.shadows[$0].wasColorGamutMapped }
    if !mapped.isEmpty {
      let layers = mapped.map { String($0 + 1) }.joined(separator: ", ")
      parts.append("Outside of sRGB, mapped: the colour of layer \(layers).")
    }
    return parts.joined(separator: " ")
  }

  private func shadow(_ shadow: ImportedShadow) -> JSONValue {
    var members = [
      member("color", JSONValue(.string(shadow.color.css))),
      member("offset", [number(shadow.offset.x), number(shadow.offset.y)]),
      member(shadow.blurMeaning.rawValue, number(shadow.blur)),
    ]
    if shadow.spread != 0 { members.append(member("spread", number(shadow.spread))) }
    if shadow.isInset { members.append(member("inset", true)) }
    if !shadow.isKnockedOut && !shadow.isInset { members.append(member("knockout", false)) }
    return JSONValue(.object(members))
  }

  private func paint(_ paint: Paint) -> JSONValue {
    switch paint {
    case .color(let color): JSONValue(.string(color.css))
    case .image(let image): ["image": JSONValue(.string(image.path))]
    case .gradient(let gradient):
      [
        "start": [number(gradient.start.x), number(gradient.start.y)],
        "end": [number(gradient.end.x), number(gradient.end.y)],
        "colors": JSONValue(.array(gradient.stops.map { JSONValue(.string($0.color.css)) })),
        "locations": JSONValue(.array(gradient.stops.map { number($0.location) })),
        "interpolation": JSONValue(.string(gradient.interpolation.rawValue)),
      ]
    }
  }

  // MARK: Pieces

  private func member(_ key: String, _ value: JSONValue) -> JSONMember {
    JSONMember(key: key, value: value)
  }

  private func number(_ value: Double) -> JSONValue { JSONValue(.number(value)) }

  private func rect(_ rect: Rect) -> JSONValue {
    [number(rect.x), number(rect.y), number(rect.width), number(rect.height)]
  }
}

extension BlurMeaning {
  /// One sentence for whoever reads the scene.
  var explanation: String {
    switch self {
    case .blur: "The source's blur is twice sigma, as in CSS box-shadow and Figma."
    case .radius: "The source's radius is sigma, as in CALayer.shadowRadius."
    case .sigma: "The source's length is sigma itself, as in CSS drop-shadow()."
    }
  }
}
