public import Scene

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
        "penumbra": ["const": 1, "description": "The version of this format."],
        "engine": [
          "type": "string", "description": "The version of what decides pixels, for every ISA.",
        ],
        "command": ["enum": ["render", "sheet", "cells"]],
        "options": [
          "type": "object", "additionalProperties": ["type": "string"],
          "description": "The options that decide pictures; others are left out.",
        ],
        "shard": ["type": "string", "description": "i/n, where the job was one of several."],
        "total": count("Pictures of all shards together."),
        "corpus": digest("Of the names and proofs of all those pictures."),
        "outputs": ["type": "array", "items": ["$ref": "#/$defs/output"]],
        "failures": ["type": "array", "items": ["$ref": "#/$defs/failure"]],
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

  /// Of one line of `--json`.
  public static var event: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Penumbra event",
      "description": "One line of --json. Lines come in the order in which things happen.",
      "oneOf": [
        object(
          "started",
          [
            ("pictures", count("To be made by this shard, finished ones included.")),
            ("cells", count("On them.")), ("pixels", count("Of them.")),
          ]),
        object(
          "planned",
          [
            ("file", ["type": "string", "description": "What a dry run would write."]),
            ("scene", ["type": "string"]), ("cells", count("How many it would show.")),
            ("width", count("Pixels.")), ("height", count("Pixels.")),
          ]),
        object("progress", [("pixels", count("Made so far.")), ("of", count("In all."))]),
        output(extra: [event("output")]),
        output(extra: [event("kept")]),
        failure(extra: [event("failure")]),
        object("note", [("text", ["type": "string"])]),
        object(
          "finished",
          [
            ("pictures", count("Written or found finished.")), ("cells", count("On them.")),
            ("pixels", count("Of them.")), ("failures", count("Inputs without a picture.")),
            ("seconds", ["type": "number", "minimum": 0]),
          ]),
        object(
          "machine",
          [
            ("status", ["enum": ["ok", "missing", "note"]]), ("text", ["type": "string"]),
            ("cure", ["anyOf": [["type": "string"], ["type": "null"]]]),
          ]),
        open(
          "cell",
          [
            ("id", ["type": "string", "description": "The cell's key in the report's pages."]),
            ("scene", ["type": "string"]), ("cell", ["type": "string"]),
            ("status", ["type": "string", "description": "How it compares with the baseline."]),
          ], "check, diff: a cell that is not the same, with the keys that report.json gives it."),
        open(
          "checked",
          [
            ("passes", ["type": "boolean"]), ("totals", ["type": "object"]),
            ("limits", ["type": "object"]), ("orphans", ["type": "array"]),
          ], "check, diff, merge: the end, with the keys of report.json but its cells."),
        object(
          "finding",
          [
            ("rule", ["type": "string"]), ("scene", ["type": "string"]),
            ("file", ["type": "string"]),
            ("cell", ["type": "string", "description": "The first of which it is true."]),
            ("count", count("Cells of which it is true.")),
            ("value", ["type": "number", "description": "The figure that the message gives."]),
            ("unit", ["type": "string"]), ("message", ["type": "string"]),
            ("remedy", ["type": "string"]),
          ]),
      ],
    ]
  }

  /// An event that may have more keys than are listed.
  private static func open(
    _ name: String, _ keys: [(String, JSONValue)], _ description: String
  ) -> JSONValue {
    let properties = [event(name)] + keys.map { JSONMember(key: $0.0, value: $0.1) }
    return [
      "type": "object", "description": JSONValue(.string(description)),
      "properties": JSONValue(.object(properties)),
      "required": JSONValue(.array(properties.map { JSONValue(.string($0.key)) })),
    ]
  }

  private static func event(_ name: String) -> JSONMember {
    JSONMember(key: "event", value: ["const": JSONValue(.string(name))])
  }

  private static func object(_ name: String, _ keys: [(String, JSONValue)]) -> JSONValue {
    let properties =
      [event(name)]
      + keys.map { JSONMember(key: $0.0, value: $0.1) }
    return closed(properties, optional: [])
  }

  private static func output(extra: [JSONMember]) -> JSONValue {
    let properties: [(String, JSONValue)] = [
      ("number", count("Its place in the whole job, from 1.")),
      (
        "file",
        ["type": "string", "description": "Relative to the manifest; of tiles what is opened."]
      ),
      ("scene", ["type": "string", "description": "Of a sheet, several joined by commas."]),
      ("source", ["type": "string", "description": "The scene's file, relative to the input."]),
      ("cells", count("How many it shows.")), ("width", count("Pixels.")),
      ("height", count("Pixels.")), ("channels", ["enum": [3, 4]]),
      (
        "sha256",
        digest(
          "Of the decoded pixels: rows from the top, RGB or straight RGBA, no header; of a lossy format those given to the encoder."
        )
      ),
      ("kernel", ["type": "string", "description": "Blur kernels used, joined by commas."]),
      ("bytes", count("On the disk.")),
      ("fileSha256", digest("Of the file; of tiles, of their names and digests.")),
      ("proof", digest("Of scene, images, options and engine.")),
      ("remedy", ["type": "string", "description": "What --split auto did."]), ("cell", cell),
    ]
    return closed(
      extra + properties.map { JSONMember(key: $0.0, value: $0.1) }, optional: ["remedy", "cell"])
  }

  private static func failure(extra: [JSONMember]) -> JSONValue {
    let orNull: JSONValue = ["anyOf": [["type": "string"], ["type": "null"]]]
    let properties: [(String, JSONValue)] = [
      ("number", ["anyOf": [["type": "integer"], ["type": "null"]]]), ("scene", orNull),
      ("source", ["type": "string"]), ("error", ["type": "string"]),
    ]
    return closed(extra + properties.map { JSONMember(key: $0.0, value: $0.1) }, optional: [])
  }

  /// Who a cell is and what it was drawn with (`penumbra cells`).
  private static let cell: JSONValue = [
    "type": "object",
    "properties": [
      "section": ["type": "string"], "index": count("Among the section's cells, from 0."),
      "name": ["type": "string"], "caption": ["type": "string"],
      "box": [
        "type": "array", "items": ["type": "integer"], "minItems": 4, "maxItems": 4,
        "description": "Left, top, width, height of the cell in its picture, in pixels.",
      ],
      "style": ["type": "object", "description": "In the words of the scene language."],
    ],
    "required": ["section", "index", "box", "style"], "additionalProperties": false,
  ]

  private static func closed(_ properties: [JSONMember], optional: Set<String>) -> JSONValue {
    let required = properties.map(\.key).filter { !optional.contains($0) }
    return [
      "type": "object", "properties": JSONValue(.object(properties)),
      "required": JSONValue(.array(required.map { JSONValue(.string($0)) })),
      "additionalProperties": false,
    ]
  }

  private static func count(_ description: String) -> JSONValue {
    ["type": "integer", "minimum": 0, "description": JSONValue(.string(description))]
  }

  private static func digest(_ description: String) -> JSONValue {
    [
      "type": "string", "minLength": 64, "maxLength": 64,
      "description": JSONValue(.string("SHA-256 in hexadecimal. " + description)),
    ]
  }
}
