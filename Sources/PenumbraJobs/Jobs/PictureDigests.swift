internal import OrderedJSON
internal import Vips

/// `penumbra digest`: the digests of a picture's pixels, as manifests list them.
public struct PictureDigests: Hashable, Sendable {
  /// Pixels.
  public let width: Int
  /// Pixels.
  public let height: Int
  /// 3 (RGB) or 4 (RGBA, straight alpha), as stored; grey counts as RGB, 16 bits as their upper 8.
  public let channels: Int
  /// `xxh3-128-rows:` and 32 digits, as `Manifest.Output.pixelDigest`.
  public let pixelDigest: String
  /// The SHA-256 of the same pixels, row after row.
  public let sha256: String

  /// Decodes a file of any format that libvips reads, values as stored.
  public init(path: String) throws(JobError) {
    self = try JobError.translating {
      guard FileSystem.kind(path) != nil else {
        throw JobError.noInput(path: path, detail: "no such file")
      }
      let reader = try ImageReader(path: path, mode: .stored, limits: .trusted)
      let rows = try RowsDigest()
      var hash = ContentHash()
      try reader.forEachRow { _, row in
        rows.add(row: row)
        hash.update(row)
      }
      return PictureDigests(layout: reader.layout, rows: rows.text, sha256: hash.hexadecimal)
    }
  }

  private init(layout: PixelLayout, rows: String, sha256: String) {
    width = layout.width
    height = layout.height
    channels = layout.channels
    pixelDigest = rows
    self.sha256 = sha256
  }
}
