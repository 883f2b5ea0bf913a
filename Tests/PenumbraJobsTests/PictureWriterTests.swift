import Foundation
import Penumbra
import PenumbraFiles
import PenumbraTestSupport
import Testing
import Vips

@testable import PenumbraJobs

/// PNG by bands: the same bytes for any number of threads, errors as they came.
@Suite struct PictureWriterTests {
  private func written(
    _ picture: StripedPicture, threads: Int, in folder: TemporaryFolder
  ) throws -> [UInt8] {
    let output = try OutputFile(folder.file("x.png"))
    try PictureWriter.write(
      picture, to: .file(output.file), format: OutputFormat("png"), threads: threads)
    try output.commit(synchronizes: false)
    return Array(try Data(contentsOf: URL(filePath: folder.file("x.png"))))
  }

  @Test func bytesDoNotDependOnThreads() throws {
    let folder = try TemporaryFolder()
    for (width, height) in [(1, 1), (3, 2000), (900, 1300), (5000, 40)] {
      let picture = StripedPicture(width: width, height: height, seed: 3)
      let one = try written(picture, threads: 1, in: folder)
      let decoded = try PNG.decoded(one)
      #expect(decoded.width == width && decoded.height == height)
      let expected = picture.bytes
      #expect(decoded.bytes == expected)
      for threads in [2, 3, 16] {
        #expect(try written(picture, threads: threads, in: folder) == one, "\(threads) threads")
      }
      try expected.withUnsafeBytes { pixels in
        let output = try OutputFile(folder.file("y.png"))
        try PictureWriter.write(
          borrowing: pixels, layout: picture.layout, to: .file(output.file),
          format: OutputFormat("png"), threads: 2)
        try output.commit(synchronizes: false)
      }
      #expect(Array(try Data(contentsOf: URL(filePath: folder.file("y.png")))) == one)
    }
  }

  @Test func whatTheSourceThrowsIsThrown() throws {
    let folder = try TemporaryFolder()
    for threads in [1, 2, 8] {
      let output = try OutputFile(folder.file("x.png"))
      #expect(throws: FailingPicture.Refused.self) {
        try PictureWriter.write(
          FailingPicture(), to: .file(output.file), format: OutputFormat("png"), threads: threads)
      }
    }
  }

  /// A disk without room ends the writing, with as many threads as there are.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskIsTold() throws {
    for threads in [1, 4] {
      let error = #expect(throws: FileError.self) {
        try PictureWriter.write(
          StripedPicture(width: 3000, height: 3000, seed: 1),
          to: .file(OpenFile(appendingTo: "/dev/full")),
          format: OutputFormat("png"), threads: threads)
      }
      #expect(error?.cause == .diskFull)
    }
  }

  @Test func optionsAndOtherFormatsAreOfLibvips() throws {
    #expect(PictureWriter.isOwn(try OutputFormat("png")))
    for text in ["png[compression=6]", "png[palette]", "webp", "dz", "jpg"] {
      #expect(!PictureWriter.isOwn(try OutputFormat(text)), "\(text)")
      let format = try OutputFormat(text)
      #expect(PictureWriter.byLibvips(format) == format)
    }
    #expect(!PictureWriter.isOwn(PictureWriter.byLibvips(try OutputFormat("png"))))
  }
}

/// Fails in the middle.
private final class FailingPicture: PixelSource {
  struct Refused: Error {}
  let layout = PixelLayout(width: 400, height: 4000, channels: 3)

  func fill(rows: Range<Int>, into base: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
    if rows.contains(2000) { throw Refused() }
    for row in 0..<rows.count {
      (base + row * bytesPerRow).initializeMemory(
        as: UInt8.self, repeating: 1, count: layout.bytesPerRow)
    }
  }
}
