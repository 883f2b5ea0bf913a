/// Why a display list cannot be rendered.
public enum RenderError: Error, Sendable {
  /// The canvas has no pixels, or more than 2^31 - 1 of them a side.
  case canvasSize(width: Double, height: Double)
  /// An image or a text could not be had; the content source's own error says why.
  case content(any Error)
}
