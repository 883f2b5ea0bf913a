import PenumbraGraphics
import PenumbraScene
import Testing

@Suite("Positions in a run")
struct PositionTests {
  /// The first article's table for cells of 100 x 60, m = 50, s = 10: mask and shadow path.
  static let table: [(position: Position, mask: [Double]?, path: [Double])] = [
    (.first, [-50, -50, 150, 160], [0, 0, 110, 60]),
    (.middle, [0, -50, 100, 160], [-10, 0, 120, 60]),
    (.last, [0, -50, 150, 160], [-10, 0, 110, 60]),
    (.single, nil, [0, 0, 100, 60]),
  ]

  private func placed(_ position: Position, _ more: String = "", scene: String = "") throws
    -> PlacedCell
  {
    try SceneText.cell(
      """
      "cornerRadius": 8, "shadow": {"radius": 10},
      "position": {"maskSpace": 50, "joinSpace": 10, "force": "\(position.rawValue)"\(more)}
      """, more: scene)
  }

  @Test("a horizontal run gives the published table", arguments: table)
  func horizontal(position: Position, mask: [Double]?, path: [Double]) throws {
    let cell = try placed(position)
    #expect(cell.position == position)
    #expect(cell.positionMask.map { [$0.x, $0.y, $0.width, $0.height] } == mask)
    #expect(cell.shadowPath.rect.distance(to: path) == 0)
    #expect(cell.shadowPath.radii == .zero)
  }

  @Test("right to left is the mirror image", arguments: table)
  func rightToLeft(position: Position, mask: [Double]?, path: [Double]) throws {
    let cell = try placed(position, scene: #""layoutDirection": "rtl""#)
    func mirrored(_ box: [Double]) -> [Double] { [100 - box[0] - box[2], box[1], box[2], box[3]] }
    #expect(
      cell.positionMask.map { [$0.x, $0.y, $0.width, $0.height] } == mask.map(mirrored))
    #expect(cell.shadowPath.rect.distance(to: mirrored(path)) == 0)
  }

  @Test(
    "a vertical run is the image on the diagonal",
    arguments: [
      (.first, [-50, -50, 200, 110], [0, 0, 100, 70]),
      (.middle, [-50, 0, 200, 60], [0, -10, 100, 80]),
      (.last, [-50, 0, 200, 110], [0, -10, 100, 70]),
      (.single, nil, [0, 0, 100, 60]),
    ] as [(Position, [Double]?, [Double])])
  func vertical(position: Position, mask: [Double]?, path: [Double]) throws {
    for scene in ["", #""layoutDirection": "rtl""#] {
      let cell = try placed(position, #", "axis": "vertical""#, scene: scene)
      #expect(cell.positionMask.map { [$0.x, $0.y, $0.width, $0.height] } == mask)
      #expect(cell.shadowPath.rect.distance(to: path) == 0)
    }
  }

  @Test("index and count decide")
  func indexAndCount() {
    #expect(Position(index: 0, count: 1) == .single)
    #expect((0..<4).map { Position(index: $0, count: 4) } == [.first, .middle, .middle, .last])
    #expect((0..<2).map { Position(index: $0, count: 2) } == [.first, .last])
  }

  @Test("without joinSpace the path is the cell's shape; without maskSpace all shows")
  func absent() throws {
    let noJoin = try SceneText.cell(
      #""cornerRadius": 8, "position": {"maskSpace": 50, "force": "first"}"#)
    #expect(
      noJoin.shadowPath
        == RoundedRect(
          rect: Rect(x: 0, y: 0, width: 100, height: 60), radii: Corners(all: 8)))
    #expect(noJoin.positionMask != nil)
    let noMask = try SceneText.cell(#""position": {"joinSpace": 4, "force": "first"}"#)
    #expect(noMask.positionMask == nil)
    #expect(noMask.shadowPath.rect == Rect(x: 0, y: 0, width: 104, height: 60))
  }

  @Test("a cell with a frame has no place in a run unless forced")
  func noRun() throws {
    let cell = try SceneText.cell(#""position": {"maskSpace": 50, "joinSpace": 10}"#)
    #expect(cell.position == nil && cell.positionMask == nil)
    #expect(cell.shadowPath.rect == Rect(x: 0, y: 0, width: 100, height: 60))
  }

  @Test("the cells of a section are a run")
  func run() throws {
    let scene = try SceneText.layOut(
      SceneText.sections(
        """
        [{"group": {"width": 100, "height": 60}, "scrolling": "continuous",
          "cells": {"repeat": 3, "style": {"position": {"maskSpace": 50}}}}]
        """))
    #expect(scene.sections[0].cells.map(\.position) == [.first, .middle, .last])
    #expect(scene.sections[0].cells[1].positionMask == Rect(x: 0, y: -50, width: 100, height: 160))
  }
}

@Suite("One shadow for a whole section")
struct SectionShadowTests {
  @Test("the section casts the outer shadows, cells keep the inner ones")
  func union() throws {
    let scene = try SceneText.layOut(
      SceneText.sections(
        """
        [{"group": {"width": 100, "height": 60}, "scrolling": "continuous",
          "shadowScope": "section",
          "cells": {"repeat": 3, "style": {"cornerRadius": 4,
            "position": {"maskSpace": 50, "joinSpace": 10},
            "shadow": [{"radius": 10, "opacity": 0.6}, {"radius": 1, "inset": true}]}}}]
        """))
    let section = scene.sections[0]
    let shadow = try #require(section.sectionShadow)
    #expect(shadow.shadows == [Shadow(sigma: 10, opacity: 0.6)])
    #expect(shadow.shapes.map(\.rect.x) == [0, 100, 200])
    #expect(shadow.shapes.allSatisfy { $0.radii == Corners(all: 4) })
    #expect(section.cells.allSatisfy { $0.style.shadows == [Shadow(sigma: 1, isInset: true)] })
    #expect(section.cells.allSatisfy { $0.positionMask == nil && $0.shadowPath.rect.x == 0 })
    #expect(section.cells.map(\.position) == [.first, .middle, .last])
  }

  @Test("cells with frames can cast one shadow, and a cell can stay out of it")
  func cells() throws {
    let scene = try SceneText.layOut(
      SceneText.cells(
        """
        [{"frame": [0, 0, 10, 10], "shadow": {"sigma": 2}},
         {"frame": [10, 5, 10, 10], "shadow": {"sigma": 2}},
         {"frame": [50, 5, 10, 10], "shadow": {"sigma": 3}, "shadowScope": "cell"}]
        """, more: #""shadowScope": "section""#))
    #expect(scene.sections[0].sectionShadow?.shapes.map(\.rect.x) == [0, 10])
    #expect(scene.sections[0].cells.map(\.style.shadows.count) == [0, 0, 1])
  }

  @Test("cells that differ cannot cast one shadow")
  func different() {
    let error = SceneText.error(
      SceneText.cells(
        """
        [{"frame": [0, 0, 10, 10], "shadow": {"sigma": 2}},
         {"frame": [10, 5, 10, 10], "shadow": {"sigma": 3}}]
        """, more: #""shadowScope": "section""#))
    #expect(error?.kind == .invalidValue)
    #expect(error?.path == "$.cells[1]")
    #expect(error?.line == 2)
  }
}
