import Foundation
import PenumbraScene
import PenumbraTestSupport
import Testing

@Suite("Files")
struct FileTests {
  private func error(_ path: String, limit: Int = 1 << 20) -> SceneError? {
    do {
      _ = try SourceFile.read(path, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test("a regular file is read whole")
  func regular() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "abc\n", count: 100_000)
    let file = try folder.write(text, "a.json")
    #expect(try SourceFile.read(file, limit: 400_000) == Array(text.utf8))
    #expect(error(file, limit: 399_999)?.kind == .fileTooLarge)
  }

  @Test("what is no file is refused without being opened, so that nothing can be waited for")
  func notFiles() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    let watch = inotify_init1(Int32(O_NONBLOCK))
    try #require(watch >= 0)
    defer { close(watch) }
    let opened: UInt32 = 0x20  // IN_OPEN
    #expect(inotify_add_watch(watch, folder.path + "/pipe", opened) >= 0)
    // Somebody has the pipe open and wrote to it: whoever opens it would find words, not wait.
    let writer = open(folder.path + "/pipe", O_RDWR | O_NONBLOCK)
    try #require(writer >= 0)
    defer { close(writer) }
    #expect(write(writer, "{}", 2) == 2)
    #expect(eventBytes(watch) > 0, "the watch sees who opens the pipe")
    #expect(error(folder.path + "/pipe")?.kind == .notAFile)
    #expect(error(folder.path + "/pipe")?.found == "a pipe")
    #expect(error(folder.path)?.found == "a folder")
    #expect(error("/dev/zero")?.found == "a device")
    try folder.link("pipe-link", to: "pipe")
    #expect(error(folder.path + "/pipe-link")?.kind == .notAFile)
    #expect(error(folder.path)?.kind.isMissingInput == true)
    #expect(eventBytes(watch) == -1, "the pipe was opened")
  }

  /// How many bytes of events a watch has; -1 for none.
  private func eventBytes(_ watch: Int32) -> Int {
    var buffer = [UInt8](repeating: 0, count: 4096)
    return read(watch, &buffer, buffer.count)
  }

  @Test("what is not there, or cannot be reached")
  func missing() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("x", "a.json")
    try folder.link("loop", to: "loop")
    try folder.link("dangling", to: "gone")
    for path in ["/gone.json", "/a.json/b.json", "/dangling", "/a\0b"] {
      #expect(error(folder.path + path)?.kind == .missingFile, "\(path)")
    }
    #expect(error(folder.path + "/loop")?.kind == .unreadableFile)
    #expect(error("")?.kind == .missingFile)
    #expect(error(try folder.write("", "empty"))?.kind == .emptyFile)
    // Root may read everything.
    if geteuid() != 0 {
      #expect(chmod(file, 0) == 0)
      #expect(error(file)?.kind == .unreadableFile)
    }
    let message = error(folder.path + "/gone.json")?.description ?? ""
    #expect(message == folder.path + "/gone.json: found no such file, expected a file")
  }

  @Test("images start from the scene's folder and stay in the corpus")
  func images() throws {
    let corpus = try TemporaryFolder()
    let outside = try TemporaryFolder()
    let secret = try outside.write("x", "secret.png")
    let photo = try corpus.write("x", "deep/images/photo.png")
    try corpus.write("x", "shared/logo.png")
    try corpus.write("x", "deep/scene.json")
    try corpus.link("deep/escape.png", to: secret)
    try corpus.link("deep/door", to: outside.path)
    try corpus.link("deep/inside.png", to: "images/photo.png")
    let folder = corpus.path + "/deep"
    func resolve(_ path: String, allowOutside: Bool = false) throws -> String {
      try ImagePath.resolve(path, folder: folder, root: corpus.path, allowOutside: allowOutside)
    }
    let real = URL(filePath: photo).resolvingSymlinksInPath().path
    #expect(try resolve("images/photo.png") == real)
    #expect(try resolve("./images/../images/photo.png") == real)
    #expect(try resolve("inside.png") == real)
    #expect(try resolve("../shared/logo.png").hasSuffix("/shared/logo.png"))
    func kind(_ path: String, allowOutside: Bool = false) -> SceneError.Kind? {
      do {
        _ = try resolve(path, allowOutside: allowOutside)
        return nil
      } catch {
        return (error as? SceneError)?.kind
      }
    }
    let name = URL(filePath: outside.path).lastPathComponent
    let wayOut = "../../\(name)/secret.png"
    for path in [secret, wayOut, "escape.png", "door/secret.png"] {
      #expect(kind(path) == .imageOutside, "\(path)")
      #expect(kind(path, allowOutside: true) == nil, "\(path)")
    }
    // Whether there is such a file outside is not told.
    for path in ["../../\(name)/gone.png", "door/gone.png", "door/../../../gone.png"] {
      #expect(kind(path) == .imageOutside, "\(path)")
    }
    #expect(kind("../gone/too.png") == .missingImage)
    #expect(kind("gone.png") == .missingImage)
    #expect(kind("gone/../images/photo.png") == .missingImage)
    #expect(kind("a\0b.png") == .missingImage)
    // A folder whose name only starts like the corpus's is outside of it.
    try corpus.write("x", "x")
    let sibling = URL(filePath: corpus.path + "-sibling")
    try FileManager.default.createDirectory(at: sibling, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: sibling) }
    try Data("x".utf8).write(to: sibling.appending(path: "y.png"))
    #expect(kind("../../\(sibling.lastPathComponent)/y.png") == .imageOutside)
  }

  @Test("an error over an image names the place in the scene")
  func imageErrors() throws {
    let folder = try TemporaryFolder()
    let text = SceneText.cells(
      "[\n {\"frame\": [0, 0, 1, 1], \"fill\": {\"image\": \"gone.png\"}}]")
    let scene = try SceneLoader.load(file: try folder.write(text, "scene.json"))
    #expect(scene.folder == folder.path)
    let error = #expect(throws: SceneError.self) {
      try scene.resolve(scene.images[0], root: folder.path)
    }
    #expect(
      error?.description
        == folder.path + "/scene.json:2:44: $.cells[0].fill.image: "
        + "found the image \"gone.png\", no such file, expected an image")
  }
}
