internal import PenumbraGraphics

/// Turns the items of a display list into steps of painting.
///
/// `+Cells` and `+Paints` take items apart into paints and mask recipes; `+Steps` numbers the masks and
/// adds the steps.
struct PlanBuilder {
  /// Bytes a pixel of the canvas: 3 where the background makes it opaque, else 4.
  let channels: Int
  let canvas: PixelBox
  /// The number of the background's paint.
  var background: Int32 = 0
  /// The steps so far.
  var ops: [PaintOp] = []
  var opaque: [OpaqueBox] = []
  var cells: [PlannedCell] = []
  var gradients: [PlannedGradient] = []
  var images: [Plan.PlacedImage] = []
  var imageRequests = Numbering<ImageRequest>()
  var labelRequests = Numbering<LabelRequest>()
  var casters = Numbering<ContentCaster>()
  var masks: [MaskSource] = []
  var recipes: [(recipe: MaskRecipe, layout: MaskLayout)] = []
  let paints = PaintBlocks()

  /// A recipe's place in the plan: its number, its first mask and how many rows of samples each of
  /// its masks holds.
  struct Known {
    var recipe: Int
    var firstMask: Int
    var rowsPerMask: Int
  }

  /// Recipes that were met before; nil for one that shows nothing.
  var known: [MaskRecipe: Known?] = [:]

  /// A text's mask: the number of its request, and what its coverage is multiplied by.
  struct LabelMask: Hashable {
    var request: Int
    var alpha: Double
    var channels: Int?
  }

  /// The masks of texts that were met before.
  var labelMasks: [LabelMask: Int] = [:]

  /// The cell being built, by its place among the items.
  var cellNumber: Int32 = 0
  let dithers: Bool
  /// How many items with shadows there were so far: they take turns with the matrices.
  var shadowItems: Int32 = 0

  /// A mask of more bytes than this is made in parts, so that no single one breaks the bank.
  static let largestMask = 4 << 20

  /// Rows of a part: of a high narrow mask no more are made than bands are likely to need.
  static let mostRows = 1 << 10

  /// Columns of samples of a mask; a wider one is cut to the canvas, and into parts.
  static let widestMask = 1 << 14

  /// Pixels of an image that are made at once: each part of a larger one reads its file anew.
  static let largestImage = 1 << 24

  init(_ list: DisplayList) {
    canvas = PixelBox(left: 0, top: 0, right: Int32(list.width), bottom: Int32(list.height))
    channels = Self.isOpaque(list.background) ? 3 : 4
    dithers = list.dither == .ordered
  }

  static func isOpaque(_ paint: Paint) -> Bool {
    switch paint {
    case .color(let color): (255 * color.alpha + 0.5).rounded(.down) >= 255
    case .gradient(let gradient): gradient.stops.allSatisfy { $0.color.alpha == 1 }
    case .image: false
    }
  }

  mutating func build(_ list: DisplayList) {
    let box = Rect(x: 0, y: 0, width: Double(list.width), height: Double(list.height))
    switch list.background {
    case .color(let color):
      let rgb = RGB8(color)
      let alpha = Int((255 * color.alpha + 0.5).rounded(.down))
      let pixel = [Int(rgb.red), Int(rgb.green), Int(rgb.blue), 255].map {
        UInt8(($0 * alpha + 127) / 255)
      }
      background = paints.number(Array(pixel[0..<channels]))
    case .gradient(let gradient):
      background = paints.number([UInt8](repeating: 0, count: channels))
      addGradient(gradient, box: box, mask: fitted(RoundedRect(rect: box), 0, 0), 0, 0)
    case .image(let image):
      background = paints.number([UInt8](repeating: 0, count: channels))
      addImage(
        ImageRequest(
          path: image.path, folder: "", mode: image.mode, width: list.width, height: list.height),
        x: 0, y: 0, mask: fitted(RoundedRect(rect: box), 0, 0), 0, 0)
    }
    for item in list.items {
      switch item {
      case .cell(let cell): add(cell)
      case .unionShadow(let shadow): add(shadow)
      }
      cellNumber += 1
    }
  }

  /// A shape as masks know it, relative to a pixel of the canvas.
  func fitted(_ shape: RoundedRect, _ x: Int, _ y: Int, sigma: Double = 0) -> FittedShape {
    FittedShape(shape, originX: x, originY: y).confined(
      to: FittedShape(
        left: Double(-x), top: Double(-y), right: Double(Int(canvas.right) - x),
        bottom: Double(Int(canvas.bottom) - y)),
      reach: 8 * sigma)
  }

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
