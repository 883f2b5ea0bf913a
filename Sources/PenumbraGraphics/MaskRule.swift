/// How the mask over a cell meets the cell.
public enum MaskRule: String, Hashable, Sendable, CaseIterable {
  /// What lies inside the mask's shape shows.
  case nonZero
  /// The path is the mask's shape followed by the cell's own shape: what lies inside exactly one
  /// of the two shows. A frame larger than the cell so cuts the cell out of its own shadow.
  case evenOdd
}
