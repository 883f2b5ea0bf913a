import PenumbraScene
import PenumbraTestSupport
import Testing

/// Every fault of a scene is said in one run, in the order of the text, once, and none is made up.
@Suite("All faults of a scene")
struct ManyFaultsTests {
  /// Where the faults of a text lie.
  private func paths(_ text: String) -> [String] {
    guard let error = SceneText.error(text) else { return [] }
    return ([error] + error.more).map { $0.path ?? "\($0.line ?? 0):\($0.column ?? 0)" }
  }

  @Test("faults of every part, in the order of the text")
  func everyPart() {
    let text = """
      {"penumbra": 1, "name": "a/b",
       "canvas": {"width": -3, "scale": "x", "background": "nocolour"},
       "styles": {"card": {"fill": "reed", "shadow": [{"colour": "red"}, "1px", {"blur": -1}]},
                  "other": {"extends": "nobody"}},
       "layoutDirection": "up",
       "cells": [{"frame": [0, 0, 10], "style": "card"}, {"style": "cart"}, "card", 7,
                 {"frame": [0, 0, 9, 9], "mask": {"radius": "r"}, "label": {"size": 0, "weight": "b"}}],
       "bogus": true}
      """
    #expect(
      paths(text) == [
        "$.name", "$.canvas.height", "$.canvas.width", "$.canvas.scale", "$.canvas.background",
        "$.styles.card.fill", "$.styles.card.shadow[0].radius", "$.styles.card.shadow[0].colour",
        "$.styles.card.shadow[1]", "$.styles.card.shadow[2].blur", "$.styles.other.extends",
        "$.layoutDirection", "$.cells[0].frame", "$.cells[1].frame", "$.cells[1].style",
        "$.cells[2]", "$.cells[3]", "$.cells[4].mask.shape", "$.cells[4].mask.frame",
        "$.cells[4].mask.radius",
      ])
    let error = SceneText.error(text)
    #expect(error?.omitted == 3)
    #expect(error?.report.hasSuffix("\nscene: and 3 more faults") == true)
    #expect(error?.report.split(separator: "\n").count == 21)
  }

  @Test("sections, groups, items, repeated cells, gradients")
  func sections() {
    let text = SceneText.sections(
      """
      [{"group": {"width": {"fractional": 1}, "items": [{"width": "w"}, {"height": []}], "count": 0},
        "page": -1, "cells": {"style": "none", "fills": [{"colors": ["red"]}, 4], "repeat": 1.5}},
       {"cells": ["a", {"opacity": 2}], "header": {"width": null}},
       {"scrolling": "sideways"}]
      """)
    #expect(
      paths(text) == [
        "$.sections[0].group.height", "$.sections[0].group.width.fractional",
        "$.sections[0].group.items[0].width", "$.sections[0].group.items[1].height",
        "$.sections[0].group.count", "$.sections[0].page", "$.sections[0].cells.style",
        "$.sections[0].cells.fills[0].direction", "$.sections[0].cells.fills[0].colors",
        "$.sections[0].cells.fills[1]", "$.sections[0].cells.repeat", "$.sections[1].cells[0]",
        "$.sections[1].cells[1].opacity", "$.sections[1].header.width", "$.sections[2].cells",
        "$.sections[2].scrolling",
      ])
  }

  @Test("a matrix: its cell, its style, its ranges, every value of a sweep")
  func matrix() {
    let text = SceneText.matrix(
      """
      {"cell": {"width": "w"}, "columns": 0,
       "style": {"fill": 1},
       "vary": {"cornerRadius": [1, "x", "y", -2], "elevation.value": [1, "z"]}, "caption": "{none}"}
      """)
    #expect(
      paths(text) == [
        "$.matrix.cell.height", "$.matrix.cell.width", "$.matrix.columns", "$.matrix.style.fill",
        "$.matrix.caption",
      ])
    let swept = SceneText.matrix(
      """
      {"cell": {"width": 1, "height": 1},
       "vary": {"cornerRadius": [1, "x", "y", -2], "elevation.value": [1, "z"], "opacity": [3]}}
      """)
    #expect(
      paths(swept) == [
        "$.matrix.vary.cornerRadius[1]", "$.matrix.vary.cornerRadius[2]",
        "$.matrix.vary.cornerRadius[3]", "$.matrix.vary[\"elevation.value\"][1]",
        "$.matrix.vary.opacity[0]",
      ])
  }

  @Test("layouts without a solution, of every section")
  func layouts() {
    let group = #""group": {"width": 10, "height": {"fractionalHeight": 1}}"#
    let text = SceneText.sections(
      """
      [{\(group), "cells": {"repeat": 1}},
       {"group": {"width": 10, "height": 10}, "scrolling": "groupPaging", "page": 3,
        "cells": {"repeat": 1}}]
      """)
    #expect(paths(text) == ["$.sections[0].group", "$.sections[1].page"])
  }

  /// What follows from one fault is not said as another.
  @Test(
    "no fault is said twice",
    arguments: [
      // A style that is wrong, or is none, is known by its name.
      (
        #""styles": {"a": 7, "b": {"extends": "a"}}, "cells": ["a"]"#, ["$.styles.a", "$.cells[0]"]
      ),
      // A circle is one fault, and whoever uses its styles has none.
      (
        #""styles": {"a": {"extends": "b"}, "b": {"extends": "a"}}, "cells": []"#,
        ["$.styles.b.extends"]
      ),
      (
        #""styles": {"a": {"extends": "x"}, "b": {"extends": "a"}, "c": {"extends": "b"}}, "cells": []"#,
        ["$.styles.a.extends"]
      ),
      // An elevation whose value is wrong does not lack one.
      (
        #""cells": [{"frame": [0, 0, 1, 1], "elevation": {"model": "mdc", "value": "x"}}]"#,
        ["$.cells[0].elevation.value"]
      ),
      // What a style lacks is said once, however many cells use it.
      (
        #""styles": {"e": {"elevation": {"model": "mdc"}}}, "cells": [{"frame": [0, 0, 1, 1], "style": "e"}, {"frame": [0, 0, 1, 1], "style": "e"}]"#,
        ["$.cells[0].elevation.value"]
      ),
      // A gradient whose colours are wrong does not lack any.
      (
        #""cells": [{"frame": [0, 0, 1, 1], "fill": {"colors": ["red", 1], "direction": "up"}}]"#,
        ["$.cells[0].fill.colors[1]", "$.cells[0].fill.direction"]
      ),
    ] as [(String, [String])])
  func noCascade(_ keys: String, _ expected: [String]) {
    let text =
      #"{"penumbra": 1, "name": "t", "canvas": {"width": 9, "height": 9}, "# + keys + "}"
    #expect(paths(text) == expected)
  }

  @Test("slips of the text do not hide what is wrong besides, nor each other")
  func slips() {
    let text = """
      // A scene of mine
      {"penumbra": 1, "name": "t", /* the name */ "canvas": {"width": 9, "height": 9, },
       "cells": [{"frame": [0, 0, 1, 1], "fil": "red"}, ], "name": "again"}
      """
    let error = SceneText.error(text)
    let all = error.map { [$0] + $0.more } ?? []
    #expect(
      all.map(\.kind) == [
        .malformedJSON, .malformedJSON, .unknownKey, .malformedJSON, .duplicateKey,
      ])
    #expect(all.map { [$0.line, $0.column] } == [[1, 1], [2, 79], [3, 36], [3, 49], [3, 54]])
    #expect(all[0].found == "a comment (//)" && all[1].found == "a comma before \"}\"")
    #expect(all[3].found == "a comma before \"]\"")
  }

  @Test("twenty are spelled out, more are counted, and many take no time of their own")
  func many() throws {
    let cells = Array(repeating: #"{"frame": [0, 0, 1, 1], "bogus": 1}"#, count: 10_000)
    let error = try #require(SceneText.error(SceneText.cells("[\(cells.joined(separator: ","))]")))
    #expect(error.more.count == 19 && error.omitted == 9_980)
    let commas = String(repeating: "[1,],", count: 10_000)
    let text = SceneText.cells("[]", more: "\"x\": [\(commas)1]")
    #expect(try #require(SceneText.error(text)).omitted == 9_981)
  }
}

