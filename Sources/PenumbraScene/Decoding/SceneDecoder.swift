internal import CSSValues
internal import OrderedJSON
internal import PenumbraFiles
internal import PenumbraGraphics

/// Reads one scene's tree into declarations, checking everything that can be checked without pixels.
///
/// An object of reference type, since what it has read is shared by all its parts: named styles,
/// colours already parsed, images met.
final class SceneDecoder {
  let limits: SceneLimits
  /// Styles by name, their `extends` resolved.
  var styles: [String: StyleDeclaration] = [:]
  /// How many styles each named style consists of, itself included.
  var styleDepths: [String: Int] = [:]
  /// The names of the styles as written, for suggestions.
  var styleNames: [String] = []
  /// The styles' trees, for a sweep that varies parts of them.
  var styleTrees: [String: JSONValue] = [:]
  /// Images in the order met, each once.
  private(set) var images: [(path: String, offset: Int)] = []
  /// Font families in the order met, each once.
  private(set) var families: [(name: String, offset: Int)] = []
  /// Whether a label or a caption was met.
  var hasLabels = false
  /// The largest blur met, in points, and where.
  private(set) var largestSigma = (points: 0.0, offset: 0)
  /// The largest text met, in points, and where.
  private(set) var largestFont = (points: 0.0, offset: 0)
  /// What is wrong so far, each once.
  private(set) var faults: [SceneFault] = []
  /// How many there are beyond those that are kept.
  private(set) var uncountedFaults = 0
  /// How often a fault was met, known or new: tells later whether a part was read without one.
  private(set) var noteCount = 0
  private var knownFaults: Set<SceneFault.Identity> = []
  /// Named styles whose elevation was found incomplete.
  var incompleteStyles: Set<String> = []
  /// JSON values read so far for the tables of a matrix.
  var variedValues = 0
  private var imagePaths: Set<String> = []
  private var colors: [String: Color] = [:]
  private let cssContext = CSSContext(extraColors: SystemColors.light)

  init(limits: SceneLimits) {
    self.limits = limits
  }

  // MARK: Faults

  /// Keeps a fault, so that reading goes on with the next part; one that is kept already is not
  /// kept again.
  func note(_ fault: SceneFault) {
    noteCount += 1
    guard !fault.isNoted, knownFaults.count < limits.faults else {
      if !fault.isNoted { uncountedFaults += 1 }
      return
    }
    if knownFaults.insert(fault.identity).inserted { faults.append(fault) }
  }

  /// How many different faults there are.
  var faultCount: Int { faults.count + uncountedFaults }

  /// Ends the reading of a part in which there were faults, which have been noted.
  func stop(since count: Int) throws(SceneFault) {
    if noteCount != count { throw SceneFault.noted }
  }

  /// Notes that a key is missing, if it is.
  func require(_ key: String, in value: JSONValue, _ what: String) {
    if value[key] == nil { note(value.fault(.missingKey, expected: what).missing(key)) }
  }

  /// Reads every element and keeps the faults of all.
  func each<Element>(
    _ elements: [JSONValue], _ read: (JSONValue) throws(SceneFault) -> Element
  ) throws(SceneFault) -> [Element] {
    let count = noteCount
    var list: [Element] = []
    list.reserveCapacity(elements.count)
    for element in elements {
      do throws(SceneFault) { list.append(try read(element)) } catch { note(error) }
    }
    try stop(since: count)
    return list
  }

  /// What is read, or nil where there is a fault, which is kept.
  func kept<Value>(_ read: () throws(SceneFault) -> Value) -> Value? {
    do throws(SceneFault) { return try read() } catch {
      note(error)
      return nil
    }
  }

  // MARK: Values that all parts use

  var anyLength: ClosedRange<Double> { -limits.lengthPoints...limits.lengthPoints }
  var positiveLength: ClosedRange<Double> { 0...limits.lengthPoints }

  /// A length that is not negative.
  func length(_ value: JSONValue, _ what: String) throws(SceneFault) -> Double {
    try value.readNumber(
      positiveLength, "\(what): a number from 0 to \(JSONValue.text(of: limits.lengthPoints))")
  }

  /// A length of either sign.
  func signedLength(_ value: JSONValue, _ what: String) throws(SceneFault) -> Double {
    let bound = JSONValue.text(of: limits.lengthPoints)
    return try value.readNumber(anyLength, "\(what): a number from -\(bound) to \(bound)")
  }

  func fraction(_ value: JSONValue, _ what: String) throws(SceneFault) -> Double {
    try value.readNumber(0...1, "\(what): a number from 0 to 1")
  }

  func numbers(_ value: JSONValue, count: Int, _ what: String) throws(SceneFault) -> [Double] {
    let elements = try value.readArray(what)
    guard elements.count == count else { throw value.fault(.invalidValue, expected: what) }
    return try each(elements) { (element) throws(SceneFault) in try signedLength(element, what) }
  }

  func point(_ value: JSONValue, _ what: String) throws(SceneFault) -> Point {
    let n = try numbers(value, count: 2, "\(what): [x, y]")
    return Point(x: n[0], y: n[1])
  }

  func rect(_ value: JSONValue, _ what: String) throws(SceneFault) -> Rect {
    let n = try numbers(value, count: 4, "\(what): [x, y, width, height]")
    guard n[2] >= 0, n[3] >= 0 else {
      throw value.fault(.invalidValue, expected: "\(what) of a width and a height of at least 0")
        .found("a negative size")
    }
    return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
  }

