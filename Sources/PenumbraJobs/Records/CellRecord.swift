public import OrderedJSON
package import PenumbraScene

/// What a manifest says of a picture of one cell, beyond its pixels: who it is, where its box lies
/// in the picture, and the style that it was drawn with.
public struct CellRecord: Hashable, Sendable {
  /// The section's name; in a cells or matrix scene the scene's.
  public var section: String
  /// The cell's own name, or its role (`header`, `footer`, `background`); nil is known by its place.
  public var name: String?
  /// Its place among the cells of its section, from 0.
  public var index: Int
  /// The caption that a contact sheet would write below it.
  public var caption: String?
  /// Left, top, width and height of the cell's box in the picture, in whole pixels.
  public var box: [Int]
  /// What decides the picture, in the words of the scene language.
  public var style: JSONValue

  /// A record of these.
  public init(
    section: String, name: String?, index: Int, caption: String?, box: [Int], style: JSONValue
  ) {
    precondition(box.count == 4, "a box has four numbers")
    self.section = section
    self.name = name
    self.index = index
    self.caption = caption
    self.box = box
    self.style = style
  }

  /// The name that a record gives a cell: its own, or its role.
  package static func name(of cell: PlacedCell) -> String? {
    switch cell.role {
    case .cell: cell.name
    case .background: "background"
    case .header: "header"
    case .footer: "footer"
    case .caption: "caption"
    }
  }

  /// The record as one JSON object.
  public var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("section", JSONValue(section)), ("index", JSONValue(index)),
    ]
    if let name { members.append(("name", JSONValue(name))) }
    if let caption { members.append(("caption", JSONValue(caption))) }
    members += [("box", JSONValue(box.map { JSONValue($0) })), ("style", style)]
    return JSONValue(members)
  }

  /// Reads what `json` wrote; nil where the value is no record.
  public init?(json: JSONValue) {
    guard let section = json["section"]?.string,
      let index = json["index"]?.number.flatMap({ Int(exactly: $0) }), index >= 0,
      let box = json["box"]?.array?.map({ $0.number.flatMap { Int(exactly: $0) } }),
      box.count == 4, let style = json["style"], style.members != nil
    else { return nil }
    let numbers = box.compactMap { $0 }
    guard numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else { return nil }
    self.init(
      section: section, name: json["name"]?.string, index: index,
      caption: json["caption"]?.string, box: numbers, style: style)
  }
}
