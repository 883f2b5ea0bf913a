import PenumbraTestSupport
import Testing

/// Cells that nobody sees are spoken of, by `lint` and by `render`.
@Suite struct OutsideCanvasTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ content: String, canvas: String = #"{"width": 100, "height": 100}"#) throws {
    try folder.write(
      #"{"penumbra": 1, "name": "t", "canvas": \#(canvas), \#(content)}"#, "t.json")
  }

  private func run(_ arguments: String...) throws -> PenumbraCommand.Ending {
    try PenumbraCommand.run(arguments, in: folder)
  }

  @Test(
    "what lies outside",
    arguments: [
      (
        #""cells": [{"frame": [200, 0, 9, 9]}, {"frame": [0, 0, 9, 9]}]"#, "$.cells[0] lies outside"
      ),
      (#""cells": [{"frame": [0, -30, 9, 9]}]"#, "$.cells[0] lies outside"),
      (
        #""cells": [{"frame": [0, 120, 9, 9], "shadow": "0 0 2px red"}, {"frame": [-50, 0, 9, 9]}]"#,
        "2 cells lie outside of the canvas, the first being $.cells[0]"
      ),
      // A matrix that loses columns, and one that loses rows.
      (
        #""matrix": {"cell": {"width": 30, "height": 30}, "columns": 5, "gap": 10, "vary": {"cornerRadius": {"from": 1, "to": 5, "step": 1}}}"#,
        "2 cells lie outside of the canvas, the first being $.matrix; 190 x 100 points"
      ),
      (
        #""matrix": {"cell": {"width": 30, "height": 60}, "columns": 1, "gap": 10, "vary": {"cornerRadius": [1, 2, 3]}}"#,
        "$.matrix lies outside of the canvas"
      ),
      // A section that scrolls sideways has cells beside the canvas, but none below.
      (
        #""sections": [{"group": {"width": 60, "height": 60}, "scrolling": "continuous", "cells": {"repeat": 3}}, {"group": {"width": 60, "height": 60}, "cells": {"repeat": 2}}]"#,
        "$.sections[1].cells[1] lies outside"
      ),
    ])
  func outside(_ content: String, _ words: String) throws {
    try write(content)
    let lint = try run("lint", "t.json")
    #expect(lint.code == 1 && lint.output.contains("outside-canvas"), "\(lint.output)")
    let render = try run("render", "t.json", "-o", "t.png")
    #expect(render.code == 0 && render.errors.contains(words), "\(render.errors)")
    let events = try run("render", "t.json", "-o", "t.png", "--json")
    #expect(events.output.contains(#""event": "note""#))
    #expect(!(try run("render", "t.json", "-o", "t.png", "--quiet")).errors.contains("outside"))
  }

  @Test(
    "what does not",
    arguments: [
      #""cells": [{"frame": [98, 98, 9, 9]}, {"frame": [104, 0, 9, 9], "shadow": "0 0 10px red"}]"#,
      #""sections": [{"group": {"width": 60, "height": 60}, "scrolling": "groupPaging", "page": 1, "cells": {"repeat": 4}}]"#,
    ])
  func inside(_ content: String) throws {
    try write(content)
    #expect(!(try run("lint", "t.json")).output.contains("outside-canvas"))
    #expect(!(try run("render", "t.json", "-o", "t.png")).errors.contains("outside"))
  }

  @Test func offByReason() throws {
    try write(
      #""cells": [{"frame": [200, 0, 9, 9], "lint": {"off": {"outside-canvas": "later"}}}]"#)
    let lint = try run("lint", "t.json")
    #expect(lint.code == 0, "\(lint.output)\(lint.errors)")
  }
}
