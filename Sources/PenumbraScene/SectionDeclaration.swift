internal import PenumbraGraphics

/// One length of a size, as `NSCollectionLayoutDimension` has it.
enum Dimension: Hashable, Sendable {
  case absolute(Double)
  /// Taken as it stands: nothing here sizes itself.
  case estimated(Double)
  /// A share of the container's width, whichever side the dimension is of.
  case fractionalWidth(Double)
  /// A share of the container's height.
  case fractionalHeight(Double)

  /// The length in a container; nil if it is a share of a height that is not known.
  func length(width: Double, height: Double?) -> Double? {
    switch self {
    case .absolute(let length), .estimated(let length): length
    case .fractionalWidth(let share): share * width
    case .fractionalHeight(let share): height.map { share * $0 }
    }
  }
}

/// An item of a group.
struct ItemDeclaration: Hashable, Sendable {
  var width = Dimension.fractionalWidth(1)
  var height = Dimension.fractionalHeight(1)
  var insets = EdgeInsets.zero
}

/// The space between the items of a group.
enum ItemSpacing: Hashable, Sendable {
  case fixed(Double)
  /// At least this; what is left of the group is shared among the gaps.
  case flexible(Double)

  var least: Double {
    switch self {
    case .fixed(let space), .flexible(let space): space
    }
  }
}

/// A group, as `NSCollectionLayoutGroup` has it.
struct GroupDeclaration: Hashable, Sendable {
  var axis = PositionRule.Axis.horizontal
  var width: Dimension
  var height: Dimension
  /// The number of equal items; nil repeats `items` for as long as there is room.
  var count: Int?
  /// At least one.
  var items: [ItemDeclaration]
  var spacing = ItemSpacing.fixed(0)
  var insets = EdgeInsets.zero
}

/// How a section scrolls sideways, as `UICollectionLayoutSectionOrthogonalScrollingBehavior` has it.
enum Scrolling: String, Hashable, Sendable, CaseIterable {
  case none
  case continuous
  case continuousGroupLeadingBoundary
  case paging
  case groupPaging
  case groupPagingCentered
}

/// A header or a footer.
struct BoundaryDeclaration: Hashable, Sendable {
  var cell: CellDeclaration
  var width: Dimension
  var height: Dimension
}

/// The cells of a section.
enum SectionCells: Hashable, Sendable {
  case list([CellDeclaration])
  /// One style again and again; fills and label texts are gone through in turn.
  case repeated(count: Int, cell: CellDeclaration, fills: [Paint], labels: [LabelDeclaration])

  var count: Int {
    switch self {
    case .list(let cells): cells.count
    case .repeated(let count, _, _, _): count
    }
  }

  subscript(index: Int) -> CellDeclaration {
    switch self {
    case .list(let cells):
      return cells[index]
    case .repeated(_, var cell, let fills, let labels):
      if !fills.isEmpty { cell.style.fill = fills[index % fills.count] }
      if !labels.isEmpty {
        cell.style.label = labels[index % labels.count].over(cell.style.label)
      }
      return cell
    }
  }
}

/// A section, as `NSCollectionLayoutSection` has it.
struct SectionDeclaration: Hashable, Sendable {
  var name: String
  /// Nil only where there are no cells.
  var group: GroupDeclaration?
  var interGroupSpacing = 0.0
  var contentInsets = EdgeInsets.zero
  var scrolling = Scrolling.none
  /// Which page or group is at rest in view.
  var page = 0
  var background: StyleDeclaration?
  var header: BoundaryDeclaration?
  var footer: BoundaryDeclaration?
  var cells: SectionCells
  /// Who casts the shadows, where a cell does not say.
  var scope: ShadowScope?
}
