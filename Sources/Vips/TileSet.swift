internal import PenumbraFiles

/// The tiles that libvips made of a picture, looked at once more: of a tile that the system would not
/// take it says nothing (8.14).
struct TileSet {
  /// As it was given to libvips, without suffix.
  let path: String
  /// What was asked for.
  let format: OutputFormat

  /// The side of a tile of Deep Zoom without its overlap, where no option says another.
  private static let usualSide = 254
  /// The bytes of a usual tile before compression.
  private static let usualBytes = 256 * 256 * 4
  /// How every PNG file ends.
  private static let lastOfPNG: [UInt8] = [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// What the system did not take; nil where nothing is known of that.
  var fault: FileError? {
    SystemLimit.descriptors(at: path)
      ?? SystemLimit.writing(TileSet.usualBytes, in: PathName.parent(path), at: path)
  }

  /// Throws where a tile is missing or cut short.
  func check(_ layout: PixelLayout) throws(VipsError) {
    if let fault { throw .file(fault) }
    // How many there are of other layouts is for their options to say.
    guard format.options.allSatisfy({ isOfOneTile($0) }) else { return }
    let expected = TileSet.count(width: layout.width, height: layout.height)
    do {
      let found = try count(try Folder(path + "_files"))
      guard found == expected else {
        throw VipsError.failed(
          operation: "writing \(path)", detail: "found \(found) whole tiles of \(expected)")
      }
    } catch let error as FileError {
      throw .file(error)
    } catch let error as VipsError {
      throw error
    } catch {
      throw .failed(operation: "writing \(path)", detail: "\(error)")
    }
  }

  /// Whether an option changes tiles, not their number.
  private func isOfOneTile(_ option: String) -> Bool {
    ["suffix", "container", "Q", "compression", "strip"].contains {
      option.hasSameBytes(as: $0) || option.hasBytePrefix($0 + "=")
    }
  }

  /// The tiles of a picture's pyramid, down to one pixel.
  static func count(width: Int, height: Int) -> Int {
    var (width, height) = (width, height)
    var count = 0
    while true {
      let across = (width + usualSide - 1) / usualSide
      let down = (height + usualSide - 1) / usualSide
      count += across * down
      if width <= 1 && height <= 1 { return count }
      (width, height) = ((width + 1) / 2, (height + 1) / 2)
    }
  }

  /// The whole tiles in a folder of levels; beside those lies a description.
  private func count(_ levels: Folder) throws -> Int {
    var count = 0
    for name in try levels.names() where levels.kind(name) == .folder {
      let level = try levels.folder(name)
      for tile in try level.names() where try isWhole(tile, in: level) { count += 1 }
    }
    return count
  }

  private func isWhole(_ name: String, in folder: Folder) throws -> Bool {
    guard name.hasByteSuffix(".png") else { return (folder.status(name)?.size ?? 0) > 0 }
    var last: [UInt8] = []
    try folder.open(name).read { bytes in
      last = Array((last + bytes.suffix(TileSet.lastOfPNG.count)).suffix(TileSet.lastOfPNG.count))
    }
    return last == TileSet.lastOfPNG
  }
}
