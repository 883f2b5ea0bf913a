/// The version of everything that decides what a picture looks like.
///
/// One number for all instruction sets: they give the same bytes. It is part of every proof that an
/// output need not be made again, so it changes whenever any picture could.
public enum EngineVersion {
  /// Semantic version.
  public static let current = "0.1.0"
}
