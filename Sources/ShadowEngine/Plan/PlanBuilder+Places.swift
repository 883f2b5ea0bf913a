internal import Scene

extension PlanBuilder {
  static func origin(_ rect: Rect) -> (Int, Int) {
    (Int(rect.x.rounded(.down)), Int(rect.y.rounded(.down)))
  }

  static func isWhole(_ box: FittedShape) -> Bool {
    [box.left, box.top, box.right, box.bottom].allSatisfy { $0 == $0.rounded(.down) }
  }

  /// A coordinate as a pixel number; what lies far outside of every canvas stays outside.
  static func clamped(_ value: Double) -> Int32 {
    let limit = Double(Int32.max / 2)
    return Int32(value < -limit ? -limit : value > limit ? limit : value)
  }
}
