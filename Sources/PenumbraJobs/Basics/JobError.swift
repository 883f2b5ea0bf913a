internal import PenumbraFiles
public import PenumbraScene
internal import ShadowEngine
public import Vips

/// Why a job, or one picture of it, did not come to be.
public enum JobError: Error, Hashable, Sendable {
  /// There is nothing at the path, or nothing that can be read.
  case noInput(path: String, detail: String)
  /// A scene is wrong.
  case badScene(SceneError)
  /// An input is wrong; the message names place, found and expected.
  case badInput(String)
  /// The request is impossible whatever the input.
  case usage(String)
  /// A font, a codec or another needed thing is not on this machine.
  case missing(String)
  /// An output cannot be created.
  case cannotCreate(path: String, detail: String)
  /// Reading or writing failed half-way.
  case inputOutput(path: String, detail: String)
  /// A signal stopped the job; what is finished is kept.
  case interrupted(signal: Int32)
  /// The job is incomplete and can be gone on with.
  case incomplete(String)
}

extension JobError: CustomStringConvertible {
  /// One sentence for the user; one a fault where a scene has several.
  public var description: String {
    switch self {
    case .noInput(let path, let detail): "\(path): \(detail)"
    case .badScene(let error): error.report
    case .badInput(let text), .usage(let text), .missing(let text), .incomplete(let text): text
    case .cannotCreate(let path, let detail): "\(path): cannot be created: \(detail)"
    case .inputOutput(let path, let detail): "\(path): \(detail)"
    case .interrupted(let signal): "interrupted by signal \(signal)"
    }
  }
}

extension JobError {
  /// A libvips error in the job's terms.
  public init(_ error: VipsError) {
    switch error {
    case .wrongOption: self = .usage(error.description)
    case .notInstalled, .unusable, .noCodec, .noSaver, .noFont, .noFontFamily, .noText:
      self = .missing(error.description)
    case .overLimit, .notAnImage, .imageOverLimit, .undrawableText:
      self = .badInput(error.description)
    case .failed, .sourceFailed: self = .inputOutput(path: "libvips", detail: error.description)
    case .file(let error): self = JobError(error)
    }
  }
}

extension JobError {
  /// Any error in the job's terms; `source`, the input it is about, opens what has no place of its own.
  package init(anyError error: any Error, source: String? = nil) {
    let place = source.map { "\($0): " } ?? ""
    switch error {
    case let error as JobError: self = error
    case let error as FileError: self = JobError(error)
    case let error as SceneError where error.kind == .noDescriptors:
      self = .inputOutput(path: error.file ?? "scene", detail: error.found)
    case let error as SceneError: self = .badScene(error)
    case VipsError.undrawableText: self = .badInput("\(place)\(error)")
    case let error as VipsError: self = JobError(error)
    case RenderError.content(let cause): self = JobError(anyError: cause, source: source)
    case let error as OutputFormatError: self = .usage(error.description)
    case let error as InstructionSetError:
      if case .unknown = error {
        self = .usage(error.description)
      } else {
        self = .missing(error.description)
      }
    default: self = .badInput("\(place)\(error)")
    }
  }

  /// What `body` gives; what it throws leaves in the job's terms.
  package static func translating<Result>(_ body: () throws -> Result) throws(JobError) -> Result {
    do {
      return try body()
    } catch {
      throw JobError(anyError: error)
    }
  }

  /// Whether it says nothing of the input that met it: a disk, or a limit of the process.
  var isOfTheProcess: Bool {
    if case .inputOutput = self { true } else { false }
  }

  /// Whether the next picture would fail in the same way.
  var stopsTheBatch: Bool {
    switch self {
    case .inputOutput, .cannotCreate, .interrupted, .missing: true
    case .noInput, .badScene, .badInput, .usage, .incomplete: false
    }
  }
}
