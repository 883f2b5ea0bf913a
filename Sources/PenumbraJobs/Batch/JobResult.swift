public import OrderedJSON

/// What a job made.
public struct JobResult: Sendable {
  /// A picture that a dry run would make.
  public struct Planned: Hashable, Sendable {
    /// Where it would lie.
    public var path: String
    /// The same under the output folder, as the manifest would list it.
    public var file: String
    /// The scene, or several joined by commas.
    public var scene: String
    /// Pixels.
    public var width: Int
    /// Pixels.
    public var height: Int
    /// How many cells it shows.
    public var cells: Int

    /// As `--json` prints it.
    public var json: JSONValue {
      [
        "file": .init(.string(file)), "scene": .init(.string(scene)),
        "cells": .init(integerLiteral: cells), "width": .init(integerLiteral: width),
        "height": .init(integerLiteral: height),
      ]
    }
  }

  /// Written, or found finished.
  public var outputs: [Manifest.Output]
  /// Inputs that did not become pictures.
  public var failures: [BatchFailure]
  /// In a dry run, what would be written.
  public var planned: [Planned]

  init(_ result: BatchResult) {
    outputs = result.outputs
    failures = result.failures
    planned = result.planned
  }
}
