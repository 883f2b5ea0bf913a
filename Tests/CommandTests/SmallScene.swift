import PenumbraTestSupport

/// Scenes for tests of the command line.
enum SmallScene {
  static func text(_ name: String, cells: String = "", width: Int = 60) -> String {
    """
    {"penumbra": 1, "name": "\(name)",
     "canvas": {"width": \(width), "height": 50, "background": "#ffffff"},
     "cells": [{"frame": [10, 10, 20, 20], "fill": "systemTeal", "cornerRadius": 4,
       "shadow": {"sigma": 3, "opacity": 0.5, "color": "#000000"}}\(cells)]}
    """
  }
}
