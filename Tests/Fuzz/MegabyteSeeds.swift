import Foundation

/// Writes inputs of one megabyte that are bad for readers: deep, wide, multiplying, repetitive.
///
/// Each starts with the byte that chooses its reader in the fuzzer.
@main
struct MegabyteSeeds {
  static let size = 1 << 20

  static func filled(_ head: String, _ piece: (Int) -> String, _ tail: String) -> String {
    var text = head
    var index = 0
    while text.utf8.count < size {
      text += piece(index)
      index += 1
    }
    return text + tail
  }

  static func main() throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[1])
    let layer =
      "{\"color\":\"#000\",\"offsetX\":\"0\",\"offsetY\":\"0\",\"blur\":\"0\",\"spread\":\"0\"}"
    func token(_ name: String, _ value: String) -> String {
      "\"\(name)\":{\"$type\":\"shadow\",\"$value\":\(value)},"
    }
    let css: UInt8 = 0
    let json: UInt8 = 1
    let yaml: UInt8 = 3
    let value: UInt8 = 4
    let files: [(String, UInt8, String)] = [
      ("value-commas", value, filled("", { _ in "0 0 red," }, "0 0")),
      ("value-parens", value, filled("rgb(", { _ in "(" }, "")),
      ("value-mix", value, filled("", { _ in "color-mix(in srgb,red," }, "")),
      ("value-calc", value, filled("0 calc(", { _ in "1px + " }, "1px)")),
      ("value-var", value, filled("", { _ in "var(--a," }, "")),
      ("value-digits", value, filled("0 ", { _ in "1" }, "px")),
      ("value-escapes", value, filled("0 0 ", { _ in "\\72 " }, "")),
      ("css-open", css, filled("", { _ in "a{" }, "")),
      ("css-rules", css, filled("", { "a\($0){box-shadow:0 0 \($0)px red}" }, "")),
      (
        "css-chain", css,
        filled(
          ":root{--v0:red;", { "--v\($0 + 1):var(--v\($0));--shadow\($0):0 0 var(--v\($0));" }, "}")
      ),
      (
        "css-double", css,
        filled(
          ":root{--v0:0 0 red;", { "--v\($0 + 1):var(--v\($0)),var(--v\($0));" },
          "}a{box-shadow:var(--v60)}")
      ),
      (
        "css-modes", css,
        filled(
          ":root{--a:red}", { ".m\($0){--a:#\(100 + $0 % 900)}.s\($0){box-shadow:0 0 var(--a)}" },
          "")
      ),
      (
        "css-big-value", css,
        filled(
          ":root{--big:" + String(repeating: "0 0 red,", count: 200) + "0 0 red}",
          { ".s\($0){box-shadow:var(--big),0 0 \($0)px red}" }, "")
      ),
      (
        "css-own", css,
        filled(
          ":root{--a:red}", { ".s\($0){--b\($0):1px;box-shadow:0 var(--b\($0)) var(--a)}" }, "")
      ),
      ("css-comments", css, filled("a{box-shadow:", { _ in "/**/0 " }, "}")),
      ("css-strings", css, filled("", { _ in "\"\n" }, "")),
      ("css-nested", css, filled("", { _ in "a{&" }, "")),
      ("json-tokens", json, filled("{", { token("t\($0)", layer) }, "\"z\":0}")),
      (
        "json-aliases", json,
        filled("{" + token("t0", layer), { token("t\($0 + 1)", "\"{t\($0)}\"") }, "\"z\":0}")
      ),
      (
        "json-fan", json,
        filled(
          "{" + token("t", "[" + Array(repeating: layer, count: 255).joined(separator: ",") + "]"),
          { token("u\($0)", "\"{t}\"") }, "\"z\":0}")
      ),
      (
        "json-double", json,
        filled(
          "{" + token("t0", layer), { token("t\($0 + 1)", "[\"{t\($0)}\",\"{t\($0)}\"]") },
          "\"z\":0}")
      ),
      (
        "json-modes", json,
        filled(
          "{",
          {
            "\"t\($0)\":{\"$type\":\"shadow\",\"$value\":\(layer),\"$extensions\":{\"mode\":{\"m\($0)\":\(layer)}}},"
          }, "\"z\":0}")
      ),
      (
        "json-text", json,
        filled("{", { "\"s\($0)\":{\"value\":\"{s\($0 + 1)}{s\($0 + 1)}\"}," }, "\"z\":0}")
      ),
      ("json-errors", json, filled("{", { token("t\($0)", "{\"color\":\"\"}") }, "\"z\":0}")),
      (
        "json-split", json,
        filled(
          "{",
          {
            "\"s\($0)-x\":{\"value\":1},\"s\($0)-blur\":{\"value\":1},\"s\($0)-color\":{\"value\":\"red\"},"
          }, "\"z\":0}")
      ),
      ("json-deep", json, filled("", { _ in "{\"a\":" }, "")),
      (
        "json-sets", json,
        filled(
          "{\"$metadata\":{},",
          {
            "\"set\($0)\":{\"t\":{\"type\":\"boxShadow\",\"value\":{\"x\":\"\($0)\",\"y\":\"0\",\"blur\":\"0\",\"color\":\"#000\"}}},"
          }, "\"z\":{}}")
      ),
      (
        "json-figma", json,
        filled(
          "{\"nodes\":[",
          {
            "{\"type\":\"FRAME\",\"name\":\"n\($0)\",\"effects\":[{\"type\":\"DROP_SHADOW\",\"radius\":1,\"offset\":{\"x\":0,\"y\":0},\"color\":{\"r\":0,\"g\":0,\"b\":0,\"a\":1}}]},"
          },
          "{}]}")
      ),
      (
        "yaml-keys", yaml,
        filled("", { "k\($0):\n  $type: shadow\n  $value: 0 0 \($0)px red\n" }, "")
      ),
      ("yaml-deep", yaml, (0..<1_400).map { String(repeating: " ", count: $0) + "a:\n" }.joined()),
    ]
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, kind, text) in files {
      try Data([kind] + text.utf8).write(to: folder.appendingPathComponent(name))
    }
  }
}
