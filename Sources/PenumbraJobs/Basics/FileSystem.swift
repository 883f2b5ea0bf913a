package import PenumbraFiles

/// What jobs ask of the file system, with its errors in the job's terms.
///
/// Only reading of what the user named is done here, links followed; all that is made, replaced or
/// removed goes through an open `Folder` or an `OutputFile`.
package enum FileSystem {
  /// What stands at a path.
  package enum Kind: Equatable {
    case file
    case folder
    case other
  }

  /// What stands at the path, links followed; nil if nothing.
  package static func kind(_ path: String) -> Kind? {
    switch FileStatus(path)?.kind {
    case nil: nil
    case .file: .file
    case .folder: .folder
    default: .other
    }
  }

  /// The path without links, `.` and `..`; nil if it does not exist.
  package static func resolved(_ path: String) -> String? { PathName.resolved(path) }

  /// The names in a folder, sorted by their bytes, so that every machine sees one order.
  package static func names(in folder: String) throws(JobError) -> [String] {
    try JobError.translating { try Folder(folder).names() }
  }

  /// Calls `body` with the bytes of a file, a piece at a time.
  package static func read(
    _ path: String, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try OpenFile(reading: path).read(body)
  }

  /// The first bytes of a file, as many as it has up to `count`.
  package static func head(of path: String, bytes count: Int) throws(JobError) -> [UInt8] {
    try JobError.translating { try OpenFile(reading: path).bytes(most: count) }
  }

  /// All bytes of a file, of at most 1 GiB.
  ///
  /// Manifests and reports are read whole: more than this is none that was written.
  package static func bytes(of path: String) throws(JobError) -> [UInt8] {
    try JobError.translating { try OpenFile(reading: path).record() }
  }

  /// Refuses an output that is an input, lies in one, or holds one.
  ///
  /// `allowing` are the ways in which the two may lie to each other without harm.
  package static func refuseOverlap(
    of output: String, named what: UserWord, with input: String, allowing: Set<Overlap> = []
  ) throws(JobError) {
    guard let overlap = Overlap(of: output, with: input), !allowing.contains(overlap) else {
      return
    }
    let words =
      switch overlap {
      case .same: "it is also an input"
      case .inside: "it lies inside of the input"
      case .around: "it holds the input"
      }
    throw .cannotCreate(
      path: output, detail: "\(words), \(input): give \(what) another place")
  }
}

extension OpenFile {
  /// All bytes of a manifest, a journal or a report.
  package func record() throws -> [UInt8] {
    let most = 1 << 30
    let bytes = try bytes(most: most + 1)
    guard bytes.count <= most else {
      throw JobError.badInput("\(path): more than \(most) bytes, expected a record of a job")
    }
    return bytes
  }

  /// The SHA-256 of the bytes from where the file stands, and how many they are.
  package func content() throws -> FileContent {
    var hash = ContentHash()
    var count = 0
    try read {
      hash.update($0)
      count += $0.count
    }
    return FileContent(bytes: count, digest: hash.hexadecimal)
  }
}

extension JobError {
  /// A refusal of the file system in the job's terms.
  package init(_ error: FileError) {
    switch error.cause {
    case .noDescriptors, .diskFull:
      self = .inputOutput(path: error.path, detail: error.detail)
    case .tooLarge:
      self = .cannotCreate(path: error.path, detail: error.detail)
    case .missing, .other:
      switch error.act {
      case .open: self = .noInput(path: error.path, detail: error.detail)
      case .create: self = .cannotCreate(path: error.path, detail: error.detail)
      case .read, .write: self = .inputOutput(path: error.path, detail: error.detail)
      }
    }
  }
}
