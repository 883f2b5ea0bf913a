internal import PenumbraGraphics

/// A sweep: the cross product of the varied keys, in the order written, the first key slowest.
///
/// Only the values of each key are held. Keys that touch one part of a style (`elevation.value` and
/// `elevation.model`) are read together, every combination once, when the scene is loaded; a cell
/// is then put together from parts that are known to be right, whenever it is asked for.
struct Matrix: Sendable {
  /// One varied key.
  struct Axis: Sendable {
    var key: String
    var count: Int
    /// How many cells one step of this axis takes.
    var stride: Int
    /// The values as captions show them.
    var texts: [String]
  }

  /// The combinations of the axes that touch one part of a style.
  struct Table: Sendable {
    /// Indices into `axes`, ascending.
    var axes: [Int]
    /// The first axis slowest.
    var parts: [StylePart]
  }

  /// A style underneath, and what is swept over it.
  struct Base: Sendable {
    var style: StyleDeclaration
    var tables: [Table]
  }

  var cell: Size
  /// Nil: as many as the canvas holds with a gap on both sides.
  var columns: Int?
  var gap: Double
  var axes: [Axis]
  /// One, or one for each value of `baseAxis`.
  var bases: [Base]
  /// The axis that varies `style` itself.
  var baseAxis: Int?
  var caption: CaptionTemplate?
  var count: Int

  /// The style of a cell.
  func style(at index: Int) -> StyleDeclaration {
    let base = bases[baseAxis.map { value(of: $0, at: index) } ?? 0]
    var style = base.style
    for table in base.tables {
      let row = table.axes.reduce(0) { $0 * axes[$1].count + value(of: $1, at: index) }
      style.set(table.parts[row])
    }
    return style
  }

  /// The caption of a cell.
  func caption(at index: Int) -> String? {
    caption?.text { axes[$0].texts[value(of: $0, at: index)] }
  }

  private func value(of axis: Int, at index: Int) -> Int {
    index / axes[axis].stride % axes[axis].count
  }
}

/// A caption with places for the values of varied keys: `e{elevation.value} r{cornerRadius}`.
struct CaptionTemplate: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case text(String)
    /// The value of an axis, by its index.
    case axis(Int)
  }

  var pieces: [Piece]

  func text(value: (Int) -> String) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let own): text += own
      case .axis(let axis): text += value(axis)
      }
    }
  }
}
