/// Something that keeps a run from being whole, and belongs to no cell.
public struct RunProblem: Hashable, Sendable {
  /// The file it is about, as it was given.
  public var file: String?
  /// One line.
  public var message: String

  /// A problem of the run.
  public init(file: String? = nil, message: String) {
    self.file = file
    self.message = message
  }
}
