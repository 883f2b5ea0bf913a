import Foundation
import OrderedJSON
import PenumbraTestSupport
import Testing
import Vips

@testable import PenumbraJobs

@Suite struct CorpusScanTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func filesComeInPathOrderWhateverTheFolderSays() throws {
    for name in [
      "b.json", "a/z.json", "a.json", "a/b/c.json", "Z.json", "x.txt", ".hidden.json",
      ".git/d.json",
    ] {
      try folder.write("{}", name)
    }
    let names = try CorpusScan(inputs: [folder.path]).entries.map(\.name)
    #expect(names == ["Z.json", "a/b/c.json", "a/z.json", "a.json", "b.json"])
  }

  @Test func theOutputFolderIsNoInput() throws {
    try folder.write("{}", "a.json")
    try folder.write("{}", "out/manifest.json")
    let scan = try CorpusScan(inputs: [folder.path], excluding: folder.file("out"))
    #expect(scan.entries.map(\.name) == ["a.json"])
  }

  @Test func picturesMayGoBesideTheirScenes() throws {
    try folder.write(SceneFiles.varied(name: "a"), "c/a.json")
    for _ in 0..<2 {
      #expect(
        try PenumbraCommand.run(["render", folder.file("c"), "-o", folder.file("c")]).code == 0)
      let file = folder.file("c/sheet.png")
      #expect(try PenumbraCommand.run(["sheet", folder.file("c"), "-o", file, "-q"]).code == 0)
    }
  }

  @Test func linksToFoldersAreFollowedOnce() throws {
    try folder.write("{}", "c/a.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("c/again"), withDestinationPath: folder.file("c"))
    #expect(try CorpusScan(inputs: [folder.file("c")]).entries.map(\.name) == ["a.json"])
  }

  @Test func emptyAndMissingFoldersAreErrors() throws {
    try folder.write("x", "c/readme.txt")
    #expect(try CorpusScan(inputs: [folder.file("c")]).failures.count == 1)
    #expect(try CorpusScan(inputs: [folder.file("nothing")]).failures.count == 1)
  }

  @Test func whatIsCalledLikeASceneAndIsNoFileIsAnErrorAndNotWaitedFor() throws {
    try folder.write(SceneFiles.varied(name: "a"), "c/a.json")
    mkfifo(folder.file("c/pipe.json"), 0o600)
    try folder.write(SceneFiles.varied(name: "b"), "c/folder.json/b.txt")
    let corpus = try Corpus(
      CorpusScan(inputs: [folder.file("c")]), options: SceneOptions(), threads: 1,
      interruption: Interruption())
    #expect(corpus.scenes.count == 1)
    #expect(corpus.failures.map(\.source) == ["folder.json", "pipe.json"])
  }
}

@Suite struct OutputTargetTests {
  @Test(
    arguments: [
      ("out", nil, "out", nil, ".png"), ("out/", "webp[lossless]", "out", nil, ".webp"),
      ("a/b.png", nil, "a", "b", ".png"), ("b.tif[compression=zstd]", nil, ".", "b", ".tif"),
      ("/x.dz", nil, "/", "x", ".dz"), ("b.v2", nil, "b.v2", nil, ".png"),
      ("dir.png/", nil, "dir.png", nil, ".png"), (".png", nil, ".png", nil, ".png"),
      ("b.2", nil, "b.2", nil, ".png"), ("b.d", nil, "b.d", nil, ".png"),
      ("tmp.aB3dE6gH", nil, "tmp.aB3dE6gH", nil, ".png"), ("b.svg/", nil, "b.svg", nil, ".png"),
      ("b.PNG", nil, ".", "b", ".png"), ("b.svg/c", nil, "b.svg/c", nil, ".png"),
    ] as [(String, String?, String, String?, String)])
  func fileOrFolder(
    out: String, format: String?, folder: String, file: String?, suffix: String
  ) throws {
    let target = try OutputTarget(out: out, format: format, isFolder: false)
    #expect(target.folder == folder)
    #expect(target.fileName == file)
    #expect(target.format.suffix == suffix)
  }

