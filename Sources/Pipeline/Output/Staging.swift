internal import Vips

/// Where outputs are written before they are whole.
///
/// A hidden folder inside the output folder, so that the last step is one rename on one file system.
/// Whatever a killed run left there is dropped by the next.
final class Staging: Sendable {
  /// The output folder.
  let folder: String
  /// The hidden folder.
  let path: String
  private let lock: Int32
  /// Removes unfinished parts when a signal ends the process before the job can.
  private let lastAct: Int

  /// Makes both folders, takes the lock, and drops what a killed run left.
  ///
  /// `name` tells jobs with one parent folder apart (single files).
  init(folder: String, name: String?) throws(JobError) {
    self.folder = folder
    let path = folder + "/.penumbra" + (name.map { "-" + $0 } ?? "")
    self.path = path
    if let kind = FileSystem.kind(folder), kind != .folder {
      throw .cannotCreate(path: folder, detail: "it exists and is no folder")
    }
    try FileSystem.makeFolder(folder)
    try FileSystem.refuseLink(at: path)
    try FileSystem.makeFolder(path)
    guard let lock = try FileSystem.lock(path + "/lock") else {
      throw .cannotCreate(path: folder, detail: "another penumbra is writing there")
    }
    self.lock = lock
    lastAct = SignalWatch.beforeForcedExit { Staging.abandon(path, isInterrupted: true) }
    FileSystem.remove(path + "/parts")
    try FileSystem.makeFolder(path + "/parts")
  }

  deinit {
    SignalWatch.cancel(lastAct)
    FileSystem.unlock(lock)
  }

  /// The record of finished outputs, which a killed run leaves for `--resume`.
  var journal: String { path + "/journal" }

  /// Removes the hidden folder with all in it.
  func finish() { FileSystem.remove(path) }

  /// Removes unfinished parts; keeps a journal that has something to go on from.
  ///
  /// After an interruption for 0.3 s at most, as a hundred thousand tiles take longer: the
  /// next run drops the rest.
  func abandon(isInterrupted: Bool) { Staging.abandon(path, isInterrupted: isInterrupted) }

  private static func abandon(_ path: String, isInterrupted: Bool) {
    let deadline = isInterrupted ? ContinuousClock.now + .milliseconds(300) : nil
    let target = Journal.hasOutputs(path + "/journal") ? path + "/parts" : path
    FileSystem.remove(target, until: deadline)
  }

  /// An output in the making, `number` telling it apart from others.
  func output(
    _ number: Int, name: String, format: OutputFormat
  ) throws(JobError) -> StagedOutput {
    let staged = StagedOutput(
      part: path + "/parts/\(number)", folder: folder, name: name, format: format)
    try staged.begin()
    return staged
  }

  /// Makes an empty folder for one output.
  func part(_ number: Int) throws(JobError) -> String {
    let part = path + "/parts/\(number)"
    FileSystem.remove(part)
    try FileSystem.makeFolder(part)
    return part
  }
}

/// An output while it is encoded and when it is whole.
struct StagedOutput {
  /// Of a file its path without suffix, of tiles the folder that they are made in.
  private let part: String
  private let format: OutputFormat
  /// The name without suffix.
  private let name: String
  private let folder: String

  /// A file needs no folder of its own: thousands of small ones are made and dropped in a job, and
  /// file systems are slow at that.
  init(part: String, folder: String, name: String, format: OutputFormat) {
    self.part = part
    self.folder = folder
    self.name = name
    self.format = format
  }

  /// Makes the place that the encoder writes to, once it is sure that the output may have its own.
  func begin() throws(JobError) {
    for product in StagedOutput.products(name: name, format: format) {
      try FileSystem.refuseForeignFolder(
        at: folder + "/" + product, replacedByFolder: format.kind == .tiles)
    }
    if format.kind != .file {
      FileSystem.remove(part)
      try FileSystem.makeFolder(part)
    }
  }

  /// Drops what was not committed.
  func discard() { FileSystem.remove(format.kind == .file ? encoderPath : part) }

  /// The path to give to the encoder.
  ///
  /// A file's own name may hold brackets, which libvips would read as options; tiles carry their
  /// name inside.
  var encoderPath: String {
    format.kind == .file ? part + format.suffix : part + "/" + name
  }

