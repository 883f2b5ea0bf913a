public import PenumbraGraphics

/// How a cell's place in its run shapes its shadow: the `position` of a style.
///
/// Lengths in points.
public struct PositionRule: Hashable, Sendable {
  /// The direction in which a run's cells follow each other.
  public enum Axis: String, Hashable, Sendable, CaseIterable {
    case horizontal
    case vertical
  }

  /// The run's direction.
  public var axis: Axis
  /// How far beyond the cell its shadow may show at the run's ends and sides; nil shows all.
  public var maskSpace: Double?
  /// How far the shadow path reaches under the neighbours; nil keeps the cell's own shape.
  public var joinSpace: Double?
  /// The place that counts whatever index and count say.
  public var force: Position?

  /// A rule with everything shown and the cell's own shape as path, unless given.
  public init(
    axis: Axis = .horizontal, maskSpace: Double? = nil, joinSpace: Double? = nil,
    force: Position? = nil
  ) {
    self.axis = axis
    self.maskSpace = maskSpace
    self.joinSpace = joinSpace
    self.force = force
  }

  /// What of a cell's outer shadows may show, in the cell's own coordinates; nil shows all.
  ///
  /// A middle cell shows its shadow only across the run; an end shows its outer side too.
  public func mask(at position: Position, size: Size, isRightToLeft: Bool) -> Rect? {
    guard let maskSpace, position != .single else { return nil }
    return box(
      size: size, before: position == .first ? maskSpace : 0,
      after: position == .last ? maskSpace : 0, across: maskSpace, isRightToLeft: isRightToLeft)
  }

  /// The box that casts a cell's outer shadows, in the cell's own coordinates: wider by `joinSpace`
  /// at every seam, so that the blur dips less there.
  ///
  /// Nil where the cell's own shape casts them.
  public func path(at position: Position, size: Size, isRightToLeft: Bool) -> Rect? {
    guard let joinSpace else { return nil }
    let joinsBefore = position == .middle || position == .last
    let joinsAfter = position == .middle || position == .first
    return box(
      size: size, before: joinsBefore ? joinSpace : 0, after: joinsAfter ? joinSpace : 0,
      across: 0, isRightToLeft: isRightToLeft)
  }

  /// The cell's box, grown before and after along the run and on both sides across it.
  ///
  /// A horizontal run that goes right to left has its "before" on the right.
  private func box(
    size: Size, before: Double, after: Double, across: Double, isRightToLeft: Bool
  ) -> Rect {
    switch axis {
    case .horizontal:
      Rect(
        x: 0 - (isRightToLeft ? after : before), y: 0 - across,
        width: size.width + before + after, height: size.height + 2 * across)
    case .vertical:
      Rect(
        x: 0 - across, y: 0 - before,
        width: size.width + 2 * across, height: size.height + before + after)
    }
  }
}
