internal import PenumbraFiles
internal import PenumbraJobs
internal import PenumbraScene
internal import PenumbraTokens

extension Command {
  static let importTokens = Command(
    name: "import", usage: "FILE|CSS [CONTEXT...] -o SCENE.json",
    summary: "design tokens, CSS, Figma and Sketch to a scene",
    details: """
      FILE is tokens (DTCG, resolver documents, Tokens Studio, Style Dictionary, Theo, DTIF; JSON,
      JSON5 or plain YAML), a style sheet, or the JSON of Figma's REST API or of a Sketch page. CSS is
      a value such as '0 4px 12px rgb(0 0 0 / 25%)'. CONTEXT are files whose tokens FILE's aliases
      name. FILE - is the standard input. Without -o, or with -o -, the result goes to the standard
      output.

      Shadows keep the meaning their source gives a blur: twice sigma for CSS box-shadow, tokens,
      Figma and Sketch; sigma for CALayer's radius and for drop-shadow(). A token that cannot be
      resolved is reported with its path, the rest goes on, and the exit code is 65.
      """,
    options: [
      Option("output", letter: "o", value: "SCENE", "file to write the scene or --emit's text to"),
      Option("emit", value: "WHAT", "print the resolved shadows instead: css or json"),
      Option("root-font-size", value: "PX", "what 1rem is (16)"),
      Option("mode", value: "NAME", "the only mode, theme or context to resolve in (all)"),
      Option("argb", "read #aarrggbb instead of #rrggbbaa"),
      Option("dry-run", "write nothing: only say which tokens there are"),
      Option("lenient", "exit 0 even if tokens had to be left out"),
      Option("quiet", letter: "q", "no notes and warnings, only errors"),
    ]
  ) { options in
    guard let input = options.operands.first else {
      throw JobError.usage("an input is needed: a file or CSS")
    }
    if let output = options["output"], output != "-" {
      for path in options.operands where path != StandardInput.operand {
        try FileSystem.refuseOverlap(of: output, named: .out, with: path, allowing: [.inside])
      }
    }
    let emit = options["emit"]
    if let emit, emit != "css" && emit != "json" {
      throw JobError.usage("--emit \(emit): expected css or json")
    }
    let imported = try TokenInput.read(
      input, context: Array(options.operands.dropFirst()),
      options: ImportOptions(
        rootFontSize: try options.positive("root-font-size") ?? 16, mode: options["mode"],
        hexOrder: options.has("argb") ? .argb : .rgba))
    for diagnostic in imported.result.diagnostics
    where diagnostic.severity == .error || !options.has("quiet") {
      Console.message("\(diagnostic)")
    }
    if emit == nil && imported.result.tokens.isEmpty && imported.result.hasErrors {
      // What is wrong has been said.
      return ExitCode.badInput
    }
    let text: String
    switch emit {
    case "css": text = ResolvedShadows.css(imported.result)
    case "json": text = ResolvedShadows.json(imported.result, source: imported.source)
    default: text = try imported.sceneText()
    }
    if options.has("dry-run") {
      for token in imported.result.tokens {
        let count = token.shadows.count
        Console.row(token.path, "\(count) \(count == 1 ? "shadow" : "shadows")")
      }
    } else if let output = options["output"], output != "-" {
      try TokenInput.write(text, to: output)
    } else {
      let result = text.hasByteSuffix("\n") ? String(text.dropLast()) : text
      if emit == "css" { Console.lines(result) } else { Console.json(result) }
    }
    let isComplete = !imported.result.hasErrors || options.has("lenient")
    return isComplete ? ExitCode.done : ExitCode.badInput
  }
}
