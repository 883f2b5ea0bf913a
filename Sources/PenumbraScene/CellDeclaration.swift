internal import PenumbraGraphics

/// A cell as a scene writes it, its named style already underneath.
struct CellDeclaration: Hashable, Sendable {
  var name: String?
  var style: StyleDeclaration
}

/// A cell at a place of its own, in canvas points.
struct FramedCell: Hashable, Sendable {
  var cell: CellDeclaration
  var frame: Rect
}

/// The canvas as written.
struct CanvasDeclaration: Hashable, Sendable {
  var width: Double
  /// Nil is `"fit"`.
  var height: Double?
  var scale: Double
  var background: Paint
  var dither: Dither
}

/// What a scene holds.
enum SceneContent: Sendable {
  case cells([FramedCell])
  case sections([SectionDeclaration])
  case matrix(Matrix)
}
