import Foundation
import PenumbraTestSupport
import Testing
import Vips

@Suite struct ImageReaderTests {
  init() throws { try Library.start(threads: 2) }

  private func write(_ bytes: [UInt8], _ file: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file))
  }

  private func readAll(_ file: String, limits: ImageLimits = .trusted) throws -> Int {
    var rows = 0
    let reader = try ImageReader(path: file, mode: .display, limits: limits)
    try reader.forEachRow { _, _ in rows += 1 }
    return rows
  }

  @Test func missingEmptyAndTextFilesAreNoImages() throws {
    let folder = try TemporaryFolder()
    try write([], folder.file("empty.png"))
    try write(Array("hello".utf8), folder.file("text.png"))
    for name in ["missing.png", "empty.png", "text.png"] {
      let error = #expect(throws: VipsError.self) { try readAll(folder.file(name)) }
      guard case .notAnImage(let path, _) = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
      #expect(path == folder.file(name))
    }
  }

  @Test(arguments: ["png", "jpg", "webp", "tif"])
  func truncatedFilesFail(suffix: String) throws {
    let folder = try TemporaryFolder()
    let picture = TestPicture(width: 200, height: 200, channels: 3)
    let file = folder.file("x.\(suffix)")
    try Writer.write(picture, to: file, format: OutputFormat(suffix), threads: 1)
    #expect(try readAll(file) == 200)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    try write(Array(whole.prefix(whole.count / 2)), file)
    #expect(throws: VipsError.self) { try readAll(file) }
  }

  /// Formats that libvips keeps in modules, which are loaded when one is first asked for.
  @Test(arguments: ["avif"])
  func formatsOfModulesAreWrittenAndRead(suffix: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("x.\(suffix)")
    let picture = TestPicture(width: 64, height: 48, channels: 3)
    try Writer.write(picture, to: file, format: OutputFormat(suffix), threads: 1)
    #expect(try readAll(file) == 48)
  }

  /// What some loader of libvips would read, but no image of a scene should be.
  @Test(arguments: [
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>", "P5 1 1 255\na",
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
      + "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
      + "3 0 obj<</Type/Page/MediaBox[0 0 9 9]/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n",
  ])
  func otherLoadersAreBlocked(content: String) throws {
    let folder = try TemporaryFolder()
    try write(Array(content.utf8), folder.file("x.png"))
    let error = #expect(throws: VipsError.self) { try readAll(folder.file("x.png")) }
    guard case .notAnImage = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func tooWideIsRefusedByItsHeader() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("wide.png")
    let picture = TestPicture(width: 100_000, height: 1, channels: 3)
    try Writer.write(picture, to: file, format: OutputFormat("png"), threads: 1)
    // Only the header and the first bytes of the pixels: were they decoded, damage would show.
    try write([UInt8](try Data(contentsOf: URL(fileURLWithPath: file)).prefix(80)), file)
    let error = #expect(throws: VipsError.self) {
      try readAll(file, limits: ImageLimits(side: 32_768, pixels: 1 << 28))
    }
    #expect(String(describing: error).contains("100000 x 1"))
  }

  @Test func optionsInAPathAreNoOptions() throws {
    let folder = try TemporaryFolder()
    let picture = TestPicture(width: 20, height: 10, channels: 3)
    try Writer.write(picture, to: folder.file("x.png"), format: OutputFormat("png"), threads: 1)
    #expect(throws: VipsError.self) { try readAll(folder.file("x.png[access=random]")) }
  }

  @Test func untrustedLoadersAreBlocked() throws {
    let folder = try TemporaryFolder()
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>"
    try write(Array(svg.utf8), folder.file("x.svg"))
    #expect(throws: VipsError.self) { try readAll(folder.file("x.svg")) }
  }
}
