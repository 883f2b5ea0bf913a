import Foundation
import PenumbraGraphics
import PenumbraScene
import PenumbraTestSupport
import Testing

@Suite("Section layout")
struct SectionLayoutTests {
  /// What the scene format promises, to 1e-9 of a point.
  static let tolerance = 1e-9

  static let carouselFrames: [(section: Int, cell: Int, frame: [Double])] = [
    (0, 0, [16, 0, 343, 240.1]),
    (0, 1, [367, 0, 343, 240.1]),
    (1, 0, [16, 272.1, 225, 112.5]),
    (1, 1, [249, 272.1, 225, 112.5]),
    (2, 0, [16, 416.6, 150, 150]),
    (2, 1, [174, 416.6, 150, 150]),
  ]

  @Test("the carousel of three sections has the published frames", arguments: carouselFrames)
  func carousel(section: Int, cell: Int, frame: [Double]) throws {
    let file = PackageFolder.corpus.appending(path: "compositional-carousel/three-sections.json")
    let scene = try SceneLoader.load(file: file.path).layOut()
    let distance = scene.sections[section].cells[cell].frame.distance(to: frame)
    #expect(distance <= Self.tolerance)
    #expect(scene.sections.map(\.name) == ["large", "landscape", "square"])
  }

  private func frames(
    _ section: String, canvas: String = #"{"width": 300, "height": 200}"#, more: String = ""
  ) throws -> [Rect] {
    let text = SceneText.sections("[\(section)]", canvas: canvas, more: more)
    return try SceneText.layOut(text).sections[0].cells.map(\.frame)
  }

  private func expect(_ frames: [Rect], _ expected: [[Double]]) {
    #expect(frames.count == expected.count)
    for (frame, expected) in zip(frames, expected) {
      #expect(frame.distance(to: expected) <= Self.tolerance, "\(frame), not \(expected)")
    }
  }

  @Test("dimensions: absolute, estimated, shares of width and height, also crosswise")
  func dimensions() throws {
    let frames = try frames(
      """
      {"contentInsets": {"top": 10, "leading": 20, "bottom": 30, "trailing": 40},
       "group": {"width": {"fractionalHeight": 0.5}, "height": {"fractionalWidth": 0.25},
         "items": [{"width": {"fractionalWidth": 0.5}, "height": {"estimated": 7}}]},
       "cells": {"repeat": 3}}
      """)
    // The container is 240 x 160, the group 80 x 60 with two items, groups below each other.
    expect(frames, [[20, 10, 40, 7], [60, 10, 40, 7], [20, 70, 40, 7]])
  }

  @Test("items repeat while there is room, thirds fit three times, insets shrink them")
  func repetition() throws {
    let frames = try frames(
      """
      {"group": {"width": {"fractionalWidth": 1}, "height": 50,
         "items": [{"width": {"fractionalWidth": 0.3333333333333333}, "height": 50,
                    "insets": {"top": 1, "leading": 2, "bottom": 3, "trailing": 4}}]},
       "interGroupSpacing": 5, "cells": {"repeat": 4}}
      """)
    expect(frames, [[2, 1, 94, 46], [102, 1, 94, 46], [202, 1, 94, 46], [2, 56, 94, 46]])
  }

  @Test("items of several sizes take turns until the next does not fit")
  func turns() throws {
    let frames = try frames(
      """
      {"group": {"width": 100, "height": 20, "interItemSpacing": 10,
         "items": [{"width": 30, "height": 20}, {"width": 20, "height": 10}]},
       "cells": {"repeat": 4}}
      """)
    // 30 + 10 + 20 + 10 + 30 = 100: three in a group.
    expect(frames, [[0, 0, 30, 20], [40, 0, 20, 10], [70, 0, 30, 20], [0, 20, 30, 20]])
  }

  @Test("an item wider than its group stands alone, one of no width stands once")
  func oddItems() throws {
    expect(
      try frames(
        #"{"group": {"width": 50, "height": 5, "items": [{"width": 80, "height": 5}]}, "cells": {"repeat": 2}}"#
      ), [[0, 0, 80, 5], [0, 5, 80, 5]])
    expect(
      try frames(
        #"{"group": {"width": 50, "height": 5, "items": [{"width": 0, "height": 5}]}, "cells": {"repeat": 2}}"#
      ), [[0, 0, 0, 5], [0, 5, 0, 5]])
  }

