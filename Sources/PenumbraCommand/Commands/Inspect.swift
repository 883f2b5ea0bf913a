internal import OrderedJSON
internal import PenumbraJobs
internal import PenumbraScene

extension Command {
  static let inspect = Command(
    name: "inspect", usage: "INPUT...", summary: "the solved layout as JSON",
    details: """
      One object a scene. Of one scene it is indented; of several, or with --json, each is one line
      (JSON Lines).
      """,
    options: CommonOptions.scene + CommonOptions.running
  ) { options in
    let scan = try CorpusScan(inputs: options.operands)
    let corpus = try Corpus(
      scan, options: try CommonOptions.scene(options), threads: try CommonOptions.threads(options),
      interruption: Interruption())
    var out = ResultBuffer()
    let isAlone = scan.entries.count == 1 && !options.has("json")
    _ = try CommonOptions.observer(options)
    for scene in corpus.scenes {
      InspectJSON.write(scene.layout) { piece in
        out.write(isAlone ? piece : onOneLine(piece))
      }
      if !isAlone { out.write("\n") }
    }
    out.flush()
    for failure in corpus.failures { Console.error("\(failure.error)") }
    return ExitCode.of(corpus.failures)
  }

  /// The text without line ends and indents, which occur between tokens only: strings escape them,
  /// and no piece begins within one.
  private static func onOneLine(_ piece: String) -> String {
    piece.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
      .reduce(into: "") { line, part in
        line += (line.last == "," && !part.isEmpty ? " " : "") + part
      }
  }

  static let schema = Command(
    name: "schema", usage: "[scene|manifest|event]", summary: "the JSON Schema of scenes",
    details: "Also of manifest.json, and of the lines that --json prints.", options: []
  ) { options in
    let schemas = [
      "scene": SceneSchema.value, "manifest": ManifestSchema.manifest,
      "event": ManifestSchema.event,
    ]
    let name = options.operands.first ?? "scene"
    guard let schema = schemas[name] else {
      throw JobError.usage("there is no schema of \"\(name)\": expected scene, manifest or event")
    }
    Console.json(schema.text())
    return ExitCode.done
  }

  static let version = Command(
    name: "version", usage: "", summary: "the version (also --version)", options: []
  ) { _ in
    Console.result("penumbra \(EngineVersion.current)")
    return ExitCode.done
  }
}
