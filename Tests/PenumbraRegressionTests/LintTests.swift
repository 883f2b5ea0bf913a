import Foundation
import PenumbraScene
import PenumbraTestSupport
import ShadowEngine
import Testing

@testable import PenumbraRegression

@Suite struct LintTests {
  private func lint(_ json: String) throws -> [LintFinding] {
    let outcome = try outcome(json)
    #expect(outcome.problems.isEmpty, "\(outcome.problems.map(\.message))")
    return outcome.findings
  }

  private func outcome(_ json: String, threads: Int = 2) throws -> Linter.Outcome {
    let scene = try SceneLoader.scene(Array(json.utf8), file: "test.json")
    let renderer = EngineRenderer(
      content: PatternContent(), settings: RenderSettings(instructionSet: .baseline))
    let linter = Linter(threads: threads) { try renderer.picture(of: $0) }
    return linter.lint(try scene.layOut(), file: "test.json", folder: ".")
  }

  private func only(_ rule: LintRule, _ json: String) throws -> LintFinding {
    let found = try lint(json)
    #expect(found.map(\.rule) == [rule], "\(found.map(\.message))")
    return try #require(found.first { $0.rule == rule })
  }

  /// A scene of one style's cells at frames.
  private func cells(
    _ style: String, frames: [[Double]], canvas: String = "\"width\": 400, \"height\": 300",
    extra: String = ""
  ) -> String {
    let list = frames.map { "{\"style\": \"s\", \"frame\": \($0)}" }.joined(separator: ", ")
    return """
      {"penumbra": 1, "name": "test", "canvas": {\(canvas)}, \(extra)
       "styles": {"s": {"fill": "#ffffff", \(style)}}, "cells": [\(list)]}
      """
  }

  /// A run of three cells that touch.
  private func run(_ position: String, radius: Double = 10, extra: String = "") -> String {
    """
    {"penumbra": 1, "name": "run", "canvas": {"width": 500, "height": 220}, \(extra)
     "sections": [{"name": "row",
       "group": {"width": 120, "height": 100, "items": [{}]}, "scrolling": "continuous",
       "contentInsets": {"top": 60, "leading": 60, "bottom": 60, "trailing": 60},
       "cells": {"repeat": 3, "style": {"fill": "#ffffff",
         "shadow": {"color": "#000000", "opacity": 0.6, "radius": \(radius)},
         "position": {"axis": "horizontal", \(position)}}}}]}
    """
  }

  /// The Gaussian's integral, for oracles.
  private func phi(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }

  @Test func aCellTooLargeToLintIsAProblem() throws {
    let outcome = try outcome(
      run("\"maskSpace\": 1e7, \"joinSpace\": 1e7, \"force\": \"middle\""))
    #expect(outcome.problems.contains { $0.message.contains("lint draws at most") })
  }

  // MARK: Seams

