import Foundation

/// A folder that is removed with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    let template = FileManager.default.temporaryDirectory
      .appendingPathComponent("penumbra-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: template, withIntermediateDirectories: true)
    path = template.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }
}
