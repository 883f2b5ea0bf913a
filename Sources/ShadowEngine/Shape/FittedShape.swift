internal import PenumbraGraphics

/// A corner as it is drawn: its radius after fitting, and how far it is smoothed.
struct FittedCorner: Hashable, Sendable {
  var radius: Double
  /// 0 is a quarter circle, 1 the full continuous corner.
  var smoothing: Double

  static let sharp = FittedCorner(radius: 0, smoothing: 0)

  /// How far the curve reaches along its sides, in pixels.
  var reach: Double { radius * (1 + smoothing * (ContinuousCorner.extent - 1)) }
}

/// A rounded rectangle with radii fitted to its sides, by its edges, in pixels from some whole pixel.
struct FittedShape: Hashable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double
  var topLeft: FittedCorner
  var topRight: FittedCorner
  var bottomRight: FittedCorner
  var bottomLeft: FittedCorner

  var isEmpty: Bool { !(right > left && bottom > top) }

  var corners: [FittedCorner] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// A plain rectangle.
  init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
    topLeft = .sharp
    topRight = .sharp
    bottomRight = .sharp
    bottomLeft = .sharp
  }

  /// The shape moved so that pixel (originX, originY) becomes (0, 0).
  ///
  /// Edges are rounded to 2^-16 pixel (0.004/255 of alpha), so that cells that lie alike between
  /// pixels are alike in every bit, wherever they are. Radii that do not fit are scaled down
  /// together (CSS Backgrounds 3, section 5.5); radii below 1/1000 pixel are sharp.
  init(_ shape: RoundedRect, originX: Int, originY: Int) {
    func place(_ value: Double, _ origin: Int) -> Double {
      ((value - Double(origin)) * 65536 + 0.5).rounded(.down) / 65536
    }
    self.init(
      left: place(shape.rect.x, originX), top: place(shape.rect.y, originY),
      right: place(shape.rect.maxX, originX), bottom: place(shape.rect.maxY, originY))
    guard !isEmpty else {
      right = left
      bottom = top
      return
    }
    let width = right - left
    let height = bottom - top
    var radii = shape.radii
    for path in [\Corners.topLeft, \.topRight, \.bottomRight, \.bottomLeft]
    where !(radii[keyPath: path] >= 0.001) {
      radii[keyPath: path] = 0
    }
    var factor = 1.0
    func fit(_ side: Double, _ a: Double, _ b: Double) {
      if a + b > side, side / (a + b) < factor { factor = side / (a + b) }
    }
    fit(width, radii.topLeft, radii.topRight)
    fit(width, radii.bottomLeft, radii.bottomRight)
    fit(height, radii.topLeft, radii.bottomLeft)
    fit(height, radii.topRight, radii.bottomRight)
    func corner(_ radius: Double, besideX: Double, besideY: Double) -> FittedCorner {
      guard radius > 0 else { return .sharp }
      var smoothing = 0.0
      if shape.curve == .continuous {
        let roomX = width / (factor * (radius + besideX))
        let roomY = height / (factor * (radius + besideY))
        smoothing = ContinuousCorner.smoothing(room: roomX < roomY ? roomX : roomY)
      }
      return FittedCorner(radius: radius * factor, smoothing: smoothing)
    }
    topLeft = corner(radii.topLeft, besideX: radii.topRight, besideY: radii.bottomLeft)
    topRight = corner(radii.topRight, besideX: radii.topLeft, besideY: radii.bottomRight)
    bottomRight = corner(radii.bottomRight, besideX: radii.bottomLeft, besideY: radii.topRight)
    bottomLeft = corner(radii.bottomLeft, besideX: radii.bottomRight, besideY: radii.topLeft)
  }

  /// The shape with edges that lie far outside of a box drawn nearer, where that cannot be seen: at
  /// least a million pixels away, and beyond the reach of the corners and of a blur.
  ///
  /// Lengths so stay within 32 bits whatever a scene asks for.
  func confined(to box: FittedShape, reach: Double) -> FittedShape {
    let corner = corners.reduce(0) { $0 > $1.reach ? $0 : $1.reach }
    let far = 1_048_576 + corner.rounded(.up) + reach.rounded(.up)
    guard !isEmpty,
      left < box.left - far || right > box.right + far || top < box.top - far
        || bottom > box.bottom + far
    else { return self }
    var shape = self
    shape.left = max(left, box.left - far)
    shape.right = min(right, box.right + far)
    shape.top = max(top, box.top - far)
    shape.bottom = min(bottom, box.bottom + far)
    // Wholly outside: nothing of it is seen.
    if shape.isEmpty || right < box.left - far || left > box.right + far { shape.collapse() }
    return shape
  }

  private mutating func collapse() {
    left = 0
    right = 0
    top = 0
    bottom = 0
  }

  /// Whether the shape is its own mirror image left to right about x = sum / 2.
  func isMirroredInX(about sum: Double) -> Bool {
    isEmpty || (left + right == sum && topLeft == topRight && bottomLeft == bottomRight)
  }

  /// Whether the shape is its own mirror image top to bottom about y = sum / 2.
  func isMirroredInY(about sum: Double) -> Bool {
    isEmpty || (top + bottom == sum && topLeft == bottomLeft && topRight == bottomRight)
  }
}
