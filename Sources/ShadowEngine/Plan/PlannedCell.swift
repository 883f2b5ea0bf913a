internal import PenumbraGraphics

/// A cell, or a union shadow, whose pixels are composed unrounded: all of them, or those on its edge.
struct PlannedCell: Sendable {
  /// From the bottom up.
  ///
  /// Planes are by their numbers.
  enum Layer: Sendable {
    /// A run of outer shadows of one colour: its alpha outside and inside of the shape.
    case shadow(RGB8, outside: Int?, inside: Int?)
    /// The position mask's share of both parts, by which all outer shadows below count together.
    case clip(outside: Int, inside: Int)
    case fill(RGB8, alpha: Double)
    case gradient(Int)
    case image(Int)
    /// A run of inset shadows of one colour.
    case inset(RGB8, Int)
    case label(RGB8, Int)
  }

  /// The parts of all planes, as steps that only place their masks of levels.
  var pieces: [PaintOp] = []
  /// For each plane its pieces.
  var planes: [Range<Int>] = []
  var layers: [Layer] = []
  /// The plane of what the part inside counts for.
  var inside = 0
  /// The plane of what the part outside counts for, or nil: then it is 1 less `taken`.
  var outside: Int?
  var taken = 0
  var opacity = 1.0
  /// The plane that is nothing but where the cell is to be painted; nil: everywhere.
  var rim: Int?
  /// Which dither matrix it rounds by.
  var matrix: Int32?

  /// The pixels of some planes' pieces.
  func box(of planes: [Int]) -> PixelBox? {
    var box: PixelBox?
    for plane in planes {
      for piece in pieces[self.planes[plane]] {
        let other = PixelBox(
          left: piece.left, top: piece.top, right: piece.right, bottom: piece.bottom)
        box = box.map { $0.union(other) } ?? other
      }
    }
    return box
  }

  /// Rows in which all planes are alike.
  var plateau: Range<Int> {
    var from = Int(Int32.min)
    var to = Int(Int32.max)
    for piece in pieces {
      from = max(from, piece.originY + Int(piece.lead))
      to = min(to, piece.originY + Int(piece.lead + piece.plateau))
    }
    return from..<max(from, to)
  }
}

extension PixelBox {
  func union(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}
