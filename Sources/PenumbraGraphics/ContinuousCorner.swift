/// The corner of `CornerCurve.continuous`: its control points for a radius and the room it has.
///
/// The curve is three cubic Bezier segments. Its control points at full smoothing are those that
/// UIKit's `UIBezierPath(roundedRect:cornerRadius:)` emits since iOS 7, as published by PixelCut
/// ("Code for iOS 7 Rounded Rectangles"): it leaves the straight side 1.52866483 radii before the
/// corner, where a circle leaves it one radius before.
///
/// ## Where a side has no room
///
/// Radii are first scaled down to fit their sides, as for circular corners (CSS Backgrounds 3,
/// section 5.5). What is left of a side is shared in proportion to the radii, so that a corner of
/// radius r on a side of length l beside a radius r' has `l / (r + r')` radii of room; the smaller
/// figure of its two sides is the corner's `room`. Smoothing shrinks linearly with room, and each
/// control point moves on a straight line from the smooth curve to the circle:
///
///     smoothing = clamp((room - 1) / 0.52866483, 0, 1)
///     point     = circle + smoothing * (smooth - circle)
///
/// The curve so never needs more than its room, and a pill of continuous corners ends in exact
/// half circles. Where smoothing is 0 the corner *is* the quarter circle, and whoever draws it must
/// draw that: the cubics leave it by up to 4.2e-6 of the radius.
public enum ContinuousCorner {
  /// How far the fully smooth corner reaches along a side, in radii.
  public static let extent = 1.52866483

  /// How far a corner is smoothed: 1 with at least `extent` radii of room along both of its sides,
  /// 0 (a circle) with one radius.
  ///
  /// `room` is in radii, as the type's comment defines it; infinite for a radius of 0.
  public static func smoothing(room: Double) -> Double {
    let share = (room - 1) / (extent - 1)
    return share > 0 ? (share < 1 ? share : 1) : 0
  }

  /// The ten control points of the three cubics, in radii, at one smoothing in 0...1.
  ///
  /// x and y are the distances from the vertical and from the horizontal side that meet in the
  /// rectangle's corner. The first point lies on the horizontal side; segments are points 0...3,
  /// 3...6 and 6...9; the list read backwards with x and y exchanged is the same list. In each
  /// segment x never grows and y never shrinks.
  public static func controlPoints(smoothing: Double) -> [Point] {
    precondition(smoothing >= 0 && smoothing <= 1, "smoothing must lie in 0...1")
    return zip(circle, smooth).map { circle, smooth in
      Point(
        x: circle.x + smoothing * (smooth.x - circle.x),
        y: circle.y + smoothing * (smooth.y - circle.y))
    }
  }

  /// PixelCut's figures.
  private static let smooth: [Point] = [
    Point(x: extent, y: 0),
    Point(x: 1.08849296, y: 0),
    Point(x: 0.86840694, y: 0),
    Point(x: 0.63149379, y: 0.07491139),
    Point(x: 0.37282383, y: 0.16905956),
    Point(x: 0.16905956, y: 0.37282383),
    Point(x: 0.07491139, y: 0.63149379),
    Point(x: 0, y: 0.86840694),
    Point(x: 0, y: 1.08849296),
    Point(x: 0, y: extent),
  ]

  /// The quarter circle as arcs of 22.5, 45 and 22.5 degrees.
  ///
  /// This is the split nearest to the smooth curve's own, which keeps every mixture of the two
  /// convex. A handle is 4/3 tan(angle / 4) long.
  private static let circle: [Point] = [
    Point(x: 1, y: 0),
    Point(x: 0.8686781288571144, y: 0),
    Point(x: 0.7386421565549068, y: 0.025865763095147744),
    Point(x: 0.6173165676349102, y: 0.07612046748871326),
    Point(x: 0.37228848098766787, y: 0.1776144241403309),
    Point(x: 0.1776144241403309, y: 0.37228848098766787),
    Point(x: 0.07612046748871326, y: 0.6173165676349102),
    Point(x: 0.025865763095147744, y: 0.7386421565549068),
    Point(x: 0, y: 0.8686781288571144),
    Point(x: 0, y: 1),
  ]
}
