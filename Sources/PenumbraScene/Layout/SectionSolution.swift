internal import CSSValues
internal import OrderedJSON
internal import PenumbraGraphics

/// A section solved: the frame of every cell by its index, and the section's height.
///
/// Coordinates are those of a left-to-right canvas; right to left is their mirror image.
struct SectionSolution {
  var origin: Point
  /// Of the whole section: header, insets, groups, footer.
  var height: Double
  var header: Rect?
  var footer: Rect?
  private var template: GroupTemplate?
  /// From one group's corner to the next one's.
  private var advance: Point
  /// The first group's corner.
  private var first: Point

  /// Why a section has no solution, and at which key.
  struct Fault: Error {
    var steps: [JSONPath.Step]
    var found: String
    var expected: String
  }

  /// Solves a section whose top edge lies at `y`.
  ///
  /// From top to bottom: header, top inset, groups, bottom inset, footer. `canvasHeight` is nil
  /// while it is to be fitted. A group's fractions are of the canvas less the content insets, but of
  /// the whole canvas in a section that scrolls sideways, as UIKit has it; those of a header or a
  /// footer are of the former in every section.
  init(
    _ section: SectionDeclaration, y: Double, canvasWidth: Double, canvasHeight: Double?
  ) throws(Fault) {
    let insets = section.contentInsets
    let width = max(0, canvasWidth - insets.leading - insets.trailing)
    let containerHeight = canvasHeight.map { max(0, $0 - insets.top - insets.bottom) }
    origin = Point(x: 0, y: y)
    template = nil
    advance = .zero
    var bottom = y

    func boundary(
      _ boundary: BoundaryDeclaration?, key: String, y: Double
    ) throws(Fault) -> Rect? {
      guard let boundary else { return nil }
      guard let own = boundary.width.length(width: width, height: containerHeight),
        let height = boundary.height.length(width: width, height: containerHeight)
      else { throw Self.unknownHeight(at: [.key(key)]) }
      return Rect(x: insets.leading, y: y, width: own, height: height)
    }

    header = try boundary(section.header, key: "header", y: bottom)
    bottom += (header?.height ?? 0) + insets.top
    first = Point(x: insets.leading, y: bottom)
    if let group = section.group {
      let isScrolling = section.scrolling != .none
      guard
        let solved = GroupTemplate(
          group, containerWidth: isScrolling ? canvasWidth : width,
          containerHeight: isScrolling ? canvasHeight : containerHeight)
      else { throw Self.unknownHeight(at: [.key("group")]) }
      template = solved
      let count = (section.cells.count + solved.slots.count - 1) / solved.slots.count
      if section.scrolling == .none {
        advance.y = solved.size.height + section.interGroupSpacing
        let gaps = Double(max(0, count - 1))
        bottom += Double(count) * solved.size.height + gaps * section.interGroupSpacing
      } else {
        advance.x = solved.size.width + section.interGroupSpacing
        bottom += count == 0 ? 0 : solved.size.height
        first.x -= try Self.scrollOffset(
          section, groups: count, groupWidth: solved.size.width, container: width,
          canvasWidth: canvasWidth)
      }
    }
    bottom += insets.bottom
    footer = try boundary(section.footer, key: "footer", y: bottom)
    bottom += footer?.height ?? 0
    height = bottom - y
  }

  /// The frame of a cell.
  func frame(of index: Int) -> Rect {
    guard let template else { return Rect(x: first.x, y: first.y, width: 0, height: 0) }
    let group = Double(index / template.slots.count)
    var frame = template.slots[index % template.slots.count]
    frame.x += first.x + group * advance.x
    frame.y += first.y + group * advance.y
    return frame
  }

  private static func unknownHeight(at steps: [JSONPath.Step]) -> Fault {
    Fault(
      steps: steps, found: "a fraction of the height of a canvas that is to be fitted",
      expected: "a canvas of a given height, or another dimension")
  }

  /// How far the content is scrolled when `page` is at rest.
  ///
  /// - `groupPaging` puts the group's leading edge at the content inset, `groupPagingCentered` its
  ///   centre at the container's centre, for every group: also for the last ones, which UIKit cannot
  ///   bring there when the content ends before.
  /// - `continuous` and `continuousGroupLeadingBoundary` put the group's leading edge at the content
  ///   inset, `paging` scrolls by whole canvas widths; all three stop where the content ends, as a
  ///   scroll view does.
  private static func scrollOffset(
    _ section: SectionDeclaration, groups: Int, groupWidth: Double, container: Double,
    canvasWidth: Double
  ) throws(Fault) -> Double {
    let insets = section.contentInsets
    let content =
      insets.leading + Double(groups) * groupWidth
      + Double(max(0, groups - 1)) * section.interGroupSpacing + insets.trailing
    let end = max(0, content - canvasWidth)
    let pages =
      section.scrolling == .paging
      ? Int(saturating: (end / canvasWidth - 1e-9).rounded(.up)) + 1 : groups
    guard section.page < max(1, pages) else {
      throw Fault(
        steps: [.key("page")], found: "page \(section.page)",
        expected: "a page from 0 to \(max(1, pages) - 1)")
    }
    let page = Double(section.page)
    let toLeadingEdge = page * (groupWidth + section.interGroupSpacing)
    switch section.scrolling {
    case .none: return 0
    case .continuous, .continuousGroupLeadingBoundary: return min(toLeadingEdge, end)
    case .paging: return min(page * canvasWidth, end)
    case .groupPaging: return toLeadingEdge
    case .groupPagingCentered: return toLeadingEdge - (container - groupWidth) / 2
    }
  }
}
