import Foundation
import PenumbraJobs
import PenumbraTestSupport
import Synchronization
import Testing
import Vips

@testable import PenumbraRegression

/// Pictures are compared by rows: what is held does not grow with them.
@Suite struct RowsHeldTests {
  /// A picture that makes its rows, and notes how many are asked for at once and how often.
  private final class CountedRows: PictureRows {
    let width: Int
    let height: Int
    let shift: Int
    let most = Atomic<Int>(0)
    let given = Atomic<Int>(0)

    init(width: Int, height: Int, shift: Int = 0) {
      self.width = width
      self.height = height
      self.shift = shift
    }

    var box: PenumbraRegression.PixelRect {
      PenumbraRegression.PixelRect(x: 0, y: 0, width: width, height: height)
    }

    func pass() -> any RowPass { Pass(self) }

    private final class Pass: RowPass {
      let rows: CountedRows
      var y = 0

      init(_ rows: CountedRows) { self.rows = rows }

      func next(_ count: Int, into target: UnsafeMutablePointer<UInt8>) {
        rows.most.max(count, ordering: .relaxed)
        rows.given.add(count, ordering: .relaxed)
        for index in 0..<(count * rows.width * 4) {
          target[index] =
            index % 4 == 3
            ? 255 : UInt8(truncatingIfNeeded: (y + index / 4 / rows.width) / 50 + rows.shift)
        }
        y += count
      }
    }
  }

  @Test(arguments: [(64, 40_000), (100, 300), (300_000, 3)])
  func noMoreRowsAreAskedForThanFewMegabytes(width: Int, height: Int) throws {
    let before = CountedRows(width: width, height: height)
    let after = CountedRows(width: width, height: height, shift: 2)
    let difference = try PictureDifference(expected: before, actual: after)
    #expect(difference.measures.changedPixels == width * height)
    for picture in [before, after] {
      let most = picture.most.load(ordering: .relaxed)
      #expect(most == 1 || most * width <= CountedRows.pixelsAtOnce, "\(most) rows at once")
      // Twice: how much and where, then what follows from it.
      #expect(picture.given.load(ordering: .relaxed) == 2 * height)
    }
  }

  @Test func equalPicturesAreReadOnce() throws {
    let picture = CountedRows(width: 100, height: 9000)
    #expect(try PictureDifference(expected: picture, actual: picture).passes)
    #expect(picture.given.load(ordering: .relaxed) == 2 * 9000)
  }

  /// Rows that come a few at a time give the figures and the pictures that a whole picture gives.
  @Test func piecesAreTheWhole() throws {
    let (before, after) = (card(depth: 60, reach: 12), card(depth: 66, reach: 14, tint: 5))
    let whole = try ComparedPictures(before, after)
    for rows in [1, 2, 7, 50] {
      let pieces = try ComparedPictures(InPieces(before, rows: rows), InPieces(after, rows: rows))
      #expect(pieces.difference.measures == whole.difference.measures)
      #expect(pieces.shown.bytes == whole.shown.bytes)
      #expect(pieces.heat.bytes == whole.heat.bytes)
      #expect(pieces.expected.bytes == before.bytes && pieces.actual.bytes == after.bytes)
    }
  }

  private struct InPieces: PictureRows {
    let picture: PenumbraRegression.Picture
    let rowsAtOnce: Int

    init(_ picture: PenumbraRegression.Picture, rows: Int) {
      self.picture = picture
      rowsAtOnce = rows
    }

    var width: Int { picture.width }
    var height: Int { picture.height }
    var box: PenumbraRegression.PixelRect { picture.box }

    func pass() -> any RowPass { picture.pass() }
  }

  // MARK: The command

  /// A 16-bit RGBA picture of stripes; some rows are of another colour.
  private func write(
    _ name: String, height: Int, changed: Range<Int>, in folder: TemporaryFolder
  ) throws {
    let width = 1000
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (width * 8 + 1))
    let kinds = (0...UInt8.max).map { [0] + [UInt8](repeating: $0, count: width * 8) }
    for y in 0..<height {
      rows += kinds[(y / 64 + (changed.contains(y) ? 9 : 0)) % 256]
    }
    try Data(PNG.file(width: width, height: height, depth: 16, colorType: 6, rows: rows))
      .write(to: URL(fileURLWithPath: folder.file(name)))
  }

  /// Memory is limited to less than the pictures.
  ///
  /// A picture of 12,000 rows of 16 bits is 96 MB as it is stored and 48 MB as it is compared; there
  /// are two, with four pictures in the report. The command gets 128 MiB for all of its data, of
  /// which it and libvips need the greater part before they read anything.
  @Test func memoryOfDiffDoesNotGrowWithThePictures() throws {
    let folder = try TemporaryFolder()
    try write("a.png", height: 12_000, changed: 0..<0, in: folder)
    try write("b.png", height: 12_000, changed: 9000..<9050, in: folder)
    let ending = try PenumbraCommand.run(
      [
        "-c", "ulimit -d \(Self.kilobytes) && exec \"$0\" \"$@\"", PenumbraCommand.executable,
        "diff", folder.file("a.png"), folder.file("b.png"), "--report", folder.file("report"),
        "--threads", "1",
      ], executable: "/bin/sh")
    #expect(ending.code == 1, "\(ending.errors)")
    let images = try FileManager.default.contentsOfDirectory(atPath: folder.file("report/images"))
    #expect(images.count == 4)
  }

  private static let kilobytes = 128 << 10

  /// What cannot be read by rows is in memory as a whole, and limited.
  @Test func whatHasNoRowsIsLimited() throws {
    let folder = try TemporaryFolder()
    // The header alone says it: 8 bytes a pixel.
    for (name, isInterlaced) in [("rows.png", false), ("whole.png", true)] {
      let file = PNG.file(
        width: 8000, height: 8000, depth: 16, colorType: 6, isInterlaced: isInterlaced, rows: [0])
      try Data(file).write(to: URL(fileURLWithPath: folder.file(name)))
    }
    func diff(_ name: String) throws -> PenumbraCommand.Ending {
      try PenumbraCommand.run(["diff", folder.file(name), folder.file(name)])
    }
    let refused = try diff("whole.png")
    #expect(refused.code == 65, "\(refused)")
    #expect(
      refused.output.contains("cannot be read by rows and takes 488 MiB, expected at most 256 MiB"),
      "\(refused)")
    let damaged = try diff("rows.png")
    #expect(damaged.code == 65 && !damaged.output.contains("MiB"), "\(damaged)")
  }

  /// Of each format that has one: small pictures that have no rows are compared all the same.
  @Test(arguments: ["jpg[interlace]", "webp[lossless]", "png[interlace]", "tiff", "jpg"])
  func formatsAreComparedWithThemselves(format: String) throws {
    try Library.start(threads: 1)
    let folder = try TemporaryFolder()
    let output = try OutputFormat(format)
    guard try Library.canWrite(suffix: output.suffix) else { return }
    let layout = PixelLayout(width: 300, height: 200, channels: 3)
    let path = folder.file("picture\(output.suffix)")
    let bytes = (0..<layout.byteCount).map { UInt8(truncatingIfNeeded: $0 >> 6) }
    try bytes.withUnsafeBytes {
      try Writer.write(pixels: $0, layout: layout, to: path, format: output)
    }
    #expect(try PenumbraCommand.run(["diff", path, path]).code == 0)
  }
}
