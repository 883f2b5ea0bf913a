import CSSValues
import Foundation
import Penumbra
import PenumbraGraphics
import PenumbraScene
import PenumbraTestSupport
import ShadowEngine
import Testing

/// What shows where a cell meets its shadow, with values that can be told without the reference.
@Suite struct EdgeTests {
  private func displayList(_ name: String) throws -> DisplayList {
    let folder = PackageFolder.fixtures.appending(path: "Edges")
    let scene = try SceneLoader.load(file: folder.appending(path: "\(name).json").path)
    return try DisplayList(scene: try scene.layOut(), folder: folder.path)
  }

  /// The one cell of a list.
  private func cell(of list: DisplayList) throws -> DisplayCell {
    guard case .cell(let cell) = try #require(list.items.first) else {
      throw DisplayListWithoutCell()
    }
    return cell
  }

  /// The pixels through which the cell's edge runs.
  private func rim(of list: DisplayList) throws -> [(x: Int, y: Int, coverage: Double)] {
    let canvas = PixelRect(x: 0, y: 0, width: list.width, height: list.height)
    let coverage = ReferenceShadow.coverage(try cell(of: list).shape, in: canvas)
    let rim = coverage.values.indices.filter {
      coverage.values[$0] > 1e-6 && coverage.values[$0] < 1 - 1e-6
    }
    try #require(rim.count > 20, "too few pixels of a rim")
    return rim.map { ($0 % list.width, $0 / list.width, coverage.values[$0]) }
  }

  @Test func aWhiteCircleAndItsWhiteShadowAreOne() throws {
    let list = try displayList("servo")
    let picture = try engineRender(list)
    for (x, y, _) in try rim(of: list) {
      #expect(picture.pixel(x: x, y: y).allSatisfy { $0 >= 254 }, "at \(x), \(y)")
    }
  }

  @Test func aWhiteRingOnRedHasNoSeam() throws {
    let list = try displayList("seam")
    let picture = try engineRender(list)
    for (x, y, _) in try rim(of: list) {
      #expect(picture.pixel(x: x, y: y).allSatisfy { $0 >= 254 }, "at \(x), \(y)")
    }
    for start in stride(from: 0, to: picture.bytes.count, by: 3) {
      #expect(picture.bytes[start] == 255, "red is everywhere")
      #expect(picture.bytes[start + 1] == picture.bytes[start + 2], "and nothing is green or blue")
    }
  }

  /// The shadow of a section is painted below its cells and rounds by itself: two roundings.
  @Test func aSectionsRingHasNoSeamWithItsCells() throws {
    let list = try displayList("section-seam")
    let picture = try engineRender(list)
    var rims = 0
    for item in list.items {
      guard case .cell(let cell) = item else { continue }
      let coverage = ReferenceShadow.coverage(cell.shape, in: picture.rect)
      for index in coverage.values.indices
      where coverage.values[index] > 1e-6 && coverage.values[index] < 1 - 1e-6 {
        rims += 1
        let pixel = picture.pixel(x: index % list.width, y: index / list.width)
        #expect(pixel.allSatisfy { $0 >= 253 }, "\(pixel) at pixel \(index)")
      }
    }
    #expect(rims > 100)
  }

  @Test func anElevationOfZeroDrawsNoRim() throws {
    let picture = try engineRender(try displayList("blitz"))
    #expect(picture.bytes.allSatisfy { $0 == 255 })
  }

  /// The rim is the mean of the fill and of what the shadow makes of the ground.
  ///
  /// To three levels, since a shadow of sigma 5 changes a little across a pixel. A hairline has 64.
  @Test func aDarkRimHasNoLightOfTheGround() throws {
    let list = try displayList("ava")
    let picture = try engineRender(list)
    let cell = try cell(of: list)
    let layer = try #require(cell.shadows.first)
    guard case .shape(let caster) = layer.caster else { throw DisplayListWithoutCell() }
    let shadow = ReferenceShadow.alpha(
      caster, sigma: layer.sigmaPixels, kernel: layer.kernel, in: picture.rect)
    for (x, y, c) in try rim(of: list) {
      let ground = 255 * (1 - layer.alpha * shadow.value(x: x, y: y))
      let expected = [0, 0, 128 * c].map { $0 + (1 - c) * ground }
      for (channel, level) in zip(picture.pixel(x: x, y: y), expected) {
        #expect(abs(Double(channel) - level) < 3, "at \(x), \(y): \(channel), not \(level)")
      }
    }
  }

  /// Six shadows of six colours, within one level of what no rounding would give.
  @Test func sixShadowsRoundOnce() throws {
    let list = try displayList("stack-6-layers")
    let worst = try largestError(of: list)
    #expect(worst <= 1, "off by \(worst) levels")
  }

  /// Up to 16 shadows of as many colours, likewise.
  @Test(arguments: 0..<4)
  func stacksRoundOnce(batch: Int) throws {
    for seed in UInt64(batch * 20)..<UInt64(batch * 20 + 20) {
      var list = RandomDisplayList.list(seed: seed, specialty: .stacks)
      list.items = [list.items[0]]
      list.background = .color(Color(red: 0.4, green: 0.6, blue: 0.2))
      let worst = try largestError(of: list)
      #expect(worst <= 1, "seed \(seed): off by \(worst) levels")
    }
  }

  /// The largest difference between an opaque list of one item and its value before any rounding,
  /// over a flat ground of whole levels.
  private func largestError(of list: DisplayList) throws -> Double {
    guard case .color(let color) = list.background else { throw DisplayListWithoutCell() }
    let ground = [color.red, color.green, color.blue].map { (255 * $0).rounded() }
    let picture = try engineRender(list)
    let source = try ReferenceRenderer(list, content: PatternContent())
      .source(ofItem: 0, in: picture.rect)
    var worst = 0.0
    for pixel in 0..<list.width * list.height {
      for channel in 0..<3 {
        let exact =
          255 * source[4 * pixel + channel] + ground[channel] * (1 - source[4 * pixel + 3])
        worst = max(worst, abs(Double(picture.bytes[3 * pixel + channel]) - exact))
      }
    }
    return worst
  }

  /// What has the ground's colour everywhere leaves the ground, whatever its edges do.
  @Test func whatHasTheGroundsColourDrawsTheGround() throws {
    for seed in UInt64(0)..<240 {
      let specialties: [RandomDisplayList.Specialty?] = [nil, .edges, .stacks, .overlappingUnions]
      var list = RandomDisplayList.list(seed: seed, specialty: specialties[Int(seed % 4)])
      let ground = RGB8(red: UInt8(seed), green: UInt8(255 - seed), blue: 77)
      list.background = .color(ground.color)
      list.items = list.items.map { $0.painted(ground) }
      let picture = try engineRender(list)
      let expected = [ground.red, ground.green, ground.blue]
      let isGround = stride(from: 0, to: picture.bytes.count, by: 3).allSatisfy {
        Array(picture.bytes[$0..<$0 + 3]) == expected
      }
      #expect(isGround, "seed \(seed)")
    }
  }

  /// A sharp shadow of the cell's own shape is nothing, as is an inset one whose hole is the cell.
  @Test func aShadowBehindItsCellIsNothing() throws {
    for seed in UInt64(0)..<200 {
      var shapes = RandomShapes(seed: seed)
      let width = shapes.random.uniform(1, 40)
      let height = shapes.random.uniform(1, 40)
      let shape = RoundedRect(
        rect: Rect(
          x: shapes.random.uniform(0, 6), y: shapes.random.uniform(0, 6), width: width,
          height: height),
        radii: shapes.radii(width: width, height: height),
        curve: shapes.random.oneIn(2) ? .continuous : .circular)
      let isInset = shapes.random.oneIn(2)
      let kernel = shapes.random.pick(BlurKernel.allCases)
      // The taps of coreGraphics below half a pixel are one.
      let layer = ShadowLayer(
        caster: .shape(shape), sigmaPixels: kernel == .coreGraphics ? 0.4 : 0, kernel: kernel,
        color: RGB8(red: 0, green: 0, blue: 0), alpha: 1, isInset: isInset, isKnockedOut: true)
      let list = DisplayList(
        width: 48, height: 48, background: .color(.white),
        items: [.cell(DisplayCell(shape: shape, shadows: [layer]))])
      #expect(try engineRender(list).bytes.allSatisfy { $0 == 255 }, "seed \(seed): \(layer)")
    }
  }
}

private struct DisplayListWithoutCell: Error {}

extension RGB8 {
  fileprivate var color: Color {
    Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
  }
}

extension DisplayItem {
  /// The same item, all of one colour; alphas stay.
  fileprivate func painted(_ color: RGB8) -> DisplayItem {
    switch self {
    case .unionShadow(var shadow):
      for index in shadow.layers.indices { shadow.layers[index].color = color }
      return .unionShadow(shadow)
    case .cell(var cell):
      for index in cell.shadows.indices { cell.shadows[index].color = color }
      switch cell.fill {
      case .flat(_, let alpha): cell.fill = .flat(color, alpha: alpha)
      case .gradient(let gradient): cell.fill = .gradient(gradient.painted(color))
      case .image: cell.fill = .flat(color, alpha: 0.7)
      case nil: break
      }
      cell.overlay = cell.overlay?.painted(color)
      cell.label?.color = color
      return .cell(cell)
    }
  }
}

extension Gradient {
  fileprivate func painted(_ color: RGB8) -> Gradient {
    var gradient = self
    for index in stops.indices {
      let alpha = stops[index].color.alpha
      gradient.stops[index].color = color.color
      gradient.stops[index].color.alpha = alpha
    }
    return gradient
  }
}