  @Test(
    "a name that ends like a file of another kind is not made a folder",
    arguments: [
      ("a.foo", "a.foo/"), ("x/a.svg", "x/a.svg/"), ("a.mp4", "a.mp4/"), ("a.pgn", ".png?"),
      ("a.svg[scale=2]", "for a folder of this name a.svg/"),
      ("out[compression=6]", "give them to format"),
    ])
  func otherFileTypesAreUsageErrors(out: String, remedy: String) throws {
    let error = #expect(throws: JobError.self) {
      try OutputTarget(out: out, format: nil, isFolder: false)
    }
    guard case .usage(let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.hasPrefix("output \(out): "))
    #expect(text.contains(remedy), "\(text)")
  }

  @Test func aPictureOfCellsNeedsAFolder() throws {
    #expect(throws: JobError.self) { try OutputTarget(out: "a.png", format: nil, isFolder: true) }
    #expect(try OutputTarget(out: "a.png/", format: nil, isFolder: true).folder == "a.png")
    let folder = try TemporaryFolder()
    try folder.write("x", "there.svg/x")
    let path = folder.file("there.svg")
    #expect(try OutputTarget(out: path, format: nil, isFolder: false).folder == path)
  }

  @Test func formatThatContradictsTheNameIsAnError() {
    #expect(throws: JobError.self) {
      try OutputTarget(out: "x.png", format: "webp", isFolder: false)
    }
  }

  @Test func namesStayInTheFolderAndApart() {
    let names = [
      "a", "A", "..", ".", "../x", "a/b", "a%2Fb", ".hidden", "a\u{0}b", "a\nb", "",
      String(repeating: "x", count: 300), String(repeating: "x", count: 301), "x.png[1]", "-o",
    ]
    let safe = names.map(OutputTarget.safeName)
    #expect(Set(safe).count == names.count)
    for name in safe {
      #expect(!name.contains("/") && !name.hasPrefix(".") && !name.isEmpty)
      #expect(name.utf8.count <= 210)
      #expect(name.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }
}

@Suite struct ManifestSchemaTests {
  @Test func manifestsAndEventsAreValid() throws {
    let folder = try TemporaryFolder()
    try folder.write(SceneFiles.varied(name: "a"), "c/a.json")
    try folder.write(SceneFiles.sweep(name: "b", count: 9), "c/b.json")
    try folder.write("{", "c/bad.json")
    let manifest = SchemaValidator(ManifestSchema.manifest)
    let event = SchemaValidator(ManifestSchema.event)
    for command in ["render", "sheet", "cells"] {
      let ending = try PenumbraCommand.run([
        command, folder.file("c"), "-o", folder.file(command), "--json", "--quiet",
      ])
      #expect(ending.code == 65)
      let text = try folder.bytes("\(command)/manifest.json")
      #expect(manifest.errors(in: try JSONText.parse(text)) == [])
      let lines = ending.output.split(separator: "\n")
      #expect(lines.count >= 4)
      for line in lines { #expect(event.errors(in: try JSONText.parse(String(line))) == []) }
    }
  }

  @Test func everyKeyIsDescribed() {
    func walk(_ value: JSONValue, _ path: String) {
      for member in value["properties"]?.members ?? [] where member.value["const"] == nil {
        let has = member.value["description"]?.string?.isEmpty == false
        #expect(has, "\(path).\(member.key)")
      }
      for member in value.members ?? [] { walk(member.value, "\(path).\(member.key)") }
      for item in value.array ?? [] { walk(item, path) }
    }
    walk(ManifestSchema.manifest, "manifest")
    walk(ManifestSchema.event, "event")
  }

  @Test func theSchemaRefusesWhatIsNoManifest() throws {
    let manifest = SchemaValidator(ManifestSchema.manifest)
    #expect(!manifest.errors(in: [:]).isEmpty)
    #expect(!manifest.errors(in: ["penumbra": 1, "outputs": 3]).isEmpty)
  }
}
