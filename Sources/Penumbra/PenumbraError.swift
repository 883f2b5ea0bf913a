internal import PenumbraFiles
public import PenumbraScene
internal import ShadowEngine
internal import Vips

/// Why a scene was not read, or not drawn.
public enum PenumbraError: Error, Sendable {
  /// The scene is wrong, or an image or a font that it names.
  case scene(SceneError)
  /// A scene that was built in Swift holds a value that cannot be drawn.
  case value(place: String, found: String, expected: String)
  /// A text or an image cannot be drawn.
  case content(String)
  /// The caller's own content source threw.
  case ownContent(any Error)
  /// A library, a font, a codec or an instruction set is not on this machine.
  case missing(String)
  /// The format cannot be written, or cannot hold the picture.
  case format(String)
  /// The file system refused.
  case file(path: String, detail: String)
  /// A library failed half-way.
  case failed(String)

  /// What mends it.
  public enum Remedy: Hashable, Sendable {
    /// The scene, at ``PenumbraError/place``.
    case changeScene
    /// ``SceneRenderer/Options/allowsImagesOutside``, if the scene is trusted.
    case allowImagesOutside
    /// Something is to be installed; the description says what.
    case install
    /// Another format, or other options of it.
    case chooseFormat
    /// Another path, or more room at this one.
    case choosePlace
  }

  /// Where the fault is: a file and a JSON path, a value of a built scene, or the path of a file.
  public var place: String? {
    switch self {
    case .scene(let error):
      [error.file, error.path].compactMap(\.self).joined(separator: ": ")
    case .value(let place, _, _): place
    case .file(let path, _): path
    case .content, .ownContent, .missing, .format, .failed: nil
    }
  }

  /// What would mend it; nil where nothing that is known would.
  public var remedy: Remedy? {
    switch self {
    case .scene(let error): error.kind == .imageOutside ? .allowImagesOutside : .changeScene
    case .value, .content: .changeScene
    case .missing: .install
    case .format: .chooseFormat
    case .file: .choosePlace
    case .ownContent, .failed: nil
    }
  }
}

extension PenumbraError: CustomStringConvertible {
  /// One sentence for a user; one a fault where a scene has several.
  public var description: String {
    switch self {
    case .scene(let error): error.report
    case .value(let place, let found, let expected):
      "\(place): found \(found), expected \(expected)"
    case .ownContent(let error): "\(error)"
    case .content(let text), .missing(let text), .format(let text), .failed(let text): text
    case .file(let path, let detail): "\(path): \(detail)"
    }
  }
}

extension PenumbraError {
  /// Any error of the modules below in the library's terms.
  init(_ error: any Error) {
    switch error {
    case let error as PenumbraError: self = error
    case let error as SceneError: self = .scene(error)
    case let error as VipsError: self.init(vips: error)
    case let error as FileError: self = .file(path: error.path, detail: error.detail)
    case let error as OutputFormatError: self = .format(error.description)
    case let error as InstructionSetError: self = .missing(error.description)
    case RenderError.content(let cause): self.init(content: cause)
    case let error as RenderError:
      self = .value(place: "canvas", found: error.description, expected: "a smaller canvas")
    default: self = .failed("\(error)")
    }
  }

  private init(content cause: any Error) {
    if cause is SceneError || cause is VipsError || cause is FileError {
      self.init(cause)
    } else {
      self = .ownContent(cause)
    }
  }

  private init(vips error: VipsError) {
    switch error {
    case .notInstalled, .unusable, .noSaver, .noFont, .noFontFamily, .noText, .noCodec:
      self = .missing(error.description)
    case .overLimit, .wrongOption: self = .format(error.description)
    case .undrawableText, .notAnImage, .imageOverLimit: self = .content(error.description)
    case .failed, .sourceFailed: self = .failed(error.description)
    case .file(let error): self = .file(path: error.path, detail: error.detail)
    }
  }

  /// What `body` gives; what it throws leaves in the library's terms.
  static func translating<Result>(
    _ body: () throws -> Result
  ) throws(PenumbraError) -> Result {
    do {
      return try body()
    } catch {
      throw PenumbraError(error)
    }
  }
}
