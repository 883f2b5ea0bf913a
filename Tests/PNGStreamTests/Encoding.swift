import PNGStream
import ShadowEngine

/// Pixels to encode.
struct TestPixels {
  var layout: PNGLayout
  var bytes: [UInt8]

  init(_ width: Int, _ height: Int, _ channels: Int, _ byte: (Int, Int, Int) -> UInt8) {
    layout = PNGLayout(width: width, height: height, channels: channels)
    bytes = []
    bytes.reserveCapacity(width * height * channels)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<channels { bytes.append(byte(x, y, channel)) }
      }
    }
  }

  /// Whether a row equals the one above.
  var equalRows: [Bool] {
    let count = layout.bytesPerRow
    return (0..<layout.height).map { row in
      row > 0
        && bytes[(row - 1) * count..<row * count].elementsEqual(
          bytes[row * count..<(row + 1) * count])
    }
  }

  /// The whole file, made band by band; `tellsEqualRows` tells the encoder what it could find out.
  func encoded(
    level: EncoderLevel = .baseline, bandHeight: Int? = nil, tellsEqualRows: Bool = false,
    encoder: BandEncoder? = nil
  ) -> [UInt8] {
    var stitcher = PNGStitcher(layout)
    var file = stitcher.header
    let encoder = encoder ?? BandEncoder(level: level)
    for band in bands(encoder, bandHeight: bandHeight, tellsEqualRows: tellsEqualRows) {
      file += stitcher.append(band)
    }
    return file + stitcher.trailer
  }

  /// All bands in their order.
  func bands(
    _ encoder: BandEncoder, bandHeight: Int? = nil, tellsEqualRows: Bool = false
  ) -> [EncodedBand] {
    let step = bandHeight ?? layout.bandHeight
    let equal = equalRows
    return stride(from: 0, to: layout.height, by: step).map { row in
      bytes.withUnsafeBytes { pixels in
        equal.withUnsafeBufferPointer { equal in
          let rows = UnsafeRawBufferPointer(rebasing: pixels[(row * layout.bytesPerRow)...])
          let known = UnsafeBufferPointer(rebasing: equal[row...])
          guard let base = rows.baseAddress else { preconditionFailure("no pixels") }
          return encoder.encode(
            layout, rowCount: min(step, layout.height - row), base, bytesPerRow: layout.bytesPerRow,
            isEqualToAbove: tellsEqualRows ? known.baseAddress : nil)
        }
      }
    }
  }
}

extension EncoderLevel {
  /// The levels that this machine can run.
  static var available: [EncoderLevel] {
    InstructionSet.available.map { set in
      switch set {
      case .baseline, .neon: .baseline
      case .v3: .v3
      case .v4: .v4
      }
    }
  }
}