/// Keys as UIKit, CSS and design tools have them are told what the language calls them.
@Suite("Foreign names")
struct ForeignNameTests {
  @Test(
    "in a cell",
    arguments: [
      ("backgroundColor", "\"fill\""), ("background-color", "\"fill\""),
      ("background", "\"fill\""), ("shadowRadius", #"{"shadow": {"radius": ...}}"#),
      ("shadowOpacity", #"{"shadow": {"opacity": ...}}"#),
      ("shadowOffset", #"{"shadow": {"offset": [0, 4]}}"#),
      ("shadowColor", #"{"shadow": {"color": ...}}"#), ("boxShadow", "\"shadow\", which takes"),
      ("box-shadow", "\"shadow\", which takes"), ("borderRadius", "\"cornerRadius\""),
      ("border-radius", "\"cornerRadius\""), ("radius", "\"cornerRadius\""),
      ("masksToBounds", "\"mask\""), ("image", #"{"fill": {"image": ...}}"#),
      ("text", "\"label\""), ("alpha", "\"opacity\""), ("width", "\"frame\""),
      ("opcity", "did you mean \"opacity\"?"), ("blur", "in a \"shadow\""),
      ("scrolling", "in a section"),
    ])
  func cell(_ key: String, _ advice: String) {
    let error = SceneText.error(
      SceneText.cells(#"[{"frame": [0, 0, 1, 1], "\#(key)": 1}]"#))
    #expect(error?.kind == .unknownKey && error?.more.isEmpty == true)
    #expect(error?.expected.contains(advice) == true, "\(error?.expected ?? "")")
  }

  @Test(
    "in other places",
    arguments: [
      (#""orthogonalScrollingBehavior": "paging""#, "\"scrolling\""),
      (#""sectionInset": 1"#, "\"contentInsets\""),
      (#""minimumLineSpacing": 1"#, "interGroupSpacing"),
      (#""header": {"shadow": {"shadowRadius": 1, "radius": 1}}"#, "\"radius\""),
      (#""header": {"shadow": {"x": 1, "radius": 1}}"#, "\"offset\""),
      (#""header": {"label": {"text": "a", "fontSize": 1}}"#, "\"size\""),
      (#""header": {"label": {"text": "a", "numberOfLines": 1}}"#, "\"lines\""),
    ])
  func section(_ keys: String, _ advice: String) {
    let error = SceneText.error(
      SceneText.sections(
        #"[{"group": {"width": 1, "height": 1}, "cells": {"repeat": 1}, \#(keys)}]"#))
    #expect(error?.kind == .unknownKey && error?.more.isEmpty == true)
    #expect(error?.expected.contains(advice) == true, "\(error?.expected ?? "")")
  }

  @Test("a style's keys beside \"repeat\" belong into its style")
  func besideRepeat() {
    let error = SceneText.error(
      SceneText.sections(
        #"[{"group": {"width": 1, "height": 1}, "cells": {"repeat": 1, "position": {}}}]"#))
    #expect(error?.path == "$.sections[0].cells.position")
    #expect(error?.expected == #"{"style": {"position": ...}} beside "repeat""#)
  }

  @Test("images stand in fills alone, and a path is no colour")
  func images() {
    let ground = SceneText.error(
      SceneText.cells("[]", canvas: #"{"width": 1, "height": 1, "background": {"image": "a.png"}}"#)
    )
    #expect(ground?.expected.contains("only in the \"fill\" of a cell") == true)
    let path = SceneText.error(SceneText.cells(#"[{"frame": [0, 0, 1, 1], "fill": "a.png"}]"#))
    #expect(path?.expected.contains(#"{"image": "a.png"}"#) == true)
  }

  @Test("a file without its version is asked whether it is a scene")
  func noVersion() {
    let plain = SceneText.error(#"{"name": "package", "version": "1.0.0"}"#)
    #expect(plain?.path == "$.penumbra" && plain?.more.isEmpty == true)
    #expect(plain?.expected.contains("is this a scene?") == true)
    let scene = SceneText.error(#"{"name": "t", "canvas": {"width": 1}, "cells": []}"#)
    #expect(scene?.path == "$.penumbra" && scene?.more.map(\.path) == ["$.canvas.height"])
  }
}