  @Test("count shares the axis equally, whatever the item says")
  func count() throws {
    let across = try frames(
      """
      {"group": {"width": 100, "height": 40, "count": 3, "interItemSpacing": 5,
        "insets": {"leading": 10, "trailing": 0, "top": 4, "bottom": 6}},
       "cells": {"repeat": 4}}
      """)
    let w = 80.0 / 3
    expect(
      across,
      [[10, 4, w, 30], [10 + w + 5, 4, w, 30], [10 + 2 * w + 10, 4, w, 30], [10, 44, w, 30]]
    )
    let down = try frames(
      """
      {"group": {"axis": "vertical", "width": 60, "height": 100, "count": 2, "interItemSpacing": 10},
       "scrolling": "continuous", "interGroupSpacing": 4, "cells": {"repeat": 3}}
      """)
    expect(down, [[0, 0, 60, 45], [0, 55, 60, 45], [64, 0, 60, 45]])
  }

  @Test("count: a fraction crosswise is of the length that the items share")
  func countCrosswise() throws {
    func section(_ axis: String, _ item: String, spacing: String = "16") -> String {
      """
      {"group": {"axis": "\(axis)", "width": 300, "height": 200, "count": 4, "items": [\(item)],
        "interItemSpacing": \(spacing), "insets": {"trailing": 20, "bottom": 40}},
       "cells": {"repeat": 2}}
      """
    }
    let square = #"{"width": 1, "height": {"fractionalWidth": 0.25}}"#
    let w = (280 - 48) / 4.0
    expect(try frames(section("horizontal", square)), [[0, 0, w, w], [w + 16, 0, w, w]])
    expect(
      try frames(section("horizontal", square, spacing: #"{"flexible": 16}"#)),
      [[0, 0, w, w], [w + 16, 0, w, w]])
    expect(
      try frames(section("horizontal", #"{"width": 1, "height": {"fractionalWidth": 0.5}}"#)),
      [[0, 0, w, 2 * w], [w + 16, 0, w, 2 * w]])
    // Along its own axis the other side takes its fraction of the whole group.
    expect(
      try frames(section("horizontal", #"{"height": {"fractionalHeight": 0.25}}"#)),
      [[0, 0, w, 40], [w + 16, 0, w, 40]])
    let h = (160 - 48) / 4.0
    expect(
      try frames(section("vertical", #"{"width": {"fractionalHeight": 0.25}, "height": 1}"#)),
      [[0, 0, h, h], [0, h + 16, h, h]])
    expect(
      try frames(section("vertical", #"{"width": {"fractionalWidth": 0.25}, "height": 1}"#)),
      [[0, 0, 70, h], [0, h + 16, 70, h]])
  }

  /// The canvas is 300 x 200; every inset differs, so that none can be mistaken for another.
  static let insetCanvas =
    #""contentInsets": {"top": 10, "leading": 20, "bottom": 30, "trailing": 40}"#

  @Test(
    "a section that scrolls sideways: fractions are of the whole canvas",
    arguments: ["continuous", "continuousGroupLeadingBoundary", "paging", "groupPaging"])
  func sidewaysFractions(_ scrolling: String) throws {
    let frames = try frames(
      """
      {\(Self.insetCanvas), "scrolling": "\(scrolling)", "interGroupSpacing": 5,
       "group": {"width": {"fractionalWidth": 0.5}, "height": {"fractionalHeight": 0.25}},
       "cells": {"repeat": 2}}
      """)
    expect(frames, [[20, 10, 150, 50], [175, 10, 150, 50]])
  }

  @Test("a centred group is in the middle of the container, its fractions of the canvas")
  func centredFractions() throws {
    let frames = try frames(
      """
      {\(Self.insetCanvas), "scrolling": "groupPagingCentered", "interGroupSpacing": 5,
       "group": {"width": {"fractionalWidth": 0.5}, "height": {"fractionalWidth": 0.1}},
       "cells": {"repeat": 2}}
      """)
    // The container's centre is 20 + 240 / 2.
    expect(frames, [[65, 10, 150, 30], [220, 10, 150, 30]])
  }

  @Test("vertical groups and counts in a section that scrolls sideways start from the canvas too")
  func sidewaysGroups() throws {
    let frames = try frames(
      """
      {\(Self.insetCanvas), "scrolling": "continuous",
       "group": {"axis": "vertical", "width": {"fractionalWidth": 0.2},
         "height": {"fractionalHeight": 0.5}, "count": 2, "interItemSpacing": 20},
       "cells": {"repeat": 3}}
      """)
    expect(frames, [[20, 10, 60, 40], [20, 70, 60, 40], [80, 10, 60, 40]])
  }

  @Test(
    "headers and footers stay within the insets, sideways or not", arguments: ["none", "paging"])
  func boundaryFractions(_ scrolling: String) throws {
    let section = """
      {\(Self.insetCanvas), "scrolling": "\(scrolling)", "group": {"width": 10, "height": 10},
       "header": {"height": {"fractionalHeight": 0.1}},
       "footer": {"width": {"fractionalWidth": 0.5}, "height": 5}, "cells": {"repeat": 1}}
      """
    let text = SceneText.sections("[\(section)]", canvas: #"{"width": 300, "height": 200}"#)
    let placed = try SceneText.layOut(text).sections[0]
    expect(
      [placed.header?.frame, placed.footer?.frame].compactMap { $0 },
      [
        [20, 0, 240, 16], [20, 66, 120, 5],
      ])
  }

  /// What UIKit drew; it moves origins down to whole pixels, a third of a point here.
  @Test(
    "published layouts",
    arguments: [
      ("dsl-orthogonal", [16, 111.67, 207.33, 303], 87.75, 40),
      ("conference", [20, 358.75, 697.5, 1036.25], 318.75, 250),
      ("dsl-count-height", [0, 92.75, 185.5, 278.25], 76.75, 76.75),
    ] as [(String, [Double], Double, Double)])
  func published(_ name: String, _ x: [Double], _ width: Double, _ height: Double) throws {
    let file = PackageFolder.fixtures.appending(path: "Scenes/published/\(name).json")
    for section in try SceneLoader.load(file: file.path).layOut().sections {
      for (index, x) in x.enumerated() {
        let frame = section.cells[index].frame
        #expect(x <= frame.x + 0.005 && frame.x < x + 1.0 / 3)
        #expect(abs(frame.width - width) <= Self.tolerance)
        #expect(abs(frame.height - height) <= Self.tolerance)
      }
    }
  }

  @Test("flexible gaps share what is left")
  func flexible() throws {
    let group = """
      {"group": {"width": 100, "height": 10, "interItemSpacing": {"flexible": 4},
         "items": [{"width": 28, "height": 10}]}, "cells": {"repeat": 4}}
      """
    // Three items of 28 and two gaps of at least 4 leave 8.
    expect(
      try frames(group), [[0, 0, 28, 10], [36, 0, 28, 10], [72, 0, 28, 10], [0, 10, 28, 10]])
  }

  /// Five groups of 100 with gaps of 10 on a canvas of 300 with insets of 20: content ends at 580.
  private func scrolled(_ scrolling: String, page: Int, direction: String = "ltr") throws -> [Rect]
  {
    try frames(
      """
      {"group": {"width": 100, "height": 50}, "interGroupSpacing": 10, "scrolling": "\(scrolling)",
       "contentInsets": {"leading": 20, "trailing": 20}, "page": \(page), "cells": {"repeat": 5}}
      """, more: #""layoutDirection": "\#(direction)""#)
  }

  @Test(
    "where each behaviour rests on a page",
    arguments: [
      ("continuous", 0, 20), ("continuous", 2, -200), ("continuous", 4, -260),
      ("continuousGroupLeadingBoundary", 1, -90), ("continuousGroupLeadingBoundary", 4, -260),
      ("paging", 0, 20), ("paging", 1, -260),
      ("groupPaging", 0, 20), ("groupPaging", 1, -90), ("groupPaging", 4, -420),
      ("groupPagingCentered", 0, 100), ("groupPagingCentered", 4, -340),
    ] as [(String, Int, Double)])
  func scrolling(behaviour: String, page: Int, first: Double) throws {
    let frames = try scrolled(behaviour, page: page)
    expect(frames, (0..<5).map { [first + Double($0) * 110, 0, 100, 50] })
  }

  @Test("right to left mirrors every frame", arguments: ["continuous", "groupPaging", "none"])
  func rightToLeft(behaviour: String) throws {
    let ltr = try scrolled(behaviour, page: 0)
    let rtl = try scrolled(behaviour, page: 0, direction: "rtl")
    expect(rtl, ltr.map { [300 - $0.x - $0.width, $0.y, $0.width, $0.height] })
  }

  @Test("header, insets, groups, insets, footer; the background lies behind all")
  func boundaries() throws {
    let text = SceneText.sections(
      """
      [{"name": "first", "group": {"width": {"fractionalWidth": 1}, "height": 50},
        "interGroupSpacing": 5, "contentInsets": {"top": 3, "leading": 10, "bottom": 7, "trailing": 20},
        "header": {"label": "Top"}, "footer": {"width": 100, "height": 20, "fill": "red"},
        "background": {"fill": "white", "cornerRadius": 9}, "cells": {"repeat": 2}},
       {"name": "second", "group": {"width": 10, "height": 10}, "cells": {"repeat": 1}}]
      """, canvas: #"{"width": 300, "height": "fit"}"#, more: #""interSectionSpacing": 12"#)
    for direction in ["", #", "layoutDirection": "rtl""#] {
      let scene = try SceneText.layOut(String(text.dropLast()) + direction + "}")
      let section = scene.sections[0]
      func x(_ left: Double, _ width: Double) -> Double {
        direction.isEmpty ? left : 300 - left - width
      }
      let frames = [
        section.header?.frame, section.cells[0].frame, section.cells[1].frame,
        section.footer?.frame, section.background?.frame, scene.sections[1].cells[0].frame,
      ].compactMap { $0 }
      // 44 + 3 + 50 + 5 + 50 + 7 + 20 = 179, then 12 to the next.
      expect(
        frames,
        [
          [x(10, 270), 0, 270, 44], [x(10, 270), 47, 270, 50], [x(10, 270), 102, 270, 50],
          [x(10, 100), 159, 100, 20], [0, 0, 300, 179], [x(0, 10), 191, 10, 10],
        ])
      #expect(scene.canvas.height == 201)
      #expect(section.header?.role == .header && section.footer?.role == .footer)
      #expect(section.background?.role == .background && section.header?.position == nil)
      #expect(scene.cellCount == 3)
    }
  }

  @Test("repeated cells go through fills and labels in turn, and keep the style's label")
  func repeatedCells() throws {
    let scene = try SceneText.layOut(
      SceneText.sections(
        """
        [{"group": {"width": 10, "height": 10},
          "cells": {"repeat": 5, "style": "card", "fills": ["red", "blue"],
            "labels": ["a", "b", {"text": "c", "size": 9}]}}]
        """, more: #""styles": {"card": {"label": {"size": 20}, "opacity": 0.5}}"#))
    let styles = scene.sections[0].cells.map(\.style)
    #expect(styles.map { $0.label?.text } == ["a", "b", "c", "a", "b"])
    #expect(styles.map { $0.label?.size } == [20, 20, 9, 20, 20])
    #expect(styles[0].fill == styles[2].fill && styles[0].fill != styles[1].fill)
    #expect(styles.map(\.opacity) == [0.5, 0.5, 0.5, 0.5, 0.5])
  }

  @Test("cells by name, mixed with objects")
  func namedCells() throws {
    let scene = try SceneText.layOut(
      SceneText.sections(
        """
        [{"group": {"width": 10, "height": 10},
          "cells": ["card", {"style": "card", "name": "own", "opacity": 0.5}]}]
        """, more: #""styles": {"card": {"cornerRadius": 3}}"#))
    let cells = scene.sections[0].cells
    #expect(cells.map(\.style.radii) == [Corners(all: 3), Corners(all: 3)])
    #expect(cells.map(\.name) == [nil, "own"])
    #expect(cells.map(\.caption) == [nil, "own"])
  }

  @Test("an empty section is no error, with or without a group")
  func empty() throws {
    let scene = try SceneText.layOut(
      SceneText.sections(
        """
        [{"cells": []}, {"cells": {"repeat": 0}},
         {"group": {"width": 10, "height": 10}, "scrolling": "groupPaging", "cells": []}]
        """, canvas: #"{"width": 10, "height": 10}"#))
    #expect(scene.cellCount == 0)
    #expect(scene.sections.map(\.name) == ["section-0", "section-1", "section-2"])
  }

  @Test(
    "pages that do not exist", arguments: [("groupPaging", 5), ("paging", 2), ("continuous", 9)])
  func pages(behaviour: String, page: Int) {
    let error = #expect(throws: SceneError.self) { try scrolled(behaviour, page: page) }
    #expect(error?.kind == .unsolvableLayout)
    #expect(error?.path == "$.sections[0].page")
  }

  @Test("a canvas fits the cells that reach furthest down")
  func fitCells() throws {
    let scene = try SceneText.layOut(
      SceneText.cells(
        #"[{"frame": [0, 10, 5, 30.5]}, {"frame": [0, 0, 5, 20]}]"#,
        canvas: #"{"width": 10, "height": "fit"}"#))
    #expect(scene.canvas.height == 40.5)
  }

  @Test(
    "a fitted canvas holds the shadows, frames stay",
    arguments: [
      // Half a level of an opaque shadow lies 2.9 sigma below its edge: 40.5 + 6 + 2.9 * 4.
      (#""shadow": "0 6px 8px black""#, 59.0), (#""shadow": "0 6px 8px 3px black""#, 62),
      (#""shadow": "0 -30px 8px black""#, 40.5), (#""shadow": "inset 0 -6px 8px black""#, 40.5),
      // Less shows of a faint one, and nothing below a mask.
      (#""shadow": "0 6px 8px rgb(0 0 0 / 10%)""#, 55),
      (
        #""shadow": "0 6px 8px black", "mask": {"shape": "rect", "frame": [0, 0, 5, 32]}"#, 42
      ),
    ] as [(String, Double)])
  func fitShadows(_ keys: String, _ height: Double) throws {
    for canvas in [
      #"{"width": 10, "height": "fit"}"#, #"{"width": 10, "height": "fit", "scale": 3}"#,
    ] {
      let scene = try SceneText.layOut(
        SceneText.cells(#"[{"frame": [0, 10, 5, 30.5], \#(keys)}]"#, canvas: canvas))
      #expect(scene.canvas.height == height)
      #expect(scene.sections[0].cells[0].frame == Rect(x: 0, y: 10, width: 5, height: 30.5))
    }
  }

  @Test("a fitted canvas: section shadows, footers, matrices; not what lies beside it")
  func fitOthers() throws {
    func height(_ text: String) throws -> Double { try SceneText.layOut(text).canvas.height }
    let group = #""group": {"width": 100, "height": 40}, "scrolling": "continuous""#
    let shadow = #""shadow": "0 6px 8px black""#
    #expect(
      try height(
        SceneText.sections(
          #"[{\#(group), "shadowScope": "section", "cells": {"repeat": 2, "style": {\#(shadow)}}}]"#
        ))
        == 58)
    #expect(
      try height(
        SceneText.sections(
          #"[{\#(group), "cells": {"repeat": 1}, "footer": {"height": 10, \#(shadow)}}]"#)) == 68)
    #expect(
      try height(
        SceneText.matrix(
          """
          {"cell": {"width": 10, "height": 10}, "gap": 4, "style": {\(shadow)},
           "vary": {"cornerRadius": [1, 2]}}
          """)) == 32)
    #expect(
      try height(
        SceneText.cells(
          #"[{"frame": [0, 0, 5, 20]}, {"frame": [90, 0, 5, 20], \#(shadow)}]"#,
          canvas: #"{"width": 10, "height": "fit"}"#)) == 20)
  }
}
