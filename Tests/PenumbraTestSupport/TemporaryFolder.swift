internal import Foundation

/// A folder that is removed with the value.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes the folder, under a name of its own.
  public init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("penumbra-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a text file, and the folders above it; returns its path.
  @discardableResult
  public func write(_ text: String, _ name: String) throws -> String {
    let target = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: target, atomically: false, encoding: .utf8)
    return target.path
  }

  /// Whether there is such a file or folder in it.
  public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// Makes a symbolic link.
  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: file(name), withDestinationPath: target)
  }

  /// The text of a file in it.
  public func text(_ name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  /// The bytes of a file in it.
  public func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }
}
