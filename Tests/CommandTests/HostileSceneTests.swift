import Foundation
import PenumbraTestSupport
import Testing

/// Scenes that ask for far more than they show: each is drawn in bounded memory, or refused by
/// arithmetic with the key that causes it.
@Suite struct HostileSceneTests {
  private static let inputs = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/Hostile").path

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Renders with 3 GiB of addresses, of which libraries and threads take more than one.
  private func render(_ name: String, _ options: String...) throws -> PenumbraCommand.Ending {
    let command = [
      "-c", "ulimit -v 3145728 && exec \"$0\" \"$@\"", PenumbraCommand.executable, "render",
      "\(Self.inputs)/\(name).json", "-o", folder.file("out.png"), "--threads", "2",
    ]
    return try PenumbraCommand.run(command + options, executable: "/bin/sh")
  }

  @Test(arguments: [
    "colour", "narrow", "content-huge", "im40k", "image-huge", "lab30k", "label-huge",
  ])
  func whatShowsIsDrawn(name: String) throws {
    let ending = try render(name)
    #expect(ending.code == 0, "\(ending.errors)")
  }

  @Test(arguments: [
    ("labelmatrix", "$.matrix.label"), ("over1Mx", "$.matrix.opacity"),
    ("union-huge", "$.sections[0].cells[0].shadow"),
    ("u10k-200", "$.sections[0].cells[0].shadow"),
  ])
  func whatTakesTooLongIsRefused(name: String, key: String) throws {
    let ending = try render(name)
    #expect(ending.code == 65)
    #expect(ending.errors.contains("\(name).json"), "\(ending.errors)")
    #expect(ending.errors.contains(key) && ending.errors.contains("--max-cost"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.png")))
  }

  @Test func theLimitIsTheUsers() throws {
    let ending = try render("narrow", "--max-cost", "1e-9")
    #expect(ending.code == 65 && ending.errors.contains("$.cells[0]."), "\(ending.errors)")
    #expect(try render("narrow", "--max-cost", "0").code == 64)
  }

  @Test func contentThatABlurSeesMustFit() throws {
    try folder.write(
      """
      {"penumbra": 1, "name": "wide", "canvas": {"width": 300, "height": 300},
       "cells": [{"frame": [-100000, -100000, 200000, 200000], "label": "a", "shadowOf": "content",
         "shadow": {"sigma": 2000}}]}
      """, "wide.json")
    let ending = try PenumbraCommand.run([
      "render", folder.file("wide.json"), "-o", folder.file("wide.png"),
    ])
    #expect(ending.code == 65)
    #expect(ending.errors.contains("$.cells[0].shadow") && ending.errors.contains("MiB"))
  }
}
