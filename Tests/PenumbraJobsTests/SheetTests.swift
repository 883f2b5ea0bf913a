import Foundation
import Penumbra
import PenumbraGraphics
import PenumbraScene
import PenumbraTestSupport
import Testing
import Vips

@testable import PenumbraJobs

@Suite struct SheetLayoutTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func layout(
    _ scenes: [String], _ options: SheetOptions = SheetOptions(), format: String = "png",
    splits: Bool = false
  ) throws -> SheetLayout {
    for (index, scene) in scenes.enumerated() { try folder.write(scene, "c/\(index).json") }
    let corpus = try Corpus(
      CorpusScan(inputs: [folder.file("c")]), options: SceneOptions(), threads: 1,
      interruption: Interruption())
    #expect(corpus.failures.isEmpty)
    return try SheetLayout(
      corpus.scenes, options: options, format: OutputFormat(format), splitsAutomatically: splits)
  }

  @Test func everyCellIsOnExactlyOnePage() throws {
    for count in [1, 2, 7, 50, 101] {
      for columns in [1, 3, 7, nil] {
        for height in [nil, 200, 500, 10_000] {
          let sheet = try layout(
            [SceneFiles.sweep(name: "s", count: count), SceneFiles.varied(name: "v")],
            SheetOptions(columns: columns, pageHeight: height))
          let cells = sheet.pages.reduce(0) { $0 + $1.cellCount(sheet.blocks) }
          #expect(cells == count + 4)
          if let height { #expect(sheet.pages.allSatisfy { $0.height <= height }) }
        }
      }
    }
  }

  @Test func aRowTallerThanAPageIsAnError() throws {
    let error = #expect(throws: JobError.self) {
      try layout([SceneFiles.sweep(name: "s", count: 5)], SheetOptions(pageHeight: 30))
    }
    #expect(String(describing: error).contains("page height"))
  }

  @Test func automaticSheetIsNeitherARibbonNorAColumn() throws {
    for count in [30, 500, 4000] {
      let sheet = try layout([SceneFiles.sweep(name: "s", count: count)])
      let ratio = Double(sheet.width) / Double(sheet.pages[0].height)
      #expect(ratio > 0.6 && ratio < 2.5, "\(count) cells: \(ratio)")
    }
  }

  @Test func splitMakesWhatTheFormatHolds() throws {
    let scenes = [SceneFiles.sweep(name: "s", count: 3000)]
    let options = SheetOptions(columns: 2)
    #expect(try layout(scenes, options, format: "webp").pages[0].height > 16_383)
    let sheet = try layout(scenes, options, format: "webp", splits: true)
    #expect(sheet.pages.count > 1)
    #expect(sheet.pages.allSatisfy { $0.height <= 16_383 })
    #expect(sheet.remedy?.contains("16383") == true)
    let wide = try layout(scenes, SheetOptions(columns: 3000), format: "webp", splits: true)
    #expect(wide.width <= 16_383)
    #expect(wide.remedy?.contains("columns") == true)
  }

  /// With captions off, two neighbours' pictures may touch but not overlap: every cell's pixels on
  /// the sheet are those of its own picture.
  @Test func aCellOnTheSheetIsTheCellByItself() throws {
    let options = SheetOptions(columns: 2, cellPadding: 0, hasCaptions: false)
    let sheet = try layout([SceneFiles.varied(name: "v", scale: 1.5)], options)
    try Library.start(threads: 1)
    let engine = try EngineSettings(threads: 1)
    let page = SheetPicture(
      sheet, page: 0, options: SceneOptions(), hasCaptions: false, engine: engine)
    let pixels = try Pixels(page)
    let corpus = try Corpus(
      CorpusScan(inputs: [folder.file("c")]), options: SceneOptions(), threads: 1,
      interruption: Interruption())
    let pictures = CellPictures(corpus, options: SceneOptions())
    let block = sheet.blocks[0]
    var tops: [Int] = []
    var top = 0
    for row in block.rows.indices {
      tops.append(top + block.rows[row].above)
      top += block.height(ofRow: row)
    }
    for index in 0..<pictures.count {
      let picture = try pictures.picture(at: index)
      let alone = try Pixels(try picture.makeSource())
      let cell = block.cells[index]
      let left = index % 2 * block.pitch + block.before
      let frame = (
        x: Int((cell.frame.x * 1.5).rounded(.down)), y: Int((cell.frame.y * 1.5).rounded(.down))
      )
      let extent = CellExtent(of: cell, union: nil, scale: 1.5)
      let same = alone.isFound(
        in: pixels, left: left - frame.x + extent.left, top: tops[index / 2] - frame.y + extent.top)
      #expect(same, "cell \(index)")
    }
  }

  @Test func rowsComeOutTheSameInAnyOrderAndHeight() throws {
    let sheet = try layout([SceneFiles.sweep(name: "s", count: 40), SceneFiles.varied(name: "v")])
    let engine = try EngineSettings(threads: 1)
    func picture() -> SheetPicture {
      SheetPicture(sheet, page: 0, options: SceneOptions(), hasCaptions: true, engine: engine)
    }
    let whole = try Pixels(picture())
    for height in [1, 7, 16, 1000] {
      let strips = picture()
      var bytes = [UInt8](repeating: 0, count: strips.layout.byteCount)
      let starts = stride(from: 0, to: strips.layout.height, by: height)
      try bytes.withUnsafeMutableBytes { memory in
        for start in starts.reversed() {
          let rows = start..<min(strips.layout.height, start + height)
          try strips.fill(
            rows: rows, into: try #require(memory.baseAddress) + start * strips.layout.bytesPerRow,
            bytesPerRow: strips.layout.bytesPerRow)
        }
      }
      let same = bytes == whole.bytes
      #expect(same, "strips of \(height)")
    }
  }
}

/// All pixels of a source.
private struct Pixels {
  let layout: PixelLayout
  let bytes: [UInt8]

  init(_ source: any PixelSource) throws {
    layout = source.layout
    var bytes = [UInt8](repeating: 0, count: source.layout.byteCount)
    try bytes.withUnsafeMutableBytes {
      try source.fill(
        rows: 0..<source.layout.height, into: try #require($0.baseAddress),
        bytesPerRow: source.layout.bytesPerRow)
    }
    self.bytes = bytes
  }

  func isFound(in other: Pixels, left: Int, top: Int) -> Bool {
    guard layout.channels == other.layout.channels, left >= 0, top >= 0,
      left + layout.width <= other.layout.width, top + layout.height <= other.layout.height
    else { return false }
    let count = layout.bytesPerRow
    return (0..<layout.height).allSatisfy { y in
      let at = ((top + y) * other.layout.width + left) * layout.channels
      return bytes[y * count..<(y + 1) * count] == other.bytes[at..<at + count]
    }
  }
}
