import Foundation
import Pipeline
import Regression

/// A folder with a corpus, a baseline and a report, gone when the test is over.
final class CheckWorkshop {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory
      .appendingPathComponent("penumbra-check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: root.appendingPathComponent("corpus"), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func path(_ name: String) -> String { root.appendingPathComponent(name).path }

  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: root.appendingPathComponent(name))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appendingPathComponent(name)), as: UTF8.self)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

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
        shard: shard, manifestPath: path(folder) + "/manifest.json")
    ).run(interruption: Interruption(), observer: SilentObserver())
  }

  func merge(_ folders: [String], to folder: String) throws {
    _ = try Merge(
      folders: folders.map(path), into: path(folder), interruption: Interruption(),
      observer: SilentObserver()
    ).run()
  }
}

/// The built command, run as a process of its own.
enum PenumbraCommand {
  /// Beside the test bundle.
  static let path = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("penumbra").path

  static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    for name in ["GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "PENUMBRA_ISA"] { variables[name] = nil }
    process.environment = variables.merging(environment) { $1 }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("penumbra-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: a pipe that is full stops the command.
    func file(_ name: String) throws -> FileHandle {
      try Data().write(to: folder.appendingPathComponent(name))
      return try FileHandle(forWritingTo: folder.appendingPathComponent(name))
    }
    process.standardOutput = try file("output")
    process.standardError = try file("errors")
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      String(
        decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }
    return (process.terminationStatus, try text("output"), try text("errors"))
  }
}
