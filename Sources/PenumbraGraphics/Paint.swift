/// A linear gradient in the unit square of what it fills.
public struct Gradient: Hashable, Sendable {
  /// In which space colours between two stops are mixed.
  public enum Interpolation: String, Hashable, Sendable, CaseIterable {
    /// Premultiplied, as CSS Images 3 does.
    case premultiplied
    /// Straight alpha, as SVG does.
    case straight
  }

  /// One colour at one place along the gradient line, 0...1, ascending.
  public struct Stop: Hashable, Sendable {
    /// Along the gradient line, 0...1.
    public var location: Double
    /// With straight alpha.
    public var color: Color

    /// From its parts.
    public init(location: Double, color: Color) {
      self.location = location
      self.color = color
    }
  }

  /// Start and end in the unit square; isolines follow the unit square, as `CAGradientLayer` does.
  ///
  /// The parameter of a pixel whose centre is (u, v) in the unit square is
  /// `dot((u, v) - start, end - start) / |end - start|^2`, clamped to the outermost stops.
  public var start: Point
  /// Where the last colour stands.
  public var end: Point
  /// At least two.
  public var stops: [Stop]
  /// How colours between two stops are mixed.
  public var interpolation: Interpolation

  /// From its parts.
  public init(
    start: Point, end: Point, stops: [Stop], interpolation: Interpolation = .premultiplied
  ) {
    self.start = start
    self.end = end
    self.stops = stops
    self.interpolation = interpolation
  }
}

/// An image fill.
public struct ImagePaint: Hashable, Sendable {
  /// How the image meets the cell's box.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    case cover
    case contain
    case stretch
  }

  /// The path as the scene wrote it, relative to the scene file's folder.
  public var path: String
  /// How the image meets the box.
  public var mode: Mode

  /// From its parts.
  public init(path: String, mode: Mode = .cover) {
    self.path = path
    self.mode = mode
  }
}

/// What fills a shape or a canvas.
public enum Paint: Hashable, Sendable {
  case color(Color)
  case gradient(Gradient)
  case image(ImagePaint)
}
