import Foundation
import PenumbraGraphics
import PenumbraScene
import PenumbraTestSupport
import Testing

@Suite("Matrices")
struct MatrixTests {
  private func cells(_ keys: String, more: String = "") throws -> [PlacedCell] {
    let text = SceneText.matrix(
      #"{"cell": {"width": 100, "height": 60}, \#(keys)}"#, more: more)
    return Array(try SceneText.layOut(text).sections[0].cells)
  }

  @Test("the cross product in the order written, the first key slowest")
  func order() throws {
    let cells = try cells(
      """
      "vary": {"opacity": [0.25, 0.5], "cornerRadius": {"from": 0, "to": 4, "step": 2}},
      "caption": "o{opacity} r{cornerRadius} {{}}"
      """)
    #expect(
      cells.map(\.caption) == [
        "o0.25 r0 {}", "o0.25 r2 {}", "o0.25 r4 {}", "o0.5 r0 {}", "o0.5 r2 {}", "o0.5 r4 {}",
      ])
    #expect(cells.map(\.style.opacity) == [0.25, 0.25, 0.25, 0.5, 0.5, 0.5])
    #expect(cells.map(\.style.radii.topLeft) == [0, 2, 4, 0, 2, 4])
    #expect(cells.map(\.index) == [0, 1, 2, 3, 4, 5])
    #expect(cells.map(\.position) == Array(repeating: nil, count: 6))
  }

  @Test(
    "ranges hold both ends, counted and rounded as decimals are meant",
    arguments: [
      ("0", "1", "0.1", [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]),
      ("1", "0", "-0.25", [1, 0.75, 0.5, 0.25, 0]), ("0.3", "0.3", "1", [0.3]),
      ("0", "1", "0.3", [0, 0.3, 0.6, 0.9]), ("0.05", "0.2", "0.05", [0.05, 0.1, 0.15, 0.2]),
      ("0", "0.7", "0.07", [0, 0.07, 0.14, 0.21, 0.28, 0.35, 0.42, 0.49, 0.56, 0.63, 0.7]),
    ] as [(String, String, String, [Double])])
  func ranges(from: String, to: String, step: String, values: [Double]) throws {
    let cells = try cells(
      #""vary": {"opacity": {"from": \#(from), "to": \#(to), "step": \#(step)}}"#)
    #expect(cells.map(\.style.opacity) == values)
  }

  @Test("keys of one part are swept together, over what the style says")
  func parts() throws {
    let cells = try cells(
      """
      "style": {"elevation": {"value": 4, "keyColor": "red"}},
      "vary": {"elevation.model": ["radius", "offset"], "cornerRadius": [1, 2],
               "elevation.value": [3, 5]}
      """)
    let red = Color.rgb(0xFF0000)
    let expected: [(ElevationModel, Double, Double)] = [
      (.radius, 1, 3), (.radius, 1, 5), (.radius, 2, 3), (.radius, 2, 5),
      (.offset, 1, 3), (.offset, 1, 5), (.offset, 2, 3), (.offset, 2, 5),
    ]
    #expect(
      cells.map(\.style.elevation)
        == expected.map { Elevation(value: $0.2, model: $0.0, keyColor: red) })
    #expect(cells.map(\.style.radii.topLeft) == expected.map(\.1))
  }

