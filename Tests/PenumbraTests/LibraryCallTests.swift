import Foundation
import Penumbra
import PenumbraLocking
import PenumbraTestSupport
import Synchronization
import Testing

/// Calls of the library that the tests of its pictures leave out: files, options, progress, waiting.
@Suite struct LibraryCallTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let card = """
    {"penumbra": 1, "name": "card", "canvas": {"width": 40, "height": 400, "background": "#00000000"},
     "cells": [{"frame": [10, 10, 20, 300], "fill": "red", "shadow": {"sigma": 4}}]}
    """

  private func bytes(_ bitmap: Bitmap) -> [UInt8] { bitmap.withUnsafeBytes { Array($0) } }

  private func file(_ name: String) -> URL { URL(filePath: folder.file(name)) }

  @Test func aFileIsReadAndItsImagesLieBesideIt() throws {
    try SceneRenderer(Scene(json: Self.card)).write(to: file("image.png"))
    try folder.write(
      """
      {"penumbra": 1, "name": "shown", "canvas": {"width": 40, "height": 400},
       "cells": [{"frame": [0, 0, 40, 400], "fill": {"image": "image.png"}}]}
      """, "shown.json")
    let scene = try Scene(contentsOf: file("shown.json"))
    #expect(scene.name == "shown")
    #expect(scene.file == folder.file("shown.json"))
    let shown = try SceneRenderer(scene).bitmap()
    #expect((shown.width, shown.height, shown.channels) == (40, 400, 3))
    #expect(Set(bytes(shown)).count > 10)

    // The same picture from values, whose paths start from a folder that is given.
    let built = LaidOutScene(
      canvas: Canvas(width: 40, height: 400),
      cells: [
        PlacedCell(
          frame: Rect(x: 0, y: 0, width: 40, height: 400),
          style: ResolvedStyle(fill: .image(ImagePaint(path: "image.png"))))
      ])
    #expect(try SceneRenderer(built, folder: folder.path).bitmap() == shown)
    let elsewhere = #expect(throws: PenumbraError.self) {
      try SceneRenderer(built, folder: folder.file("none"))
    }
    #expect(elsewhere != nil)
  }

  @Test func aFileThatIsNotThereIsNamed() throws {
    let error = #expect(throws: PenumbraError.self) {
      try Scene(contentsOf: file("none.json"))
    }
    #expect(error?.place?.contains("none.json") == true)
    #expect(error?.description.contains("none.json") == true)
  }

  @Test func optionsTakeTheSceneOver() throws {
    func drawn(_ options: SceneRenderer.Options) throws -> Bitmap {
      try SceneRenderer(Scene(json: Self.card), options: options).bitmap()
    }
    let plain = try drawn(SceneRenderer.Options())
    #expect((plain.width, plain.height, plain.channels) == (40, 400, 4))
    #expect(plain.bytesPerRow == 160)
    let large = try drawn(SceneRenderer.Options(scale: 2))
    #expect((large.width, large.height) == (80, 800))
    #expect(try drawn(SceneRenderer.Options(threads: 5)) == plain)
    #expect(try drawn(SceneRenderer.Options(kernel: .coreGraphics)) != plain)
    // The bytes that are lent are one memory.
    #expect(plain.withBytes { span in span.indices.allSatisfy { span[$0] == bytes(plain)[$0] } })
  }

  @Test func optionsOfBuiltScenesCountToo() throws {
    let cell = PlacedCell(
      frame: Rect(x: 5, y: 5, width: 20, height: 20),
      style: ResolvedStyle(shadows: [Shadow(sigma: 3)]))
    let scene = LaidOutScene(canvas: Canvas(width: 30, height: 30), cells: [cell])
    let options = SceneRenderer.Options(scale: 3)
    #expect(try SceneRenderer(scene, options: options).width == 90)
    for scale in [0, -1, .nan, 1000] {
      let error = #expect(throws: PenumbraError.self) {
        try SceneRenderer(scene, options: SceneRenderer.Options(scale: scale))
      }
      #expect(error?.place == "canvas.scale")
    }
    let error = #expect(throws: PenumbraError.self) {
      try SceneRenderer(scene, options: SceneRenderer.Options(threads: 0))
    }
    #expect(error?.place == "options.threads")
  }

  @Test(arguments: ["card.png", "card.webp"], [1, 3])
  func progressEndsWithAllRows(name: String, threads: Int) throws {
    let renderer = try SceneRenderer(
      Scene(json: Self.card), options: SceneRenderer.Options(scale: 2, threads: threads))
    let told = Guarded<[SceneRenderer.Progress]>([])
    try renderer.write(to: file(name)) { progress in told.withLock { $0.append(progress) } }
    let rows = told.withLock { $0.map(\.rows).sorted() }
    #expect(rows.last == 800)
    #expect(rows.first ?? 0 > 0)
    #expect(told.withLock { $0.allSatisfy { $0.height == 800 } })
  }

  /// Many tasks that draw keep none of Swift's threads: a task that ends their waiting gets its turn
  /// while all of them are at work.
  @Test func drawingKeepsNoThreadOfSwifts() async throws {
    let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 40
    let renderer = try SceneRenderer(Scene(json: Self.card))
    let gate = Gate()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        let url = file("\(number).png")
        group.addTask { try await renderer.write(to: url) { _ in gate.pass() } }
      }
      group.addTask {
        // It would never run if those that stand at the gate held the threads of tasks.
        while gate.waiting < count { await Task.yield() }
        gate.open()
      }
      try await group.waitForAll()
    }
    for number in 0..<count { #expect(folder.exists("\(number).png")) }
  }

  /// A bitmap of a task that is cancelled while it is drawn is not finished.
  @Test func aTaskIsCancelledHalfWay() async throws {
    struct Watching: ContentSource {
      let gate: Gate
      func coverage(of label: LabelRequest) throws -> CoverageBitmap {
        gate.pass()
        let shown = label.shown
        return CoverageBitmap(
          width: shown.columns.count, height: shown.rows.count,
          bytes: [UInt8](repeating: 9, count: shown.columns.count * shown.rows.count))
      }
      func pixels(of image: ImageRequest) throws -> PixelBitmap { throw CancellationError() }
    }
    let cell = PlacedCell(
      frame: Rect(x: 0, y: 0, width: 40, height: 3000),
      style: ResolvedStyle(label: Label(text: "x", size: 8)))
    let gate = Gate()
    let renderer = try SceneRenderer(
      LaidOutScene(canvas: Canvas(width: 40, height: 3000), cells: [cell]),
      content: Watching(gate: gate))
    let task = Task { try await renderer.bitmap() }
    while gate.waiting < 1 { await Task.yield() }
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func errorsOfTheCallersComeBackFromTasks() async throws {
    struct Enough: Error {}
    let renderer = try SceneRenderer(Scene(json: Self.card))
    await #expect(throws: Enough.self) {
      try await renderer.write(to: file("card.png")) { _ in throw Enough() }
    }
    #expect(!folder.exists("card.png"))
    let error = await #expect(throws: PenumbraError.self) {
      try await renderer.write(to: file("none/card.png"))
    }
    #expect(error?.remedy == .choosePlace)
  }

  @Test func everyErrorHasWords() {
    let errors: [PenumbraError] = [
      .value(place: "canvas", found: "1", expected: "2"), .content("c"),
      .ownContent(CancellationError()), .missing("m"), .format("f"),
      .file(path: "p", detail: "d"), .failed("x"),
    ]
    #expect(errors[0].description == "canvas: found 1, expected 2")
    #expect(errors[5].description == "p: d")
    #expect(errors.map(\.place) == ["canvas", nil, nil, nil, nil, "p", nil])
    #expect(
      errors.map(\.remedy) == [
        .changeScene, .changeScene, nil, .install, .chooseFormat, .choosePlace, nil,
      ])
  }
}

/// Where threads wait until it is opened.
private final class Gate: Sendable {
  private let lock = Lock()
  private let state = Atomic(0)
  private let isOpen = Atomic(false)

  /// How many have come.
  var waiting: Int { state.load(ordering: .relaxed) }

  func pass() {
    state.add(1, ordering: .relaxed)
    lock.withLock { while !isOpen.load(ordering: .relaxed) { lock.wait() } }
  }

  func open() {
    lock.withLock {
      isOpen.store(true, ordering: .relaxed)
      lock.wakeAll()
    }
  }
}
