/// How the last bit of a ramp is decided.
public enum Dither: String, Hashable, Sendable, CaseIterable {
  case none
  case ordered
}
