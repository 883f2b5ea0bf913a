/// An input that failed, with its error as a value.
public struct BatchFailure: Sendable {
  /// The picture's place in the whole job; nil for an input that did not become one.
  public var number: Int?
  /// The scene's name where it is known.
  public var scene: String?
  /// The scene's file.
  public var source: String
  /// What was wrong.
  public var error: JobError

  /// An input that did not even become a picture of the job.
  init(scene: String? = nil, source: String, error: JobError) {
    self.scene = scene
    self.source = source
    self.error = error
  }

  /// As the manifest lists it.
  var entry: Manifest.Failure {
    Manifest.Failure(
      number: number, scene: scene, source: source, error: error.description)
  }
}
