/// Where the lines of a text start; leading follows the layout direction.
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  case leading
  case center
  case trailing
  case left
  case right
}
