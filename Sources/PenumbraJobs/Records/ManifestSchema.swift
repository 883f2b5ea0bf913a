public import OrderedJSON
internal import PenumbraFiles

/// JSON Schemas (draft 2020-12) of what jobs write for machines.
public enum ManifestSchema {
  /// Of a manifest.
  public static var manifest: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Penumbra manifest",
      "description":
        "Every output and every failure of a job, in the order of its inputs. Free of times and machine names: two runs of one job write the same bytes.",
      "type": "object",
      "properties": [
        "penumbra": ["const": 2, "description": "The version of this format."],
        "engine": [
          "type": "string", "description": "The version of what decides pixels, for every ISA.",
        ],
        "command": [
          "enum": ["render", "sheet", "cells"], "description": "What made the pictures.",
        ],
        "options": [
          "type": "object", "additionalProperties": ["type": "string"],
          "description": "The options that decide pictures; others are left out.",
        ],
        "shard": ["type": "string", "description": "i/n, where the job was one of several."],
        "total": count("Pictures of all shards together."),
        "corpus": digest("Of the names and proofs of all those pictures."),
        "outputs": [
          "type": "array", "items": ["$ref": "#/$defs/output"], "description": "What is there.",
        ],
        "failures": [
          "type": "array", "items": ["$ref": "#/$defs/failure"], "description": "What is not.",
        ],
        "digest": digest(
          "Of this object without this key, on one line, as the compact writer prints it."),
      ],
      "required": [
        "penumbra", "engine", "command", "options", "total", "corpus", "outputs", "failures",
        "digest",
      ],
      "additionalProperties": false,
      "$defs": ["output": output(extra: []), "failure": failure(extra: [])],
    ]
  }

  static func output(extra: [JSONMember]) -> JSONValue {
    let properties: [(String, JSONValue)] = [
      ("number", count("Its place in the whole job, from 1.")),
      (
        "file",
        ["type": "string", "description": "Relative to the manifest; of tiles what is opened."]
      ),
      ("scene", ["type": "string", "description": "Of a sheet, several joined by commas."]),
      ("source", ["type": "string", "description": "The scene's file, relative to the input."]),
      ("cells", count("How many it shows.")), ("width", count("Pixels.")),
      ("height", count("Pixels.")),
      ("channels", ["enum": [3, 4], "description": "3 is RGB, 4 is RGBA."]),
      (
        "pixelDigest",
        text(
          "Of the decoded pixels: xxh3-128-rows: and 32 hexadecimal digits, the XXH3-128 of the XXH3-128 of every row from the top, RGB or straight RGBA; of a lossy format of those given to the encoder."
        )
      ),
      (
        "sha256",
        digest(
          "Of the same pixels, row after row, no header, where it was asked for."
        )
      ),
      ("kernel", ["type": "string", "description": "Blur kernels used, joined by commas."]),
      ("bytes", count("On the disk.")),
      ("fileSha256", digest("Of the file; of tiles, of their names and digests.")),
      ("proof", digest("Of scene, images, options and engine.")),
      ("remedy", ["type": "string", "description": JSONValue("What \(UserWord.split) auto did.")]),
      ("cell", cell),
    ]
    return closed(
      extra + properties.map { JSONMember(key: $0.0, value: $0.1) },
      optional: ["sha256", "remedy", "cell"])
  }

  static func failure(extra: [JSONMember]) -> JSONValue {
    let properties: [(String, JSONValue)] = [
      (
        "number",
        [
          "anyOf": [["type": "integer"], ["type": "null"]],
          "description": "Its place in the whole job; null for what became no picture.",
        ]
      ),
      ("scene", textOrNull("Null where the file has no readable name.")),
      ("source", text("The scene's file, relative to the input.")),
      ("error", text("As the standard error had it.")),
    ]
    return closed(extra + properties.map { JSONMember(key: $0.0, value: $0.1) }, optional: [])
  }

  /// Who a cell is and what it was drawn with (`penumbra cells`).
  private static let cell: JSONValue = [
    "type": "object", "description": "Who the cell is, where a picture shows one.",
    "properties": [
      "section": text("The section's name."), "index": count("Among the section's cells, from 0."),
      "name": text("As the scene gives it."), "caption": text("Of a matrix's template."),
      "box": [
        "type": "array", "items": ["type": "integer"], "minItems": 4, "maxItems": 4,
        "description": "Left, top, width, height of the cell in its picture, in pixels.",
      ],
      "style": ["type": "object", "description": "In the words of the scene language."],
    ],
    "required": ["section", "index", "box", "style"], "additionalProperties": false,
  ]

  static func closed(_ properties: [JSONMember], optional: Set<String>) -> JSONValue {
    let required = properties.map(\.key).filter { !optional.contains($0) }
    return [
      "type": "object", "properties": JSONValue(.object(properties)),
      "required": JSONValue(.array(required.map { JSONValue(.string($0)) })),
      "additionalProperties": false,
    ]
  }

  static func text(_ description: String) -> JSONValue {
    ["type": "string", "description": JSONValue(.string(description))]
  }

  static func textOrNull(_ description: String) -> JSONValue {
    [
      "anyOf": [["type": "string"], ["type": "null"]],
      "description": JSONValue(.string(description)),
    ]
  }

  static func count(_ description: String) -> JSONValue {
    ["type": "integer", "minimum": 0, "description": JSONValue(.string(description))]
  }

  static func digest(_ description: String) -> JSONValue {
    [
      "type": "string", "minLength": 64, "maxLength": 64,
      "description": JSONValue(.string("SHA-256 in hexadecimal. " + description)),
    ]
  }
}
