import PenumbraGraphics
import PenumbraScene
import Testing

@Suite("Styles")
struct StyleTests {
  @Test("a cell that says nothing draws nothing")
  func empty() throws {
    let cell = try SceneText.cell("")
    #expect(cell.style == ResolvedStyle())
    #expect(cell.frame == Rect(x: 10, y: 20, width: 100, height: 60))
    #expect(cell.shadowPath == RoundedRect(rect: Rect(x: 0, y: 0, width: 100, height: 60)))
    #expect(cell.position == nil && cell.positionMask == nil)
  }

  @Test(
    "the system colours of iOS on a light ground",
    arguments: [
      ("systemRed", 0xFF3B30), ("systemOrange", 0xFF9500), ("systemYellow", 0xFFCC00),
      ("systemGreen", 0x34C759), ("systemMint", 0x00C7BE), ("systemTeal", 0x30B0C7),
      ("systemCyan", 0x32ADE6), ("systemBlue", 0x007AFF), ("systemIndigo", 0x5856D6),
      ("systemPurple", 0xAF52DE), ("systemPink", 0xFF2D55), ("systemBrown", 0xA2845E),
      ("systemGray", 0x8E8E93), ("systemGray2", 0xAEAEB2), ("systemGray3", 0xC7C7CC),
      ("systemGray4", 0xD1D1D6), ("systemGray5", 0xE5E5EA), ("systemGray6", 0xF2F2F7),
      ("label", 0), ("systemBackground", 0xFFFFFF), ("secondarySystemBackground", 0xF2F2F7),
    ] as [(String, UInt32)])
  func systemColors(name: String, rgb: UInt32) throws {
    #expect(try SceneText.cell(#""fill": "\#(name)""#).style.fill == .color(.rgb(rgb)))
  }

  @Test(
    "CSS colours",
    arguments: [
      ("#de3e3e", Color.rgb(0xDE3E3E)), ("#f00", .rgb(0xFF0000)), ("white", .white),
      ("transparent", .transparent),
      ("#00000080", Color(red: 0, green: 0, blue: 0, alpha: 128.0 / 255)),
      ("rgb(255 255 255 / 1%)", Color(red: 1, green: 1, blue: 1, alpha: 0.01)),
      ("rgba(255, 0, 0, 0.5)", Color(red: 1, green: 0, blue: 0, alpha: 0.5)),
    ])
  func cssColors(text: String, color: Color) throws {
    #expect(try SceneText.cell(#""fill": "\#(text)""#).style.fill == .color(color))
  }

  @Test("radius and sigma are the standard deviation, blur is twice it")
  func blurWords() throws {
    for (key, sigma) in [("radius", 10.0), ("sigma", 10), ("blur", 5)] {
      let shadow = try SceneText.cell(#""shadow": {"\#(key)": 10}"#).style.shadows
      #expect(shadow == [Shadow(sigma: sigma)])
    }
  }

  @Test("every key of a shadow")
  func shadowKeys() throws {
    let cell = try SceneText.cell(
      """
      "shadow": {"color": "systemRed", "opacity": 0.6, "offset": [1.5, -2], "spread": -3,
        "spreadRule": "css3", "inset": true, "kernel": "coreGraphics", "radius": 8}
      """)
    #expect(
      cell.style.shadows == [
        Shadow(
          sigma: 8, offset: Point(x: 1.5, y: -2), spread: -3, opacity: 0.6,
          color: .rgb(0xFF3B30), isInset: true, kernel: .coreGraphics)
      ])
  }

