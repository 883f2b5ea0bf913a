import Penumbra
import PenumbraGraphics
import PenumbraScene
import PenumbraTestSupport
import ShadowEngine
import Testing
import Vips

@testable import PenumbraJobs

/// Captions stand under their frames and on nothing else.
@Suite struct SheetCaptionTests {
  private let folder: TemporaryFolder

  /// Shadows far to one side, frames of several sizes, captions from a letter to more than fits.
  private static func scene(_ name: String, scale: Double) -> String {
    let shadows = [
      #""60px 0 20px black""#, #""-60px 4px 20px black""#, #""0 30px 30px black""#, #""none""#,
      #"{"radius": 12, "offset": [-40, -20], "color": "systemRed"}"#,
    ]
    let captions = [
      "x", "a caption", "as wide as a column may be", "\u{05E9}\u{05DC}\u{05D5}\u{05DD}",
      "much wider than any column of this sheet can be, so that it is cut at its end", "",
    ]
    var cells: [String] = []
    for index in 0..<30 {
      let width = Double(index % 4) * 27.3 + 10
      cells.append(
        """
        {"name": "\(captions[index % 6])", "frame": [\(10.3 + Double(index)), 12.7, \(width), 30],
         "fill": "systemTeal", "shadow": \(shadows[index % 5])}
        """)
    }
    return """
      {"penumbra": 1, "name": "\(name)",
       "canvas": {"width": 500, "height": 200, "scale": \(scale), "background": "#fafaff"},
       "cells": [\(cells.joined(separator: ",\n"))]}
      """
  }

  init() throws {
    folder = try TemporaryFolder()
    try Library.start(threads: 1)
  }

  private func layout(_ scenes: [String], _ options: SheetOptions) throws -> SheetLayout {
    for (index, scene) in scenes.enumerated() { try folder.write(scene, "c/\(index).json") }
    let corpus = try Corpus(
      CorpusScan(inputs: [folder.file("c")]), options: SceneOptions(), threads: 1,
      interruption: Interruption())
    #expect(corpus.failures.isEmpty)
    return try SheetLayout(
      corpus.scenes, options: options, format: OutputFormat("png"), splitsAutomatically: false)
  }

  private struct Box {
    var left: Int
    var top: Int
    var width: Int
    var height: Int

    func meets(_ other: Box) -> Bool {
      left < other.left + other.width && other.left < left + width
        && top < other.top + other.height && other.top < top + height
    }
  }

  /// Where the block puts its cells' frames: left and top, in whole pixels.
  private func places(_ block: SheetLayout.Block, top: Int) -> [(left: Int, top: Int)] {
    var result: [(Int, Int)] = []
    var y = top + block.padding + block.headerHeight
    for row in block.rows.indices {
      for column in 0..<min(block.columns, block.cells.count - row * block.columns) {
        result.append(
          (block.padding + column * block.pitch + block.before, y + block.rows[row].above))
      }
      y += block.height(ofRow: row)
    }
    return result
  }

  private func picture(_ cell: PlacedCell, at place: (left: Int, top: Int), scale: Double) -> Box {
    let extent = CellExtent(of: cell, union: nil, scale: scale)
    return Box(
      left: place.left + extent.left - Int((cell.frame.x * scale).rounded(.down)),
      top: place.top + extent.top - Int((cell.frame.y * scale).rounded(.down)),
      width: extent.width, height: extent.height)
  }

