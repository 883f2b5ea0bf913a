internal import PenumbraGraphics
internal import PenumbraScene

/// Whether the values of a scene that was built in Swift can be drawn: what a scene file says is
/// checked while it is read, these are not.
struct ValueCheck {
  private let limits = SceneLimits()

  func check(_ scene: LaidOutScene) throws(PenumbraError) {
    let canvas = scene.canvas
    try number(canvas.scale, "canvas.scale", limits.scales)
    let sides = 0.5...limits.canvasSidePixels
    try number(canvas.width * canvas.scale, "canvas.width in pixels", sides)
    try number(canvas.height * canvas.scale, "canvas.height in pixels", sides)
    let pixels = canvas.width * canvas.height * canvas.scale * canvas.scale
    try number(pixels, "canvas in pixels", 0...limits.canvasPixels)
    try paint(canvas.background, "canvas.background")
    if case .image = canvas.background {
      throw .value(
        place: "canvas.background", found: "an image", expected: "a colour or a gradient")
    }
    for (index, section) in scene.sections.enumerated() {
      let place = "sections[\(index)]"
      for (key, cell) in [
        ("background", section.background), ("header", section.header), ("footer", section.footer),
      ] {
        if let cell { try check(cell, "\(place).\(key)", scale: canvas.scale) }
      }
      for (number, cell) in section.cells.enumerated() {
        try check(cell, "\(place).cells[\(number)]", scale: canvas.scale)
      }
      for (number, cell) in (section.captions ?? PlacedCells([])).enumerated() {
        try check(cell, "\(place).captions[\(number)]", scale: canvas.scale)
      }
      if let union = section.sectionShadow {
        for shape in union.shapes { try self.shape(shape, "\(place).sectionShadow.shapes") }
        for shadow in union.shadows {
          try self.shadow(shadow, "\(place).sectionShadow.shadows", scale: canvas.scale)
        }
      }
    }
  }

  private func check(
    _ cell: PlacedCell, _ place: String, scale: Double
  ) throws(PenumbraError) {
    try rect(cell.frame, "\(place).frame")
    try shape(cell.shadowPath, "\(place).shadowPath")
    if let mask = cell.positionMask { try rect(mask, "\(place).positionMask") }
    let style = cell.style
    try corners(style.radii, "\(place).style.radii")
    try number(style.opacity, "\(place).style.opacity", 0...1)
    if let fill = style.fill { try paint(fill, "\(place).style.fill") }
    if let overlay = style.overlay { try gradient(overlay, "\(place).style.overlay") }
    if let mask = style.mask {
      try rect(mask.frame, "\(place).style.mask.frame")
      try number(mask.radius, "\(place).style.mask.radius", 0...limits.lengthPoints)
    }
    guard style.shadows.count <= limits.shadowsPerCell else {
      throw .value(
        place: "\(place).style.shadows", found: "\(style.shadows.count) shadows",
        expected: "at most \(limits.shadowsPerCell)")
    }
    for (index, shadow) in style.shadows.enumerated() {
      try self.shadow(shadow, "\(place).style.shadows[\(index)]", scale: scale)
    }
    guard let label = style.label else { return }
    let most = limits.fontSizePixels / scale
    try number(label.size, "\(place).style.label.size", 0...min(limits.fontSizePoints, most))
    try number(Double(label.weight), "\(place).style.label.weight", 1...1000)
    try number(Double(label.lines), "\(place).style.label.lines", 0...1_000_000)
    try color(label.color, "\(place).style.label.color")
    let insets = label.insets
    for length in [insets.top, insets.leading, insets.bottom, insets.trailing] {
      try coordinate(length, "\(place).style.label.insets")
    }
    guard label.text.unicodeScalars.count <= limits.labelLength else {
      throw .value(
        place: "\(place).style.label.text", found: "a longer text",
        expected: "at most \(limits.labelLength) characters")
    }
  }

  private func shadow(
    _ shadow: Shadow, _ place: String, scale: Double
  ) throws(PenumbraError) {
    try number(shadow.sigma, "\(place).sigma", 0...limits.sigmaPixels / scale)
    try coordinate(shadow.offset.x, "\(place).offset.x")
    try coordinate(shadow.offset.y, "\(place).offset.y")
    try coordinate(shadow.spread, "\(place).spread")
    try number(shadow.opacity, "\(place).opacity", 0...1)
    try color(shadow.color, "\(place).color")
  }

  private func paint(_ paint: Paint, _ place: String) throws(PenumbraError) {
    switch paint {
    case .color(let color): try self.color(color, place)
    case .gradient(let gradient): try self.gradient(gradient, place)
    case .image: break
    }
  }

  private func gradient(_ gradient: Gradient, _ place: String) throws(PenumbraError) {
    guard (2...limits.gradientColors).contains(gradient.stops.count) else {
      throw .value(
        place: "\(place).stops", found: "\(gradient.stops.count) colours",
        expected: "2 to \(limits.gradientColors)")
    }
    for value in [gradient.start.x, gradient.start.y, gradient.end.x, gradient.end.y] {
      try coordinate(value, place)
    }
    guard gradient.start != gradient.end else {
      throw .value(place: place, found: "a gradient of no length", expected: "two points")
    }
    var last = 0.0
    for (index, stop) in gradient.stops.enumerated() {
      try number(stop.location, "\(place).stops[\(index)].location", last...1)
      try color(stop.color, "\(place).stops[\(index)].color")
      last = stop.location
    }
  }

  private func color(_ color: Color, _ place: String) throws(PenumbraError) {
    for component in [color.red, color.green, color.blue, color.alpha] {
      try number(component, place, 0...1)
    }
  }

  private func shape(_ shape: RoundedRect, _ place: String) throws(PenumbraError) {
    try rect(shape.rect, "\(place).rect")
    try corners(shape.radii, "\(place).radii")
  }

  private func corners(_ corners: Corners, _ place: String) throws(PenumbraError) {
    for radius in [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft] {
      try number(radius, place, 0...limits.lengthPoints)
    }
  }

  private func rect(_ rect: Rect, _ place: String) throws(PenumbraError) {
    try coordinate(rect.x, "\(place).x")
    try coordinate(rect.y, "\(place).y")
    try number(rect.width, "\(place).width", 0...limits.lengthPoints)
    try number(rect.height, "\(place).height", 0...limits.lengthPoints)
  }

  private func coordinate(_ value: Double, _ place: String) throws(PenumbraError) {
    try number(value, place, -limits.lengthPoints...limits.lengthPoints)
  }

  private func number(
    _ value: Double, _ place: String, _ range: ClosedRange<Double>
  ) throws(PenumbraError) {
    // A value that is no number lies in no range.
    guard range.contains(value) else {
      throw .value(
        place: place, found: "\(value)",
        expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
  }
}