  /// The files and folders of the output under the output folder; the first is what users open.
  static func products(name: String, format: OutputFormat) -> [String] {
    switch format.kind {
    case .file: return [name + format.suffix]
    case .zippedTiles: return [name + ".zip"]
    case .tiles:
      return format.layout == .deepZoom ? [name + ".dzi", name + "_files"] : [name]
    }
  }

  /// Moves the finished output into place and describes its bytes.
  ///
  /// A `.dzi` is moved after its tiles: while it is missing, nothing looks finished.
  func commit() throws -> (bytes: Int, digest: String) {
    try FileSystem.makeFolder(parent)
    switch format.kind {
    case .file:
      let source = encoderPath
      let content = try FileContent(of: source)
      if content.bytes >= StagedOutput.synchronizedBytes { try FileSystem.synchronize(source) }
      try FileSystem.rename(source, to: folder + "/" + name + format.suffix)
      return (content.bytes, content.digest)
    case .zippedTiles:
      let zip = part + "/tiles.zip"
      try Tiles.removeProperties(in: part + "/" + name)
      try Tiles.removeProperties(in: part + "/" + name + "_files")
      try ZipArchive.write(
        entries: StagedOutput.products(name: name, format: asFolder()), of: part, under: name,
        to: zip)
      let content = try FileContent(of: zip)
      try FileSystem.synchronize(zip)
      try FileSystem.rename(zip, to: folder + "/" + name + ".zip")
      FileSystem.remove(part)
      return (content.bytes, content.digest)
    case .tiles:
      let products = StagedOutput.products(name: name, format: format)
      for product in products { try Tiles.removeProperties(in: part + "/" + product) }
      let content = try FileContent(of: products, in: part)
      for product in products.reversed() {
        try FileSystem.synchronize(part + "/" + product)
        try FileSystem.rename(part + "/" + product, to: folder + "/" + product)
      }
      FileSystem.remove(part)
      return (content.bytes, content.digest)
    }
  }

  /// Files of at least this many bytes are on the disk before they have their name.
  ///
  /// Waiting for every small file would take most of a job of thousands of cells. It is not needed:
  /// a killed process loses nothing that was written, and after a power failure `--resume` digests
  /// every file and makes those anew that are not what the journal says.
  private static let synchronizedBytes = 1 << 20

  private var parent: String {
    let target = folder + "/" + name
    return target.lastIndex(of: "/").map { String(target[..<$0]) } ?? folder
  }

  private func asFolder() throws -> OutputFormat {
    try OutputFormat(".dz[layout=\(format.layout.rawValue)]")
  }
}

/// What libvips adds to tiles that no viewer reads.
private enum Tiles {
  /// `vips-properties.xml` holds the time at which it was made; the same picture would differ.
  static func removeProperties(in folder: String) throws {
    FileSystem.remove(folder + "/vips-properties.xml")
  }
}

/// The bytes of an output as it lies on the disk, by which a later run knows it unchanged.
struct FileContent: Equatable {
  var bytes: Int
  /// Of a file, the SHA-256 of its bytes; of several, of their names and digests in name order.
  var digest: String

  /// Of one file.
  init(of file: String) throws {
    var hash = ContentHash()
    var count = 0
    try FileSystem.read(file) {
      hash.update($0)
      count += $0.count
    }
    bytes = count
    digest = hash.hexadecimal
  }

  /// Of an output: one file, or files and folders under `folder`.
  init(of products: [String], in folder: String) throws {
    if products.count == 1, FileSystem.kind(folder + "/" + products[0]) == .file {
      self = try FileContent(of: folder + "/" + products[0])
      return
    }
    var hash = ContentHash()
    var count = 0
    for product in products.sorted() {
      try FileContent.walk(product, in: folder) { path in
        let content = try FileContent(of: folder + "/" + path)
        hash.update(path)
        hash.update(content.digest)
        count += content.bytes
      }
    }
    bytes = count
    digest = hash.hexadecimal
  }

  /// Calls `body` with every file at or below `path`, in name order.
  static func walk(
    _ path: String, in folder: String, _ body: (String) throws -> Void
  ) throws {
    switch FileSystem.kind(folder + "/" + path) {
    case .file: try body(path)
    case .folder:
      for name in try FileSystem.names(in: folder + "/" + path) {
        try walk(path + "/" + name, in: folder, body)
      }
    default:
      throw JobError.noInput(path: folder + "/" + path, detail: "no such file")
    }
  }
}
