import OrderedJSON
import PenumbraTestSupport
import Testing

@Suite("The JSON reader")
struct JSONTextTests {
  @Test("keys keep their written order, values their offsets")
  func orderAndOffsets() throws {
    let text = #"{"zeta": [1, {"b": true}], "alpha": null, "mid": "x"}"#
    let value = try JSONText.parse(text)
    #expect(value.members?.map(\.key) == ["zeta", "alpha", "mid"])
    #expect(value.members?.map(\.keyOffset) == [1, 27, 42])
    #expect(value["zeta"]?.offset == 9)
    #expect(value["zeta"]?.array?[1]["b"]?.offset == 19)
    #expect(value["alpha"]?.isNull == true)
    #expect(value["none"] == nil)
    #expect(value.text(.compact) == #"{"zeta": [1, {"b": true}], "alpha": null, "mid": "x"}"#)
  }

  @Test(
    "numbers are correctly rounded",
    arguments: [
      "0", "-0", "1", "-1.5", "0.1", "0.30000000000000004", "123456789012345678", "1e22", "1e23",
      "9007199254740993", "9007199254740993.0000000000000000001", "5e-324",
      "2.2250738585072011e-308",
      "1.7976931348623157e308", "0.000001", "1e-7", "100000000000000000000000",
      "3.141592653589793238",
      "8.5e-3", "1E+2", "1e-400", "0e999999999999", "7.0385307e-26", "17.5e21",
    ])
  func numbers(text: String) throws {
    let read = try #require(try JSONText.parse(text).number)
    let expected = try #require(Double(text))
    #expect(read == expected)
    #expect(read.sign == expected.sign)
  }

