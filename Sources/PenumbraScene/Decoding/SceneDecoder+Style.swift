internal import OrderedJSON
internal import PenumbraGraphics

/// Styles and cells.
extension SceneDecoder {
  /// The keys of every style and cell.
  static let styleKeys = [
    "extends", "fill", "cornerRadius", "cornerCurve", "shadow", "elevation", "position", "mask",
    "knockout", "overlay", "label", "opacity", "shadowScope", "shadowOf", "lint", "comment",
  ]

  /// Where a key stands that is unknown in another place; nil for what is none of the language.
  static func home(of key: String) -> String? {
    if styleKeys.contains(key) { return "a cell or a style" }
    if ["group", "interGroupSpacing", "contentInsets", "scrolling", "page"].contains(key) {
      return "a section"
    }
    if ["repeat", "fills", "labels"].contains(key) { return "the \"cells\" of a section" }
    if ["vary", "columns", "gap"].contains(key) { return "a \"matrix\"" }
    if ["blur", "sigma", "spread", "inset", "offset"].contains(key) { return "a \"shadow\"" }
    return sceneKeys.contains(key) ? "the scene itself" : nil
  }

  /// What an object may say beyond a style's keys.
  struct Extras: OptionSet {
    var rawValue: Int
    /// `style` and `name`: the object is a cell.
    static let cell = Extras(rawValue: 1)
    /// `frame`: the cell lies on a canvas.
    static let frame = Extras(rawValue: 2)
    /// `width` and `height`: the cell is a header or a footer.
    static let size = Extras(rawValue: 4)

    var keys: [String] {
      SceneDecoder.styleKeys + (contains(.cell) ? ["style", "name"] : [])
        + (contains(.frame) ? ["frame"] : []) + (contains(.size) ? ["width", "height"] : [])
    }
  }

  /// A style or cell as written, before what it stands on.
  struct Parts {
    var style = StyleDeclaration()
    /// `extends` or `style`.
    var base: JSONValue?
    var name: String?
    var frame: Rect?
    var width: Dimension?
    var height: Dimension?
  }

  /// Reads the members of a style or cell; those that are wrong are noted and left out.
  func parts(_ members: [JSONMember], allowing extras: Extras) throws(SceneFault) -> Parts {
    var parts = Parts()
    var baseKey: String?
    for member in members {
      do throws(SceneFault) {
        let value = member.value
        switch member.key {
        case "extends", "style":
          guard member.key == "extends" || extras.contains(.cell) else {
            throw member.unknown(among: extras.keys)
          }
          if let baseKey { throw member.conflict(with: baseKey) }
          baseKey = member.key
          parts.base = value
        case "name" where extras.contains(.cell):
          parts.name = try text(value, "a name")
        case "frame" where extras.contains(.frame):
          parts.frame = try rect(value, "a frame")
        case "width" where extras.contains(.size):
          parts.width = try dimension(value)
        case "height" where extras.contains(.size):
          parts.height = try dimension(value)
        default:
          guard let part = try part(member) else { throw member.unknown(among: extras.keys) }
          parts.style.set(part)
        }
      } catch {
        note(error)
      }
    }
    return parts
  }

  /// Reads one key of a style; nil if it is none.
  func part(_ member: JSONMember) throws(SceneFault) -> StylePart? {
    let value = member.value
    switch member.key {
    case "fill": return .fill(try fill(value))
    case "cornerRadius": return .radii(try radii(value))
    case "cornerCurve": return .curve(try value.readWord(CornerCurve.self))
    case "shadow": return .shadows(try shadows(value))
    case "elevation": return .elevation(try elevation(value))
    case "position": return .position(try position(value))
    case "mask": return .mask(try mask(value))
    case "knockout": return .isKnockedOut(try value.readBool())
    case "overlay": return .overlay(try gradient(value))
    case "label": return .label(try label(value))
    case "opacity": return .opacity(try fraction(value, "an opacity"))
    case "shadowScope": return .scope(try value.readWord(ShadowScope.self))
    case "shadowOf": return .caster(try caster(value))
    case "lint": return .lint(try lint(value))
    case "comment":
      _ = try value.readString("a comment")
      return .comment
    default: return nil
    }
  }

  /// The declaration of a style's name.
  func style(named value: JSONValue) throws(SceneFault) -> StyleDeclaration {
    let name = try value.readString("the name of a style")
    guard let style = styles[name] else {
      throw value.fault(
        .unknownStyle,
        expected: Suggestion.phrase("the name of a style", for: name, among: styleNames))
    }
    return style
  }

  /// Lays a style over what it stands on, and checks what only the whole can tell.
  func complete(_ parts: Parts, at value: JSONValue) throws(SceneFault) -> StyleDeclaration {
    var style = parts.style
    if let base = parts.base { style = style.over(try self.style(named: base)) }
    try check(style, at: value, base: parts.style.elevation == .init() ? parts.base : nil)
    return style
  }

  /// What only a whole style can tell: an elevation has a height, and one its model can draw.
  ///
  /// `base` is the name of the style that the elevation comes from, if it is all of it: what that
  /// style lacks is said once.
  func check(
    _ style: StyleDeclaration, at value: JSONValue, base: JSONValue? = nil
  ) throws(SceneFault) {
    do throws(SceneFault) {
      try checkElevation(of: style, at: value)
    } catch {
      if let base = base?.string, !incompleteStyles.insert(base).inserted { throw SceneFault.noted }
      throw error
    }
  }

