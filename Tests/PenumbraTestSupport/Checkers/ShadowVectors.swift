import Foundation
public import PenumbraGraphics

/// One case of the published shadow vectors: a rounded rectangle under an exact Gaussian, computed
/// in float64 by another program and stored as float32.
public struct ShadowVector: Sendable, CustomStringConvertible {
  /// As the index names it.
  public let name: String
  /// In pixels; radii as asked for.
  public let shape: RoundedRect
  /// In pixels.
  public let sigma: Double
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Row-major alpha, 0...1.
  public let alpha: [Float]

  /// The name.
  public var description: String { name }

  /// The pixels that the vector covers.
  public var pixels: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Every vector in Tests/Fixtures/ShadowVectors, in the index's order.
  ///
  /// Throws where the index or a file is missing or malformed.
  public static func all() throws -> [ShadowVector] {
    let folder = PackageFolder.fixtures.appending(path: "ShadowVectors")
    let index = try JSONDecoder().decode(
      [Entry].self, from: Data(contentsOf: folder.appending(path: "vectors.json")))
    return try index.map { entry in
      let data = try Data(contentsOf: folder.appending(path: entry.file))
      guard data.count == 4 * entry.width * entry.height, entry.radii.count == 4 else {
        throw ShadowVectorError.malformed(entry.name)
      }
      let alpha = stride(from: 0, to: data.count, by: 4).map { start in
        Float(
          bitPattern: (0..<4).reduce(UInt32(0)) {
            $0 | UInt32(data[data.startIndex + start + $1]) << (8 * $1)
          })
      }
      return ShadowVector(
        name: entry.name,
        shape: RoundedRect(
          rect: Rect(x: entry.x, y: entry.y, width: entry.w, height: entry.h),
          radii: Corners(
            topLeft: entry.radii[0], topRight: entry.radii[1], bottomRight: entry.radii[2],
            bottomLeft: entry.radii[3])),
        sigma: entry.sigma, width: entry.width, height: entry.height, alpha: alpha)
    }
  }

  private struct Entry: Decodable {
    var name: String
    var width: Int
    var height: Int
    var x: Double
    var y: Double
    var w: Double
    var h: Double
    var radii: [Double]
    var sigma: Double
    var file: String
  }
}

/// Why the vectors cannot be used.
public enum ShadowVectorError: Error {
  /// The file's length does not match its entry in the index.
  case malformed(String)
}
