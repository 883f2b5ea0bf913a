internal import PenumbraFiles
internal import PenumbraJobs
internal import Vips

/// Pictures of cells, drawn now or stored earlier.
protocol CellSet: Sendable {
  /// How many there are.
  var count: Int { get }
  /// Who the cell is.
  func identity(at index: Int) throws -> CellIdentity
  /// The scene's file as it was given; nil where it is not known.
  func file(at index: Int) throws -> String?
  /// The scene's file relative to its corpus, as manifests have it.
  func source(at index: Int) throws -> String
  /// What the manifest says of it.
  func record(at index: Int) throws -> CellRecord
  /// The size of its picture.
  func layout(at index: Int) throws -> PixelLayout
  /// The digest of its decoded pixels (`RowsDigest`).
  func digest(at index: Int) throws -> String
  /// Why the picture cannot be trusted, or nil.
  func damage(at index: Int) -> String?
  /// Its pixels, in memory where they are few.
  func picture(at index: Int) throws -> any PictureRows
  /// Writes it as a PNG into an empty file and says how a manifest lists it.
  func store(at index: Int, number: Int, file: String, to target: OpenFile) throws
    -> Manifest.Output
}

extension CellSet {
  func damage(at index: Int) -> String? { nil }
}

extension CellRecord {
  /// Who the cell is.
  func identity(scene: String) -> CellIdentity {
    CellIdentity(scene: scene, section: section, name: name, index: index)
  }

  /// The cell's box as the comparison wants it.
  var pixelBox: PixelRect { PixelRect(x: box[0], y: box[1], width: box[2], height: box[3]) }
}

/// Turns pixels of three or four channels into straight-alpha RGBA.
func rgba(_ bytes: [UInt8], layout: PixelLayout) -> [UInt8] {
  if layout.channels == 4 { return bytes }
  let pixels = layout.width * layout.height
  return [UInt8](unsafeUninitializedCapacity: pixels * 4) { target, count in
    bytes.withUnsafeBufferPointer { source in
      for pixel in 0..<pixels {
        target[pixel * 4] = source[pixel * 3]
        target[pixel * 4 + 1] = source[pixel * 3 + 1]
        target[pixel * 4 + 2] = source[pixel * 3 + 2]
        target[pixel * 4 + 3] = 255
      }
    }
    count = pixels * 4
  }
}
