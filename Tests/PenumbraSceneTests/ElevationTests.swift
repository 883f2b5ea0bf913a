import CSSValues
import PenumbraGraphics
import PenumbraScene
import Testing

@Suite("Elevation models")
struct ElevationTests {
  /// The second article's table, which cuts after two decimals.
  static let table: [(e: Double, ambient: Double, key: Double, offset: Double)] = [
    (1, 0.88, 0.66, 1.19), (2, 1.77, 1.33, 2.42), (3, 2.66, 1.99, 3.65), (5, 4.44, 3.33, 6.11),
    (8, 7.11, 5.33, 9.81), (13, 11.56, 8.66, 15.96),
  ]

  @Test("mdc gives the published table", arguments: table)
  func mdcTable(e: Double, ambient: Double, key: Double, offset: Double) throws {
    let shadows = try SceneText.cell(#""elevation": \#(e)"#).style.shadows
    try #require(shadows.count == 2)
    func cut(_ value: Double) -> Double { (value * 100).rounded(.down) / 100 }
    #expect(cut(shadows[0].sigma) == key)
    #expect(cut(shadows[0].offset.y) == offset)
    #expect(cut(shadows[1].sigma) == ambient)
    #expect(shadows.map(\.opacity) == [0.26, 0.08])
    #expect(shadows[0].offset.x == 0 && shadows[1].offset == .zero)
    #expect(shadows.allSatisfy { $0.isKnockedOut && $0.color == .black && $0.spread == 0 })
  }

  @Test("mdc follows its linear formulas to the last bit")
  func mdcFormula() {
    let shadows = Elevation(value: 4).shadows(kernel: .gaussian, isKnockedOut: false)
    #expect(shadows[0].sigma == 0.666920 * 4 - 0.001648)
    #expect(shadows[0].offset.y == 1.23118 * 4 - 0.03933)
    #expect(shadows[1].sigma == 0.889544 * 4 - 0.003701)
    #expect(shadows.map(\.isKnockedOut) == [true, true])
  }

  @Test("mdc draws nothing at or below 0, and no negative radius above", arguments: [0, -3])
  func mdcNothing(e: Double) throws {
    #expect(try SceneText.cell(#""elevation": \#(e)"#).style.shadows.isEmpty)
    let tiny = try SceneText.cell(#""elevation": 0.001"#).style.shadows
    #expect(tiny.map(\.sigma) == [0, 0])
  }

  @Test("radius: one shadow around", arguments: [0.0, 1, 13])
  func radius(e: Double) throws {
    let cell = try SceneText.cell(#""elevation": {"value": \#(e), "model": "radius"}"#)
    #expect(cell.style.shadows == [Shadow(sigma: e, opacity: 0.33)])
  }

  @Test("offset: the same, moved down by e")
  func offset() throws {
    let cell = try SceneText.cell(
      #""elevation": {"value": 5, "model": "offset"}, "knockout": false"#)
    #expect(
      cell.style.shadows == [
        Shadow(sigma: 5, offset: Point(x: 0, y: 5), opacity: 0.33, isKnockedOut: false)
      ])
  }

  @Test("dual: as offset, plus an ambient shadow that is always cut out")
  func dual() throws {
    let cell = try SceneText.cell(
      """
      "elevation": {"value": 3, "model": "dual", "ambientColor": "orange",
        "keyColor": "rgb(255 165 0 / 50%)"}, "knockout": false
      """)
    let orange = Color.rgb(0xFFA500)
    var half = orange
    half.alpha = 0.5
    #expect(
      cell.style.shadows == [
        Shadow(
          sigma: 3, offset: Point(x: 0, y: 3), opacity: 0.33, color: half, isKnockedOut: false),
        Shadow(sigma: 3, opacity: 0.11, color: orange, isKnockedOut: true),
      ])
  }

  @Test(
    "material-web is what the style sheets of its levels say",
    arguments: [
      (
        1,
        "0 2px 1px -1px rgb(0 0 0 / 20%), 0 1px 1px 0 rgb(0 0 0 / 14%), 0 1px 3px 0 rgb(0 0 0 / 12%)"
      ),
      (
        8,
        "0 5px 5px -3px rgb(0 0 0 / 20%), 0 8px 10px 1px rgb(0 0 0 / 14%), "
          + "0 3px 14px 2px rgb(0 0 0 / 12%)"
      ),
      (
        24,
        "0 11px 15px -7px rgb(0 0 0 / 20%), 0 24px 38px 3px rgb(0 0 0 / 14%), "
          + "0 9px 46px 8px rgb(0 0 0 / 12%)"
      ),
    ])
  func materialWeb(level: Int, css: String) throws {
    let cell = try SceneText.cell(#""elevation": {"value": \#(level), "model": "material-web"}"#)
    let sheet = try SceneText.cell(#""shadow": "\#(css)""#)
    func geometry(_ shadows: [Shadow]) -> [[Double]] {
      shadows.map { [$0.sigma, $0.offset.x, $0.offset.y, $0.spread] }
    }
    #expect(geometry(cell.style.shadows) == geometry(sheet.style.shadows))
    #expect(cell.style.shadows.map(\.opacity) == sheet.style.shadows.map(\.color.alpha))
  }

  @Test("material-web is linear between levels, and ends at 24")
  func materialWebBetween() throws {
    let half = try SceneText.cell(#""elevation": {"value": 0.5, "model": "material-web"}"#)
    #expect(half.style.shadows.map(\.sigma) == [0.25, 0.25, 0.75])
    #expect(half.style.shadows.map(\.offset.y) == [1, 0.5, 0.5])
    let none = try SceneText.cell(#""elevation": {"value": 0, "model": "material-web"}"#)
    #expect(none.style.shadows.isEmpty)
    let text = SceneText.cells(
      #"[{"frame": [0, 0, 1, 1], "elevation": {"value": 25, "model": "material-web"}}]"#)
    #expect(SceneText.error(text)?.kind == .invalidValue)
  }

  @Test(
    "models other than mdc want a height of at least 0",
    arguments: ["radius", "offset", "dual", "material-web"])
  func negative(model: String) {
    let text = SceneText.cells(
      #"[{"frame": [0, 0, 1, 1], "elevation": {"value": -1, "model": "\#(model)"}}]"#)
    #expect(SceneText.error(text)?.kind == .invalidValue)
  }
}
