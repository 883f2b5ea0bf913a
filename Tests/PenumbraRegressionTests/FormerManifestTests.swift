import Foundation
import OrderedJSON
import PenumbraJobs
import PenumbraTestSupport
import Testing
import Vips

@testable import PenumbraRegression

/// Manifests of format 1, as earlier versions wrote them, with the SHA-256 of pixels alone.
@Suite struct FormerManifestTests {
  let workshop: CheckWorkshop
  static let cells = [
    "\"fill\": \"#8090a0\", \"shadow\": {\"radius\": 2, \"opacity\": 0.3}",
    "\"fill\": \"#ffffff\", \"shadow\": {\"radius\": 4, \"opacity\": 0.2}",
  ]

  init() throws {
    workshop = try CheckWorkshop()
    try workshop.writeScene("s", Self.cells)
  }

  /// Turns a folder's manifest into what an earlier version would have written.
  private func makeFormer(_ folder: String) throws {
    let manifest = try JSONText.parse(workshop.read("\(folder)/manifest.json"))
    var members = try #require(manifest.members)
    members.removeAll { $0.key == "digest" }
    for index in members.indices {
      if members[index].key == "penumbra" { members[index].value = 1 }
      guard members[index].key == "outputs" else { continue }
      members[index].value = JSONValue(
        .array(
          try #require(members[index].value.array).map { output in
            let path = workshop.path("\(folder)/\(try #require(output["file"]?.string))")
            let sha256 = try PictureDigests(path: path).sha256
            let kept = try #require(output.members).map { member in
              member.key == "pixelDigest"
                ? JSONMember(key: "sha256", value: JSONValue(.string(sha256))) : member
            }
            return JSONValue(.object(kept))
          }))
    }
    let digest = ContentHash.of(JSONValue(.object(members)).text(.compact).utf8)
    members.append(JSONMember(key: "digest", value: JSONValue(.string(digest))))
    try workshop.write(JSONValue(.object(members)).text() + "\n", "\(folder)/manifest.json")
  }

  @Test func aFormerBaselineIsHonouredAndUpdated() throws {
    try workshop.check(update: .all)
    try makeFormer("baseline")
    #expect(try workshop.check().passes)
    // A picture that was written anew without loss is judged by the digest that is there.
    let file = try #require(workshop.files("baseline").first { $0.hasSuffix(".png") })
    let pixels = try DecodedPixels(path: workshop.path("baseline/\(file)"))
    try pixels.bytes.withUnsafeBytes {
      try Writer.write(
        pixels: $0, layout: pixels.layout, to: workshop.path("baseline/\(file)"),
        format: OutputFormat("png[compression=9]"))
    }
    #expect(try workshop.check().passes)
    // A cell that changed is found, and accepting it writes today's format for all.
    try workshop.writeScene("s", [Self.cells[0], "\"fill\": \"#101010\""])
    #expect(try workshop.check().report.count(.changed) == 1)
    try workshop.check(update: .all)
    let text = try workshop.read("baseline/manifest.json")
    #expect(text.contains("\"penumbra\": 2") && !text.contains("\"sha256\""))
    #expect(text.components(separatedBy: RowsDigest.prefix).count == 3)
    #expect(try workshop.check().passes)
  }

  @Test func aFormerBaselineIsDamagedWherePixelsChanged() throws {
    try workshop.check(update: .all)
    try makeFormer("baseline")
    let file = try #require(workshop.files("baseline").first { $0.hasSuffix(".png") })
    let path = workshop.path("baseline/\(file)")
    let pixels = try DecodedPixels(path: path)
    var bytes = pixels.bytes
    bytes[0] ^= 1
    try Data(
      PNG.file(
        width: pixels.layout.width, height: pixels.layout.height, depth: 8, colorType: 2,
        rows: stride(from: 0, to: bytes.count, by: pixels.layout.bytesPerRow).flatMap {
          [0] + bytes[$0..<$0 + pixels.layout.bytesPerRow]
        })
    ).write(to: URL(filePath: path))
    let outcome = try workshop.check()
    #expect(!outcome.passes)
    #expect(
      outcome.report.cells.contains { $0.message?.contains("changed after the manifest") == true })
  }

  @Test func formerSharesMergeAmongThemselvesOnly() throws {
    for index in 1...2 {
      try workshop.cells(to: "s\(index)", shard: Shard(index: index, count: 2))
      try makeFormer("s\(index)")
    }
    try workshop.merge(["s1", "s2"], to: "merged")
    let text = try workshop.read("merged/manifest.json")
    #expect(text.contains("\"penumbra\": 1") && text.contains("\"sha256\""))
    #expect(!text.contains(RowsDigest.prefix))
    try workshop.cells(to: "t2", shard: Shard(index: 2, count: 2))
    let error = #expect(throws: JobError.self) { try workshop.merge(["s1", "t2"], to: "mixed") }
    #expect(
      error?.description.contains("format of its records") == true, "\(error.debugDescription)")
  }

  @Test func resumingOverFormerRecordsIsRefused() throws {
    try workshop.cells(to: "out")
    try makeFormer("out")
    let ending = try PenumbraCommand.run([
      "cells", workshop.path("corpus"), "-o", workshop.path("out"), "--resume",
    ])
    #expect(ending.code == 65, "\(ending)")
    #expect(ending.errors.contains("the format of its records was 1 and is 2"), "\(ending.errors)")
  }

  /// Neither format takes the other's digest for its own.
  @Test func aDigestOfAnotherKindIsNoDigest() throws {
    try workshop.check(update: .all)
    let text = try workshop.read("baseline/manifest.json")
    var members = try #require(try JSONText.parse(text).members)
    members.removeAll { $0.key == "digest" }
    for prefix in ["md5:", ""] {
      let changed = JSONValue(.object(members)).text(.compact)
        .replacingOccurrences(of: RowsDigest.prefix, with: prefix)
      let digest = ContentHash.of(changed.utf8)
      try workshop.write(
        "\(changed.dropLast()), \"digest\": \"\(digest)\"}", "baseline/manifest.json")
      let error = #expect(throws: JobError.self) { try workshop.check() }
      #expect(error?.description.contains("expected xxh3-128-rows:") == true)
    }
  }
}