  @Test func aSeamThatDips() throws {
    let found = try lint(run("\"maskSpace\": 50, \"joinSpace\": 10"))
    let seams = found.filter { $0.rule == .seamDip }
    // An end meets the middle on either side.
    #expect(seams.map(\.count).reduce(0, +) == 2, "\(found.map(\.message))")
    // With joinSpace = sigma 84 % is left at the seam, phi(1), half a pixel from it a little more.
    for seam in seams { #expect(abs(seam.value - (1 - phi(1.05)) * 100) < 0.5, "\(seam.message)") }
    #expect(seams[0].unit == "%")
  }

  @Test func theJoinSpaceThatIsNamedCloses() throws {
    let seam = try #require(
      try lint(run("\"maskSpace\": 50, \"joinSpace\": 10")).first { $0.rule == .seamDip })
    let named = try #require(
      seam.remedy.split(separator: " ").compactMap { Double($0) }.first, "\(seam.remedy)")
    // A level of 153 / 2 at the edge is a dip of 1.3 %: phi(-2.2).
    #expect(named > 20 && named < 24, "\(seam.remedy)")
    let closed = try lint(run("\"maskSpace\": 50, \"joinSpace\": \(named)"))
    #expect(closed.filter { $0.rule == .seamDip }.isEmpty, "\(closed.map(\.message))")
    let short = try lint(run("\"maskSpace\": 50, \"joinSpace\": \(named - 0.5)"))
    #expect(!short.filter { $0.rule == .seamDip }.isEmpty)
  }

  @Test func aVerticalRunDipsToo() throws {
    let json = """
      {"penumbra": 1, "name": "column", "canvas": {"width": 220, "height": 500},
       "sections": [{"name": "rows",
         "group": {"axis": "vertical", "width": 100, "height": 120, "items": [{}]},
         "contentInsets": {"top": 60, "leading": 60, "bottom": 60, "trailing": 60},
         "cells": {"repeat": 3, "style": {"fill": "#ffffff",
           "shadow": {"opacity": 0.6, "radius": 10},
           "position": {"axis": "vertical", "maskSpace": 50}}}}]}
      """
    let seams = try lint(json).filter { $0.rule == .seamDip }
    // Without joinSpace half of the shadow is left at the seam, half a pixel from it a little more.
    #expect(!seams.isEmpty)
    for seam in seams { #expect(abs(seam.value - (1 - phi(0.05)) * 100) < 1, "\(seam.message)") }
  }

  // MARK: Cuts

  @Test func aMaskThatIsTooNarrow() throws {
    let found = try lint(run("\"maskSpace\": 12, \"joinSpace\": 30"))
    let cuts = found.filter { $0.rule == .cutByMaskSpace }
    #expect(!cuts.isEmpty)
    // What is left 12 points out at sigma 10: 153 * phi(-1.25), half a pixel further on.
    let expected = 153 * phi(-1.25)
    #expect(cuts.contains { abs($0.value - expected) < 0.8 }, "\(cuts.map(\.message)) \(expected)")
    let need = try #require(
      cuts[0].remedy.split(whereSeparator: { " :".contains($0) }).compactMap { Double($0) }.first)
    let mended = try lint(run("\"maskSpace\": \(need), \"joinSpace\": 30"))
    #expect(mended.filter { $0.rule == .cutByMaskSpace }.isEmpty, "\(mended.map(\.message))")
  }

  @Test func aCanvasThatIsTooSmall() throws {
    let finding = try only(
      .cutByCanvas,
      cells("\"shadow\": {\"opacity\": 1, \"radius\": 6}", frames: [[100, 100, 292, 100]]))
    // 8 points are left to the right of a shadow of sigma 6.
    #expect(abs(finding.value - 255 * phi(-8.5 / 6)) < 1, "\(finding.message)")
  }

  /// A canvas has no more room at the left and the top; cells move there.
  @Test(
    arguments: [
      ([100, 100, 292, 100], "300"), ([5, 100, 100, 100], "300"), ([100, 7, 100, 100], "300"),
      ([6, 8, 390, 285], "300"), ([100, 100, 100, 196], "300"), ([8, 4, 100, 100], "\"fit\""),
    ] as [([Double], String)])
  func theCanvasThatIsNamedShowsAll(frame: [Double], height: String) throws {
    let shadow = "\"shadow\": {\"opacity\": 1, \"radius\": 6}"
    let finding = try only(
      .cutByCanvas,
      cells(shadow, frames: [frame], canvas: "\"width\": 400, \"height\": \(height)"))
    func number(_ pattern: Regex<(Substring, Substring)>) -> Double? {
      finding.remedy.firstMatch(of: pattern).flatMap { Double($0.1) }
    }
    let width = try #require(number(/canvas ([0-9.]+) x/), "\(finding.remedy)")
    let tall = try #require(number(/x ([0-9.]+) points/), "\(finding.remedy)")
    let moved = [
      frame[0] + (number(/([0-9.]+) points to the right/) ?? 0),
      frame[1] + (number(/([0-9.]+) points down/) ?? 0), frame[2], frame[3],
    ]
    let mended = try lint(
      cells(shadow, frames: [moved], canvas: "\"width\": \(width), \"height\": \(tall)"))
    #expect(mended.isEmpty, "\(finding.remedy): \(mended.map(\.message))")
  }

  @Test func aCellThatIsCutItselfIsLeftAlone() throws {
    #expect(
      try lint(
        cells("\"shadow\": {\"opacity\": 1, \"radius\": 6}", frames: [[300, 100, 292, 100]])
      )
      .isEmpty)
  }

  @Test func aMaskOfTheCellEatsItsShadow() throws {
    let finding = try only(
      .cutByClip,
      cells(
        "\"shadow\": {\"opacity\": 0.5, \"radius\": 5}, "
          + "\"mask\": {\"shape\": \"rect\", \"frame\": [0, 0, 100, 100]}",
        frames: [[100, 100, 100, 100]]))
    #expect(abs(finding.value - 127.5 * phi(-0.1)) < 1, "\(finding.message)")
  }

  // MARK: Falls

  @Test func aShadowOnItsNeighbour() throws {
    let style = "\"shadow\": {\"opacity\": 0.5, \"radius\": 8}"
    let finding = try only(
      .fallsOnNeighbour, cells(style, frames: [[100, 100, 80, 80], [190, 100, 80, 80]]))
    // The later cell's shadow on the earlier, 10 points off.
    #expect(abs(finding.value - 127.5 * phi(-10.5 / 8)) < 1, "\(finding.message)")
    let need = try #require(finding.remedy.split(separator: " ").compactMap { Double($0) }.first)
    #expect(
      try lint(cells(style, frames: [[90, 100, 80, 80], [170 + need, 100, 80, 80]])).isEmpty)
  }

  @Test func cellsThatOverlapMeanTheirShadow() throws {
    let style = "\"shadow\": {\"opacity\": 0.5, \"radius\": 8}"
    #expect(
      try lint(cells(style, frames: [[100, 100, 80, 80], [140, 120, 80, 80]])).isEmpty)
  }

  @Test func aShadowOnAnotherSection() throws {
    let section = """
      "group": {"width": 120, "height": 80, "items": [{}]},
      "contentInsets": {"top": 0, "leading": 90, "bottom": 0, "trailing": 90},
      "cells": {"repeat": 1, "style": {"fill": "#ffffff",
        "shadow": {"opacity": 0.5, "radius": 8, "offset": [0, -6]}}}
      """
    let finding = try only(
      .fallsOnSection,
      """
      {"penumbra": 1, "name": "two", "canvas": {"width": 300, "height": 400},
       "interSectionSpacing": 12,
       "sections": [{"name": "a", \(section.replacingOccurrences(of: "\"top\": 0", with: "\"top\": 60"))},
         {"name": "b", \(section)}]}
      """)
    #expect(finding.cell == "b/0")
    #expect(finding.remedy.contains("interSectionSpacing"))
  }

  // MARK: Faint and equal

  @Test func aShadowThatCannotBeSeen() throws {
    let finding = try only(
      .tooFaint,
      cells(
        "\"shadow\": [{\"opacity\": 0.4, \"radius\": 2, \"offset\": [0, 2]}, "
          + "{\"opacity\": 0.005, \"radius\": 6}]",
        frames: [[100, 100, 80, 80]]))
    #expect(finding.value < 1 && abs(finding.value - 255 * 0.005 * phi(-0.5 / 6)) < 0.02)
    #expect(finding.message.contains("Shadow 2 of 2"), "\(finding.message)")
    let inset = try only(
      .tooFaint,
      cells(
        "\"shadow\": {\"opacity\": 0.004, \"radius\": 6, \"inset\": true}",
        frames: [[100, 100, 80, 80]]))
    #expect(inset.value < 1)
    #expect(
      try lint(
        cells(
          "\"shadow\": {\"opacity\": 0.6, \"radius\": 6, \"inset\": true}",
          frames: [[100, 100, 80, 80]])
      ).isEmpty)
  }

  @Test func stylesThatDrawTheSame() throws {
    func matrix(_ opacities: String) -> String {
      """
      {"penumbra": 1, "name": "sweep", "canvas": {"width": 600, "height": 200},
       "matrix": {"style": {"fill": "#ffffff", "shadow": {"radius": 4, "opacity": 0.3}},
         "cell": {"width": 80, "height": 60}, "columns": 3, "gap": 60,
         "vary": {"shadow.opacity": \(opacities)}}}
      """
    }
    let finding = try only(.sameDrawing, matrix("[0.3, 0.5, 0.3000001]"))
    #expect(finding.message.contains("shadow.opacity (0.3, 0.3000001)"), "\(finding.message)")
    #expect(finding.cell == "2" && finding.message.contains("as 0"))
    #expect(try lint(matrix("[0.3, 0.5, 0.31]")).isEmpty)
  }

  // MARK: Elevation

  private func ladder(_ model: String, extra: String = "", _ values: [Double]) -> String {
    """
    {"penumbra": 1, "name": "ladder", "canvas": {"width": 1400, "height": 500},
     "matrix": {"style": {"fill": "#ffffff", "cornerRadius": 4,
         "elevation": {"value": 1, "model": "\(model)"} \(extra)},
       "cell": {"width": 120, "height": 120}, "columns": 6, "gap": 90,
       "vary": {"elevation.value": \(values)}}}
    """
  }

  @Test(arguments: ["radius", "offset", "dual", "mdc"])
  func noModelInverts(model: String) throws {
    let found = try lint(ladder(model, [1, 2, 3, 5, 8, 13]))
    #expect(found.isEmpty, "\(found.map(\.message))")
  }

  @Test func aHigherCardThatIsDarkerAtItsEdge() throws {
    let json = """
      {"penumbra": 1, "name": "cards", "canvas": {"width": 800, "height": 300},
       "cells": [
         {"frame": [60, 80, 120, 120], "fill": "#ffffff", "elevation": {"value": 2, "model": "mdc"}},
         {"frame": [300, 80, 120, 120], "fill": "#ffffff",
          "elevation": {"value": 8, "model": "mdc"},
          "shadow": {"opacity": 0.2, "radius": 8}}]}
      """
    let finding = try only(.elevationInversion, json)
    #expect(finding.cell == "1")
    // Both have .26 and .08 at the edge; the second has .2 / 2 over them.
    #expect(finding.value > 15 && finding.value < 25, "\(finding.message)")
  }

  // MARK: Contrast

  @Test func textThatFadesAway() throws {
    let cell = """
      {"frame": [20, 20, 200, 40], "fill": "#ffffff",
       "label": {"text": "A label that is faded", "size": 20, "color": "#000000"}
      """
    func scene(_ overlay: String) -> String {
      """
      {"penumbra": 1, "name": "fade", "canvas": {"width": 240, "height": 80},
       "cells": [\(cell)\(overlay)}]}
      """
    }
    let finding = try only(
      .lowContrast,
      scene(
        ", \"overlay\": {\"direction\": \"horizontal\", \"colors\": [\"#ffffff03\", \"#ffffff\"]}"))
    #expect(finding.value < 1.5 && finding.unit == ":1", "\(finding.message)")
    #expect(try lint(scene("")).isEmpty)
    #expect(
      try lint(
        scene(
          ", \"overlay\": {\"direction\": \"horizontal\", "
            + "\"colors\": [\"#ffffff03\", \"#ffffff20\"]}")
      ).isEmpty)
  }

  // MARK: Switching off

  @Test func rulesAreSwitchedOffWithAReason() throws {
    let style = "\"shadow\": {\"opacity\": 0.5, \"radius\": 8}"
    let off = "\"lint\": {\"off\": {\"falls-on-neighbour\": \"they are meant to touch\"}}"
    let frames = [[100.0, 100, 80, 80], [190, 100, 80, 80]]
    #expect(try lint(cells(style, frames: frames, extra: off + ",")).isEmpty)
    #expect(try lint(cells("\(style), \(off)", frames: frames)).isEmpty)
    #expect(try lint(cells(style, frames: frames)).count == 1)
  }

  @Test func aRuleThatDoesNotExistIsSaid() throws {
    let problems = try outcome(
      cells(
        "\"shadow\": {\"opacity\": 0.5, \"radius\": 8}", frames: [[100, 100, 80, 80]],
        extra: "\"lint\": {\"off\": {\"seam-dips\": \"a slip of the pen\"}},")
    ).problems
    #expect(problems.count == 1 && problems[0].message.contains("seam-dips"))
  }

  @Test func cellsThatLookAlikeAreOneFinding() throws {
    var frames: [[Double]] = []
    for index in 0..<12 {
      let (row, column) = index.quotientAndRemainder(dividingBy: 4)
      frames.append([Double(column) * 90 + 20, Double(row) * 90 + 20, 80, 80])
    }
    let found = try lint(cells("\"shadow\": {\"opacity\": 0.5, \"radius\": 6}", frames: frames))
    let falls = found.filter { $0.rule == .fallsOnNeighbour }.map(\.count)
    #expect(falls.reduce(0, +) == 11)
    #expect(found.count <= 4, "\(found.map(\.message))")
  }

  @Test func threadsChangeNothing() throws {
    let json = run("\"maskSpace\": 12, \"joinSpace\": 10")
    let one = try outcome(json, threads: 1).findings
    for threads in [2, 5] { #expect(try outcome(json, threads: threads).findings == one) }
  }
}
