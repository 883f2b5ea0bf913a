import Foundation
import PenumbraFiles
import PenumbraTestSupport
import Testing

@Suite struct SystemLimitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func whatCanBeWrittenIsNoFaultAndLeavesNothing() throws {
    #expect(SystemLimit.descriptors(at: "x") == nil)
    #expect(SystemLimit.writing(1 << 18, in: folder.path, at: "x") == nil)
    #expect(SystemLimit.writingTemporarily(10) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func whatIsNotThereIsSaid() throws {
    let error = try #require(
      SystemLimit.writing(10, in: folder.file("absent"), at: "out/tiles"))
    #expect(error.path == "out/tiles")
    #expect(error.cause == .missing)
  }
}
