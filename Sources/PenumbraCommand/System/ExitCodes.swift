internal import PenumbraJobs
internal import PenumbraScene

/// What the process ends with, after sysexits.h; the one place where errors become codes.
enum ExitCode {
  static let done: Int32 = 0
  /// `check` found differences.
  static let different: Int32 = 1
  static let usage: Int32 = 64
  static let badInput: Int32 = 65
  static let noInput: Int32 = 66
  /// A font, a codec or an instruction set is not on this machine.
  static let missing: Int32 = 69
  static let cannotCreate: Int32 = 73
  static let inputOutput: Int32 = 74
  /// Incomplete; the job can be gone on with.
  static let incomplete: Int32 = 75

  /// The code of an error.
  static func of(_ error: any Error) -> Int32 { of(JobError(anyError: error)) }

  /// The code of a batch with failures: that of the first, so that one bad scene says what it is.
  static func of(_ failures: [BatchFailure]) -> Int32 {
    failures.first.map { of($0.error) } ?? done
  }

  private static func of(_ error: JobError) -> Int32 {
    switch error {
    case .noInput: noInput
    case .badScene(let error): error.kind.isMissingInput ? noInput : badInput
    case .badInput: badInput
    case .usage: usage
    case .missing: missing
    case .cannotCreate: cannotCreate
    case .inputOutput: inputOutput
    // 130 for SIGINT, 143 for SIGTERM, as a shell would report them.
    case .interrupted(let signal): 128 + signal
    case .incomplete: incomplete
    }
  }
}
