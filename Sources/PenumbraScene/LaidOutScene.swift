public import PenumbraGraphics

/// The picture a scene is drawn on.
///
/// Lengths in points.
public struct Canvas: Hashable, Sendable {
  /// Above 0.
  public var width: Double
  /// Solved: a `"fit"` height has become a number.
  public var height: Double
  /// Pixels per point.
  public var scale: Double
  /// A colour or a gradient, never an image.
  public var background: Paint
  /// How ramps are rounded.
  public var dither: Dither

  /// From its parts.
  public init(
    width: Double, height: Double, scale: Double = 1, background: Paint = .color(.white),
    dither: Dither = .none
  ) {
    self.width = width
    self.height = height
    self.scale = scale
    self.background = background
    self.dither = dither
  }
}

/// A cell's place in its run, which decides what its shadow may show.
public enum Position: String, Hashable, Sendable, CaseIterable {
  case first
  case middle
  case last
  case single

  /// index + 1 == count is last (and single when index is 0), else index 0 is first, else middle.
  public init(index: Int, count: Int) {
    if index + 1 == count {
      self = index == 0 ? .single : .last
    } else {
      self = index == 0 ? .first : .middle
    }
  }
}

/// One cell with its frame solved and its style resolved.
///
/// Lengths in points.
public struct PlacedCell: Hashable, Sendable {
  /// What the cell is in its section.
  ///
  /// All but `cell` are left out of `inspect`'s cells.
  public enum Role: Hashable, Sendable {
    case background
    case header
    case footer
    case cell
    /// A text below a cell of a matrix.
    case caption
  }

  /// What it is in its section.
  public var role: Role
  /// In its section, from 0, among cells of the same role.
  public var index: Int
  /// As the scene calls it.
  public var name: String?
  /// In canvas points; may lie partly or wholly outside of it.
  public var frame: Rect
  /// Its place in its run; nil where there is no run and nothing forces one.
  public var position: Position?
  /// What of its outer shadows may show, in the cell's own coordinates; nil shows all.
  public var positionMask: Rect?
  /// The box that casts the outer shadows, in the cell's own coordinates, before offset and spread;
  /// equal to (0, 0, width, height) unless `joinSpace` widens it.
  ///
  /// Its corners are the style's radii; a widened path is a plain rectangle, as in the first
  /// article.
  public var shadowPath: RoundedRect
  /// Everything that is drawn of it.
  public var style: ResolvedStyle
  /// The caption for a contact sheet: the matrix's template filled in, or the name.
  public var caption: String?
  /// Rules of `lint` that are off for this cell.
  public var lint: LintExceptions

  /// From its parts.
  public init(
    role: Role = .cell, index: Int, name: String? = nil, frame: Rect, position: Position? = nil,
    positionMask: Rect? = nil, shadowPath: RoundedRect, style: ResolvedStyle,
    caption: String? = nil,
    lint: LintExceptions = LintExceptions()
  ) {
    self.role = role
    self.index = index
    self.name = name
    self.frame = frame
    self.position = position
    self.positionMask = positionMask
    self.shadowPath = shadowPath
    self.style = style
    self.caption = caption
    self.lint = lint
  }
}

/// One shadow stack cast by the union of a section's cells (`"shadowScope": "section"`), painted
/// below all of them and above the section's background.
public struct SectionShadow: Hashable, Sendable {
  /// The cells' shapes in canvas points.
  public var shapes: [RoundedRect]
  /// How opaque each cell is where it covers a pixel, 0...1, see `ResolvedStyle.fillOpacity`.
  public var fills: [Double]
  /// First is on top.
  ///
  /// Outer shadows only.
  public var shadows: [Shadow]

  /// From its parts.
  public init(shapes: [RoundedRect], fills: [Double], shadows: [Shadow]) {
    precondition(fills.count == shapes.count, "a fill for each shape")
    self.shapes = shapes
    self.fills = fills
    self.shadows = shadows
  }
}

/// A section whose cells are placed.
public struct PlacedSection: Sendable {
  /// As the scene calls it.
  public var name: String
  /// Painted in this order: background, the section's shadow, header, cells, footer, captions.
  public var background: PlacedCell?
  /// What all cells cast together; nil where each casts its own.
  public var sectionShadow: SectionShadow?
  /// Above the cells.
  public var header: PlacedCell?
  /// In the order written.
  public var cells: PlacedCells
  /// Below the cells.
  public var footer: PlacedCell?
  /// What a matrix writes below its cells, one for each; nil where it writes nothing.
  public var captions: PlacedCells?
  /// Whether the section scrolls sideways, so that cells may wait beside the canvas.
  public var isScrolling = false

  /// From its parts.
  public init(
    name: String, background: PlacedCell? = nil, sectionShadow: SectionShadow? = nil,
    header: PlacedCell? = nil, cells: PlacedCells, footer: PlacedCell? = nil,
    captions: PlacedCells? = nil
  ) {
    self.name = name
    self.background = background
    self.sectionShadow = sectionShadow
    self.header = header
    self.cells = cells
    self.footer = footer
    self.captions = captions
  }
}

/// The cells of a section: held as an array, or made on demand, so that a matrix of 100,000 cells
/// costs nothing to hold.
public struct PlacedCells: RandomAccessCollection, Sendable {
  private let length: Int
  private let make: @Sendable (Int) -> PlacedCell

  /// A section of `count` cells, each made when it is asked for.
  public init(count: Int, make: @escaping @Sendable (Int) -> PlacedCell) {
    self.length = count
    self.make = make
  }

  /// Cells that are held as they are.
  public init(_ cells: [PlacedCell]) {
    self.init(count: cells.count) { cells[$0] }
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of cells.
  public var endIndex: Int { length }
  /// The cell at an index, made anew; an index out of range is a caller bug.
  public subscript(index: Int) -> PlacedCell {
    precondition(index >= 0 && index < length, "cell index out of range")
    return make(index)
  }
}

/// A scene with everything solved that does not need pixels: what the engine draws.
public struct LaidOutScene: Sendable {
  /// As the scene calls it.
  public var name: String
  /// What it is drawn on.
  public var canvas: Canvas
  /// Right to left: leading is right.
  public var isRightToLeft: Bool
  /// Painted in order.
  ///
  /// A cells or matrix scene is one section named after the scene.
  public var sections: [PlacedSection]
  /// Rules of `lint` that are off for the whole scene.
  public var lint: LintExceptions
  /// Groups of two and more named styles that are the same once every default is filled in, in the
  /// order written.
  public var identicalStyles: [[String]]

  /// From its parts.
  public init(
    name: String, canvas: Canvas, isRightToLeft: Bool = false, sections: [PlacedSection],
    lint: LintExceptions = LintExceptions(), identicalStyles: [[String]] = []
  ) {
    self.name = name
    self.canvas = canvas
    self.isRightToLeft = isRightToLeft
    self.sections = sections
    self.lint = lint
    self.identicalStyles = identicalStyles
  }

  /// How many cells the scene has, headers, footers and backgrounds not counted.
  public var cellCount: Int { sections.reduce(0) { $0 + $1.cells.count } }
}
