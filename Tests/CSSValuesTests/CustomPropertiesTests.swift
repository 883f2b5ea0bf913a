import CSSValues
import Testing

@Suite struct CustomPropertiesTests {
  private func resolve(_ text: String, _ values: [String: String]) throws -> String {
    try CSSCustomProperties(values).resolve(text)
  }

  @Test func substitution() throws {
    let values = [
      "--color": "220 3% 15%", "--strength": "1%", "--a": "var(--b)", "--b": "4px", "--empty": "",
      "--Case": "1", "--case": "2", "--mi\u{6e}us": "-", "--list": "0 0 red, 0 0 blue",
    ]
    let cases = [
      ("0 1px hsl(var(--color) / var(--strength))", "0 1px hsl(220 3% 15% / 1%)"),
      ("var(--a) VAR( --b ) v\\61r(--a)", "4px 4px 4px"),
      ("var(--none, 3px)", " 3px"),
      ("var(--none, var(--none2, rgb(0, 0, 0)))", "  rgb(0, 0, 0)"),
      ("var(--none,)|", "|"),
      ("var(--empty)|", "|"),
      ("var(--Case) var(--case)", "1 2"),
      ("var(--list)", "0 0 red, 0 0 blue"),
      ("var(--b", "4px"),
      ("\"var(--b)\" /* var(--b) */", "\"var(--b)\" "),
    ]
    for (text, expected) in cases {
      #expect(try resolve(text, values) == expected, "\(text)")
    }
  }

  /// `-` and `4px`, or `1` and `px`, must not become one token.
  @Test func piecesStayApart() throws {
    #expect(try resolve("var(--m)var(--b)", ["--m": "-", "--b": "4px"]) == "-/**/4px")
    #expect(try resolve("var(--n)px", ["--n": "1"]) == "1/**/px")
    #expect(throws: CSSError.self) {
      try CSSShadow.list(boxShadow: try resolve("0 var(--n)px", ["--n": "1"]))
    }
  }

  @Test func withoutValueIsAnError() {
    do {
      _ = try resolve("0 0 var(--missing)", [:])
      Issue.record("a missing property was replaced")
    } catch let error as CSSError {
      #expect(error.offset == 4)
      #expect(error.found == "\"var(--missing)\"")
    } catch {
      Issue.record("\(error)")
    }
  }

  /// Everyone in a cycle is without a value, whatever fallbacks stand inside of it.
  @Test func cycles() throws {
    let values = [
      "--a": "var(--b, 1px)", "--b": "var(--a, 2px)", "--self": "var(--self, 3px)",
      "--outside": "var(--a, 4px)",
    ]
    #expect(throws: CSSError.self) { try resolve("var(--a)", values) }
    #expect(throws: CSSError.self) { try resolve("var(--self)", values) }
    #expect(try resolve("var(--a, 5px)", values) == " 5px")
    #expect(try resolve("var(--outside)", values) == " 4px")
    #expect(try resolve("var(--b, 6px) var(--a, 7px) var(--outside)", values) == " 6px  7px  4px")
  }

  @Test func growthIsBounded() {
    var values = ["--x0": "1px 1px"]
    for level in 1...60 {
      values["--x\(level)"] = "var(--x\(level - 1)) var(--x\(level - 1))"
    }
    #expect(throws: CSSError.self) { try resolve("var(--x60)", values) }
    var empty = ["--x0": ""]
    for level in 1...50 {
      empty["--x\(level)"] = "var(--x\(level - 1))var(--x\(level - 1))"
    }
    #expect(throws: Never.self) { try resolve("var(--x50)", empty) }
    let deep = String(repeating: "var(--none,", count: 100_000)
    #expect(throws: CSSError.self) { try resolve(deep, [:]) }
  }

  @Test(arguments: ["var()", "var(a)", "var(--)", "var(--a 1px)", "var(1px)"])
  func malformed(_ text: String) {
    #expect(throws: CSSError.self) { try resolve(text, ["--a": "1px"]) }
  }
}
