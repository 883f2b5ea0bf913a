import Foundation
import PenumbraFiles
import PenumbraTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct FolderTests {
  private let temporary: TemporaryFolder
  private let folder: Folder

  init() throws {
    temporary = try TemporaryFolder()
    folder = try Folder.made(temporary.file("out/deep"))
  }

  @Test func namesThatLeaveTheFolderAreRefused() throws {
    for name in ["", ".", "..", "../x", "a/../x", "/x", "a//x", "a/", "x\0y", "a/./x"] {
      #expect(throws: FileError.self, "\(name.debugDescription)") { try folder.create(name) }
      #expect(folder.kind(name) == nil)
    }
    // No Character of this text is a slash.
    #expect(throws: FileError.self) { try folder.create("../\u{301}x") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == ["out"])
  }

  @Test func linksAreNeverFollowedBelowTheFolder() throws {
    try temporary.write("precious", "victim/file")
    try temporary.link("out/deep/link", to: "../../victim")
    try temporary.link("out/deep/name", to: "../../victim/file")
    try temporary.link("out/deep/new", to: "../../victim/new")
    #expect(throws: FileError.self) { try folder.create("name") }
    #expect(throws: FileError.self) { try folder.create("new") }
    #expect(throws: FileError.self) { try folder.create("link/x") }
    #expect(throws: FileError.self) { try folder.open("name") }
    #expect(throws: FileError.self) { try folder.folder("link") }
    #expect(throws: FileError.self) { try folder.folder("link", makes: true) }
    #expect(throws: FileError.self) { try folder.write("x", to: "name") }
    #expect(throws: FileError.self) { try folder.lock("name") }
    #expect(throws: FileError.self) { try folder.lock("new") }
    #expect(folder.kind("link") == .link && folder.kind("link/file") == nil)
    #expect(folder.remove("link/file"))
    #expect(folder.remove("link") && folder.remove("name"))
    #expect(try temporary.text("victim/file") == "precious")
    #expect(!temporary.exists("victim/new"))
  }

  @Test func pipesAreRefusedAndNotWaitedFor() throws {
    #expect(mkfifo(temporary.file("out/deep/pipe"), 0o600) == 0)
    #expect(throws: FileError.self) { try folder.open("pipe") }
    #expect(throws: FileError.self) { try folder.lock("pipe") }
    #expect(throws: FileError.self) { try folder.write("x", to: "pipe") }
    #expect(throws: FileError.self) { try OpenFile(reading: temporary.file("out/deep/pipe")) }
    #expect(folder.kind("pipe") == .pipe)
  }

  @Test func aFolderIsTheSameWhateverItsPathLeadsTo() throws {
    try FileManager.default.moveItem(
      atPath: temporary.file("out/deep"), toPath: temporary.file("moved"))
    try temporary.write("other", "out/deep/other")
    try folder.write("mine", to: "mine")
    #expect(try temporary.text("moved/mine") == "mine")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: temporary.file("out/deep")).count == 1)
    #expect(!folder.isInPlace)
  }

  /// A process that is killed while it writes leaves nothing, for nothing has a name yet.
  @Test func anOutputHasNoNameBeforeItIsWhole() throws {
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
    let old = umask(0o027)
    defer { umask(old) }
    let outputs = [
      try OutputFile(temporary.file("out/deep/a")), try OutputFile("b", in: folder),
    ]
    for output in outputs { try output.file.write("whole") }
    #expect(try names() == [])
    for output in outputs { try output.commit(synchronizes: true) }
    #expect(try names() == ["a", "b"])
    #expect(try temporary.text("out/deep/a") == "whole")
    #expect(FileStatus(temporary.file("out/deep/a"))?.size == 5)
    let mode =
      try FileManager.default.attributesOfItem(
        atPath: temporary.file("out/deep/b"))[.posixPermissions] as? Int
    #expect(mode == 0o640)
    // What is not committed is gone; what was there stays.
    do {
      let again = try OutputFile(temporary.file("out/deep/a"))
      try again.file.write("other")
    }
    #expect(try names() == ["a", "b"])
    #expect(try temporary.text("out/deep/a") == "whole")
  }

  @Test func whatIsRemovedIsRemovedWhole() throws {
    try temporary.write("a", "out/deep/tree/a/b/c")
    try temporary.write("b", "victim")
    try temporary.link("out/deep/tree/a/link", to: "../../../../victim")
    #expect(!folder.remove("tree", until: ContinuousClock.now))
    #expect(temporary.exists("out/deep/tree/a/b/c"))
    #expect(folder.remove("tree"))
    #expect(!temporary.exists("out/deep/tree") && temporary.exists("victim"))
    #expect(folder.remove("tree"))
  }

  @Test func aLockNamesItsHolderAndGoesWithIt() throws {
    var lock: FolderLock? = try folder.lock("lock")
    let error = #expect(throws: FileError.self) { try Folder(folder.path).lock("lock") }
    #expect(
      error?.description.contains("process \(getpid())") == true, "\(String(describing: error))")
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(folder.kind("lock") == nil)
    // What a killed process left is no lock.
    try temporary.write("1", "out/deep/lock")
    _ = try folder.lock("lock")
  }

  @Test func allNamesAreListedEachTime() throws {
    for name in ["b", "a", "\u{e9}", "e\u{301}"] { try folder.write("", to: name) }
    #expect(try folder.names().map { Array($0.utf8) } == folder.names().map { Array($0.utf8) })
    #expect(try folder.names().count == 4)
  }
}

@Suite struct OutputFileTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: temporary.path).sorted()
  }

  @Test func aFileAppearsWholeOrNotAtAll() throws {
    try temporary.write("old", "file")
    do {
      let output = try OutputFile(temporary.file("file"))
      try output.file.write("ne")
      #expect(try temporary.text("file") == "old")
    }
    #expect(try names() == ["file"])
    try OutputFile.write("new", to: temporary.file("file"))
    #expect(try temporary.text("file") == "new")
    #expect(try names() == ["file"])
  }

  @Test func bytesGoIntoADeviceAndAPipe() throws {
    try OutputFile.write("gone", to: "/dev/null")
    #expect(FileStatus("/dev/null")?.kind == .device)
    let error = #expect(throws: FileError.self) { try OutputFile.write("x", to: "/dev/full") }
    #expect(error?.cause == .diskFull && error?.path == "/dev/full")
    let pipe = temporary.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try OutputFile.write("through", to: pipe)
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(reader, &bytes, 16)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "through")
    #expect(FileStatus(pipe)?.kind == .pipe)
  }

  @Test func bytesGoIntoASocket() throws {
    let path = temporary.file("s")
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let bound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && listen(server, 1) == 0)
    try OutputFile.write("through", to: path)
    let connection = accept(server, nil, nil)
    defer { close(connection) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(connection, &bytes, 16)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "through")
    #expect(FileStatus(path)?.kind == .socket)
  }

  @Test func noFileCanBeCalledSo() throws {
    try temporary.write("x", "folder/x")
    for name in ["folder", "new/", "no/such/folder", "a\0b"] {
      #expect(throws: FileError.self) { try OutputFile(temporary.file(name)) }
    }
    #expect(throws: FileError.self) { try OutputFile("") }
    #expect(try names() == ["folder"])
  }
}
