internal import CSSValues

/// Sections, in the vocabulary of `NSCollectionLayout`.
extension SceneDecoder {
  func sections(_ value: JSONValue) throws(SceneFault) -> [SectionDeclaration] {
    let elements = try value.readArray("a list of sections")
    guard elements.count <= limits.sections else {
      throw value.fault(.limitExceeded, expected: "at most \(limits.sections) sections")
    }
    var sections: [SectionDeclaration] = []
    var cellCount = 0
    for (index, element) in elements.enumerated() {
      let section = try section(element, index: index)
      // Each count is at most `limits.cells`, so the sum cannot overflow before it is checked.
      cellCount += section.cells.count
      try checkCellCount(cellCount, at: element)
      sections.append(section)
    }
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
    var hasCells = false
    for member in try value.readObject("a section") {
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
      case "cells":
        section.cells = try sectionCells(own)
        hasCells = true
      case "shadowScope": section.scope = try own.readWord(ShadowScope.self)
      case "comment": _ = try own.readString("a comment")
      default: throw member.unknown(among: known)
      }
    }
    guard hasCells else {
      throw value.fault(.missingKey, expected: "the section's cells").missing("cells")
    }
    guard section.group != nil || section.cells.count == 0 else {
      throw value.fault(.missingKey, expected: "the section's group").missing("group")
    }
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
    for member in try value.readObject("a group") {
      let own = member.value
      switch member.key {
      case "axis": group.axis = try own.readWord(PositionRule.Axis.self)
      case "width": group.width = try dimension(own)
      case "height": group.height = try dimension(own)
      case "count":
        group.count = try own.readInteger(1...limits.cells, "a number of items, at least 1")
      case "items":
        for item in try own.readArray("a list of items") { group.items.append(try self.item(item)) }
        guard !group.items.isEmpty else { throw own.fault(.invalidValue, expected: "an item") }
      case "interItemSpacing": group.spacing = try itemSpacing(own)
      case "insets": group.insets = try insets(own)
      default: throw member.unknown(among: known)
      }
    }
    for key in ["width", "height"] where value[key] == nil {
      throw value.fault(.missingKey, expected: "the group's \(key)").missing(key)
    }
    if group.items.isEmpty { group.items = [ItemDeclaration()] }
    if group.count != nil, group.items.count > 1, let items = value["items"] {
      throw items.fault(.conflictingKeys, expected: "one item beside \"count\"")
    }
    return group
  }

  private func item(_ value: JSONValue) throws(SceneFault) -> ItemDeclaration {
    let known = ["width", "height", "insets"]
    var item = ItemDeclaration()
    for member in try value.readObject("an item") {
      switch member.key {
      case "width": item.width = try dimension(member.value)
      case "height": item.height = try dimension(member.value)
      case "insets": item.insets = try insets(member.value)
      default: throw member.unknown(among: known)
      }
    }
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
      var cells: [CellDeclaration] = []
      cells.reserveCapacity(elements.count)
      for element in elements { cells.append(try cell(element)) }
      return .list(cells)
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
    for member in try value.readObject("an object with \"repeat\"") {
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
        for element in try own.readArray("a list of fills") { fills.append(try fill(element)) }
      case "labels":
        for element in try own.readArray("a list of labels") { labels.append(try label(element)) }
      default: throw member.unknown(among: ["repeat", "style", "fills", "labels"])
      }
    }
    guard let count else {
      throw value.fault(.missingKey, expected: "the number of cells").missing("repeat")
    }
    return .repeated(count: count, cell: cell, fills: fills, labels: labels)
  }
}
