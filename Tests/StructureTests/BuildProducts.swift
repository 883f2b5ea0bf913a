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

  /// A program on the search path; nil where it is not installed.
  static func tool(_ names: String...) -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in names {
      for folder in folders {
        let path = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: path) { return URL(filePath: path) }
      }
    }
    return nil
  }

  /// Runs a program to its end and returns its status and what it printed.
  static func run(
    _ tool: URL, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "penumbra-structure-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files rather than pipes: a full pipe would stop the program.
    let output = folder.appending(path: "output")
    let errors = folder.appending(path: "errors")
    try Data().write(to: output)
    try Data().write(to: errors)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus,
      String(decoding: try Data(contentsOf: output), as: UTF8.self),
      String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    )
  }
}