  @Test(arguments: [(1, 0.0), (3, 0), (4, 16), (7, 3.5), (30, 1)])
  func noPictureAndNoCaptionMeetAnother(columns: Int, padding: Double) throws {
    let options = SheetOptions(columns: columns, cellPadding: padding)
    let sheet = try layout(
      [Self.scene("a", scale: 1), Self.scene("b", scale: 1.5), Self.scene("c", scale: 5)], options)
    let page = sheet.pages[0]
    var boxes: [(name: String, box: Box)] = []
    for part in page.parts {
      let block = sheet.blocks[part.block]
      let band = SheetBand(
        part: part, rows: part.rows, top: part.top, height: part.height, hasHeader: true,
        isFirst: true)
      let builder = SheetBandBuilder(
        block: block, band: band, width: sheet.width, isOpaque: true, hasCaptions: true,
        renderer: CaptionRenderer())
      var requests: Set<LabelRequest> = []
      let list = try builder.list(captions: &requests)
      for case .cell(let cell) in list.items {
        guard let label = cell.label, requests.contains(label.request) else { continue }
        let box = Box(
          left: label.x, top: part.top + label.y, width: label.request.width,
          height: label.request.height)
        boxes.append(("caption \(label.request.text)", box))
      }
      for (index, place) in places(block, top: part.top).enumerated() {
        let box = picture(block.cells[index], at: place, scale: block.cells.scale)
        boxes.append(("picture \(index)", box))
      }
    }
    #expect(boxes.count == 3 * (30 + 25))
    for (index, one) in boxes.enumerated() {
      #expect(one.box.left >= 0 && one.box.left + one.box.width <= sheet.width, "\(one.name)")
      #expect(one.box.top >= 0 && one.box.top + one.box.height <= page.height, "\(one.name)")
      for other in boxes[(index + 1)...] {
        #expect(!one.box.meets(other.box), "\(one.name) and \(other.name)")
      }
    }
  }

  /// The sheet with and without its text: where both differ is ink.
  @Test(arguments: Sweep.of([(4, 16.0, 1.0), (7, 0, 1.5)], besides: [(1, 0, 1), (5, 2, 2)]))
  func inkIsOnPlainGroundAndUnderItsFrame(columns: Int, padding: Double, scale: Double) throws {
    let sheet = try layout(
      [Self.scene("a", scale: scale)], SheetOptions(columns: columns, cellPadding: padding))
    let engine = try EngineSettings(threads: 1)
    func pixels(hasCaptions: Bool) throws -> [UInt8] {
      let page = SheetPicture(
        sheet, page: 0, options: SceneOptions(), hasCaptions: hasCaptions, engine: engine)
      var bytes = [UInt8](repeating: 0, count: page.layout.byteCount)
      try bytes.withUnsafeMutableBytes {
        try page.fill(
          rows: 0..<page.layout.height, into: try #require($0.baseAddress),
          bytesPerRow: page.layout.bytesPerRow)
      }
      return bytes
    }
    let drawn = try pixels(hasCaptions: true)
    let plain = try pixels(hasCaptions: false)
    let ground: [UInt8] = [0xFA, 0xFA, 0xFF]
    let block = sheet.blocks[0]
    let places = places(block, top: 0)
    let header = block.padding + block.headerHeight
    var ink = [(least: Int, most: Int)?](repeating: nil, count: places.count)
    var strays = 0
    for pixel in 0..<drawn.count / 3
    where drawn[3 * pixel..<3 * pixel + 3] != plain[3 * pixel..<3 * pixel + 3] {
      let (x, y) = (pixel % sheet.width, pixel / sheet.width)
      if !plain[3 * pixel..<3 * pixel + 3].elementsEqual(ground) { strays += 1 }
      guard y >= header else { continue }
      let column = (x - block.padding) / block.pitch
      let row = places.indices.last { places[$0].top <= y }.map { $0 / block.columns } ?? 0
      let index = row * block.columns + column
      let left = block.padding + column * block.pitch
      let caption = places[index].top + block.rows[row].below
      if x < left || x >= left + block.columnWidth || y < caption
        || y >= caption + block.captionHeight
      {
        strays += 1
      }
      ink[index] = (min(ink[index]?.least ?? x, x), max(ink[index]?.most ?? x, x))
    }
    #expect(strays == 0)
    for (index, span) in ink.enumerated() {
      let cell = block.cells[index]
      #expect((span == nil) == ((cell.name ?? "").isEmpty), "cell \(index)")
      guard let span else { continue }
      let left = places[index].left - block.before
      let frame =
        (cell.frame.x * scale).truncatingRemainder(dividingBy: 1) + cell.frame.width * scale / 2
      let middle = Double(places[index].left) + frame
      let found = Double(span.least + span.most + 1) / 2
      // Ink that touches the column's side was moved there. A letter has a pixel or two of its own
      // on either side.
      let isMoved = span.least <= left + 3 || span.most >= left + block.columnWidth - 4
      let isCentred = abs(found - middle) <= 2
      #expect(isCentred || isMoved, "cell \(index): ink about \(found), frame about \(middle)")
      if cell.name == "x" { #expect(isCentred || cell.frame.width < 20, "cell \(index)") }
    }
  }
}
