import PenumbraTestSupport

/// Scenes for the tests of whole jobs.
enum SceneFiles {
  /// Cells whose shadows differ in reach, direction and kind, on a plain ground.
  static func varied(name: String, background: String = "#eef1ff", scale: Double = 1) -> String {
    """
    {"penumbra": 1, "name": "\(name)",
     "canvas": {"width": 260, "height": 200, "scale": \(scale), "background": "\(background)"},
     "cells": [
      {"name": "plain", "frame": [20.25, 20.5, 60, 40], "fill": "#ffffff"},
      {"name": "near", "frame": [120, 20, 60, 40], "fill": "systemMint", "cornerRadius": 12,
       "shadow": {"sigma": 2, "opacity": 0.5, "color": "#000000", "offset": [0, 2]}},
      {"name": "far", "frame": [20, 110, 60, 40], "fill": "#ffffff", "cornerRadius": [0, 8, 20, 4],
       "shadow": [{"sigma": 9, "opacity": 0.3, "color": "#203080", "offset": [14, -3], "spread": 3},
                  {"sigma": 1, "opacity": 0.2, "color": "#000000", "inset": true}]},
      {"name": "sharp", "frame": [150.5, 120.75, 40, 40], "fill": "#ff9500",
       "shadow": {"sigma": 0, "opacity": 1, "color": "#de3e3e", "offset": [6, 6]}}
     ]}
    """
  }

  /// A sweep of `count` cells with captions.
  static func sweep(name: String, count: Int) -> String {
    """
    {"penumbra": 1, "name": "\(name)",
     "canvas": {"width": 600, "height": "fit", "background": "#ffffff"},
     "matrix": {"cell": {"width": 40, "height": 30}, "gap": 20,
      "style": {"fill": "#f0f0f0", "cornerRadius": 6,
       "shadow": {"sigma": 3, "opacity": 0.4, "color": "#000000"}},
      "vary": {"shadow.offset": [\((0..<count).map { "[0, \($0 % 9)]" }.joined(separator: ", "))]},
      "caption": "offset {shadow.offset}"}}
    """
  }
}
