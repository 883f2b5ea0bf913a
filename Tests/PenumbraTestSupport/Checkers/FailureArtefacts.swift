public import Foundation
public import Testing

/// Pictures left behind by a failed comparison.
public enum FailureArtefacts {
  /// Writes expected, actual and difference as PNG into a new folder, and returns its path.
  ///
  /// The difference is the absolute difference of each channel times 32, on black.
  public static func write(
    name: String, expected: ReferencePicture, actual: ReferencePicture
  ) -> String {
    let folder = folder(name: name)
    var pictures = [("expected", expected), ("actual", actual)]
    if expected.rect == actual.rect, expected.channels == actual.channels {
      pictures.append(("difference", difference(expected, actual)))
    }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, picture) in pictures {
        try Data(PNG.encoded(picture)).write(to: folder.appending(path: "\(name).png"))
      }
    } catch {
      return "no pictures: \(error)"
    }
    return folder.path
  }

  /// Where the pictures of a name are written: below the temporary folder, apart for each process.
  public static func folder(name: String) -> URL {
    FileManager.default.temporaryDirectory
      .appending(path: "penumbra-failures-\(ProcessInfo.processInfo.processIdentifier)")
      .appending(path: name.map { $0.isLetter || $0.isNumber ? "\($0)" : "-" }.joined())
  }

  private static func difference(
    _ a: ReferencePicture, _ b: ReferencePicture
  ) -> ReferencePicture {
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: a.bytes.count, by: a.channels) {
      let levels = (0..<a.channels).map {
        min(255, 32 * abs(Int(a.bytes[start + $0]) - Int(b.bytes[start + $0])))
      }
      let alpha = a.channels == 4 ? levels[3] : 0
      bytes += levels[0..<3].map { UInt8(max($0, alpha)) }
    }
    return ReferencePicture(rect: a.rect, channels: 3, bytes: bytes)
  }
}

/// Expects two pictures to differ by at most `tolerance` levels in every channel.
///
/// Where they do not, an issue gives the numbers and the folder of the pictures.
public func expectSamePicture(
  _ name: String, expected: ReferencePicture, actual: ReferencePicture, tolerance: Int,
  comparingPremultiplied: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectSamePicture(
    name, expected: expected, actual: actual,
    tolerances: [Int](repeating: tolerance, count: expected.rect.width * expected.rect.height),
    comparingPremultiplied: comparingPremultiplied, sourceLocation: sourceLocation)
}

/// As above, with a tolerance for each pixel, row by row.
public func expectSamePicture(
  _ name: String, expected: ReferencePicture, actual: ReferencePicture, tolerances: [Int],
  comparingPremultiplied: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) {
  let difference =
    comparingPremultiplied
    ? PictureDifference(premultipliedExpected: expected, actual: actual, allowed: tolerances)
    : PictureDifference(expected: expected, actual: actual, allowed: tolerances)
  if difference.excess > 0 {
    let folder = FailureArtefacts.write(name: name, expected: expected, actual: actual)
    Issue.record(
      "\(name): \(difference); \(difference.excess) more than allowed there; pictures in \(folder)",
      sourceLocation: sourceLocation)
  }
}
