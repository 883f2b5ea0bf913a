import PenumbraScene
import PenumbraTestSupport
import ShadowEngine
import Testing

@testable import PenumbraRegression

/// What lint advises can be done, and mends what it is about.
@Suite struct LintAdviceTests {
  private func lint(_ json: String) throws -> [LintFinding] {
    let scene = try SceneLoader.scene(Array(json.utf8), file: "test.json")
    let renderer = EngineRenderer(
      content: PatternContent(), settings: RenderSettings(instructionSet: .baseline))
    let linter = Linter(threads: 2) { try renderer.picture(of: $0) }
    let outcome = linter.lint(try scene.layOut(), file: "test.json", folder: ".")
    #expect(outcome.problems.isEmpty, "\(outcome.problems.map(\.message))")
    return outcome.findings
  }

  private func scene(_ shadow: String, ground: String, below: String = "") -> String {
    """
    {"penumbra": 1, "name": "t", "canvas": {"width": 200, "height": 120, "background": \(ground)},
     "cells": [\(below){"frame": [60, 40, 60, 40], "fill": "gray", "shadow": \(shadow)}]}
    """
  }

  private func faint(_ json: String) throws -> [LintFinding] {
    try lint(json).filter { $0.rule == .tooFaint }
  }

  @Test func aShadowOfTheGroundsColourIsTooFaint() throws {
    let white = #"{"color": "white", "opacity": 0.8, "radius": 4, "offset": [0, 3]}"#
    let black = #"{"color": "black", "opacity": 0.8, "radius": 4, "offset": [0, 3]}"#
    let dark = #""black""#
    #expect(try faint(scene(white, ground: #""white""#)).count == 1)
    #expect(try faint(scene(black, ground: dark)).count == 1)
    #expect(try faint(scene(white, ground: dark)).isEmpty)
    #expect(try faint(scene(black, ground: #""white""#)).isEmpty)
    // On a transparent canvas it is seen by whatever lies below.
    #expect(try faint(scene(white, ground: #""transparent""#)).isEmpty)
  }

  /// As an import draws every token: stripes of light and dark as one gradient.
  @Test func stripesOfAnImportAreGrounds() throws {
    let stripes =
      #"{"direction": "horizontal", "colors": ["white", "white", "black", "black"], "locations": [0, 0.6, 0.6, 1]}"#
    let cells = """
      {"frame": [40, 40, 40, 30], "fill": "gray", "shadow": {"color": "white", "radius": 4}},
      {"frame": [260, 40, 40, 30], "fill": "gray", "shadow": {"color": "white", "radius": 4}},
      {"frame": [140, 40, 40, 30], "fill": "gray", "shadow": {"color": "black", "radius": 4}},
      {"frame": [330, 40, 40, 30], "fill": "gray", "shadow": {"color": "black", "radius": 4}}
      """
    let found = try faint(
      """
      {"penumbra": 1, "name": "t", "canvas": {"width": 400, "height": 120, "background": \(stripes)},
       "cells": [\(cells)]}
      """)
    #expect(found.flatMap(\.cells).sorted() == ["0", "3"], "\(found.map(\.message))")
  }

  @Test func aCellBelowIsTheGround() throws {
    let panel = #"{"frame": [10, 10, 180, 100], "fill": "white"}, "#
    let white = #"{"color": "white", "opacity": 0.8, "radius": 4}"#
    #expect(try faint(scene(white, ground: #""black""#, below: panel)).count == 1)
    #expect(try faint(scene(white, ground: #""black""#)).isEmpty)
  }

  @Test func twoStylesThatSayTheSame() throws {
    let json = """
      {"penumbra": 1, "name": "t", "canvas": {"width": 300, "height": 120},
       "styles": {"a": {"fill": "white", "shadow": {"radius": 4, "opacity": 1}},
         "b": {"fill": "#ffffff", "shadow": {"radius": 4}}, "c": {"fill": "red"}},
       "cells": [{"style": "a", "frame": [40, 40, 40, 40]}, {"style": "b", "frame": [200, 40, 40, 40]}]}
      """
    let found = try lint(json).filter { $0.rule == .sameDrawing }
    #expect(found.map(\.cell) == ["styles/b"], "\(found.map(\.message))")
    let off = json.replacing(
      "\"styles\"", with: "\"lint\": {\"off\": {\"same-drawing\": \"two names\"}}, \"styles\"")
    #expect(try lint(off).filter { $0.rule == .sameDrawing }.isEmpty)
  }

  @Test func stylesThatACellCompletesAreNotTheSame() throws {
    let json = """
      {"penumbra": 1, "name": "t", "canvas": {"width": 100, "height": 100},
       "styles": {"plain": {"fill": "white"},
         "orange": {"fill": "white", "elevation": {"ambientColor": "orange"}},
         "large": {"fill": "white", "label": {"size": 30}},
         "small": {"fill": "white", "label": {"size": 9}}},
       "cells": [{"style": "plain", "frame": [40, 40, 40, 40]}]}
      """
    #expect(try lint(json).isEmpty)
  }

  private func faded(_ colors: String, size: Double = 20, color: String = "black") -> String {
    """
    {"penumbra": 1, "name": "fade", "canvas": {"width": 240, "height": 80},
     "cells": [{"frame": [20, 20, 200, 40], "fill": "white",
       "label": {"text": "A label that is faded", "size": \(size), "color": "\(color)"},
       "overlay": {"direction": "horizontal", "colors": \(colors)}}]}
    """
  }

  @Test func theOverlaysShareThatIsNamedIsReadable() throws {
    let finding = try #require(
      try lint(faded(#"["rgb(255 255 255 / 0.8)", "rgb(255 255 255 / 0.9)"]"#)).first)
    #expect(finding.rule == .lowContrast)
    // It fades from the first letter on: no width is advised.
    #expect(!finding.remedy.contains("within the first"), "\(finding.remedy)")
    let share = try #require(
      finding.remedy.split(separator: " ")
        .compactMap { Double($0.hasSuffix(".") ? $0.dropLast() : $0) }.first)
    #expect(share > 0 && share < 1)
    let fainter = #"["rgb(255 255 255 / \#(0.8 * share))", "rgb(255 255 255 / \#(0.9 * share))"]"#
    #expect(try lint(faded(fainter)).isEmpty)
  }

  @Test func textThatIsFaintWithoutOverlayNeedsAnotherColour() throws {
    let finding = try #require(
      try lint(faded(#"["rgb(255 255 255 / 0.1)", "white"]"#, color: "#cccccc")).first)
    #expect(finding.remedy.hasPrefix("Choose another colour"), "\(finding.remedy)")
  }
}