  private func checkElevation(
    of style: StyleDeclaration, at value: JSONValue
  ) throws(SceneFault) {
    let elevation = style.elevation
    guard elevation != ElevationDeclaration() else { return }
    guard let resolved = elevation.resolved else {
      throw value.fault(.missingKey, expected: "the elevation's height").missing("elevation.value")
    }
    let heights = resolved.model.heights
    guard heights.contains(resolved.value) else {
      let number = JSONValue.text(of:)
      let bounds =
        heights.upperBound < limits.lengthPoints
        ? "from \(number(heights.lowerBound)) to \(number(heights.upperBound))"
        : "of at least \(number(heights.lowerBound))"
      throw value.fault(
        .invalidValue, expected: "an elevation \(bounds) under \"\(resolved.model.rawValue)\""
      ).found("an elevation of \(number(resolved.value))")
    }
  }

  /// A cell: a style's name, or an object.
  func cell(_ value: JSONValue) throws(SceneFault) -> CellDeclaration {
    if value.string != nil {
      let style = try self.style(named: value)
      try check(style, at: value, base: value)
      return CellDeclaration(style: style)
    }
    let members = try value.readObject("a cell: an object, or the name of a style")
    let count = noteCount
    let parts = try parts(members, allowing: .cell)
    let style = try complete(parts, at: value)
    try stop(since: count)
    return CellDeclaration(name: parts.name, style: style)
  }

  /// A cell with its frame.
  func framedCell(_ value: JSONValue) throws(SceneFault) -> FramedCell {
    let members = try value.readObject("a cell: an object with a \"frame\"")
    let count = noteCount
    let parts = try parts(members, allowing: [.cell, .frame])
    require("frame", in: value, "the cell's frame: [x, y, width, height]")
    let style = try complete(parts, at: value)
    try stop(since: count)
    guard let frame = parts.frame else { throw SceneFault.noted }
    return FramedCell(cell: CellDeclaration(name: parts.name, style: style), frame: frame)
  }

  /// A style that stands alone: an object, or a name.
  func freeStyle(_ value: JSONValue) throws(SceneFault) -> StyleDeclaration {
    if value.string != nil {
      let style = try self.style(named: value)
      try check(style, at: value, base: value)
      return style
    }
    let members = try value.readObject("a style: an object, or the name of one")
    let count = noteCount
    let style = try complete(try parts(members, allowing: []), at: value)
    try stop(since: count)
    return style
  }

  // MARK: Named styles

  /// Reads all styles, then resolves `extends` in any order; a circle is an error.
  func readStyles(_ value: JSONValue) throws(SceneFault) {
    let members = try value.readObject("an object of styles by name")
    styleNames = members.map(\.key)
    var unresolved: [String: Parts] = [:]
    for member in members {
      // A style that is wrong has a name all the same, which others may use.
      unresolved[member.key] = Parts()
      do throws(SceneFault) {
        let own = try member.value.readObject("a style")
        unresolved[member.key] = try parts(own, allowing: [])
        styleTrees[member.key] = member.value
      } catch {
        note(error)
      }
    }
    for member in members {
      do throws(SceneFault) { try resolve(member, among: unresolved) } catch { note(error) }
    }
  }

  /// Groups of named styles that are the same once every default is filled in.
  var identicalStyles: [[String]] {
    /// A part that only a cell completes (an elevation without its height, a label without its text)
    /// resolves to nothing, and counts as written.
    struct Meaning: Hashable {
      var resolved: ResolvedStyle
      var elevation: ElevationDeclaration
      var label: LabelDeclaration
    }
    var groups: [Meaning: [String]] = [:]
    var order: [Meaning] = []
    for name in styleNames {
      guard let declared = styles[name] else { continue }
      let style = Meaning(
        resolved: declared.resolved(kernels: KernelChoice()),
        elevation: declared.elevation.resolved == nil ? declared.elevation : ElevationDeclaration(),
        label: declared.label.resolved == nil ? declared.label : LabelDeclaration())
      if groups[style] == nil { order.append(style) }
      groups[style, default: []].append(name)
    }
    return order.compactMap { groups[$0] }.filter { $0.count > 1 }
  }

  /// Follows `extends` to a style that is resolved or stands on nothing, then lays the chain down
  /// from there.
  private func resolve(_ member: JSONMember, among parts: [String: Parts]) throws(SceneFault) {
    var chain: [String] = []
    var next: String? = member.key
    // Also where the chain is wrong, its styles are known from here on: a fault is said once.
    defer {
      for name in chain where styles[name] == nil {
        styles[name] = parts[name]?.style
        styleDepths[name] = 1
      }
    }
    while let name = next, styles[name] == nil {
      chain.append(name)
      next = nil
      guard let base = parts[name]?.base else { continue }
      let baseName = try base.readString("the name of a style")
      guard parts[baseName] != nil else {
        throw base.fault(
          .unknownStyle,
          expected: Suggestion.phrase("the name of a style", for: baseName, among: styleNames))
      }
      if let start = chain.firstIndex(of: baseName) {
        let circle = chain[start...].prefix(5).joined(separator: "\" extends \"")
        throw base.fault(.circularExtends, expected: "styles that extend each other in no circle")
          .found("a circle: \"\(circle)\" extends \"\(baseName)\"")
      }
      guard chain.count + (styleDepths[baseName] ?? 1) <= limits.extendsDepth else {
        throw base.fault(
          .limitExceeded, expected: "at most \(limits.extendsDepth) styles that extend each other")
      }
      next = baseName
    }
    var below = next.flatMap { styles[$0] }
    var depth = next.flatMap { styleDepths[$0] } ?? 0
    for name in chain.reversed() {
      guard let own = parts[name]?.style else { continue }
      let style = below.map { own.over($0) } ?? own
      depth += 1
      styles[name] = style
      styleDepths[name] = depth
      below = style
    }
  }
}
