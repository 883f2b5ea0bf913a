import PenumbraGraphics
import PenumbraScene

/// Scenes from texts, for tests.
enum SceneText {
  /// A scene of cells, with whatever else stands beside them.
  static func cells(
    _ cells: String, canvas: String = #"{"width": 400, "height": 300}"#, more: String = ""
  ) -> String {
    let extra = more.isEmpty ? "" : ", " + more
    return #"{"penumbra": 1, "name": "test", "canvas": \#(canvas), "cells": \#(cells)\#(extra)}"#
  }

  /// A scene of sections.
  static func sections(
    _ sections: String, canvas: String = #"{"width": 375, "height": "fit"}"#, more: String = ""
  ) -> String {
    let extra = more.isEmpty ? "" : ", " + more
    return
      #"{"penumbra": 1, "name": "test", "canvas": \#(canvas), "sections": \#(sections)\#(extra)}"#
  }

  /// A scene of a matrix.
  static func matrix(
    _ matrix: String, canvas: String = #"{"width": 1000, "height": "fit"}"#, more: String = ""
  ) -> String {
    let extra = more.isEmpty ? "" : ", " + more
    return
      #"{"penumbra": 1, "name": "test", "canvas": \#(canvas), "matrix": \#(matrix)\#(extra)}"#
  }

  static func load(_ text: String, limits: SceneLimits = SceneLimits()) throws -> Scene {
    try SceneLoader.scene(Array(text.utf8), limits: limits)
  }

  static func layOut(
    _ text: String, _ options: LayoutOptions = LayoutOptions()
  ) throws -> LaidOutScene {
    try load(text).layOut(options)
  }

  /// The one cell of a scene whose cell says this, 100 x 60 at (10, 20).
  static func cell(_ keys: String, more: String = "") throws -> PlacedCell {
    let separator = keys.isEmpty ? "" : ", "
    let text = cells("[{\"frame\": [10, 20, 100, 60]\(separator)\(keys)}]", more: more)
    return try layOut(text).sections[0].cells[0]
  }

  /// The error of a text that must not load.
  static func error(_ text: String, limits: SceneLimits = SceneLimits()) -> SceneError? {
    do {
      _ = try SceneLoader.scene(Array(text.utf8), limits: limits)
      return nil
    } catch {
      return error
    }
  }
}

extension Color {
  /// An opaque colour from 0xRRGGBB.
  static func rgb(_ value: UInt32) -> Color {
    Color(
      red: Double(value >> 16 & 0xFF) / 255, green: Double(value >> 8 & 0xFF) / 255,
      blue: Double(value & 0xFF) / 255)
  }
}

extension Rect {
  /// The largest difference of two rectangles in any of their four numbers.
  func distance(to other: [Double]) -> Double {
    zip([x, y, width, height], other).map { abs($0 - $1) }.max() ?? 0
  }
}