  /// All four alike, or by name; what is left out is 0.
  func insets(_ value: JSONValue) throws(SceneFault) -> EdgeInsets {
    let known = ["top", "leading", "bottom", "trailing"]
    if value.number != nil {
      let all = try signedLength(value, "insets")
      return EdgeInsets(top: all, leading: all, bottom: all, trailing: all)
    }
    var insets = EdgeInsets.zero
    let count = noteCount
    for member in try value.readObject("a number, or an object of \(known.joined(separator: ", "))")
    {
      do throws(SceneFault) {
        switch member.key {
        case "top": insets.top = try signedLength(member.value, "an inset")
        case "leading": insets.leading = try signedLength(member.value, "an inset")
        case "bottom": insets.bottom = try signedLength(member.value, "an inset")
        case "trailing": insets.trailing = try signedLength(member.value, "an inset")
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    try stop(since: count)
    return insets
  }

  /// A text that is drawn: bounded, and without NUL, which ends a text for the libraries below.
  func text(_ value: JSONValue, _ what: String) throws(SceneFault) -> String {
    let text = try value.readString(what)
    if text.unicodeScalars.count > limits.labelLength {
      throw value.fault(.limitExceeded, expected: "at most \(limits.labelLength) characters")
        .found("a text of \(text.unicodeScalars.count) characters")
    }
    if text.unicodeScalars.contains("\0") {
      throw value.fault(.invalidValue, expected: "a text without U+0000")
    }
    try checkLetters(of: text, at: value)
    return text
  }

  /// Refuses what a renderer of text cannot draw: one letter out of thousands of combining marks.
  func checkLetters(of text: String, at value: JSONValue) throws(SceneFault) {
    guard text.unicodeScalars.count > limits.letterLength else { return }
    for letter in text where letter.unicodeScalars.count > limits.letterLength {
      throw value.fault(
        .limitExceeded,
        expected: "letters of at most \(limits.letterLength) Unicode scalars, marks included"
      ).found("a letter of \(letter.unicodeScalars.count) Unicode scalars")
    }
  }

  /// Keeps the largest blur: whether it fits the limits depends on the scale.
  func noteSigma(_ points: Double, at offset: Int) {
    if points > largestSigma.points { largestSigma = (points, offset) }
  }

  /// Keeps the largest text, likewise.
  func noteFont(_ points: Double, at offset: Int) {
    if points > largestFont.points { largestFont = (points, offset) }
  }

  /// Keeps a font family.
  func noteFamily(_ name: String, at offset: Int) {
    if !families.contains(where: { $0.name == name }) { families.append((name, offset)) }
  }

  // MARK: Colours

  func color(_ value: JSONValue) throws(SceneFault) -> Color {
    let what = "a colour, such as \"#de3e3e\", \"rgb(0 0 0 / 25%)\" or \"systemMint\""
    let text = try value.readString(what)
    if let known = colors[text] { return known }
    do throws(CSSError) {
      let color = try Color(css: text, context: cssContext)
      colors[text] = color
      return color
    } catch {
      let isWord = text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic }
      let near = isWord ? Suggestion.nearest(to: text, among: SystemColors.names) : nil
      let detail = error.expected == "a colour" ? what : "a colour: \(error.expected)"
      let expected =
        Self.imageSuffixes.contains { text.asciiLowercased.hasByteSuffix($0) }
        ? "a colour, or {\"image\": \(JSONValue.excerpt(text))} for a picture"
        : near.map { "a colour (did you mean \"\($0)\"?)" } ?? detail
      throw value.fault(.invalidColor, expected: expected)
    }
  }

  private static let imageSuffixes = [
    ".png", ".jpg", ".jpeg", ".webp", ".avif", ".tif", ".tiff", ".gif", ".svg", ".heic",
  ]

  func cssShadows(_ value: JSONValue) throws(SceneFault) -> [ShadowDeclaration] {
    let text = try value.readString("a shadow")
    let parsed: [CSSShadow]
    do throws(CSSError) {
      parsed = try CSSShadow.list(boxShadow: text, context: cssContext)
    } catch {
      throw value.fault(
        .invalidShadow,
        expected: "a CSS box-shadow: \(error.expected), not \(error.found), "
          + "at character \(error.offset + 1)")
    }
    for shadow in parsed {
      let lengths = [shadow.offsetX, shadow.offsetY, shadow.blur, shadow.spread]
      guard lengths.allSatisfy({ anyLength.contains($0) }) else {
        throw value.fault(
          .invalidShadow,
          expected: "lengths of at most \(JSONValue.text(of: limits.lengthPoints)) points")
      }
    }
    return parsed.map {
      ShadowDeclaration(
        sigma: $0.sigma, offset: Point(x: $0.offsetX, y: $0.offsetY), spread: $0.spread,
        color: $0.color ?? .black, isInset: $0.isInset)
    }
  }

  // MARK: Images

  func image(_ members: [JSONMember]) throws(SceneFault) -> ImagePaint {
    var image = ImagePaint(path: "")
    let count = noteCount
    for member in members {
      do throws(SceneFault) {
        switch member.key {
        case "image":
          let path = try member.value.readString("the path of an image")
          guard !path.isEmpty, !path.unicodeScalars.contains("\0") else {
            throw member.value.fault(.invalidValue, expected: "the path of an image")
          }
          image.path = path
          if imagePaths.insert(path).inserted { images.append((path, member.value.offset)) }
        case "mode":
          image.mode = try member.value.readWord(ImagePaint.Mode.self)
        default:
          throw member.unknown(among: ["image", "mode"])
        }
      } catch {
        note(error)
      }
    }
    try stop(since: count)
    return image
  }
}

extension SceneFault {
  /// The same fault with other words for what was found.
  func found(_ found: String) -> SceneFault {
    var fault = self
    fault.found = found
    return fault
  }

  /// The same fault, of a key that is missing below the value.
  func missing(_ key: String) -> SceneFault {
    var fault = found("no \"\(key)\"")
    fault.kind = .missingKey
    fault.missingKey = key
    return fault
  }
}
