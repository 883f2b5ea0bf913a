public import OrderedJSON
internal import PenumbraFiles

extension ManifestSchema {
  /// Of one line of `--json`.
  public static var event: JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Penumbra event",
      "description":
        JSONValue(
          "One line of \(UserWord.json). Lines come in the order in which things happen."),
      "oneOf": JSONValue(.array(jobEvents + checkEvents)),
    ]
  }

  /// What `render`, `sheet`, `cells` and `merge` tell, and in part all that draw.
  private static var jobEvents: [JSONValue] {
    [
      object(
        "started",
        [
          ("pictures", count("To be made by this shard, finished ones included.")),
          ("cells", count("On them.")), ("pixels", count("Of them.")),
        ]),
      object(
        "planned",
        [
          ("file", text("What a dry run would write, relative to the output folder.")),
          ("scene", text("Of a sheet, several joined by commas.")),
          ("cells", count("How many it would show.")), ("width", count("Pixels.")),
          ("height", count("Pixels.")),
        ]),
      object("progress", [("pixels", count("Made so far.")), ("of", count("In all."))]),
      output(extra: [event("output")]),
      output(extra: [event("kept")]),
      failure(extra: [event("failure")]),
      object("note", [("text", text("What the user should know."))]),
      object(
        "finished",
        [
          ("pictures", count("Written or found finished.")), ("cells", count("On them.")),
          ("pixels", count("Of them.")), ("failures", count("Inputs without a picture.")),
          ("seconds", ["type": "number", "minimum": 0, "description": "Wall clock."]),
        ]),
    ]
  }

  /// What `check`, `diff`, `lint` and `doctor` tell.
  private static var checkEvents: [JSONValue] {
    [
      open(
        "cell",
        "check, diff: a cell that is not the same, with the keys that report.json gives it.",
        [
          ("id", text("The cell's key in the report's pages.")), ("scene", text("Its scene.")),
          ("cell", text("Its name, or its index in the scene.")),
          ("status", text("How it compares with the baseline.")),
        ]),
      open(
        "checked", "check, diff, merge: the end, with the keys of report.json but its cells.",
        [
          ("passes", ["type": "boolean", "description": "Whether nothing differs or fails."]),
          ("totals", ["type": "object", "description": "Cells, and how many of each status."]),
          ("limits", ["type": "object", "description": "What was forgiven; null is not given."]),
          ("orphans", ["type": "array", "description": "Pictures that no cell names."]),
        ]),
      object(
        "finding",
        [
          ("rule", text("The name by which a scene switches it off.")),
          ("scene", text("Its name.")),
          ("file", text("The scene's file.")), ("cell", text("The first of which it is true.")),
          ("count", count("Cells of which it is true.")),
          ("cells", texts("All of them.")),
          ("value", ["type": "number", "description": "The figure that the message gives."]),
          ("unit", text("Of the figure.")), ("message", text("What is wrong.")),
          ("remedy", text("What would help.")),
        ]),
      object(
        "machine", optional: ["labelDigest", "scripts", "lackingScripts"],
        [
          (
            "status",
            ["enum": ["ok", "missing", "note"], "description": "Whether doctor is content."]
          ),
          ("text", text("What it is about.")), ("cure", textOrNull("How to get what is missing.")),
          (
            "labelDigest",
            text("The SHA-256 of a test label: equal on machines that draw text alike.")
          ),
          ("scripts", texts("Those that the fonts draw.")),
          ("lackingScripts", texts("Those for which boxes are drawn.")),
        ]),
    ]
  }

  private static func event(_ name: String) -> JSONMember {
    JSONMember(key: "event", value: ["const": JSONValue(.string(name))])
  }

  private static func object(
    _ name: String, optional: Set<String> = [], _ keys: [(String, JSONValue)]
  ) -> JSONValue {
    closed([event(name)] + keys.map { JSONMember(key: $0.0, value: $0.1) }, optional: optional)
  }

  private static func texts(_ description: String) -> JSONValue {
    [
      "type": "array", "items": ["type": "string"],
      "description": JSONValue(.string(description)),
    ]
  }

  /// An event that may have more keys than are listed.
  private static func open(
    _ name: String, _ description: String, _ keys: [(String, JSONValue)]
  ) -> JSONValue {
    let properties = [event(name)] + keys.map { JSONMember(key: $0.0, value: $0.1) }
    return [
      "type": "object", "description": JSONValue(.string(description)),
      "properties": JSONValue(.object(properties)),
      "required": JSONValue(.array(properties.map { JSONValue(.string($0.key)) })),
    ]
  }
}
