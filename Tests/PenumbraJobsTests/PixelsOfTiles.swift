import Foundation
import Vips

/// A picture put together again from its tiles.
struct PixelsOfTiles {
  let layout: PixelLayout
  private(set) var bytes: [UInt8]

  private init(_ layout: PixelLayout) {
    self.layout = layout
    bytes = [UInt8](repeating: 0, count: layout.byteCount)
  }

  private mutating func place(_ path: String, left: Int, top: Int, skipX: Int, skipY: Int) throws {
    let tile = try DecodedPixels(path: path)
    let channels = min(tile.layout.channels, layout.channels)
    for y in skipY..<tile.layout.height where top + y - skipY < layout.height {
      for x in skipX..<tile.layout.width where left + x - skipX < layout.width {
        let from = (y * tile.layout.width + x) * tile.layout.channels
        let to = ((top + y - skipY) * layout.width + left + x - skipX) * layout.channels
        for channel in 0..<channels { bytes[to + channel] = tile.bytes[from + channel] }
      }
    }
  }

  /// Deep Zoom at its largest level: tiles of 254 px with a pixel of their neighbours around.
  static func deepZoom(_ folder: String, layout: PixelLayout) throws -> PixelsOfTiles {
    var picture = PixelsOfTiles(layout)
    var level = 0
    while 1 << level < max(layout.width, layout.height) { level += 1 }
    for row in 0...(layout.height - 1) / 254 {
      for column in 0...(layout.width - 1) / 254 {
        try picture.place(
          "\(folder)/\(level)/\(column)_\(row).png", left: column * 254, top: row * 254,
          skipX: column == 0 ? 0 : 1, skipY: row == 0 ? 0 : 1)
      }
    }
    return picture
  }

  /// Google maps at its largest zoom: tiles of 256 px.
  static func google(_ folder: String, layout: PixelLayout) throws -> PixelsOfTiles {
    var picture = PixelsOfTiles(layout)
    var zoom = 0
    while 256 << zoom < max(layout.width, layout.height) { zoom += 1 }
    for row in 0...(layout.height - 1) / 256 {
      for column in 0...(layout.width - 1) / 256 {
        // A tile of white alone is left out: viewers show the blank one for it.
        let path = "\(folder)/\(zoom)/\(row)/\(column).png"
        let isThere = FileManager.default.fileExists(atPath: path)
        try picture.place(
          isThere ? path : "\(folder)/blank.png", left: column * 256, top: row * 256, skipX: 0,
          skipY: 0)
      }
    }
    return picture
  }

  /// Zoomify: tiles of 256 px in groups of 256, numbered from the smallest level.
  static func zoomify(_ folder: String, layout: PixelLayout) throws -> PixelsOfTiles {
    var picture = PixelsOfTiles(layout)
    var sizes = [(layout.width, layout.height)]
    while let last = sizes.last, max(last.0, last.1) > 256 {
      sizes.append(((last.0 + 1) / 2, (last.1 + 1) / 2))
    }
    let smaller = sizes.dropFirst().map { ($0.0 + 255) / 256 * (($0.1 + 255) / 256) }.reduce(0, +)
    let across = (layout.width + 255) / 256
    for row in 0...(layout.height - 1) / 256 {
      for column in 0..<across {
        let group = (smaller + row * across + column) / 256
        try picture.place(
          "\(folder)/TileGroup\(group)/\(sizes.count - 1)-\(column)-\(row).png",
          left: column * 256, top: row * 256, skipX: 0, skipY: 0)
      }
    }
    return picture
  }

  /// IIIF at full size: tiles of 512 px in folders named by their regions.
  static func iiif(_ folder: String, layout: PixelLayout) throws -> PixelsOfTiles {
    var picture = PixelsOfTiles(layout)
    for top in stride(from: 0, to: layout.height, by: 512) {
      for left in stride(from: 0, to: layout.width, by: 512) {
        let width = min(512, layout.width - left)
        let height = min(512, layout.height - top)
        try picture.place(
          "\(folder)/\(left),\(top),\(width),\(height)/\(width),/0/default.png", left: left,
          top: top, skipX: 0, skipY: 0)
      }
    }
    return picture
  }
}
