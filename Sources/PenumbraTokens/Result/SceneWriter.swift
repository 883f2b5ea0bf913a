internal import CSSValues
internal import OrderedJSON
internal import PenumbraFiles
internal import PenumbraGraphics

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
    let base = path.splitBytes(at: "/").last ?? ""
    let stem = base.splitBytes(at: ".").first ?? ""
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
    var nextNumbers: [String: Int] = [:]
    styles = result.tokens.map { token in
      let title = Self.shortened(token.title)
      var name = title
      var number = nextNumbers[title] ?? 2
      while !used.insert(name).inserted {
        name = "\(title) (\(number))"
        number += 1
      }
      nextNumbers[title] = number
      return (name, token)
    }
  }

  /// A title that fits into a caption.
  private static func shortened(_ title: String) -> String {
    let plain = title.unicodeScalars.map { $0.isUnprintable ? " " : Character($0) }
    let text = String(plain.prefix(160))
    return text.isEmpty ? "shadow" : plain.count > 160 ? text + "..." : text
  }

  var value: JSONValue {
    let hasShapes = result.tokens.contains { $0.shape != nil }
    let columns = columnWidths(hasShapes: hasShapes)
    let height = hasShapes ? rowHeights.reduce(gap) { $0 + $1 + gap } : nil
    let width = columns.reduce(gap) { $0 + 2 * ($1 + gap) }
    return JSONValue(
      .object([
        member("penumbra", 1),
        member("name", JSONValue(.string(name))),
        member("comment", JSONValue(.string(comment))),
        member(
          "canvas",
          [
            "width": number(width), "height": height.map(number) ?? "fit",
            "scale": number(scale), "background": ground(columns, width: width),
          ]),
        member(
          "styles", JSONValue(.object(styles.map { member($0.name, style(of: $0.token)) }))),
        hasShapes ? member("cells", cells(columns)) : member("matrix", matrix),
      ]))
  }

  private var comment: String {
    let mapped = result.tokens.flatMap(\.shadows).filter(\.wasColorGamutMapped).count
    var text = "Imported from \(source) as \(result.format.rawValue)."
    if mapped > 0 {
      text +=
        " \(mapped) \(mapped == 1 ? "colour" : "colours") outside of sRGB "
        + "\(mapped == 1 ? "was" : "were") mapped into it."
    }
    let refused = result.diagnostics.filter { $0.severity == .error }.count
    if refused > 0 {
      text += " \(refused) \(refused == 1 ? "error" : "errors"): not every token is here."
    }
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

  private func size(of token: ImportedToken) -> Size { token.shape?.size ?? Self.plainSize }

  /// The width of each pair's cells.
  private func columnWidths(hasShapes: Bool) -> [Double] {
    (0..<pairs).map { column in
      guard hasShapes else { return Self.plainSize.width }
      return stride(from: column, to: styles.count, by: pairs).reduce(1) {
        max($0, size(of: styles[$1].token).width)
      }
    }
  }

  private var rowHeights: [Double] {
    stride(from: 0, to: styles.count, by: pairs).map { first in
      styles[first..<min(first + pairs, styles.count)].reduce(1) {
        max($0, size(of: $1.token).height)
      }
    }
  }

  /// Stripes of light and dark, with their borders in the middle of the gaps.
  private func ground(_ columns: [Double], width: Double) -> JSONValue {
    var colors: [JSONValue] = []
    var locations: [JSONValue] = []
    var edge = 0.0
    for index in 0..<(2 * columns.count) {
      let isLast = index == 2 * columns.count - 1
      let color = JSONValue(.string(index % 2 == 0 ? Self.lightGround : Self.darkGround))
      let next = edge + columns[index / 2] + (index == 0 ? gap * 1.5 : gap)
      colors += [color, color]
      locations += [number(edge / width), number(isLast ? 1 : next / width)]
      edge = next
    }
    return [
      "direction": "horizontal", "colors": JSONValue(.array(colors)),
      "locations": JSONValue(.array(locations)),
    ]
  }

  private var matrix: JSONValue {
    [
      "style": ["cornerRadius": 12],
      "cell": ["width": number(Self.plainSize.width), "height": number(Self.plainSize.height)],
      "columns": number(Double(2 * pairs)),
      "gap": number(gap),
      "vary": [
        "style": JSONValue(.array(styles.map { JSONValue(.string($0.name)) })),
        "fill": [JSONValue(.string(Self.lightFill)), JSONValue(.string(Self.darkFill))],
      ],
      "caption": "{style}",
    ]
  }

  /// Each shape twice, in the middle of its column, with its name below.
  private func cells(_ columns: [Double]) -> JSONValue {
    var cells: [JSONValue] = []
    var top = gap
    for (row, height) in rowHeights.enumerated() {
      var left = gap
      for (column, width) in columns.enumerated() where row * pairs + column < styles.count {
        let entry = styles[row * pairs + column]
        for isDark in [false, true] {
          let own = size(of: entry.token)
          let frame = Rect(
            x: left + (width - own.width) / 2, y: top + (height - own.height) / 2,
            width: own.width, height: own.height)
          cells.append(cell(entry, frame, isDark: isDark))
          let caption = Rect(
            x: left - gap / 2, y: frame.maxY + (gap - 18) / 2, width: width + gap, height: 18)
          cells.append(self.caption(entry.name, caption, isDark: isDark))
          left += width + gap
        }
      }
      top += height + gap
    }
    return JSONValue(.array(cells))
  }

  private func cell(
    _ entry: (name: String, token: ImportedToken), _ frame: Rect, isDark: Bool
  ) -> JSONValue {
    var members = [
      member("name", JSONValue(.string(entry.name))),
      member("style", JSONValue(.string(entry.name))),
      member("frame", rect(frame)),
    ]
    if entry.token.shape == nil {
      members.append(
        member("fill", JSONValue(.string(isDark ? Self.darkFill : Self.lightFill))))
    }
    return JSONValue(.object(members))
  }

  private func caption(_ name: String, _ frame: Rect, isDark: Bool) -> JSONValue {
    [
      "name": JSONValue(.string(name + " (caption)")),
      "frame": rect(frame),
      "label": [
        "text": JSONValue(.string(name)), "size": 12, "align": "center",
        "color": JSONValue(.string(isDark ? "#ffffff" : "#000000")),
      ],
    ]
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
