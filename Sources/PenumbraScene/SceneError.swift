/// Bad input of a scene: which file, where in it, what was found, what was expected.
///
/// One error stands for one scene: it is the first fault in the order of the text, and holds those
/// that follow.
public struct SceneError: Error, Hashable, Sendable {
  /// Every way in which a scene can be wrong.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    // The file.
    case missingFile
    /// A folder, a pipe, a socket or a device.
    case notAFile
    case unreadableFile
    case emptyFile
    case fileTooLarge
    /// This process may open no more files: no fault of the scene's.
    case noDescriptors

    // The text.
    case byteOrderMark
    case notUTF8
    case malformedJSON
    case duplicateKey
    case nestingTooDeep
    case numberOverflow

    // The language.
    case unsupportedVersion
    case wrongType
    case unknownKey
    case missingKey
    /// Keys that exclude each other.
    case conflictingKeys
    /// Of the right type, but not among the values allowed.
    case invalidValue
    case invalidColor
    case invalidShadow
    case invalidName
    case duplicateName
    case unknownStyle
    case circularExtends
    /// A layout that has no solution, such as a fraction of a height that is to be fitted.
    case unsolvableLayout
    case limitExceeded

    // What a scene refers to.
    case missingImage
    case unreadableImage
    /// Absolute, or leaving the corpus folder.
    case imageOutside

    /// Whether the input is not there, or cannot be opened, rather than being wrong.
    public var isMissingInput: Bool {
      switch self {
      case .missingFile, .notAFile, .unreadableFile: true
      default: false
      }
    }
  }

  /// Which fault it is.
  public var kind: Kind
  /// The scene file, as the caller named it; nil for a text that came from no file.
  public var file: String?
  /// Where in the scene, as a JSONPath (RFC 9535): `$.cells[3].fill`; nil if the file itself is at
  /// fault, or its text.
  public var path: String?
  /// What stands there, in words.
  public var found: String
  /// What should stand there, in words.
  public var expected: String
  /// From 1; nil where no place in the text is at fault.
  public var line: Int?
  /// From 1, in Unicode scalars.
  public var column: Int?
  /// The scene's other faults, in the order of the text, at most 19.
  public internal(set) var more: [SceneError] = []
  /// How many faults the scene has beyond those.
  public internal(set) var omitted = 0

  /// An error and all that is known about its place.
  public init(
    kind: Kind, file: String? = nil, path: String? = nil, found: String, expected: String,
    line: Int? = nil, column: Int? = nil
  ) {
    self.kind = kind
    self.file = file
    self.path = path
    self.found = found
    self.expected = expected
    self.line = line
    self.column = column
  }
}

extension SceneError: CustomStringConvertible {
  /// One line: `file:line:column: path: found ..., expected ...`.
  public var description: String {
    var place = file ?? "scene"
    if let line { place += ":\(line)" }
    if line != nil, let column { place += ":\(column)" }
    let path = self.path.map { $0 + ": " } ?? ""
    return "\(place): \(path)found \(found), expected \(expected)"
  }
}

extension SceneError {
  /// Every fault of the scene, one a line, in the order of the text.
  public var report: String {
    var lines = [description] + more.map(\.description)
    if omitted > 0 {
      lines.append("\(file ?? "scene"): and \(omitted) more \(omitted == 1 ? "fault" : "faults")")
    }
    return lines.joined(separator: "\n")
  }

  /// How many faults are spelled out.
  static let reported = 20

  /// One error of several, in the order given; nil of none.
  init?(_ errors: [SceneError], omitted: Int = 0) {
    guard var first = errors.first else { return nil }
    first.more = Array(errors.dropFirst().prefix(Self.reported - 1))
    first.omitted = omitted + max(0, errors.count - Self.reported)
    self = first
  }
}
