import Foundation
import PenumbraTestSupport
import Testing

/// The command alone knows what is typed, listens to signals and ends the process.
@Suite struct LibraryWordsTests {
  /// Options of a command line in the texts of a source file.
  static func options(in text: String) -> [String] {
    // What is put into a text may hold texts of its own, whose marks would pair wrongly.
    let code = text.replacing(/(?m)\/\/[^\n]*$/, with: "")
    let words = code.matches(of: /(?:^|\\n|[\s"'(\[;,`])(--[a-z][a-z-]*|--\\\(|-o(?=[\s"]))/)
    return words.map { String($0.output.1) }
  }

  /// Calls that end the process, or say how it meets a signal.
  static func endings(in text: String) -> [String] {
    text.replacing(/\/\/[^\n]*/, with: "").matches(
      of:
        /(?:^|[^.\w])((?:_exit|_Exit|exit|quick_exit|abort|raise|kill|signal|sigaction|sigwait|sigtimedwait|pthread_sigmask|sigprocmask)\s*\()/
    ).map { String($0.output.1) }
  }

  static let commands = [
    "penumbra render", "penumbra sheet", "penumbra cells", "penumbra check", "penumbra merge",
    "penumbra diff", "penumbra lint", "penumbra import", "penumbra doctor", "penumbra help",
  ]

  @Test func librariesSpellNoOptionAndEndNothing() throws {
    let command = PackageFolder.sources.appending(path: "PenumbraCommand").path + "/"
    var count = 0
    for file in try RepositoryFile.all(below: PackageFolder.sources)
    where ["swift", "c", "h"].contains(file.url.pathExtension) && !file.url.path.hasPrefix(command)
    {
      let text = try file.text()
      count += 1
      if !file.path.contains("/HTML/") {
        let options = Self.options(in: text)
        #expect(options.isEmpty, "\(file.path) spells \(options)")
      }
      let endings = Self.endings(in: text)
      #expect(endings.isEmpty, "\(file.path) calls \(endings)")
      let code = text.replacing(/\/\/[^\n]*/, with: "")
      for name in Self.commands {
        #expect(!code.contains(name), "\(file.path) says to type \(name)")
      }
    }
    #expect(count > 200)
  }

  @Test(
    arguments: [
      "\"use --scale 2\"", "\"--resume\"", "  + \"a smaller\\n--scale\"", "\"give -o a folder\"",
      #"("--\(name)", 1)"#,
    ])
  func anOptionIsSeen(line: String) { #expect(!Self.options(in: line).isEmpty) }

  @Test(arguments: ["a -= -1", "// --scale", "x--y", "count - offset", "\"a - b\"", "i -o"])
  func whatIsNoOptionIsNotSeen(line: String) { #expect(Self.options(in: line).isEmpty) }

  @Test(arguments: ["_exit(1)", "  exit (1)", "signal(SIGPIPE, SIG_IGN)", "if kill(pid, 9) {}"])
  func anEndIsSeen(line: String) { #expect(!Self.endings(in: line).isEmpty) }

  @Test(arguments: ["// exit(1)", "job.exit(1)", "beforeExit(1)", "raised(x)"])
  func whatEndsNothingIsNotSeen(line: String) { #expect(Self.endings(in: line).isEmpty) }
}
