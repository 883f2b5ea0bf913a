import Foundation

/// What the build made: beside the test bundle, or in the folder that the environment variable
/// `PENUMBRA_BUILD_FOLDER` names, so that a release build can be looked at too.
enum BuildProducts {
  /// The folder of this configuration's products and objects.
  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["PENUMBRA_BUILD_FOLDER"], !path.isEmpty {
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    // The bundle may be run by a helper of the toolchain that was given its path.
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
    return bundle.map { URL(filePath: $0).deletingLastPathComponent() }
      ?? executable.deletingLastPathComponent()
  }()

  static var command: URL { folder.appending(path: "penumbra") }

  /// The object files of a target.
  static func objects(of target: String) throws -> [URL] {
    let build = folder.appending(path: "\(target).build")
    guard let files = FileManager.default.enumerator(at: build, includingPropertiesForKeys: nil)
    else { return [] }
    return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "o" }
  }

  /// The targets that have a folder of objects, tests left out.
  static func targets() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".build") && !$0.hasSuffix("Tests.build") }
      .map { String($0.dropLast(".build".count)) }
  }
}