  @Test("a CSS string is a list of shadows, the first on top")
  func cssShadows() throws {
    let css = Shadow(
      sigma: 6, offset: Point(x: 0, y: 4), spread: -2,
      color: Color(red: 0, green: 0, blue: 0, alpha: 0.25))
    let inset = Shadow(sigma: 0, offset: Point(x: 0, y: 1), color: .white, isInset: true)
    let text = #""0 4px 12px -2px rgb(0 0 0 / 25%), inset 0 1px #fff""#
    #expect(try SceneText.cell(#""shadow": \#(text)"#).style.shadows == [css, inset])
    let mixed = try SceneText.cell(#""shadow": [{"sigma": 1}, \#(text)]"#)
    #expect(mixed.style.shadows == [Shadow(sigma: 1), css, inset])
    #expect(try SceneText.cell(#""shadow": "none""#).style.shadows.isEmpty)
    let system = try SceneText.cell(#""shadow": "0 0 2px systemMint""#)
    #expect(system.style.shadows == [Shadow(sigma: 1, color: .rgb(0x00C7BE))])
  }

  @Test("explicit shadows lie above those of the elevation, key above ambient")
  func shadowOrder() throws {
    let cell = try SceneText.cell(#""shadow": {"sigma": 1}, "elevation": 2"#)
    #expect(cell.style.shadows.map(\.opacity) == [1, 0.26, 0.08])
  }

  @Test("knock-out is on unless switched off, for the cell or for one shadow")
  func knockout() throws {
    let shadows = #""shadow": [{"sigma": 1}, {"sigma": 2, "knockout": true}]"#
    #expect(try SceneText.cell(shadows).style.shadows.map(\.isKnockedOut) == [true, true])
    let off = try SceneText.cell(shadows + #", "knockout": false"#)
    #expect(off.style.shadows.map(\.isKnockedOut) == [false, true])
  }

  @Test("the content can cast the shadow")
  func shadowOf() throws {
    let cell = try SceneText.cell(
      #""shadowOf": "content", "shadow": [{"sigma": 1}, {"sigma": 2, "inset": true}]"#)
    #expect(cell.style.shadows.map(\.caster) == [.content, .shape])
    // As drop-shadow() has it, unless the cell says otherwise.
    #expect(cell.style.shadows[0].isKnockedOut == false)
    let raised = try SceneText.cell(#""shadowOf": "content", "elevation": 2, "knockout": true"#)
    #expect(raised.style.shadows.map(\.isKnockedOut) == [true, true])
    #expect(raised.style.shadows.map(\.caster) == [.content, .content])
  }

  @Test("corner radii and curves")
  func corners() throws {
    let one = try SceneText.cell(#""cornerRadius": 16, "cornerCurve": "continuous""#)
    #expect(one.style.radii == Corners(all: 16))
    #expect(one.style.curve == .continuous)
    #expect(one.shadowPath.radii == Corners(all: 16) && one.shadowPath.curve == .continuous)
    let four = try SceneText.cell(#""cornerRadius": [1, 2, 3, 4]"#)
    #expect(
      four.style.radii == Corners(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4))
  }

  @Test("gradients: directions, free lines, locations")
  func gradients() throws {
    let across = try SceneText.cell(
      #""overlay": {"direction": "horizontal", "colors": ["rgb(255 255 255 / 1%)", "white"]}"#)
    let faint = Color(red: 1, green: 1, blue: 1, alpha: 0.01)
    #expect(
      across.style.overlay
        == Gradient(
          start: Point(x: 0, y: 0), end: Point(x: 1, y: 0),
          stops: [.init(location: 0, color: faint), .init(location: 1, color: .white)]))
    let down = try SceneText.cell(
      """
      "fill": {"direction": "vertical", "colors": ["red", "lime", "blue"],
        "locations": [0.1, 0.1, 0.9], "interpolation": "straight"}
      """)
    #expect(
      down.style.fill
        == .gradient(
          Gradient(
            start: .zero, end: Point(x: 0, y: 1),
            stops: [
              .init(location: 0.1, color: .rgb(0xFF0000)),
              .init(location: 0.1, color: .rgb(0x00FF00)),
              .init(location: 0.9, color: .rgb(0x0000FF)),
            ], interpolation: .straight)))
    let free = try SceneText.cell(
      #""fill": {"start": [0.25, -1], "end": [0.75, 2], "colors": ["black", "white", "black"]}"#)
    guard case .gradient(let gradient) = free.style.fill else {
      Issue.record("no gradient")
      return
    }
    #expect(gradient.start == Point(x: 0.25, y: -1) && gradient.end == Point(x: 0.75, y: 2))
    #expect(gradient.stops.map(\.location) == [0, 0.5, 1])
  }

  @Test("images are recorded once, with the place that names them")
  func images() throws {
    let text = SceneText.cells(
      """
      [{"frame": [0, 0, 1, 1], "fill": {"image": "a.jpg"}},
       {"frame": [0, 0, 1, 1], "fill": {"image": "b/c.png", "mode": "contain"}},
       {"frame": [0, 0, 1, 1], "fill": {"image": "a.jpg", "mode": "stretch"}}]
      """)
    let scene = try SceneText.load(text)
    #expect(scene.images.map(\.path) == ["a.jpg", "b/c.png"])
    #expect(scene.images.map(\.jsonPath) == ["$.cells[0].fill.image", "$.cells[1].fill.image"])
    #expect(scene.images.map(\.line) == [1, 2])
    let fills = try scene.layOut().sections[0].cells.map(\.style.fill)
    #expect(
      fills == [
        .image(ImagePaint(path: "a.jpg")),
        .image(ImagePaint(path: "b/c.png", mode: .contain)),
        .image(ImagePaint(path: "a.jpg", mode: .stretch)),
      ])
  }

  @Test("labels: a text alone, or with how it is set")
  func labels() throws {
    #expect(try SceneText.cell(#""label": "Tag""#).style.label == Label(text: "Tag"))
    #expect(try SceneText.cell(#""label": """#).style.label == nil)
    let full = try SceneText.cell(
      """
      "label": {"text": "<b>", "size": 20, "weight": "semibold", "color": "white",
        "align": "center", "lines": 0, "insets": {"leading": 4, "top": 2}}
      """)
    #expect(
      full.style.label
        == Label(
          text: "<b>", size: 20, weight: 600, color: .white, alignment: .center, lines: 0,
          insets: EdgeInsets(top: 2, leading: 4, bottom: 0, trailing: 0)))
    #expect(
      try SceneText.cell(#""label": {"text": "x", "insets": 3}"#).style.label?.insets
        == EdgeInsets(top: 3, leading: 3, bottom: 3, trailing: 3))
  }

  @Test("masks")
  func masks() throws {
    let circle = try SceneText.cell(
      #""mask": {"shape": "circle", "frame": [-50, 0, 200, 200], "rule": "evenOdd"}"#)
    #expect(
      circle.style.mask
        == Mask(
          shape: .circle, frame: Rect(x: -50, y: 0, width: 200, height: 200), rule: .evenOdd))
    let rounded = try SceneText.cell(
      #""mask": {"shape": "roundedRect", "frame": [0, 0, 2, 3], "radius": 1}, "opacity": 0.5"#)
    #expect(
      rounded.style.mask
        == Mask(shape: .roundedRect, frame: Rect(x: 0, y: 0, width: 2, height: 3), radius: 1))
    #expect(rounded.style.opacity == 0.5)
  }

  @Test("a style extends another, the upper one's keys win")
  func extends() throws {
    let styles = """
      "styles": {
        "top": {"extends": "middle", "cornerRadius": 3},
        "middle": {"extends": "base", "fill": "red", "cornerRadius": 2},
        "base": {"fill": "blue", "cornerRadius": 1, "opacity": 0.25, "shadow": {"sigma": 1}}
      }
      """
    let cell = try SceneText.cell(#""style": "top", "shadow": []"#, more: styles)
    #expect(cell.style.fill == .color(.rgb(0xFF0000)))
    #expect(cell.style.radii == Corners(all: 3))
    #expect(cell.style.opacity == 0.25)
    #expect(cell.style.shadows.isEmpty)
    let middle = try SceneText.cell(#""style": "middle""#, more: styles)
    #expect(middle.style.radii == Corners(all: 2))
    #expect(middle.style.shadows == [Shadow(sigma: 1)])
    let extended = try SceneText.cell(#""extends": "base""#, more: styles)
    #expect(extended.style.shadows == [Shadow(sigma: 1)])
  }

  @Test("elevation, position and label win part by part")
  func partwise() throws {
    let styles = """
      "styles": {"card": {"elevation": {"value": 4, "model": "offset", "keyColor": "red"},
        "position": {"maskSpace": 50, "joinSpace": 10}, "label": {"text": "a", "size": 9}}}
      """
    let cell = try SceneText.cell(
      #""style": "card", "elevation": 2, "position": {"force": "middle"}, "label": "b""#,
      more: styles)
    #expect(cell.style.elevation == Elevation(value: 2, model: .offset, keyColor: .rgb(0xFF0000)))
    #expect(cell.style.position == PositionRule(maskSpace: 50, joinSpace: 10, force: .middle))
    #expect(cell.style.label == Label(text: "b", size: 9))
    #expect(cell.positionMask == Rect(x: 0, y: -50, width: 100, height: 160))
  }

  @Test("the kernel: the caller's above the shadow's above the scene's")
  func kernels() throws {
    let text = SceneText.cells(
      """
      [{"frame": [0, 0, 9, 9], "elevation": 1,
        "shadow": [{"sigma": 1}, {"sigma": 1, "kernel": "renderServer"}]}]
      """, more: #""kernel": "coreGraphics""#)
    let own = try SceneText.layOut(text).sections[0].cells[0].style.shadows.map(\.kernel)
    #expect(own == [.coreGraphics, .renderServer, .coreGraphics, .coreGraphics])
    let forced = try SceneText.layOut(text, LayoutOptions(kernel: .gaussian))
    #expect(forced.sections[0].cells[0].style.shadows.allSatisfy { $0.kernel == .gaussian })
  }

  @Test("lint rules are switched off with a reason")
  func lint() throws {
    let styles = #""styles": {"card": {"lint": {"off": {"seam": "on purpose", "cut": "shown"}}}}"#
    let cell = try SceneText.cell(
      #""style": "card", "lint": {"off": {"cut": "cropped art"}}"#, more: styles)
    #expect(cell.lint.reasons == ["seam": "on purpose", "cut": "cropped art"])
    let scene = try SceneText.layOut(
      SceneText.cells("[]", more: #""lint": {"off": {"faint": "a demonstration"}}"#))
    #expect(scene.lint.reasons == ["faint": "a demonstration"])
  }

  @Test("comments stand at scene and style level and say nothing")
  func comments() throws {
    let more = #""comment": "From the tokens of 2025.", "styles": {"a": {"comment": "a token"}}"#
    let text = SceneText.cells(#"[{"frame": [0,0,1,1], "style": "a"}]"#, more: more)
    #expect(try SceneText.load(text).comment == "From the tokens of 2025.")
    #expect(try SceneText.layOut(text).sections[0].cells[0].style == ResolvedStyle())
  }

  @Test("canvas: scale, background, dither")
  func canvas() throws {
    let text = SceneText.cells(
      "[]", canvas: #"{"width": 10.5, "height": 20, "scale": 1.5, "dither": "ordered"}"#)
    let scene = try SceneText.layOut(text)
    #expect(
      scene.canvas == Canvas(width: 10.5, height: 20, scale: 1.5, dither: .ordered))
    #expect(try SceneText.layOut(text, LayoutOptions(scale: 2)).canvas.scale == 2)
    let clear = try SceneText.layOut(
      SceneText.cells(
        "[]", canvas: #"{"width": 1, "height": 1, "background": "transparent"}"#))
    #expect(clear.canvas.background == .color(.transparent))
    #expect(throws: SceneError.self) { try SceneText.layOut(text, LayoutOptions(scale: 0)) }
    #expect(throws: SceneError.self) {
      try SceneText.layOut(text, LayoutOptions(scale: 1_000_000))
    }
  }
}
