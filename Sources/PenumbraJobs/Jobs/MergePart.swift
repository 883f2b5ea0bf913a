internal import PenumbraFiles

/// One shard's folder and what its manifest says.
struct MergePart: Sendable {
  let folder: Folder
  /// `manifest.json`, or `<name>.manifest.json` beside the pages of one file.
  let manifestName: String
  let manifest: Manifest

  /// The folder's path.
  var path: String { folder.path }

  /// Reads a finished shard.
  init(_ path: String) throws(JobError) {
    guard let kind = FileSystem.kind(path) else {
      throw .noInput(path: path, detail: "no such folder")
    }
    guard kind == .folder else { throw .noInput(path: path, detail: "not a folder") }
    let path = PathName.withoutTrailingSlashes(path)
    let (folder, names) = try JobError.translating {
      let folder = try Folder(path)
      return (folder, try folder.names())
    }
    let isUnfinished = names.contains {
      $0.hasBytePrefix(".penumbra") && folder.kind("\($0)/\(Journal.name)") != nil
    }
    guard !isUnfinished else {
      throw .incomplete(
        "\(path): the job that writes it is unfinished: run it again with \(UserWord.resume), then merge"
      )
    }
    let manifests = names.filter { $0 == "manifest.json" || $0.hasByteSuffix(".manifest.json") }
    guard let name = manifests.first else {
      throw .noInput(
        path: path + "/manifest.json", detail: "no manifest, so the folder is no finished shard")
    }
    guard manifests.count == 1 else {
      throw .badInput("\(path): \(manifests.count) manifests; expected a folder of one job's shard")
    }
    try JobError.translating { try MergePart.refuseLinkedFolders(in: folder) }
    self.folder = folder
    manifestName = name
    manifest = try Manifest(name, in: folder)
  }

  /// A link to a folder, however deep, is nothing that a job writes.
  private static func refuseLinkedFolders(in folder: Folder) throws {
    for name in try folder.names() {
      let path = PathName.joined(folder.path, name)
      switch folder.kind(name) {
      case .folder: try refuseLinkedFolders(in: try folder.folder(name))
      case .link where FileSystem.kind(path) == .folder:
        throw JobError.badInput("\(path): found a link to a folder, expected what a job writes")
      default: continue
      }
    }
  }
}
