import Foundation
import PenumbraJobs
import PenumbraTestSupport
import Testing

@testable import PenumbraRegression

/// A baseline that an optimiser of PNG files wrote anew holds the same pixels, and passes.
@Suite struct ReencodedTests {
  enum Encoding: String, CaseIterable, CustomTestStringConvertible {
    case plain, palette, sixteenBits, sixteenBitsWithAlpha, alpha, interlaced, grey, greyAlpha
    case sixteenBitGrey, transparentColor, largerThanBefore, trailingBytes

    var isGrey: Bool { [.grey, .greyAlpha, .sixteenBitGrey, .transparentColor].contains(self) }
    var testDescription: String { rawValue }
  }

  /// The picture's pixels in another encoding; opaque pictures only.
  private func encoded(_ picture: PenumbraRegression.Picture, _ encoding: Encoding) -> [UInt8] {
    let (width, height) = (picture.width, picture.height)
    func rows(_ pixel: (ArraySlice<UInt8>) -> [UInt8]) -> [UInt8] {
      var rows: [UInt8] = []
      for y in 0..<height {
        rows.append(0)
        for x in 0..<width {
          let at = (y * width + x) * 4
          rows += pixel(picture.bytes[at..<at + 4])
        }
      }
      return rows
    }
    func file(
      _ depth: UInt8, _ type: UInt8, _ chunks: [(name: String, data: [UInt8])] = [],
      _ pixel: (ArraySlice<UInt8>) -> [UInt8]
    ) -> [UInt8] {
      PNG.file(
        width: width, height: height, depth: depth, colorType: type, chunks: chunks,
        rows: rows(pixel))
    }
    func twice(_ bytes: ArraySlice<UInt8>) -> [UInt8] { bytes.flatMap { [$0, $0] } }
    switch encoding {
    case .plain: return file(8, 2) { Array($0.prefix(3)) }
    case .alpha: return file(8, 6) { Array($0) }
    case .sixteenBits: return file(16, 2) { twice($0.prefix(3)) }
    case .sixteenBitsWithAlpha: return file(16, 6) { twice($0) }
    case .grey: return file(8, 0) { [$0[$0.startIndex]] }
    case .greyAlpha: return file(8, 4) { [$0[$0.startIndex], 255] }
    case .sixteenBitGrey: return file(16, 0) { [$0[$0.startIndex], $0[$0.startIndex]] }
    case .transparentColor:
      // A grey that no pixel has is the transparent one.
      return file(8, 0, [("tRNS", [0, 1])]) { [$0[$0.startIndex]] }
    case .largerThanBefore:
      return file(8, 2, [("tEXt", [UInt8](repeating: 65, count: 100_000))]) { Array($0.prefix(3)) }
    case .trailingBytes: return file(8, 2) { Array($0.prefix(3)) } + [1, 2, 3]
    case .palette:
      var colors: [[UInt8]] = []
      var indexes: [[UInt8]: UInt8] = [:]
      let packed = rows { pixel in
        let color = Array(pixel.prefix(3))
        if indexes[color] == nil {
          indexes[color] = UInt8(colors.count)
          colors.append(color)
        }
        return [indexes[color] ?? 0]
      }
      return PNG.file(
        width: width, height: height, depth: 8, colorType: 3,
        chunks: [("PLTE", colors.flatMap { $0 })], rows: packed)
    case .interlaced:
      // Adam7: start and step of each pass.
      let passes = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ]
      var rows: [UInt8] = []
      for (left, top, stepX, stepY) in passes {
        for y in stride(from: top, to: height, by: stepY) where left < width {
          rows.append(0)
          for x in stride(from: left, to: width, by: stepX) {
            rows += picture.bytes[((y * width + x) * 4)..<((y * width + x) * 4 + 3)]
          }
        }
      }
      return PNG.file(
        width: width, height: height, depth: 8, colorType: 2, isInterlaced: true, rows: rows)
    }
  }

  @Test(arguments: Encoding.allCases) func samePixelsPass(encoding: Encoding) throws {
    let workshop = try CheckWorkshop()
    let fill = encoding.isGrey ? "#808080" : "#8090a0"
    try workshop.writeScene(
      "s", ["\"fill\": \"\(fill)\", \"shadow\": {\"radius\": 2, \"opacity\": 0.3}"],
      canvas: "\"background\": \"#f4f4f4\"")
    try workshop.check(update: .all)
    let stored = try StoredCells(folder: workshop.path("baseline"), what: "the baseline")
    let path = stored.path(at: 0)
    let picture = try stored.picture(at: 0).held()
    try Data(encoded(picture, encoding)).write(to: URL(filePath: path))
    let outcome = try workshop.check()
    #expect(outcome.passes, "\(outcome.report.cells.map { $0.message ?? $0.summary })")
    // The file written anew is one with other pixels as soon as one level differs.
    var bytes = picture.bytes
    for channel in 0..<3 { bytes[40 + channel] ^= 1 }
    let other = PenumbraRegression.Picture(
      width: picture.width, height: picture.height, bytes: bytes)
    try Data(encoded(other, encoding)).write(to: URL(filePath: path))
    let failing = try workshop.check()
    #expect(
      failing.report.cells.contains {
        $0.status == .failed && $0.message?.contains("changed after the manifest") == true
      })
  }

  /// A whole baseline that went through an optimiser, each picture in another encoding.
  @Test func aWholeBaselineWrittenAnewPasses() throws {
    let workshop = try CheckWorkshop()
    let scene = PackageFolder.fixtures.appending(path: "Scenes/check-reencode.json")
    try workshop.write(String(contentsOf: scene, encoding: .utf8), "corpus/s.json")
    try workshop.check(update: .all)
    let stored = try StoredCells(folder: workshop.path("baseline"), what: "the baseline")
    #expect(stored.count == 55)
    let encodings: [Encoding] = [.alpha, .sixteenBits, .interlaced, .trailingBytes]
    for index in 0..<stored.count {
      let bytes = encoded(try stored.picture(at: index).held(), encodings[index % encodings.count])
      try Data(bytes).write(to: URL(filePath: stored.path(at: index)))
    }
    let outcome = try workshop.check()
    #expect(outcome.passes && outcome.report.count(.same) == 55)
  }

  @Test(arguments: [
    (Limits.exact, false), (Limits(maxShadow: 255), true), (Limits(maxChanged: 1), true),
    (Limits(maxDiff: 255), true), (Limits(maxChanged: 0, maxShadow: 255), false),
    (Limits(maxDiff: 0, maxShadow: 255), false), (Limits(maxShadow: 0), false),
  ])
  func limitsGivenLeaveTheOthersOpen(limits: Limits, passes: Bool) throws {
    let difference = try PictureDifference(
      expected: card(depth: 60, reach: 12), actual: card(depth: 66, reach: 14), limits: limits)
    #expect(difference.passes == passes)
  }

  @Test func aFailingPictureSaysWhere() throws {
    let base = PenumbraRegression.Picture(
      width: 8, height: 8, bytes: [UInt8](repeating: 255, count: 256))
    var bytes = base.bytes
    bytes[(2 * 8 + 3) * 4] -= 9
    bytes[(4 * 8 + 5) * 4] -= 9
    let difference = try PictureDifference(
      expected: base, actual: PenumbraRegression.Picture(width: 8, height: 8, bytes: bytes))
    var cell = CellResult(id: "0", scene: "s", cell: "c", status: .changed)
    cell.measures = difference.measures
    #expect(cell.summary.contains("(x 3, y 2, width 3, height 3)"), "\(cell.summary)")
  }
}
