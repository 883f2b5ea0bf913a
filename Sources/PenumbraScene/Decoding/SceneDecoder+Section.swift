internal import OrderedJSON
internal import PenumbraGraphics

/// Sections, in the vocabulary of `NSCollectionLayout`.
extension SceneDecoder {
  func sections(_ value: JSONValue) throws(SceneFault) -> [SectionDeclaration] {
    let elements = try value.readArray("a list of sections")
    guard elements.count <= limits.sections else {
      throw value.fault(.limitExceeded, expected: "at most \(limits.sections) sections")
    }
    var sections: [SectionDeclaration] = []
    var cellCount = 0
    let count = noteCount
    for (index, element) in elements.enumerated() {
      guard
        let section = kept({ () throws(SceneFault) in try section(element, index: index) })
      else { continue }
      // Each count is at most `limits.cells`, so the sum cannot overflow before it is checked.
      cellCount += section.cells.count
      try checkCellCount(cellCount, at: element)
      sections.append(section)
    }
    try stop(since: count)
    return sections
  }

  func checkCellCount(_ count: Int, at value: JSONValue) throws(SceneFault) {
    if count > limits.cells {
      throw value.fault(.limitExceeded, expected: "at most \(limits.cells) cells")
        .found("\(count) cells")
    }
  }

