internal import OrderedJSON

/// What one stage took on one scene.
public struct BenchRecord: Hashable, Sendable {
  /// The stages that can be measured.
  public enum Stage: String, Hashable, Sendable, CaseIterable {
    /// Every band composed, the pixels thrown away, masks made anew.
    case raster
    /// Finished pixels in memory through an encoder.
    case encode
    /// Both, as `penumbra render` does them, digest and file included.
    case render
    /// The general separable blur of one 8-bit mask.
    case blur
  }

  /// Which stage.
  public var stage: Stage
  /// The scene's name, or what was blurred.
  public var scene: String
  /// Cells drawn.
  public var cells: Int
  /// Pixels made.
  public var pixels: Int
  /// The budget.
  public var threads: Int
  /// The instruction set in use.
  public var instructionSet: String
  /// Bytes of the file that an encoder made, and whose it is: `penumbra` or `libvips`.
  public var encoded: Encoded?
  /// Wall clock of each repeat, after a warm-up that is not among them.
  public var seconds: [Double]

  /// What an encoder made.
  public struct Encoded: Hashable, Sendable {
    /// `penumbra` or `libvips`.
    public var writer: String
    /// Of the file; nil for tiles.
    public var bytes: Int?
  }

  /// The record as one JSON object on one line.
  public var json: String {
    let value: JSONValue = [
      "stage": JSONValue(.string(stage.rawValue)), "scene": JSONValue(.string(scene)),
      "cells": JSONValue(.number(Double(cells))), "pixels": JSONValue(.number(Double(pixels))),
      "threads": JSONValue(.number(Double(threads))),
      "isa": JSONValue(.string(instructionSet)),
      "writer": JSONValue(encoded?.writer), "bytes": JSONValue(encoded?.bytes),
      "seconds": JSONValue(.array(seconds.map { JSONValue(.number($0)) })),
    ]
    return value.text(.compact)
  }

  /// The middle of the repeats; of an even number the lower middle.
  public var median: Double { seconds.sorted()[(seconds.count - 1) / 2] }
}
