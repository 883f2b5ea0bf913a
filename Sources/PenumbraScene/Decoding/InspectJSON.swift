internal import CSSValues
internal import OrderedJSON
internal import PenumbraGraphics

/// The solved layout of a scene as JSON, for people and for tests outside of the project.
///
/// One object: `name`, `scale`, `width` and `height` of the canvas in points, and `sections` with
/// their `cells`. Frames are in canvas points, masks and paths in the cell's own coordinates, all
/// with the full precision of a double. A shadow's `opacity` is that of its colour included, since
/// `color` has none; shadows are listed top first. Headers, footers and backgrounds are left out,
/// as the format says. A section that casts one shadow for all its cells has it in one more key,
/// `sectionShadow`: the cells' boxes, in canvas points, and the shadows.
public enum InspectJSON {
  /// The scene as one indented JSON text, with a line end.
  public static func text(of scene: LaidOutScene) -> String {
    var text = ""
    write(scene) { text += $0 }
    return text
  }

  /// Hands the text on piece by piece, a cell at a time: a matrix is never held as text.
  public static func write(_ scene: LaidOutScene, to sink: (String) -> Void) {
    let canvas = scene.canvas
    let number = JSONValue.text(of:)
    sink("{\n  \"name\": \(JSONValue.quoted(scene.name)),\n")
    sink("  \"scale\": \(number(canvas.scale)),\n")
    sink("  \"width\": \(number(canvas.width)),\n  \"height\": \(number(canvas.height)),\n")
    sink("  \"sections\": [")
    for (index, section) in scene.sections.enumerated() {
      sink(index == 0 ? "\n" : ",\n")
      sink("    {\n      \"name\": \(JSONValue.quoted(section.name)),\n")
      if let shadow = section.sectionShadow {
        sink("      \"sectionShadow\": \(value(of: shadow).text(.compact)),\n")
      }
      sink("      \"cells\": [")
      for (place, cell) in section.cells.enumerated() {
        sink((place == 0 ? "\n" : ",\n") + "        " + value(of: cell).text(.compact))
      }
      sink(section.cells.isEmpty ? "]\n    }" : "\n      ]\n    }")
    }
    sink(scene.sections.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
  }

  /// One cell, as it stands in the text.
  static func value(of cell: PlacedCell) -> JSONValue {
    let own = Rect(x: 0, y: 0, width: cell.frame.width, height: cell.frame.height)
    return [
      "index": .init(integerLiteral: cell.index),
      "position": cell.position.map { .init(stringLiteral: $0.rawValue) } ?? nil,
      "frame": value(of: cell.frame),
      "mask": cell.positionMask.map { value(of: $0) } ?? nil,
      "shadows": .init(
        .array(
          cell.style.shadows.map {
            value(of: $0, path: $0.isInset ? own : cell.shadowPath.rect)
          })),
    ]
  }

  private static func value(of shadow: SectionShadow) -> JSONValue {
    [
      "paths": .init(.array(shadow.shapes.map { value(of: $0.rect) })),
      "shadows": .init(.array(shadow.shadows.map { value(of: $0, path: nil) })),
    ]
  }

  private static func value(of shadow: Shadow, path: Rect?) -> JSONValue {
    var members = [
      JSONMember(key: "sigma", value: .init(.number(shadow.sigma))),
      JSONMember(
        key: "offset",
        value: .init(.array([.init(.number(shadow.offset.x)), .init(.number(shadow.offset.y))]))),
      JSONMember(key: "spread", value: .init(.number(shadow.spread))),
      JSONMember(key: "opacity", value: .init(.number(shadow.opacity * shadow.color.alpha))),
      JSONMember(key: "color", value: .init(.string(hex(shadow.color)))),
      JSONMember(key: "inset", value: .init(.bool(shadow.isInset))),
      JSONMember(key: "kernel", value: .init(.string(shadow.kernel.rawValue))),
    ]
    if let path { members.append(JSONMember(key: "path", value: value(of: path))) }
    return JSONValue(.object(members))
  }

  private static func value(of rect: Rect) -> JSONValue {
    JSONValue(.array([rect.x, rect.y, rect.width, rect.height].map { JSONValue(.number($0)) }))
  }

  /// `#rrggbb`, each component rounded to 8 bits as it will be painted.
  private static func hex(_ color: Color) -> String {
    [color.red, color.green, color.blue].reduce(into: "#") { text, component in
      let byte = UInt8(clamping: Int(saturating: (component * 255 + 0.5).rounded(.down)))
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
