/// What happens while a job runs.
public enum JobEvent: Sendable {
  /// The job knows what it will do. Counts are of this share alone, what is already done included.
  case started(pictures: Int, cells: Int, pixels: Int)
  /// Rows were made.
  case pixels(Int)
  /// A picture is whole and in its place.
  case output(Manifest.Output)
  /// A picture was found finished by `--resume`.
  case kept(Manifest.Output)
  /// An input did not become a picture.
  case failure(Manifest.Failure)
  /// Something the user should know, in one sentence.
  case note(String)
  /// The job is over, failures or not.
  case finished(JobSummary)
}

/// What a job came to.
public struct JobSummary: Hashable, Sendable {
  /// Pictures written or found finished.
  public var pictures: Int
  /// Cells on them.
  public var cells: Int
  /// Pixels of them.
  public var pixels: Int
  /// Inputs that failed.
  public var failures: Int
  /// Wall clock.
  public var seconds: Double

  /// A summary of these counts.
  public init(pictures: Int, cells: Int, pixels: Int, failures: Int, seconds: Double) {
    self.pictures = pictures
    self.cells = cells
    self.pixels = pixels
    self.failures = failures
    self.seconds = seconds
  }
}

/// Hears what happens.
///
/// Calls come from several threads.
public protocol JobObserver: Sendable {
  /// Something happened.
  func observe(_ event: JobEvent)
}

/// Hears nothing.
public struct SilentObserver: JobObserver {
  /// Nothing to hold.
  public init() {}
  /// Drops the event.
  public func observe(_ event: JobEvent) {}
}
