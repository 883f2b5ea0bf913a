import Foundation
import PenumbraGraphics
import PenumbraTestSupport
import ShadowEngine
import Testing
import Vips

/// A picture that Apple's own code drew, with what it drew, in device pixels.
struct AppleSample {
  let name: String
  let pixels: DecodedPixels
  /// What casts the shadows.
  let layer: RoundedRect
  let fill: RGB8
  /// nil is transparent.
  let background: RGB8?
  let shadows: [ShadowLayer]

  /// Reads `apple/<name>.json` and the picture beside it.
  init(_ name: String, kernel: BlurKernel) throws {
    let folder = try #require(SharedFolder.url).appending(path: "apple")
    let record = try JSONDecoder().decode(
      Record.self, from: Data(contentsOf: folder.appending(path: "\(name).json")))
    self.name = name
    pixels = try DecodedPixels(path: folder.appending(path: "\(name).png").path)
    let scale = record.scale
    let frame = record.layer.frame?.map { $0 * scale } ?? record.layer.frame_px ?? []
    try #require(frame.count == 4, "\(name) has no frame")
    // The one sample that gives its frame in pixels by hand gives its radius so too.
    let isRadiusInPixels = (record.layer.cornerRadius ?? 0) > 60
    let radius = (record.layer.cornerRadius ?? 0) * (isRadiusInPixels ? 1 : scale)
    let layer = RoundedRect(
      rect: Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3]),
      radii: Corners(all: radius),
      curve: record.layer.cornerCurve == "continuous" ? .continuous : .circular)
    self.layer = layer
    fill = record.layer.fill.flatMap(Self.color) ?? RGB8(red: 255, green: 255, blue: 255)
    background = Self.color(record.background)
    shadows = record.shadows.map { shadow in
      var caster = layer
      caster.rect.x += shadow.offset[0] * scale
      caster.rect.y += shadow.offset[1] * scale
      return ShadowLayer(
        caster: .shape(caster), sigmaPixels: shadow.radius * scale, kernel: kernel,
        color: shadow.color.flatMap(Self.color) ?? RGB8(red: 0, green: 0, blue: 0),
        alpha: shadow.opacity, isInset: false, isKnockedOut: true)
    }
  }

  /// The part of the picture that the shadows reach.
  var region: PixelRect {
    let reach = shadows.map { ReferenceShadow.reach(sigma: $0.sigmaPixels, kernel: $0.kernel) }
    let rect = layer.rect
    return PixelRect(coveringX: rect.x, rect.y, to: rect.maxX, rect.maxY)
      .grown(by: (reach.max() ?? 0) + 16)
      .intersection(
        PixelRect(x: 0, y: 0, width: pixels.layout.width, height: pixels.layout.height))
  }

  /// Whether each pixel of a region lies at least three pixels outside of the shape.
  func isOutside(in region: PixelRect) -> [Bool] {
    var grown = layer
    grown.rect = Rect(
      x: layer.rect.x - 3, y: layer.rect.y - 3, width: layer.rect.width + 6,
      height: layer.rect.height + 6)
    let radius = layer.radii.topLeft
    grown.radii = Corners(all: radius > 0 ? radius + 3 : 0)
    return ReferenceShadow.coverage(grown, in: region).values.map { $0 == 0 }
  }

  /// A display list of the same picture.
  var displayList: DisplayList {
    let paint = background.map {
      Color(
        red: Double($0.red) / 255, green: Double($0.green) / 255, blue: Double($0.blue) / 255)
    }
    return DisplayList(
      width: pixels.layout.width, height: pixels.layout.height,
      background: .color(paint ?? .transparent),
      items: [.cell(DisplayCell(shape: layer, shadows: shadows, fill: .flat(fill, alpha: 1)))])
  }

  /// The channels of one pixel of the picture.
  func pixel(x: Int, y: Int) -> [UInt8] {
    let channels = pixels.layout.channels
    let start = (y * pixels.layout.width + x) * channels
    return Array(pixels.bytes[start..<start + channels])
  }

  private static func color(_ text: String) -> RGB8? {
    guard text.hasPrefix("#"), let value = Int(text.dropFirst(), radix: 16) else { return nil }
    return RGB8(
      red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
  }

  /// The record's keys as they stand in the file.
  private struct Record: Decodable {
    struct Layer: Decodable {
      var frame: [Double]?
      // swift-format-ignore: AlwaysUseLowerCamelCase
      var frame_px: [Double]?
      var cornerRadius: Double?
      var cornerCurve: String?
      var fill: String?
    }
    struct Shadow: Decodable {
      var radius: Double
      var offset: [Double]
      var opacity: Double
      var color: String?
    }
    var scale: Double
    var background: String
    var layer: Layer
    var shadows: [Shadow]
  }
}
