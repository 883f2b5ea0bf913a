public import Foundation

/// The folder of material that lies outside the repository: Apple's pictures, token corpora.
///
/// The environment variable `PENUMBRA_SHARED` names it. Tests that need it are enabled only where
/// it is set, and say so.
public enum SharedFolder {
  /// Where it is; nil where the variable is not set.
  public static let url: URL? = {
    guard let path = ProcessInfo.processInfo.environment["PENUMBRA_SHARED"], !path.isEmpty else {
      return nil
    }
    return URL(filePath: path, directoryHint: .isDirectory)
  }()

  /// Whether a subfolder, such as `apple`, is there.
  public static func has(_ name: String) -> Bool {
    guard let url else { return false }
    return FileManager.default.fileExists(atPath: url.appending(path: name).path)
  }
}

/// Folders of this package, found from where its sources were compiled.
public enum PackageFolder {
  /// The package's root.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The targets' sources.
  public static var sources: URL { root.appending(path: "Sources") }
  /// The scenes that come with the project.
  public static var corpus: URL { root.appending(path: "corpus") }
  /// The tests' data.
  public static var fixtures: URL { root.appending(path: "Tests/Fixtures") }
}
