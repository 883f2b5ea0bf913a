/// Pictures that show where and how strongly two pictures differ.
extension PictureDifference {
  /// The absolute difference of the colours over white, each channel stretched so that the largest
  /// reaches 255; black where nothing differs.
  func differencePicture() -> Picture {
    let gain = stretch(measures.largestDifference)
    var bytes = [UInt8](repeating: 0, count: measures.pixels * 4)
    for pixel in 0..<measures.pixels {
      let at = pixel * 4
      bytes[at + 3] = 255
      if levels[pixel] == 0 { continue }
      for channel in 0..<3 {
        let before = overWhite(expected.bytes, at: at, channel: channel)
        let after = overWhite(actual.bytes, at: at, channel: channel)
        bytes[at + channel] = gain[abs(before - after)]
      }
      // A change that shows on no channel over white shows as grey.
      if bytes[at] == 0 && bytes[at + 1] == 0 && bytes[at + 2] == 0 {
        let grey = gain[Int(levels[pixel])]
        for channel in 0..<3 { bytes[at + channel] = grey }
      }
    }
    return Picture(width: expected.width, height: expected.height, bytes: bytes, box: expected.box)
  }

  /// A heat map: transparent where nothing differs, else from violet (one level) over red and orange
  /// to pale yellow (the largest difference), on a logarithmic scale, because a shadow's change of
  /// one level is what is looked for.
  func heatMap() -> Picture {
    let ramp = heatRamp(largest: measures.largestDifference)
    var bytes = [UInt8](repeating: 0, count: measures.pixels * 4)
    for pixel in 0..<measures.pixels where levels[pixel] > 0 {
      let color = ramp[Int(levels[pixel])]
      let at = pixel * 4
      bytes[at] = color.0
      bytes[at + 1] = color.1
      bytes[at + 2] = color.2
      bytes[at + 3] = 255
    }
    return Picture(width: expected.width, height: expected.height, bytes: bytes, box: expected.box)
  }

  private func overWhite(_ bytes: [UInt8], at: Int, channel: Int) -> Int {
    let alpha = bytes[at + 3]
    return Int(premultiplied(bytes[at + channel], alpha: alpha)) + 255 - Int(alpha)
  }

  /// Levels 0...255 stretched so that `largest` becomes 255; a difference over white can exceed it.
  private func stretch(_ largest: Int) -> [UInt8] {
    (0...255).map { UInt8(min(255, largest == 0 ? 0 : $0 * 255 / largest)) }
  }
}

/// Colours for differences of 0 to 255 levels, by the logarithm to base 2 in steps of a sixteenth.
private func heatRamp(largest: Int) -> [(UInt8, UInt8, UInt8)] {
  let stops: [(Int, Int, Int)] = [
    (91, 42, 134), (178, 38, 111), (228, 72, 58), (250, 146, 40), (255, 236, 150),
  ]
  let range = max(1, sixteenths(of: largest))
  return (0...255).map { level in
    let position = min(range, sixteenths(of: max(1, level))) * 256 * (stops.count - 1) / range
    let index = min(stops.count - 2, position / 256)
    let part = position - index * 256
    func mix(_ a: Int, _ b: Int) -> UInt8 { UInt8((a * (256 - part) + b * part) / 256) }
    let (a, b) = (stops[index], stops[index + 1])
    return (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
  }
}

/// Sixteen times the logarithm to base 2 of a whole number from 1 on, linear between powers of two.
private func sixteenths(of level: Int) -> Int {
  guard level > 0 else { return 0 }
  let exponent = Int.bitWidth - 1 - level.leadingZeroBitCount
  return exponent * 16 + (level * 16 >> exponent) - 16
}