  @Test("strings unescape")
  func strings() throws {
    let text = #"["a\"\\\/\b\f\n\r\tz", "\u00e9\ud83d\ude00", "日本 😀", "\u0000", ""]"#
    let values = try #require(try JSONText.parse(text).array).map(\.string)
    #expect(values == ["a\"\\/\u{8}\u{C}\n\r\tz", "é😀", "日本 😀", "\0", ""])
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    var bytes: [UInt8]
    var kind: JSONTextError.Kind
    var line: Int
    var column: Int
    var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self) }

    init(_ text: String, _ kind: JSONTextError.Kind, _ line: Int, _ column: Int) {
      self.init(Array(text.utf8), kind, line, column)
    }

    init(_ bytes: [UInt8], _ kind: JSONTextError.Kind, _ line: Int, _ column: Int) {
      self.bytes = bytes
      self.kind = kind
      self.line = line
      self.column = column
    }
  }

  static let faults: [Fault] = [
    Fault("", .empty, 1, 1),
    Fault(" \n\t", .empty, 1, 1),
    Fault("\u{FEFF}{}", .byteOrderMark, 1, 1),
    Fault([0xFF, 0xFE, 0x7B, 0], .byteOrderMark, 1, 1),
    Fault([0xFE, 0xFF, 0, 0x7B], .byteOrderMark, 1, 1),
    Fault([0x22, 0x61, 0xFF, 0x22], .invalidUTF8, 1, 3),
    Fault([0x22, 0xC0, 0x80, 0x22], .invalidUTF8, 1, 2),
    Fault([0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, 1, 2),
    Fault([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .invalidUTF8, 1, 2),
    Fault([0x22, 0xE2, 0x82], .invalidUTF8, 1, 2),
    Fault("{\n  \"a\": 1,\n  \"b\": tru\n}", .syntax, 3, 8),
    Fault("{\"a\": 1,}", .syntax, 1, 8),
    Fault("[1, 2,]", .syntax, 1, 6),
    Fault("[1 2]", .syntax, 1, 4),
    Fault("[1", .syntax, 1, 3),
    Fault("{a: 1}", .syntax, 1, 2),
    Fault("{'a': 1}", .syntax, 1, 2),
    Fault("// x\n1", .syntax, 1, 1),
    Fault("\"abc", .syntax, 1, 1),
    Fault("\"a\nb\"", .syntax, 1, 3),
    Fault("\"\\q\"", .syntax, 1, 3),
    Fault("\"\\u12g4\"", .syntax, 1, 6),
    Fault("[\"\\ud800\"]", .loneSurrogate, 1, 3),
    Fault("[\"\\ud800\\u0041\"]", .loneSurrogate, 1, 3),
    Fault("[\"\\udc00\"]", .loneSurrogate, 1, 3),
    Fault("01", .syntax, 1, 2),
    Fault("+1", .syntax, 1, 1),
    Fault(".5", .syntax, 1, 1),
    Fault("5.", .syntax, 1, 3),
    Fault("1e", .syntax, 1, 3),
    Fault("-", .syntax, 1, 2),
    Fault("0x10", .syntax, 1, 2),
    Fault("NaN", .syntax, 1, 1),
    Fault("1 2", .syntax, 1, 3),
    Fault("truex", .syntax, 1, 1),
    Fault("{\"a\":\r\n 1e400}", .numberOverflow, 2, 2),
    Fault("-1e309", .numberOverflow, 1, 1),
    Fault("{\"a\": 1, \"b\": 2, \"a\": 3}", .duplicateKey, 1, 18),
    Fault("{\"a\": 1, \"\\u0061\": 3}", .duplicateKey, 1, 10),
  ]

  @Test("every fault has its kind, line and column", arguments: faults)
  func faultPlaces(fault: Fault) {
    let error = #expect(throws: JSONTextError.self) { try JSONText.parse(fault.bytes) }
    #expect(error?.kind == fault.kind)
    #expect(error?.location.line == fault.line)
    #expect(error?.location.column == fault.column)
    #expect(error?.found.isEmpty == false && error?.expected.isEmpty == false)
  }

  @Test("many keys are searched for duplicates too")
  func manyKeys() {
    let unique = (0..<400).map { "\"k\($0)\": \($0)" }
    #expect(throws: Never.self) { try JSONText.parse("{" + unique.joined(separator: ",") + "}") }
    let repeated = unique + ["\"k7\": 0"]
    let error = #expect(throws: JSONTextError.self) {
      try JSONText.parse("{" + repeated.joined(separator: ",") + "}")
    }
    #expect(error?.kind == .duplicateKey)
  }

  @Test("nesting is limited before the stack is", arguments: [201, 1_000, 1_000_000])
  func nesting(depth: Int) {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let text =
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      let error = #expect(throws: JSONTextError.self) { try JSONText.parse(text) }
      #expect(error?.kind == .tooDeep)
    }
  }

  @Test("200 levels are read")
  func deepest() throws {
    let text = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(try JSONText.parse(text).array?.count == 1)
  }

  @Test("columns count scalars, lines end with LF, CR LF or CR")
  func locations() {
    let bytes = Array("é日😀x\r\ny\rz\nw".utf8)
    let places = bytes.indices.map { JSONLocation(of: $0, in: bytes) }
    func place(of scalar: Character) -> [Int] {
      let offset = bytes.firstIndex(of: scalar.asciiValue ?? 0) ?? -1
      return [places[offset].line, places[offset].column]
    }
    #expect(place(of: "x") == [1, 4])
    #expect(place(of: "y") == [2, 1])
    #expect(place(of: "z") == [3, 1])
    #expect(place(of: "w") == [4, 1])
  }

  @Test("JSON5 reads what JSON refuses")
  func json5() throws {
    let text = """
      // tokens
      {
        unquoted: 'single "quotes"', /* and */ "b": .5, c: 5., d: +1, e: 0xFF, $_é: [1, 2,],
        escapes: '\\x41\\v\\0\\'\\
      joined', f: -0x10, g: -.25, h: 1e3,
      }\u{A0}

      """
    let value = try JSONText.parse(text, dialect: .json5)
    #expect(value["unquoted"]?.string == "single \"quotes\"")
    #expect(value["b"]?.number == 0.5)
    #expect(value["c"]?.number == 5)
    #expect(value["d"]?.number == 1)
    #expect(value["e"]?.number == 255)
    #expect(value["$_é"]?.array?.compactMap(\.number) == [1, 2])
    #expect(value["escapes"]?.string == "A\u{B}\0'joined")
    #expect(value["f"]?.number == -16)
    #expect(value["g"]?.number == -0.25)
    #expect(
      try JSONText.parse("12345678901234567890.", dialect: .json5).number
        == 12_345_678_901_234_567_168)
    #expect(
      try JSONText.parse(".12345678901234567890", dialect: .json5).number == 0.12345678901234567890)
  }

  @Test(
    "JSON5 has limits too",
    arguments: [
      "Infinity", "-Infinity", "NaN", "{a: 1, a: 2}", "/* open", "{1a: 2}", "[,]", "{,}", "'a", ".",
      "'\\1'", "0x", "'a\nb'", "[1,,2]",
    ])
  func json5Faults(text: String) {
    #expect(throws: JSONTextError.self) { try JSONText.parse(text, dialect: .json5) }
  }

  @Test("what is written reads back the same")
  func roundTrip() throws {
    let value: JSONValue = [
      "numbers": [0.1, 1e-7, 1e22, -3, 205.8, 9_007_199_254_740_993],
      "text": "quote \" slash \\ line \n tab \t nul \0 é 😀 \u{2028}",
      "empty": [[], [:]], "deep": [["a": ["b": [true, false, nil]]]],
    ]
    for layout in [JSONValue.Layout.compact, .indented] {
      let text = value.text(layout)
      #expect(try JSONText.parse(text).text(.compact) == value.text(.compact))
    }
  }

  @Test("random damage never crashes the reader", arguments: [UInt64(1), 2, 3])
  func mutations(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let seedText = Array(
      #"{"a": [1.5e3, "x\u00e9😀", true, null], "b": {"c": -0.25, "d": []}}"#.utf8)
    for _ in 0..<4_000 {
      var bytes = seedText
      for _ in 0..<Int(random.next() % 4 + 1) {
        let at = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: at)
        default: if bytes.count > 1 { bytes.remove(at: at) }
        }
      }
      for dialect in [JSONText.Dialect.json, .json5] {
        if let value = try? JSONText.parse(bytes, dialect: dialect) {
          #expect((try? JSONText.parse(value.text())) != nil, "seed \(seed): \(value.text())")
        }
      }
    }
  }
}