  private func section(_ value: JSONValue, index: Int) throws(SceneFault) -> SectionDeclaration {
    let known = [
      "name", "group", "interGroupSpacing", "contentInsets", "scrolling", "page", "background",
      "header", "footer", "cells", "shadowScope", "comment",
    ]
    var section = SectionDeclaration(name: "section-\(index)", cells: .list([]))
    let count = noteCount
    for member in try value.readObject("a section") {
      do throws(SceneFault) {
        let own = member.value
        switch member.key {
        case "name": section.name = try text(own, "a name")
        case "group": section.group = try group(own)
        case "interGroupSpacing": section.interGroupSpacing = try length(own, "a spacing")
        case "contentInsets": section.contentInsets = try insets(own)
        case "scrolling": section.scrolling = try own.readWord(Scrolling.self)
        case "page": section.page = try own.readInteger(0...limits.cells, "a page, from 0")
        case "background": section.background = try freeStyle(own)
        case "header": section.header = try boundary(own)
        case "footer": section.footer = try boundary(own)
        case "cells": section.cells = try sectionCells(own)
        case "shadowScope": section.scope = try own.readWord(ShadowScope.self)
        case "comment": _ = try own.readString("a comment")
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    require("cells", in: value, "the section's cells")
    if section.cells.count > 0 { require("group", in: value, "the section's group") }
    try stop(since: count)
    return section
  }

  func dimension(_ value: JSONValue) throws(SceneFault) -> Dimension {
    let known = ["absolute", "estimated", "fractionalWidth", "fractionalHeight"]
    if value.number != nil { return .absolute(try length(value, "a length")) }
    let what = "a number, or an object of one of \(known.joined(separator: ", "))"
    let members = try value.readObject(what)
    guard let member = members.first else { throw value.fault(.missingKey, expected: what) }
    if members.count > 1 { throw members[1].conflict(with: member.key) }
    let own = member.value
    switch member.key {
    case "absolute": return .absolute(try length(own, "a length"))
    case "estimated": return .estimated(try length(own, "a length"))
    case "fractionalWidth": return .fractionalWidth(try share(own))
    case "fractionalHeight": return .fractionalHeight(try share(own))
    default: throw member.unknown(among: known)
    }
  }

  /// A share of a container; more than the whole is allowed.
  private func share(_ value: JSONValue) throws(SceneFault) -> Double {
    try value.readNumber(0...1_000, "a share of the container, from 0 to 1000")
  }

  private func group(_ value: JSONValue) throws(SceneFault) -> GroupDeclaration {
    let known = ["axis", "width", "height", "count", "items", "interItemSpacing", "insets"]
    var group = GroupDeclaration(width: .absolute(0), height: .absolute(0), items: [])
    let count = noteCount
    for member in try value.readObject("a group") {
      do throws(SceneFault) {
        let own = member.value
        switch member.key {
        case "axis": group.axis = try own.readWord(PositionRule.Axis.self)
        case "width": group.width = try dimension(own)
        case "height": group.height = try dimension(own)
        case "count":
          group.count = try own.readInteger(1...limits.cells, "a number of items, at least 1")
        case "items":
          let items = try own.readArray("a list of items")
          guard !items.isEmpty else { throw own.fault(.invalidValue, expected: "an item") }
          group.items = try each(items) { (item) throws(SceneFault) in try self.item(item) }
        case "interItemSpacing": group.spacing = try itemSpacing(own)
        case "insets": group.insets = try insets(own)
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    for key in ["width", "height"] { require(key, in: value, "the group's \(key)") }
    if group.items.isEmpty { group.items = [ItemDeclaration()] }
    if group.count != nil, group.items.count > 1, let items = value["items"] {
      note(items.fault(.conflictingKeys, expected: "one item beside \"count\""))
    }
    try stop(since: count)
    return group
  }

  private func item(_ value: JSONValue) throws(SceneFault) -> ItemDeclaration {
    let known = ["width", "height", "insets"]
    var item = ItemDeclaration()
    let count = noteCount
    for member in try value.readObject("an item") {
      do throws(SceneFault) {
        switch member.key {
        case "width": item.width = try dimension(member.value)
        case "height": item.height = try dimension(member.value)
        case "insets": item.insets = try insets(member.value)
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    try stop(since: count)
    return item
  }

  private func itemSpacing(_ value: JSONValue) throws(SceneFault) -> ItemSpacing {
    if value.number != nil { return .fixed(try length(value, "a spacing")) }
    let members = try value.readObject("a spacing: a number, or {\"flexible\": number}")
    guard let member = members.first, members.count == 1, member.key == "flexible" else {
      guard let other = members.first(where: { $0.key != "flexible" }) else {
        throw value.fault(.missingKey, expected: "the least spacing").missing("flexible")
      }
      throw other.unknown(among: ["flexible"])
    }
    return .flexible(try length(member.value, "a spacing"))
  }

  /// A header or footer: a cell with a size, by default as wide as the container and 44 high.
  private func boundary(_ value: JSONValue) throws(SceneFault) -> BoundaryDeclaration {
    var boundary = BoundaryDeclaration(
      cell: CellDeclaration(style: StyleDeclaration()), width: .fractionalWidth(1),
      height: .estimated(44))
    if value.string != nil {
      boundary.cell = try cell(value)
      return boundary
    }
    let members = try value.readObject("a cell: an object, or the name of a style")
    let parts = try parts(members, allowing: [.cell, .size])
    boundary.cell = CellDeclaration(name: parts.name, style: try complete(parts, at: value))
    boundary.width = parts.width ?? boundary.width
    boundary.height = parts.height ?? boundary.height
    return boundary
  }

  private func sectionCells(_ value: JSONValue) throws(SceneFault) -> SectionCells {
    switch value.content {
    case .array(let elements):
      try checkCellCount(elements.count, at: value)
      return .list(try each(elements) { (element) throws(SceneFault) in try cell(element) })
    case .object:
      return try repeatedCells(value)
    default:
      throw value.fault(.wrongType, expected: "a list of cells, or an object with \"repeat\"")
    }
  }

  private func repeatedCells(_ value: JSONValue) throws(SceneFault) -> SectionCells {
    var count: Int?
    var cell = CellDeclaration(style: StyleDeclaration())
    var fills: [Paint] = []
    var labels: [LabelDeclaration] = []
    let mark = noteCount
    for member in try value.readObject("an object with \"repeat\"") {
      do throws(SceneFault) {
        let own = member.value
        switch member.key {
        case "repeat":
          let number = try own.readNumber(0...Double(Int32.max), "a number of cells")
          guard let exact = Int(exactly: number) else {
            throw own.fault(.invalidValue, expected: "a whole number of cells")
          }
          try checkCellCount(exact, at: own)
          count = exact
        case "style": cell.style = try freeStyle(own)
        case "fills":
          fills = try each(try own.readArray("a list of fills")) {
            (element) throws(SceneFault) in try fill(element)
          }
        case "labels":
          labels = try each(try own.readArray("a list of labels")) {
            (element) throws(SceneFault) in try label(element)
          }
        case let key where Self.styleKeys.contains(key):
          throw member.unknown(expecting: "{\"style\": {\"\(key)\": ...}} beside \"repeat\"")
        default: throw member.unknown(among: ["repeat", "style", "fills", "labels"])
        }
      } catch {
        note(error)
      }
    }
    require("repeat", in: value, "the number of cells")
    try stop(since: mark)
    guard let count else { throw SceneFault.noted }
    return .repeated(count: count, cell: cell, fills: fills, labels: labels)
  }
}
