/// One step of painting with everything but its mask solved: what a band walks through.
struct PaintOp: Sendable {
  enum Kind: UInt8, Sendable {
    /// One colour through a mask.
    case flat
    /// A gradient where a mask of levels is full.
    case gradient
    /// An image where a mask of one byte a pixel is full.
    case image
    /// A cell, or its edge, composed of planes.
    case cell
    /// A part of a cell's plane: only its place and its mask count.
    case plane
  }

  var kind: Kind
  /// The pixels it can touch.
  var left: Int32
  var top: Int32
  var right: Int32
  var bottom: Int32
  /// Its mask, or -1 where a constant stands for it.
  var mask: Int32
  /// Where the mask's first pixel lies.
  var originX: Int
  var originY: Int
  /// The mask's rows: those before the plateau, the plateau's, and how many samples come before the
  /// first row the mask holds.
  var lead: Int32
  var plateau: Int32
  var firstSample: Int32
  /// A paint block, a gradient, an image or a cell, by its number.
  var detail: Int32
  /// The rectangles that later steps surely make opaque above it: where in the plan's list they
  /// begin, and how many.
  var firstHidden: Int32 = 0
  var hiddenCount: Int32 = 0
  /// The cell that its mask leaves out wholly, or -1.
  var knockedOutCell: Int32 = -1
  /// Whether rows of the mask's plateau are alike in what is painted, too.
  var repeatsRows: Bool

  /// The mask's row for a row of the canvas.
  @inline(__always) func maskRow(_ y: Int) -> Int {
    let pixel = y - originY
    let lead = Int(lead)
    let plateau = Int(plateau)
    let sample =
      pixel < lead ? pixel : pixel < lead + plateau ? lead : pixel - plateau + (plateau > 0 ? 1 : 0)
    return sample - Int(firstSample)
  }
}

/// A rectangle of whole pixels.
struct PixelBox: Sendable {
  var left: Int32
  var top: Int32
  var right: Int32
  var bottom: Int32

  var isEmpty: Bool { left >= right || top >= bottom }

  func contains(_ other: PixelBox) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }

  func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }
}

/// How a mask comes about.
enum MaskSource: Sendable {
  /// Some rows of samples of a recipe's mask.
  case recipe(Int, rows: Range<Int>)
  /// A text's coverage, by the number of its request, times an alpha.
  case label(Int, alpha: Double, channels: Int?)
}

/// Content whose alpha casts a shadow, by the number of its request.
enum ContentCaster: Hashable, Sendable {
  case image(Int)
  case label(Int)
}
