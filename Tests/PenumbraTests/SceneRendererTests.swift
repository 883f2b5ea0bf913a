import Foundation
import Penumbra
import PenumbraTestSupport
import Testing
import Vips

/// What a Swift program does with the library, and what it is told where it errs.
@Suite struct SceneRendererTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let card = """
    {"penumbra": 1, "name": "card", "canvas": {"width": 80, "height": 60, "scale": 2},
     "cells": [{"frame": [20, 15, 40, 30], "fill": "#ffffff", "cornerRadius": 6,
                "shadow": {"sigma": 4, "offset": [0, 3], "opacity": 0.5}}]}
    """

  private static var built: LaidOutScene {
    LaidOutScene(
      canvas: Canvas(width: 80, height: 60, scale: 2),
      cells: [
        PlacedCell(
          frame: Rect(x: 20, y: 15, width: 40, height: 30),
          style: ResolvedStyle(
            fill: .color(.white), radii: Corners(all: 6),
            shadows: [Shadow(sigma: 4, offset: Point(x: 0, y: 3), opacity: 0.5)]))
      ])
  }

  private func bytes(_ bitmap: Bitmap) -> [UInt8] { bitmap.withUnsafeBytes { Array($0) } }

  @Test func valuesAndTextDrawTheSame() throws {
    let read = try SceneRenderer(Scene(json: Self.card)).bitmap()
    let built = try SceneRenderer(Self.built).bitmap()
    #expect(read == built)
    #expect((read.width, read.height, read.channels) == (160, 120, 3))
    #expect(Set(bytes(read)).count > 10, "a picture without a shadow")
  }

  @Test func bandsAreTheBitmapInOrder() throws {
    let renderer = try SceneRenderer(
      Scene(json: Self.card), options: SceneRenderer.Options(threads: 3))
    var all: [UInt8] = []
    var next = 0
    try renderer.bands { rows, bytes in
      #expect(rows.lowerBound == next)
      next = rows.upperBound
      for index in bytes.indices { all.append(bytes[index]) }
    }
    #expect(next == renderer.height)
    #expect(all == bytes(try renderer.bitmap()))
  }

  @Test func anErrorOfTheCallerEndsTheBands() throws {
    struct Enough: Error {}
    let renderer = try SceneRenderer(Scene(json: Self.card))
    #expect(throws: Enough.self) { try renderer.bands { _, _ in throw Enough() } }
  }

  @Test func aFileHoldsTheBitmap() throws {
    let renderer = try SceneRenderer(Scene(json: Self.card))
    let url = URL(filePath: folder.file("card.png"))
    try renderer.write(to: url)
    var rows: [UInt8] = []
    try ImageReader(path: url.path, mode: .stored, limits: .trusted).forEachRow { _, row in
      rows += Array(row)
    }
    #expect(rows == bytes(try renderer.bitmap()))
  }

  @Test func whatProgressThrowsLeavesNoFile() throws {
    struct Enough: Error {}
    let renderer = try SceneRenderer(Scene(json: Self.card))
    let url = URL(filePath: folder.file("card.png"))
    #expect(throws: Enough.self) { try renderer.write(to: url) { _ in throw Enough() } }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aTaskDrawsAndWrites() async throws {
    let renderer = try SceneRenderer(Scene(json: Self.card))
    let bitmap = try await renderer.bitmap()
    try await renderer.write(to: URL(filePath: folder.file("card.webp")), format: "webp[lossless]")
    #expect(bitmap.width == 160)
    #expect(FileManager.default.fileExists(atPath: folder.file("card.webp")))
  }

  @Test func aCancelledTaskWritesNothing() async throws {
    let renderer = try SceneRenderer(Scene(json: Self.card))
    let url = URL(filePath: folder.file("card.png"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await renderer.write(to: url)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func ownContentDrawsTexts() throws {
    struct Blocks: ContentSource {
      func coverage(of label: LabelRequest) throws -> CoverageBitmap {
        CoverageBitmap(
          width: label.width, height: label.height,
          bytes: [UInt8](repeating: 255, count: label.width * label.height))
      }
      func pixels(of image: ImageRequest) throws -> PixelBitmap {
        struct NoImages: Error {}
        throw NoImages()
      }
    }
    var scene = Self.built
    scene = LaidOutScene(
      canvas: Canvas(width: 10, height: 10),
      cells: [
        PlacedCell(
          frame: Rect(x: 0, y: 0, width: 10, height: 10),
          style: ResolvedStyle(label: Label(text: "x", size: 8)))
      ])
    let bitmap = try SceneRenderer(scene, content: Blocks()).bitmap()
    #expect(bytes(bitmap).allSatisfy { $0 == 0 })

    scene = LaidOutScene(
      canvas: Canvas(width: 10, height: 10),
      cells: [
        PlacedCell(
          frame: Rect(x: 0, y: 0, width: 10, height: 10),
          style: ResolvedStyle(fill: .image(ImagePaint(path: "x.png"))))
      ])
    let error = #expect(throws: PenumbraError.self) { try SceneRenderer(scene, content: Blocks()) }
    guard case .ownContent = error else {
      Issue.record("not the caller's own error: \(String(describing: error))")
      return
    }
  }

  @Test func aFaultOfASceneHasPlaceAndRemedy() throws {
    let text = Self.card.replacingOccurrences(of: "\"sigma\": 4", with: "\"sigma\": -4")
    let error = #expect(throws: PenumbraError.self) { try Scene(json: text) }
    #expect(error?.place == "$.cells[0].shadow.sigma")
    #expect(error?.remedy == .changeScene)
  }

  @Test func anImageOutsideIsRefusedWithItsRemedy() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("scenes"), withIntermediateDirectories: false)
    try folder.write("not read", "secret.png")
    let text = Self.card.replacingOccurrences(
      of: "\"#ffffff\"", with: "{\"image\": \"../secret.png\"}")
    let error = #expect(throws: PenumbraError.self) {
      try SceneRenderer(Scene(json: text, folder: folder.file("scenes")))
    }
    #expect(error?.remedy == .allowImagesOutside)
  }

  /// Values that no scene file could bring so far.
  @Test(arguments: [Double.nan, .infinity, -1e300, 1e300])
  func aValueThatCannotBeDrawnIsNamed(value: Double) throws {
    func error(_ change: (inout PlacedCell) -> Void) -> PenumbraError? {
      var cell = Self.built.sections[0].cells[0]
      change(&cell)
      let scene = LaidOutScene(canvas: Canvas(width: 80, height: 60), cells: [cell])
      return #expect(throws: PenumbraError.self) { try SceneRenderer(scene) }
    }
    let place = "sections[0].cells[0]"
    #expect(error { $0.frame.x = value }?.place == "\(place).frame.x")
    #expect(error { $0.frame.width = value }?.place == "\(place).frame.width")
    #expect(error { $0.style.shadows[0].sigma = value }?.place == "\(place).style.shadows[0].sigma")
    #expect(
      error { $0.style.shadows[0].offset.y = value }?.place == "\(place).style.shadows[0].offset.y")
    #expect(error { $0.style.radii.topLeft = value }?.place == "\(place).style.radii")
    #expect(error { $0.style.opacity = value }?.place == "\(place).style.opacity")
    let canvas = LaidOutScene(canvas: Canvas(width: value, height: 60), cells: [])
    let fault = #expect(throws: PenumbraError.self) { try SceneRenderer(canvas) }
    #expect(fault?.place == "canvas.width in pixels")
    #expect(fault?.remedy == .changeScene)
  }

  @Test(arguments: ["", "dz", "xyz", "png[compression=high]"])
  func aFormatThatIsNoneIsRefused(format: String) throws {
    let renderer = try SceneRenderer(Scene(json: Self.card))
    #expect(throws: PenumbraError.self) {
      try renderer.write(to: URL(filePath: folder.file("card")), format: format)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aFolderThatIsNotThereIsNamed() throws {
    let renderer = try SceneRenderer(Scene(json: Self.card))
    let error = #expect(throws: PenumbraError.self) {
      try renderer.write(to: URL(filePath: folder.file("none/card.png")))
    }
    #expect(error?.place?.contains("card.png") == true, "\(String(describing: error))")
    #expect(error?.remedy == .choosePlace)
  }
}
