import Foundation
import PenumbraJobs
import PenumbraTestSupport

@testable import PenumbraRegression

/// A folder with a corpus, a baseline and a report, gone when the test is over.
final class CheckWorkshop {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("corpus"), withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { folder.file(name) }

  func write(_ text: String, _ name: String) throws { try folder.write(text, name) }

  func read(_ name: String) throws -> String { try folder.text(name) }

  func exists(_ name: String) -> Bool { folder.exists(name) }

  /// Files at or below a folder, in order.
  func files(_ name: String) -> [String] {
    (FileManager.default.enumerator(atPath: path(name))?.allObjects as? [String] ?? [])
      .filter { exists("\(name)/\($0)") && !$0.hasPrefix(".") }.sorted()
  }

  /// A scene of cells in a row; each is the inside of its JSON object.
  func writeScene(_ name: String, _ cells: [String], canvas: String = "\"background\": \"#f4f4f1\"")
    throws
  {
    let list = cells.enumerated().map { index, style in
      "{\"frame\": [\(20 + index % 40 * 70), \(20 + index / 40 * 60), 40, 30], \(style)}"
    }
    try write(
      """
      {"penumbra": 1, "name": "\(name)",
       "canvas": {"width": 2840, "height": \(100 + cells.count / 40 * 60), \(canvas)},
       "cells": [
         \(list.joined(separator: ",\n   "))
       ]}
      """, "corpus/\(name).json")
  }

  @discardableResult
  func check(
    _ inputs: [String] = ["corpus"], limits: Limits = .exact, update: BaselineUpdate = .none,
    prunes: Bool = false, emits: Bool = false, threads: Int = 2, shard: Shard? = nil,
    report: String = "report"
  ) throws -> CheckJob.Outcome {
    try CheckJob(
      inputs: inputs.map(path), baseline: path("baseline"), report: path(report), limits: limits,
      update: update, prunes: prunes, emitsBaseline: emits, threads: threads, shard: shard
    ).run(interruption: Interruption(), observer: SilentObserver())
  }

  /// What `penumbra cells` does.
  @discardableResult
  func cells(to folder: String, shard: Shard? = nil) throws -> JobResult {
    try CellsJob(
      inputs: [path("corpus")], options: SceneOptions(), trims: false,
      settings: BatchSettings(
        target: try OutputTarget(out: path(folder), format: nil, isFolder: true), threads: 2,
        shard: shard, manifestName: "manifest.json")
    ).run(interruption: Interruption(), observer: SilentObserver())
  }

  func merge(_ folders: [String], to folder: String) throws {
    _ = try Merge(
      folders: folders.map(path), into: path(folder), interruption: Interruption(),
      observer: SilentObserver()
    ).run()
  }
}
