internal import PenumbraGraphics

/// A group solved: its size, and the places of its items, in its own coordinates, left to right.
///
/// All groups of a section are alike, so one is solved, and every cell is a slot of a repetition.
struct GroupTemplate {
  var size: Size
  /// At least one.
  var slots: [Rect]

  /// Solves a group in its section's container.
  ///
  /// With a `count`, that many items share the axis equally, and what their other side takes of that
  /// axis is a fraction of the length that they share: the group's, spacing off. Without, the items follow each other,
  /// again and again, for as long as the next one fits; the first is placed in any case. Space that
  /// is left goes to flexible gaps. Nil if a share of an unknown height is asked for.
  init?(_ group: GroupDeclaration, containerWidth: Double, containerHeight: Double?) {
    guard let width = group.width.length(width: containerWidth, height: containerHeight),
      let height = group.height.length(width: containerWidth, height: containerHeight)
    else { return nil }
    size = Size(width: width, height: height)
    let insets = group.insets
    let inner = Rect(
      x: insets.leading, y: insets.top, width: max(0, width - insets.leading - insets.trailing),
      height: max(0, height - insets.top - insets.bottom))
    let items = Self.items(of: group, in: inner)
    slots = Self.placed(items, of: group, in: inner)
  }

  /// The items that the group holds, with their sizes.
  private static func items(
    of group: GroupDeclaration, in inner: Rect
  ) -> [(item: ItemDeclaration, size: Size)] {
    let isHorizontal = group.axis == .horizontal
    let room = isHorizontal ? inner.width : inner.height
    let gaps = group.spacing.least * Double((group.count ?? 1) - 1)
    let container = Size(
      width: isHorizontal ? max(0, inner.width - gaps) : inner.width,
      height: isHorizontal ? inner.height : max(0, inner.height - gaps))
    let sizes = group.items.map { item in
      // The height of a group is known, so every length of its items is.
      Size(
        width: item.width.length(width: container.width, height: container.height) ?? 0,
        height: item.height.length(width: container.width, height: container.height) ?? 0)
    }
    if let count = group.count {
      let share = (isHorizontal ? container.width : container.height) / Double(count)
      var size = sizes[0]
      if isHorizontal { size.width = share } else { size.height = share }
      return Array(repeating: (group.items[0], size), count: count)
    }
    // A third of the room three times must fit in spite of rounding.
    let tolerance = 1e-6
    var items: [(ItemDeclaration, Size)] = []
    var used = 0.0
    while true {
      let next = items.count % sizes.count
      let extent = isHorizontal ? sizes[next].width : sizes[next].height
      let end = used + extent
      if !items.isEmpty, end > room + tolerance { break }
      items.append((group.items[next], sizes[next]))
      used = end + group.spacing.least
      // Items of no extent would repeat for ever: each stands once.
      let pattern = sizes.reduce(0) { $0 + (isHorizontal ? $1.width : $1.height) }
      let advance = pattern + group.spacing.least * Double(sizes.count)
      if advance <= tolerance, items.count == sizes.count { break }
    }
    return items
  }

  private static func placed(
    _ items: [(item: ItemDeclaration, size: Size)], of group: GroupDeclaration, in inner: Rect
  ) -> [Rect] {
    let isHorizontal = group.axis == .horizontal
    let gaps = Double(items.count - 1)
    let used = items.reduce(0) { $0 + (isHorizontal ? $1.size.width : $1.size.height) }
    let left = (isHorizontal ? inner.width : inner.height) - used - group.spacing.least * gaps
    var spacing = group.spacing.least
    if case .flexible = group.spacing, items.count > 1, left > 0 { spacing += left / gaps }
    var offset = 0.0
    return items.map { item, size in
      let origin =
        isHorizontal
        ? Point(x: inner.x + offset, y: inner.y) : Point(x: inner.x, y: inner.y + offset)
      offset += (isHorizontal ? size.width : size.height) + spacing
      return Rect(
        x: origin.x + item.insets.leading, y: origin.y + item.insets.top,
        width: max(0, size.width - item.insets.leading - item.insets.trailing),
        height: max(0, size.height - item.insets.top - item.insets.bottom))
    }
  }
}
