internal import OrderedJSON
internal import PenumbraFiles
internal import PenumbraJobs
internal import Vips

/// Any picture files, each taken for a cell of its own name.
struct FileCells: CellSet {
  private let files: [(name: String, path: String)]

  /// One picture under a name.
  init(file path: String, name: String) { files = [(name, path)] }

  /// Every picture at or below a folder, by its path in it.
  init(folder: String) throws {
    var files: [(name: String, path: String)] = []
    func walk(_ open: Folder, _ relative: String) throws {
      for name in try open.names() where !name.hasBytePrefix(".") {
        let child = PathName.joined(relative, name)
        let path = PathName.joined(folder, child)
        switch open.kind(name) {
        case .folder: try walk(try open.folder(name), child)
        case .link where FileSystem.kind(path) == .folder:
          throw JobError.badInput("\(path): found a link to a folder, expected a folder")
        case .file, .link:
          if FileCells.isPicture(name), FileSystem.kind(path) == .file {
            files.append((child, path))
          }
        default: continue
        }
      }
    }
    try walk(try Folder(folder), "")
    self.files = files
  }

  private static func isPicture(_ name: String) -> Bool {
    let suffixes = [
      ".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".avif", ".heic", ".jxl", ".gif", ".ppm",
    ]
    return suffixes.contains { name.asciiLowercased.hasByteSuffix($0) }
  }

  var count: Int { files.count }

  func identity(at index: Int) -> CellIdentity {
    CellIdentity(scene: "pictures", section: "pictures", name: files[index].name, index: index)
  }

  func file(at index: Int) -> String? { files[index].path }

  func source(at index: Int) -> String { files[index].path }

  /// A file that cannot be read has a record all the same; its digest fails.
  func record(at index: Int) -> CellRecord {
    let layout = try? layout(at: index)
    return CellRecord(
      section: "pictures", name: files[index].name, index: index, caption: nil,
      box: [0, 0, layout?.width ?? 0, layout?.height ?? 0], style: [:])
  }

  func layout(at index: Int) throws -> PixelLayout { try reader(at: index).layout }

  private func reader(at index: Int) throws -> ImageReader {
    try ImageReader(path: files[index].path, mode: .display, limits: .compared)
  }

  func digest(at index: Int) throws -> String {
    let reader = try reader(at: index)
    let (width, channels) = (reader.layout.width, reader.layout.channels)
    let digest = try RowsDigest()
    // A row at a time, as RGBA: a picture without alpha equals an opaque one.
    let line = UnsafeMutablePointer<UInt8>.allocate(capacity: width * 4)
    defer { line.deallocate() }
    try reader.forEachRow { _, row in
      spread(row, channels: channels, pixels: width, into: line)
      digest.add(row: UnsafeRawBufferPointer(start: line, count: width * 4))
    }
    return digest.text
  }

  func picture(at index: Int) throws -> any PictureRows {
    try FilePicture(reader(at: index), path: files[index].path, mode: .display).heldIfSmall()
  }

  func store(
    at index: Int, number: Int, file: String, to target: OpenFile
  ) throws -> Manifest.Output {
    throw JobError.usage("pictures that no scene drew make no baseline")
  }
}
