import Foundation
import PenumbraFiles
import PenumbraTestSupport
import Testing

@Suite struct ByteTextTests {
  private let accent = "\u{301}"

  @Test func bytesDecideNotCharacters() {
    #expect(("../" + accent + "x").splitBytes(at: "/") == ["..", accent + "x"])
    #expect("a.png".hasByteSuffix(".png") && !("a.png" + accent).hasByteSuffix(".png"))
    #expect(("/" + accent).hasBytePrefix("/"))
    #expect(!"caf\u{e9}".hasSameBytes(as: "cafe\u{301}"))
    #expect(!"/x/cafe\u{301}/y".hasBytePrefix("/x/caf\u{e9}/"))
    #expect("AÄ.PNG".asciiLowercased == "aÄ.png")
    #expect("a=b=c".splitBytes(at: "=", maxSplits: 1) == ["a", "b=c"])
  }

  @Test func pathsAreBytesBetweenSlashes() {
    #expect(PathName.last("a/b/" + accent + "c") == accent + "c")
    for (path, parent) in [
      ("a", "."), ("/a", "/"), ("a/b", "a"), ("a/b/", "a"), ("a//b", "a"), ("/", "/"),
      ("x/" + accent, "x"),
    ] {
      #expect(PathName.parent(path).hasSameBytes(as: parent), "\(path)")
    }
    #expect(PathName.stemAndSuffix("a.b.png") == ("a.b", ".png"))
    #expect(PathName.stemAndSuffix(".png") == (".png", ""))
    #expect(PathName.withoutTrailingSlashes("//") == "/")
    #expect(!PathName.isInside("/x/cafe\u{301}/y", "/x/caf\u{e9}"))
    #expect(PathName.isInside("/x/y", "/") && PathName.isInside("/x", "/x"))
    #expect(!PathName.isInside("/xy", "/x"))
  }

  @Test func outputsOfStrangersStayInTheirFolder() {
    for bad in [
      "", ".", "..", "/x", "x/", "x//y", "../x", "x/../y", "../" + accent + "x", ".hidden",
      "x/.penumbra/lock", "x\0y", "x\ny", String(repeating: "x", count: 256),
      String(repeating: "x/", count: 3000) + "x",
    ] {
      #expect(PathName.fault(ofOutput: bad) != nil, "\(bad.debugDescription)")
    }
    for good in ["x.png", "x/y.png", "caf\u{e9} [1].png", "x..y", accent + "x.png"] {
      #expect(PathName.fault(ofOutput: good) == nil, "\(good)")
    }
  }
}

@Suite struct OverlapTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("x", "a/b/file")
    try folder.write("y", "c/file")
    try folder.link("toA", to: "a")
    try folder.link("a/toC", to: "../c")
  }

  private func overlap(_ first: String, _ second: String) -> Overlap? {
    Overlap(of: folder.file(first), with: folder.file(second))
  }

  @Test func everyLevelCounts() {
    #expect(overlap("a", "a") == .same)
    #expect(overlap("a/../a/b", "toA/b/") == .same)
    #expect(overlap("a/b", "a") == .inside && overlap("a", "a/b/file") == .around)
    #expect(overlap("toA/b", "a") == .inside)
    #expect(overlap("a/toC/file", "c") == .inside)
    #expect(overlap("a/toC", "a") == nil)
    #expect(overlap("a", "c") == nil)
    #expect(overlap("a/b", "a/bc") == nil)
  }

  @Test func whatIsNotThereIsKnownByWhatIs() {
    #expect(overlap("a/new/x", "a") == .inside)
    #expect(overlap("a/new", "toA/new") == .same)
    #expect(overlap("a/new/x", "toA/new") == .inside)
    #expect(overlap("a/new", "a/newer") == nil)
    #expect(overlap("new", "c") == nil)
    #expect(overlap("a/caf\u{e9}", "a/cafe\u{301}") == nil)
  }

  @Test func aHardLinkIsTheSameFile() throws {
    try FileManager.default.linkItem(
      atPath: folder.file("a/b/file"), toPath: folder.file("c/other"))
    #expect(overlap("c/other", "a/b/file") == .same)
  }
}
