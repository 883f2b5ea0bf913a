import Foundation
import OrderedJSON
import PenumbraTestSupport
import Testing

/// Fonts are the machine's own: what they lack is said, and nothing is replaced silently.
@Suite struct FontTests {
  private let folder: TemporaryFolder
  private static let dejaVu = "/usr/share/fonts/truetype/dejavu"
  private static let hasDejaVu = FileManager.default.fileExists(atPath: dejaVu + "/DejaVuSans.ttf")

  init() throws { folder = try TemporaryFolder() }

  /// Lets fontconfig know the fonts of some folders only.
  private func fonts(_ folders: [String]) throws -> [String: String] {
    let lines = folders.map { "<dir>\($0)</dir>" }.joined()
    try folder.write(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
      <fontconfig>\(lines)<cachedir>\(folder.file("cache"))</cachedir></fontconfig>
      """, "fonts.conf")
    return ["FONTCONFIG_FILE": folder.file("fonts.conf")]
  }

  private func scene(_ name: String, _ cells: String) -> String {
    """
    {"penumbra": 1, "name": "\(name)", "canvas": {"width": 200, "height": 60},
     "cells": [\(cells)]}
    """
  }

  private func cell(_ label: String, name: String? = nil) -> String {
    let name = name.map { "\"name\": \"\($0)\", " } ?? ""
    return "{\(name)\"frame\": [5, 5, 190, 30], \"label\": \(label)}"
  }

  @Test(
    .enabled(if: hasDejaVu, "needs fonts-dejavu-core"),
    arguments: [
      ("\u{3053}\u{3093}\u{306B}", ["Hiragana (Japanese)"], "fonts-noto-cjk"),
      ("\u{65E5}\u{672C} A", ["Han (Chinese, Japanese)"], "fonts-noto-cjk"),
      ("\u{30AB}\u{65E5}", ["Katakana (Japanese)", "Han (Chinese, Japanese)"], "fonts-noto-cjk"),
      ("\u{D55C}\u{AE00}", ["Hangul (Korean)"], "fonts-noto-cjk"),
      ("\u{0E01}\u{0E2E}", ["Thai"], "fonts-noto-core"),
      (
        "\u{0928}\u{092E}\u{0938}\u{094D}\u{0924}\u{0947}", ["Devanagari (Hindi)"],
        "fonts-noto-core"
      ),
      ("ok \u{1F9E9}", ["emoji"], "fonts-noto-color-emoji"),
      ("\u{13A0}\u{13A1}", ["the script Cher"], "fonts-noto-core"),
      ("\u{E123}", ["private or unassigned characters"], "install a font"),
    ])
  func aScriptThatNoFontDrawsIsNamed(text: String, scripts: [String], cure: String) throws {
    let environment = try fonts([Self.dejaVu])
    let cells =
      cell("\"plain\"") + "," + cell("\"\(text)\"") + "," + cell("{\"text\": \"\(text)\"}")
    try folder.write(scene("text", cells), "c/text.json")
    let check = ["--baseline", folder.file("base"), "--report", folder.file("report"), "--update"]
    let isUsual = scripts.count > 1
    for command in isUsual || Sweep.isWhole ? ["render", "cells", "sheet", "check"] : ["render"] {
      let ending = try PenumbraCommand.run(
        [command, folder.file("c")]
          + (command == "check" ? check : ["-o", folder.file("out-\(command)")]),
        environment: environment)
      #expect(ending.code == 0, "\(ending.errors)")
      let notes = ending.errors.split(separator: "\n").filter { $0.contains("no font") }
      #expect(notes.count == scripts.count, "\(command): \(ending.errors)")
      for (note, script) in zip(notes, scripts) {
        #expect(note.contains("c/text.json: $.cells[1] (and 1 more): "), "\(note)")
        #expect(note.contains(script) && note.contains(cure), "\(note)")
      }
    }
    let lint = try PenumbraCommand.run(
      ["lint", folder.file("c"), "--json"], environment: environment)
    #expect(lint.code == 1)
    let rules = try lint.output.split(separator: "\n").map {
      try JSONText.parse(String($0))["rule"]?.string
    }
    #expect(rules.filter { $0 == "missing-glyphs" }.count == scripts.count, "\(lint.output)")
    #expect(lint.output.lowercased().contains(cure))
  }

  @Test(.enabled(if: hasDejaVu, "needs fonts-dejavu-core"))
  func whatTheFontsDrawIsNotWarnedOf() throws {
    let environment = try fonts([Self.dejaVu])
    let texts = [
      "Hello, Stra\u{DF}e \u{2026} 12\u{20AC}", "e\u{301} \u{1EC7}", "\u{3B1}\u{3B2}\u{3A9}",
      "\u{416}\u{438}\u{432}", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{633}\u{644}\u{627}\u{645}",
      "a\u{200D}b\u{FE0F}\u{200B}", "two\\nlines\\ttab", "\u{2192} \u{2713} \u{263A}",
    ]
    try folder.write(
      scene("text", texts.map { cell("\"\($0)\"") }.joined(separator: ",")), "c.json")
    for command in ["render", "cells", "sheet"] {
      let ending = try PenumbraCommand.run(
        [command, folder.file("c.json"), "-o", folder.file("out")], environment: environment)
      #expect(ending.code == 0)
      #expect(!ending.errors.contains("no font"), "\(ending.errors)")
    }
    let lint = try PenumbraCommand.run(["lint", folder.file("c.json")], environment: environment)
    #expect(!lint.output.contains("missing-glyphs"), "\(lint.output)")
  }

  @Test(.enabled(if: hasDejaVu, "needs fonts-dejavu-core"))
  func captionsOfASheetAreTextToo() throws {
    let environment = try fonts([Self.dejaVu])
    try folder.write(scene("text", cell("\"a\"", name: "\u{65E5}\u{672C}")), "c.json")
    for (options, isTold) in [([], true), (["--no-captions"], false)] {
      let ending = try PenumbraCommand.run(
        ["sheet", folder.file("c.json"), "-o", folder.file("out")] + options,
        environment: environment)
      #expect(ending.code == 0)
      #expect(ending.errors.contains("no font") == isTold, "\(ending.errors)")
    }
  }

  /// The notes of a command about letters that no font draws.
  private func notes(
    _ command: String, _ environment: [String: String]
  ) throws -> [Substring] {
    let ending = try PenumbraCommand.run(
      [command, folder.file("c.json"), "-o", folder.file("out")], environment: environment)
    #expect(ending.code == 0, "\(ending.errors)")
    return ending.errors.split(separator: "\n").filter { $0.contains("no font") }
  }

  @Test(
    .enabled(if: hasDejaVu, "needs fonts-dejavu-core"),
    arguments: [
      // One line of two, and a line that ends in an ellipsis.
      (#"{"text": "plain\n\u65E5\u672C"}"#, "[5, 5, 190, 30]"),
      (##""a longer word, and then \u65E5\u672C""##, "[5, 5, 60, 20]"),
      (##"{"text": "\u65E5\u672C", "color": "#00000000"}"##, "[5, 5, 190, 30]"),
      (#"{"text": "\u65E5", "insets": {"leading": 100, "trailing": 100}}"#, "[5, 5, 190, 30]"),
    ])
  func whatIsCutOffATextIsNotWarnedOf(label: String, frame: String) throws {
    let environment = try fonts([Self.dejaVu])
    try folder.write(scene("text", "{\"frame\": \(frame), \"label\": \(label)}"), "c.json")
    for command in ["render", "cells", "sheet"] {
      #expect(try notes(command, environment) == [])
    }
    let lint = try PenumbraCommand.run(["lint", folder.file("c.json")], environment: environment)
    #expect(!lint.output.contains("missing-glyphs"), "\(lint.output)")
    // With room for it the same text is drawn.
    guard !label.contains("color"), !label.contains("insets") else { return }
    try folder.write(
      scene("text", "{\"frame\": [5, 5, 400, 50], \"label\": \(wrapped(label))}"), "c.json")
    #expect(try notes("render", environment).count == 1)
  }

  private func wrapped(_ label: String) -> String {
    let text = label.hasPrefix("{") ? String(label.dropLast()) : "{\"text\": \(label)"
    return text + ", \"lines\": 2}"
  }

  @Test(.enabled(if: hasDejaVu, "needs fonts-dejavu-core"))
  func aLabelBesideTheCanvasIsDrawnInCellsAlone() throws {
    let environment = try fonts([Self.dejaVu])
    try folder.write(
      scene("text", #"{"frame": [500, 5, 90, 30], "label": "\u65E5"}"#), "c.json")
    #expect(try notes("render", environment) == [])
    #expect(try notes("cells", environment).count == 1)
    #expect(try notes("sheet", environment).count == 1)
  }

  @Test(.enabled(if: hasDejaVu, "needs fonts-dejavu-core"))
  func lintSeesNamesThatBecomeCaptions() throws {
    let environment = try fonts([Self.dejaVu])
    func findings(_ text: String) throws -> [String] {
      try folder.write(text, "c.json")
      let lint = try PenumbraCommand.run(
        ["lint", folder.file("c.json"), "--json"], environment: environment)
      let lines = try lint.output.split(separator: "\n").map { try JSONText.parse(String($0)) }
      return lines.filter { $0["rule"]?.string == "missing-glyphs" }
        .map { "\($0["cell"]?.string ?? ""): \($0["message"]?.string ?? "")" }
    }
    let named = try findings(scene("text", cell("\"a\"", name: "\u{65E5}\u{672C}")))
    #expect(named.count == 1 && named[0].hasPrefix("\u{65E5}\u{672C}: "), "\(named)")
    #expect(named[0].hasSuffix("in its caption."), "\(named)")
    let scene = try findings(scene("\u{65E5}\u{672C}", cell("\"a\"")))
    #expect(scene.count == 1 && scene[0].hasSuffix("on a sheet."), "\(scene)")
    let matrix = try findings(
      """
      {"penumbra": 1, "name": "m", "canvas": {"width": 400, "height": "fit"},
       "matrix": {"style": {"fill": "white"}, "cell": {"width": 50, "height": 20}, "columns": 2,
         "gap": 20, "vary": {"opacity": [0.5, 1]}, "caption": "\u{D55C} {opacity}"}}
      """)
    #expect(matrix.count == 1 && matrix[0].contains("Hangul (Korean)"), "\(matrix)")
    let off = try findings(
      """
      {"penumbra": 1, "name": "\u{65E5}", "canvas": {"width": 100, "height": 50},
       "lint": {"off": {"missing-glyphs": "drawn elsewhere"}},
       "cells": [{"name": "\u{672C}", "frame": [5, 5, 50, 20], "fill": "white"}]}
      """)
    #expect(off == [])
  }

  @Test(.enabled(if: hasDejaVu, "needs fonts-dejavu-core"))
  func aFamilyThatIsNotInstalledFailsItsSceneAlone() throws {
    let environment = try fonts([Self.dejaVu])
    try folder.write(
      scene("asks", cell("{\"text\": \"Hello\", \"font\": \"Helvetica Neue\"}")), "c/asks.json")
    try folder.write(scene("plain", cell("\"Hello\"")), "c/plain.json")
    for (command, picture) in [("render", "plain.png"), ("cells", "plain-0.png")] {
      let out = "out-\(command)"
      let ending = try PenumbraCommand.run(
        [command, folder.file("c"), "-o", folder.file(out)], environment: environment)
      #expect(ending.code == 69, "\(ending.errors)")
      #expect(ending.errors.contains("asks.json:2:"), "\(ending.errors)")
      #expect(ending.errors.contains("$.cells[0].label.font: found "), "\(ending.errors)")
      #expect(ending.errors.contains("\"Helvetica Neue\""), "\(ending.errors)")
      #expect(folder.exists("\(out)/\(picture)"))
    }
  }

  @Test(.enabled(if: hasDejaVu, "needs fonts-dejavu-core"))
  func aNamedFamilyIsTheOneThatIsDrawn() throws {
    let environment = try fonts([Self.dejaVu])
    var pictures: [String: Data] = [:]
    for font in ["", "DejaVu Sans", "DejaVu Serif", "dejavu serif", "serif", "monospace"] {
      let word = font.isEmpty ? "" : ", \"font\": \"\(font)\""
      try folder.write(scene("text", cell("{\"text\": \"Hello\"\(word)}")), "c.json")
      let ending = try PenumbraCommand.run(
        ["render", folder.file("c.json"), "-o", folder.file("out.png"), "-q"],
        environment: environment)
      #expect(ending.code == 0, "\(font): \(ending.errors)")
      pictures[font] = try Data(contentsOf: URL(filePath: folder.file("out.png")))
    }
    #expect(pictures["DejaVu Serif"] != pictures["DejaVu Sans"])
    #expect(pictures["DejaVu Serif"] == pictures["dejavu serif"])
    #expect(pictures["DejaVu Serif"] != pictures[""])
  }

  @Test func aFamilyIsOneName() throws {
    for font in ["\"\"", "\"  \"", "\"A, B\"", "\"A\\tB\"", "3", "[\"A\"]"] {
      try folder.write(scene("text", cell("{\"text\": \"Hi\", \"font\": \(font)}")), "c.json")
      let ending = try PenumbraCommand.run(["inspect", folder.file("c.json")])
      #expect(ending.code == 65, "\(font)")
      #expect(ending.errors.contains("$.cells[0].label.font"), "\(ending.errors)")
    }
  }

  @Test func withoutFontsTextIsRefusedWithTheCure() throws {
    let environment = try fonts([])
    try folder.write(SmallScene.text("bare"), "bare.json")
    try folder.write(scene("text", cell("\"Hello\"")), "text.json")
    for arguments in [
      ["sheet", folder.file("bare.json")], ["sheet", folder.file("text.json")],
      ["render", folder.file("text.json")], ["cells", folder.file("text.json")],
    ] {
      let ending = try PenumbraCommand.run(
        arguments + ["-o", folder.file("out")], environment: environment)
      #expect(ending.code == 69, "\(arguments): \(ending.code) \(ending.errors)")
      #expect(ending.errors.contains("apt-get install fonts-dejavu-core"), "\(ending.errors)")
      #expect(!ending.errors.contains("X\n"), "\(ending.errors)")
    }
    #expect(
      try PenumbraCommand.run(["lint", folder.file("text.json")], environment: environment).code
        == 69)
    for arguments in [
      ["render", folder.file("bare.json")], ["sheet", folder.file("bare.json"), "--no-captions"],
    ] {
      let ending = try PenumbraCommand.run(
        arguments + ["-o", folder.file("out")], environment: environment)
      #expect(ending.code == 0, "\(ending.errors)")
    }
    let doctor = try PenumbraCommand.run(["doctor"], environment: environment)
    #expect(doctor.code == 69)
    #expect(doctor.output.contains("apt-get install fonts-dejavu-core"), "\(doctor.output)")
  }

  @Test(.enabled(if: hasDejaVu, "needs fonts-dejavu-core"))
  func doctorTellsScriptsAndADigestOfText() throws {
    let schema = SchemaValidator(
      try JSONText.parse(PenumbraCommand.run(["schema", "event"]).output))
    func findings(_ environment: [String: String]) throws -> [JSONValue] {
      let ending = try PenumbraCommand.run(["doctor", "--json"], environment: environment)
      let lines = try ending.output.split(separator: "\n").map { try JSONText.parse(String($0)) }
      for line in lines { #expect(schema.errors(in: line) == [], "\(line)") }
      return lines
    }
    func names(_ key: String, _ lines: [JSONValue]) -> [String] {
      lines.flatMap { $0[key]?.array?.compactMap(\.string) ?? [] }
    }
    let environment = try fonts([Self.dejaVu])
    let lines = try findings(environment)
    let drawn = names("scripts", lines)
    let lacking = names("lackingScripts", lines)
    for script in ["Latin", "Greek", "Cyrillic"] { #expect(drawn.contains(script)) }
    for script in ["Han (Chinese, Japanese)", "Hangul (Korean)", "Thai"] {
      #expect(lacking.contains(script) && !drawn.contains(script))
    }
    let cures = lines.compactMap { $0["cure"]?.string }
    #expect(cures.contains("apt-get install fonts-noto-cjk"))
    let digests = lines.compactMap { $0["labelDigest"]?.string }
    #expect(digests.count == 1 && digests.first?.count == 64)
    #expect(try findings(environment).compactMap { $0["labelDigest"]?.string } == digests)
    // Other fonts, another digest.
    try FileManager.default.createDirectory(
      atPath: folder.file("serif"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Self.dejaVu + "/DejaVuSerif.ttf", toPath: folder.file("serif/DejaVuSerif.ttf"))
    let other = try findings(try fonts([folder.file("serif")]))
    #expect(other.compactMap { $0["labelDigest"]?.string } != digests)
  }
}
