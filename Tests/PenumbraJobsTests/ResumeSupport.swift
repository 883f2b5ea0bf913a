import Foundation
import PenumbraTestSupport
import Testing

/// Every file below a folder by its path, hidden ones too; of a folder in which a job still writes,
/// those that stay long enough to be read.
func tree(_ folder: String) throws -> [String: Data] {
  var files: [String: Data] = [:]
  let root = URL(fileURLWithPath: folder)
  guard let walk = FileManager.default.enumerator(atPath: folder) else { return [:] }
  for case let path as String in walk {
    let url = root.appendingPathComponent(path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { continue }
    guard !isFolder.boolValue else { continue }
    do {
      files[path] = try Data(contentsOf: url)
    } catch {
      guard !FileManager.default.fileExists(atPath: url.path) else { throw error }
    }
  }
  return files
}

/// Says in a few words how two folders differ; nil if they do not.
func difference(_ actual: [String: Data], _ expected: [String: Data]) -> String? {
  let missing = expected.keys.filter { actual[$0] == nil }.sorted()
  let extra = actual.keys.filter { expected[$0] == nil }.sorted()
  let changed = actual.keys.filter { expected[$0] != nil && expected[$0] != actual[$0] }.sorted()
  if missing.isEmpty && extra.isEmpty && changed.isEmpty { return nil }
  return "missing \(missing.prefix(5)), extra \(extra.prefix(5)), changed \(changed.prefix(5))"
}

/// A corpus that takes a moment to render: scenes of different cost, a matrix, a bad file if asked.
enum TestCorpus {
  static func write(
    to folder: String, scenes: Int = 12, cells: Int = 6, side: Int = 500, hasFailure: Bool = false
  ) throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/deep", withIntermediateDirectories: true)
    for index in 0..<scenes {
      let width = side + 37 * (index % 5)
      let boxes = (0..<cells).map { cell in
        """
        {"frame": [\(20 + 60 * cell), \(30 + 41 * cell), 90.5, 70], "fill": "#f\(cell % 10)a0c\(index % 10)",
         "cornerRadius": \(cell * 3), "shadow": {"color": "#000", "opacity": 0.4, "offset": [1, 3.5],
         "sigma": \(2 + index % 7 + cell)}, "name": "cell \(cell)"}
        """
      }
      let text = """
        {"penumbra": 1, "name": "scene-\(index)",
         "canvas": {"width": \(width), "height": \(side), "scale": 2, "background": "#e8e8e8"},
         "cells": [\(boxes.joined(separator: ",\n"))]}
        """
      let path = folder + (index % 4 == 3 ? "/deep" : "") + "/scene-\(index).json"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    if hasFailure {
      try "{\"penumbra\": 1,".write(
        toFile: folder + "/broken.json", atomically: true, encoding: .utf8)
    }
  }
}

/// How a run ends that gets signals once `isReady`, whatever the machine's speed: one that is over
/// before is begun anew, in an empty folder.
func endingEarly(
  _ arguments: [String], out: String, by signals: Int32..., when isReady: () throws -> Bool
) throws -> PenumbraCommand.Ending {
  for _ in 0..<100 {
    let run = try PenumbraCommand.start(arguments)
    while run.isRunning, try !isReady() { usleep(500) }
    for signal in signals { run.send(signal) }
    let ending = try run.wait()
    guard ending.code == 0 else { return ending }
    try FileManager.default.removeItem(atPath: out)
  }
  throw AlwaysTooLate()
}

/// A run that stands still once `isReady`, in the midst of its work: one that is over before is begun
/// anew, in an empty folder.
func standingStill(
  _ arguments: [String], out: String, when isReady: () throws -> Bool
) throws -> PenumbraCommand.Run {
  for _ in 0..<100 {
    let run = try PenumbraCommand.start(arguments)
    while run.isRunning, try !isReady() { usleep(500) }
    if run.suspend(), !FileManager.default.fileExists(atPath: out + "/manifest.json") { return run }
    run.send(SIGKILL)
    _ = try run.wait()
    try FileManager.default.removeItem(atPath: out)
  }
  throw AlwaysTooLate()
}

/// A hundred runs were over before their signal was sent.
struct AlwaysTooLate: Error {}
