internal import PenumbraFiles
internal import Vips

/// Where outputs are written before they are whole.
///
/// A hidden folder inside the output folder, so that the last step is one rename on one file system.
/// Whatever a killed run left there is dropped by the next. Both folders are open while the job runs:
/// whatever is put into the output folder meanwhile leads no file elsewhere.
final class Staging: Sendable {
  /// The output folder.
  let out: Folder
  /// The hidden folder.
  let hidden: Folder
  /// Where outputs are while they are made.
  let parts: Folder
  /// The device, pipe or socket that the one output goes into, if it does.
  let stream: String?
  private let hiddenName: String
  private let lock: FolderLock
  /// The folder of temporary files and the name there, if the output folder is one.
  private let temporary: (parent: Folder, name: String)?
  /// Removes unfinished parts when a signal ends the process before the job can.
  private let lastAct: Int

  /// Makes both folders, takes the lock, and drops what a killed run left.
  ///
  /// `name` tells jobs with one parent folder apart (single files).
  convenience init(folder: String, name: String?) throws(JobError) {
    let out = try JobError.translating { try Folder.made(folder) }
    try self.init(out, name: name, stream: nil, temporary: nil)
  }

  /// For a job whose one output goes into a device, a pipe or a socket, or nowhere: in a folder of
  /// its own among the temporary files.
  convenience init(stream: String?) throws(JobError) {
    let temporary = try JobError.translating { try Folder.temporary() }
    let out = try JobError.translating { try temporary.parent.folder(temporary.name) }
    try self.init(out, name: nil, stream: stream, temporary: temporary)
  }

  private init(
    _ out: Folder, name: String?, stream: String?, temporary: (parent: Folder, name: String)?
  ) throws(JobError) {
    self.out = out
    self.stream = stream
    self.temporary = temporary
    let hiddenName = ".penumbra" + (name.map { "-" + $0 } ?? "")
    self.hiddenName = hiddenName
    let (hidden, lock, parts) = try JobError.translating {
      let (hidden, lock) = try Staging.locked(hiddenName, in: out)
      hidden.remove("parts")
      return (hidden, lock, try hidden.createFolder("parts"))
    }
    self.hidden = hidden
    self.lock = lock
    self.parts = parts
    lastAct = UnfinishedWork.register {
      Staging.abandon(hidden, hiddenName, in: out, isInterrupted: true)
      if let temporary { temporary.parent.remove(temporary.name) }
    }
  }

  /// The hidden folder with its lock; made again where a job that was ending removed it meanwhile.
  private static func locked(
    _ name: String, in out: Folder
  ) throws -> (hidden: Folder, lock: FolderLock) {
    while true {
      let hidden = try out.folder(name, makes: true)
      let lock: FolderLock
      do {
        lock = try hidden.lock("lock")
      } catch {
        if error.cause == .missing && out.kind(name) == nil { continue }
        guard error.code == 0 else { throw error }
        throw FileError(path: out.path, act: .create, detail: error.detail)
      }
      if hidden.isInPlace { return (hidden, lock) }
    }
  }

  deinit {
    UnfinishedWork.cancel(lastAct)
    if let temporary { temporary.parent.remove(temporary.name) }
  }

  /// Removes the hidden folder with all that jobs put there.
  func finish() { Staging.clear(hidden, hiddenName, in: out, until: nil) }

  /// The lock goes after what it guards, and before its folder: the next job may have it by then.
  private static func clear(
    _ hidden: Folder, _ name: String, in out: Folder, until deadline: ContinuousClock.Instant?
  ) {
    guard hidden.remove("parts", until: deadline) else { return }
    for name in (try? hidden.names()) ?? []
    where name == Journal.name || name.hasBytePrefix(".penumbra-") {
      hidden.remove(name)
    }
    hidden.remove("lock")
    out.removeIfEmpty(name)
  }

  /// Removes unfinished parts; keeps a journal that has something to go on from.
  ///
  /// After an interruption for 0.3 s at most, as a hundred thousand tiles take longer: the
  /// next run drops the rest.
  func abandon(isInterrupted: Bool) {
    Staging.abandon(hidden, hiddenName, in: out, isInterrupted: isInterrupted)
  }

  private static func abandon(
    _ hidden: Folder, _ name: String, in out: Folder, isInterrupted: Bool
  ) {
    let deadline = isInterrupted ? ContinuousClock.now + .milliseconds(300) : nil
    if Journal.hasOutputs(in: hidden) {
      hidden.remove("parts", until: deadline)
    } else {
      clear(hidden, name, in: out, until: deadline)
    }
  }

  /// An output in the making, `number` telling it apart from others.
  func output(
    _ number: Int, name: String, format: OutputFormat
  ) throws -> StagedOutput {
    try StagedOutput(number, name: name, format: format, in: self)
  }

  /// Writes a file into the output folder, whole or not at all; a killed run leaves no part there.
  func write(_ text: String, to name: String) throws(FileError) {
    let part = "record"
    parts.remove(part)
    let file = try parts.create(part, shownAs: PathName.joined(out.path, name))
    try file.write(text)
    try file.synchronize()
    try file.checkClosing()
    try parts.rename(part, to: out, as: name)
  }

  /// Makes an empty folder for one output.
  func part(_ number: Int) throws(JobError) -> Folder {
    try JobError.translating {
      parts.remove("\(number)")
      return try parts.createFolder("\(number)")
    }
  }
}