  @Test("dotted keys go into objects, lists and short forms, also of styles extended")
  func paths() throws {
    let more = """
      "styles": {"base": {"elevation": 2, "shadow": [{"radius": 1}, {"radius": 2}],
                          "label": "A", "position": {"maskSpace": 50}},
                 "card": {"extends": "base", "cornerRadius": 5}}
      """
    let cells = try cells(
      """
      "style": "card",
      "vary": {"elevation.model": ["dual"], "shadow.1.color": ["red"], "label.size": [30],
               "position.force": ["first", "single"], "position.joinSpace": [7]}
      """, more: more)
    #expect(cells.count == 2)
    #expect(cells[0].style.elevation == Elevation(value: 2, model: .dual))
    #expect(
      Array(cells[0].style.shadows.prefix(2))
        == [Shadow(sigma: 1), Shadow(sigma: 2, color: .rgb(0xFF0000))])
    #expect(cells[0].style.label == Label(text: "A", size: 30))
    #expect(cells.map(\.position) == [.first, .single])
    #expect(cells[0].positionMask == Rect(x: -50, y: -50, width: 150, height: 160))
    #expect(cells[0].shadowPath.rect == Rect(x: 0, y: 0, width: 107, height: 60))
    #expect(cells[0].style.radii.topLeft == 5)
  }

  @Test("whole parts are set before what is inside of them")
  func wholeFirst() throws {
    let cells = try cells(
      #""vary": {"shadow.opacity": [0.5], "shadow": [{"sigma": 1}, {"sigma": 2}]}"#)
    #expect(
      cells.map(\.style.shadows) == [
        [Shadow(sigma: 1, opacity: 0.5)], [Shadow(sigma: 2, opacity: 0.5)],
      ])
  }

  @Test("a height varied as a whole keeps the model that the style says")
  func wholeElevation() throws {
    let cells = try cells(
      #""style": {"elevation": {"model": "dual"}}, "vary": {"elevation": [1, {"value": 2}]}"#)
    #expect(
      cells.map(\.style.elevation) == [
        Elevation(value: 1, model: .dual), Elevation(value: 2, model: .dual),
      ])
  }

  @Test("the style itself can be varied")
  func styles() throws {
    let cells = try cells(
      #""style": {"cornerRadius": 9}, "vary": {"style": ["a", "b"], "elevation.value": [1, 2]}"#,
      more: """
        "styles": {"a": {"elevation": {"model": "radius"}, "opacity": 0.5},
                   "b": {"elevation": {"model": "dual"}, "cornerRadius": 3}}
        """)
    #expect(
      cells.map(\.style.elevation) == [
        Elevation(value: 1, model: .radius), Elevation(value: 2, model: .radius),
        Elevation(value: 1, model: .dual), Elevation(value: 2, model: .dual),
      ])
    #expect(cells.map(\.style.opacity) == [0.5, 0.5, 1, 1])
    #expect(cells.map(\.style.radii.topLeft) == [9, 9, 9, 9])
  }

  @Test("nothing varied is one cell")
  func nothing() throws {
    #expect(try cells(#""vary": {}, "caption": "one""#).map(\.caption) == ["one"])
  }

  @Test("the grid stands in the middle of its canvas; a fitted canvas leaves a gap around")
  func grid() throws {
    func frames(_ canvas: String, _ more: String = "") throws -> ([Rect], Double) {
      let scene = try SceneText.layOut(
        SceneText.matrix(
          """
          {"cell": {"width": 100, "height": 60}, "gap": 20, \(more)
           "vary": {"opacity": [0, 0.25, 0.5, 0.75, 1]}}
          """, canvas: canvas))
      return (scene.sections[0].cells.map(\.frame), scene.canvas.height)
    }
    let (fitted, height) = try frames(#"{"width": 380, "height": "fit"}"#)
    #expect(fitted.map(\.x) == [20, 140, 260, 20, 140])
    #expect(fitted.map(\.y) == [20, 20, 20, 100, 100])
    #expect(height == 180)
    let (tight, _) = try frames(#"{"width": 340, "height": 140}"#, #""columns": 3,"#)
    #expect(tight.map(\.x) == [0, 120, 240, 0, 120])
    #expect(tight.map(\.y) == [0, 0, 0, 80, 80])
    let (wide, _) = try frames(#"{"width": 401, "height": 401}"#, #""columns": 2,"#)
    #expect(wide.map(\.x) == [90, 210, 90, 210, 90])
    #expect(wide[0].y == 90)
    let (narrow, _) = try frames(#"{"width": 50, "height": "fit"}"#)
    #expect(narrow.map(\.x) == [0, 0, 0, 0, 0])
  }

  @Test("right to left fills rows from the right")
  func rightToLeft() throws {
    let scene = try SceneText.layOut(
      SceneText.matrix(
        #"{"cell": {"width": 100, "height": 60}, "gap": 20, "vary": {"opacity": [0, 1]}}"#,
        canvas: #"{"width": 260, "height": "fit"}"#, more: #""layoutDirection": "rtl""#))
    #expect(scene.sections[0].cells.map(\.frame.x) == [140, 20])
  }

  @Test("captions stand in the gap below their cells, if there is one")
  func captions() throws {
    func section(gap: Int) throws -> PlacedSection {
      try SceneText.layOut(
        SceneText.matrix(
          """
          {"cell": {"width": 100, "height": 60}, "gap": \(gap), "vary": {"opacity": [0.5, 1]},
           "caption": "{opacity}"}
          """, canvas: #"{"width": 400, "height": "fit", "background": "black"}"#)
      ).sections[0]
    }
    let captions = try #require(try section(gap: 40).captions)
    let cells = try section(gap: 40).cells
    #expect(captions.map { $0.style.label?.text } == ["0.5", "1"])
    #expect(captions.map(\.role) == [.caption, .caption])
    #expect(captions[0].style.label?.color == .white)
    for (caption, cell) in zip(captions, cells) {
      #expect(caption.frame.y >= cell.frame.maxY)
      #expect(caption.frame.maxY <= cell.frame.maxY + 40)
      #expect(caption.frame.x + caption.frame.width / 2 == cell.frame.x + 50)
    }
    #expect(captions[0].frame.maxX <= captions[1].frame.x)
    #expect(try section(gap: 4).captions == nil)
    let off = try SceneText.layOut(
      SceneText.matrix(
        #"{"cell": {"width": 9, "height": 9}, "gap": 40, "vary": {}, "caption": "c"}"#),
      LayoutOptions(drawsCaptions: false))
    #expect(off.sections[0].captions == nil && off.sections[0].cells[0].caption == "c")
  }

  @Test("100,000 cells are cheap to write down and to hold")
  func large() throws {
    let text = SceneText.matrix(
      """
      {"cell": {"width": 10, "height": 10}, "gap": 2, "columns": 400,
       "vary": {"elevation.value": {"from": 0.01, "to": 10, "step": 0.01},
                "cornerRadius": {"from": 0, "to": 99, "step": 1}}}
      """, canvas: #"{"width": 4802, "height": "fit"}"#)
    let scene = try SceneText.layOut(text)
    #expect(scene.cellCount == 100_000)
    let last = scene.sections[0].cells[99_999]
    #expect(last.style.elevation?.value == 10 && last.style.radii.topLeft == 99)
    // The scene holds what its text says, not a cell for every combination.
    let held = valuesHeld(by: scene)
    #expect(held < scene.cellCount, "\(held) values are held")
  }

  /// How many values a value holds, itself included.
  private func valuesHeld(by value: Any) -> Int {
    Mirror(reflecting: value).children.reduce(1) { $0 + valuesHeld(by: $1.value) }
  }

  @Test("the stress corpus has ten thousand cells of which no two cast the same shadow")
  func stress() throws {
    let file = PackageFolder.corpus.appending(path: "stress/ten-thousand-cells.json").path
    let cells = try SceneLoader.load(file: file).layOut().sections[0].cells
    #expect(cells.count == 10_000)
    let casts = Set(cells.map { [$0.style.shadows[0].sigma, $0.style.radii.topLeft] })
    #expect(casts.count == 10_000)
  }

  @Test("10^12 cells are refused by arithmetic")
  func tooMany() {
    let range = #"{"from": 1, "to": 1000, "step": 1}"#
    let error = SceneText.error(
      SceneText.matrix(
        """
        {"cell": {"width": 1, "height": 1},
         "vary": {"opacity": \(range), "cornerRadius": \(range), "elevation": \(range),
                  "shadow.radius": \(range)}}
        """))
    #expect(error?.kind == .limitExceeded)
    #expect(error?.path == "$.matrix.vary")
    #expect(error?.found.contains("1000 x 1000 x 1000 x 1000") == true)
    let wide = SceneText.error(
      SceneText.matrix(
        """
        {"cell": {"width": 1, "height": 1},
         "vary": {"opacity": {"from": 0, "to": 1e6, "step": 1e-300}}}
        """))
    #expect(wide?.kind == .limitExceeded)
  }
}
