/// Why a display list cannot be rendered.
public enum RenderError: Error, Sendable, CustomStringConvertible {
  /// The canvas has no pixels, or more than 2^31 - 1 of them a side.
  case canvasSize(width: Double, height: Double)
  /// An image or a text could not be had; the content source's own error says why.
  case content(any Error)

  /// One sentence for a user.
  public var description: String {
    switch self {
    case .canvasSize(let width, let height):
      "a canvas of \(width) x \(height) px, expected 1 to \(Int32.max) px a side"
    case .content(let error): "\(error)"
    }
  }
}
