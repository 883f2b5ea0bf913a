import OrderedJSON
import PenumbraScene
import Testing

@Suite("inspect")
struct InspectTests {
  @Test("the shape of the format, to the letter")
  func shape() throws {
    let scene = try SceneText.layOut(
      SceneText.sections(
        """
        [{"name": "run", "group": {"width": {"fractionalWidth": 0.6}, "height": 60},
          "scrolling": "groupPaging", "contentInsets": {"leading": 16, "trailing": 16},
          "header": {"label": "left out"},
          "cells": {"repeat": 2, "style": {"position": {"maskSpace": 50, "joinSpace": 10},
            "shadow": ["0 4px 12px -2px rgb(222 62 62 / 25%), inset 0 1px #fff"]}}}]
        """, canvas: #"{"width": 375, "height": 240, "scale": 3}"#,
        more: #""kernel": "renderServer""#
      ))
    let expected = """
      {
        "name": "test",
        "scale": 3,
        "width": 375,
        "height": 240,
        "sections": [
          {
            "name": "run",
            "cells": [
              {"index": 0, "position": "first", "frame": [16, 44, 225, 60], \
      "mask": [-50, -50, 275, 160], "shadows": [\
      {"sigma": 6, "offset": [0, 4], "spread": -2, "opacity": 0.25, "color": "#de3e3e", \
      "inset": false, "kernel": "renderServer", "path": [0, 0, 235, 60]}, \
      {"sigma": 0, "offset": [0, 1], "spread": 0, "opacity": 1, "color": "#ffffff", \
      "inset": true, "kernel": "renderServer", "path": [0, 0, 225, 60]}]},
              {"index": 1, "position": "last", "frame": [241, 44, 225, 60], \
      "mask": [0, -50, 275, 160], "shadows": [\
      {"sigma": 6, "offset": [0, 4], "spread": -2, "opacity": 0.25, "color": "#de3e3e", \
      "inset": false, "kernel": "renderServer", "path": [-10, 0, 235, 60]}, \
      {"sigma": 0, "offset": [0, 1], "spread": 0, "opacity": 1, "color": "#ffffff", \
      "inset": true, "kernel": "renderServer", "path": [0, 0, 225, 60]}]}
            ]
          }
        ]
      }

      """
    #expect(InspectJSON.text(of: scene) == expected)
  }

  @Test("cells and matrices are one section named after the scene, positions null")
  func oneSection() throws {
    let scene = try SceneText.layOut(
      SceneText.cells(#"[{"frame": [0.5, -2, 3, 4], "name": "quote \" and \\ tab \t"}]"#))
    let value = try JSONText.parse(InspectJSON.text(of: scene))
    let section = value["sections"]?.array?[0]
    #expect(section?["name"]?.string == "test")
    let cell = section?["cells"]?.array?[0]
    #expect(cell?.members?.map(\.key) == ["index", "position", "frame", "mask", "shadows"])
    #expect(cell?["position"]?.isNull == true && cell?["mask"]?.isNull == true)
    #expect(cell?["frame"]?.array?.compactMap(\.number) == [0.5, -2, 3, 4])
  }

  @Test("frames keep the full precision of a double")
  func precision() throws {
    let scene = try SceneText.layOut(
      SceneText.cells(#"[{"frame": [0.1, 1e-7, 205.79999999999998, 1e6]}]"#))
    let value = try JSONText.parse(InspectJSON.text(of: scene))
    let frame = value["sections"]?.array?[0]["cells"]?.array?[0]["frame"]?.array
    #expect(frame?.compactMap(\.number) == [0.1, 1e-7, 205.79999999999998, 1e6])
  }

  @Test("a section's shadow stands beside its cells; empty scenes are JSON too")
  func sectionShadow() throws {
    let scene = try SceneText.layOut(
      SceneText.cells(
        #"[{"frame": [1, 2, 3, 4], "shadow": {"sigma": 2}}]"#,
        more: #""shadowScope": "section""#))
    let value = try JSONText.parse(InspectJSON.text(of: scene))
    let shadow = value["sections"]?.array?[0]["sectionShadow"]
    #expect(shadow?["paths"]?.text(.compact) == "[[1, 2, 3, 4]]")
    #expect(shadow?["shadows"]?.array?[0]["sigma"]?.number == 2)
    let empty = try SceneText.layOut(
      SceneText.sections("[]", canvas: #"{"width": 1, "height": 1}"#))
    #expect(try JSONText.parse(InspectJSON.text(of: empty))["sections"]?.array == [])
  }
}
