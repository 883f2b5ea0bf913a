import Foundation
import PenumbraTestSupport
import Testing

/// One place prints, so that what is printed is made harmless in one place.
@Suite struct PrintingTests {
  /// The place.
  static let printer = "Sources/PenumbraCommand/System/Terminal.swift"
  /// What puts its bytes on the streams, and those of a picture.
  static let stream = "Sources/PenumbraFiles/StandardOutput.swift"

  /// What gives open files their names.
  static let naming = "Sources/PenumbraFiles/Folder+Changes.swift"

  /// Ways to print: by the language, by C, by Foundation, and by the streams' numbers.
  static let ways = [
    #"(?:^|[^.\w])(?:print|debugPrint|dump|puts|fputs|printf|fprintf|vprintf|vfprintf|perror)\s*\("#,
    #"\bSwift\s*\.\s*(?:print|debugPrint|dump)\b"#, #"\bNSLog\b"#, #"\bFileHandle\b"#,
    #"\bSTD(?:OUT|ERR)_FILENO\b"#, #"(?:^|[^.\w])std(?:out|err)\b"#, #"\bputchar\b"#,
    #"\bg_(?:print|printerr|message|warning|critical)\s*\("#,
    #"\b(?:write|writev|pwrite|dprintf|fdopen|dup2?)\s*\(\s*[12]\s*,"#,
    #"/dev/(?:stdout|stderr|fd|tty)\b"#, #"/proc/self/fd"#,
  ]

  /// Words one of which is in every line that prints, so that few lines are looked at closely.
  static let words = [
    "print", "dump", "puts", "perror", "NSLog", "FileHandle", "_FILENO", "stdout", "stderr",
    "putchar", "g_", "write", "dup", "fdopen", "/dev/", "/proc/",
  ]

  /// The lines of a source file that print, comments and texts left out.
  static func printing(_ text: String) throws -> [String] {
    let patterns = try ways.map { try Regex($0).wordBoundaryKind(.simple) }
    return text.split(separator: "\n").map(String.init).filter { line in
      guard words.contains(where: { line.contains($0) }) else { return false }
      var code = line.replacing(
        /"(?:[^"\\]|\\.)*"/,
        with: { match in
          match.output.contains("/dev/") || match.output.contains("/proc/") ? match.output : "\"\""
        })
      if let comment = code.range(of: "//") { code.removeSubrange(comment.lowerBound...) }
      if line.contains("\"/dev/") || line.contains("\"/proc/") { code = line }
      return !line.trimmingCharacters(in: .whitespaces).hasPrefix("//")
        && !line.contains("func print(")
        && patterns.contains { code.contains($0) }
    }
  }

  @Test func onlyOnePlacePrints() throws {
    for file in try RepositoryFile.all(below: PackageFolder.sources)
    where ["swift", "c", "h"].contains(file.url.pathExtension) && file.path != Self.printer
      && file.path != Self.stream
    {
      let found = try Self.printing(try file.text()).filter { line in
        // A file without a name is given one by its number there; nothing is written.
        !(file.path == Self.naming && line.contains("/proc/self/fd"))
      }
      #expect(found.isEmpty, "\(file.path) prints: \(found)")
    }
  }

  /// Streams are opened by number in one place each, all of which give them to `Terminal`.
  @Test func streamsBelongToTheTerminal() throws {
    let pattern = /descriptor:\s*[12]\b/
    let allowed = try Regex(#"(?:Terminal|ProgressLine|EventWriter)\(\s*descriptor:\s*[12]\b"#)
    for file in try RepositoryFile.all(below: PackageFolder.sources)
    where file.url.pathExtension == "swift" && file.path != Self.printer {
      for line in try file.text().split(separator: "\n") where line.contains(pattern) {
        #expect(line.contains(allowed), "\(file.path): \(line)")
      }
    }
  }

  @Test(
    arguments: [
      "print(x)", "  Swift.print(x)", "fputs(text, file)", "write(1, p, n)", "NSLog(\"a\")",
      "let a = STDERR_FILENO", "FileHandle.standardError.write(d)", "fprintf(stderr, \"x\")",
      "open(\"/dev/stderr\", O_WRONLY)", "g_warning(\"x\")",
    ])
  func aWayToPrintIsSeen(line: String) throws { #expect(try !Self.printing(line).isEmpty) }

  @Test(arguments: ["// print(x)", "/// stderr", "let text = \"print(x)\"", "table.print(x)"])
  func whatDoesNotPrintIsNotSeen(line: String) throws { #expect(try Self.printing(line).isEmpty) }
}
