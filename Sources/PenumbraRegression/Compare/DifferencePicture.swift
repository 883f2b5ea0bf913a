/// Pixels that show where and how strongly two pictures differ, made of a few rows at a time.
struct DifferencePainter {
  private let gain: [UInt8]
  private let ramp: [(UInt8, UInt8, UInt8)]

  /// For pictures whose largest difference is so many levels.
  init(largest: Int) {
    // A difference over white can exceed the largest.
    gain = (0...255).map { UInt8(min(255, largest == 0 ? 0 : $0 * 255 / largest)) }
    ramp = heatRamp(largest: largest)
  }

  /// The absolute difference of the colours over white, each channel stretched so that the largest
  /// reaches 255; black where nothing differs.
  func difference(_ rows: ComparedRows) -> [UInt8] {
    paint(rows, groundAlpha: 255) { at, level in
      func over(_ channel: Int) -> UInt8 {
        let before = overWhite(rows.before + at, channel: channel)
        return gain[abs(before - overWhite(rows.after + at, channel: channel))]
      }
      let color = (over(0), over(1), over(2), 255 as UInt8)
      // A change that shows on no channel over white shows as grey.
      if color.0 == 0 && color.1 == 0 && color.2 == 0 {
        return (gain[level], gain[level], gain[level], 255)
      }
      return color
    }
  }

  /// A heat map: transparent where nothing differs, else from violet (one level) over red and orange
  /// to pale yellow (the largest difference), on a logarithmic scale, because a shadow's change of
  /// one level is what is looked for.
  func heat(_ rows: ComparedRows) -> [UInt8] {
    paint(rows, groundAlpha: 0) { _, level in
      let color = ramp[level]
      return (color.0, color.1, color.2, 255)
    }
  }

  private typealias Color = (UInt8, UInt8, UInt8, UInt8)

  /// Pixels of a ground of one alpha, and a colour where both pictures differ.
  private func paint(
    _ rows: ComparedRows, groundAlpha: UInt8, _ color: (_ at: Int, _ level: Int) -> Color
  ) -> [UInt8] {
    let ground = UInt32(littleEndian: UInt32(groundAlpha) << 24)
    let size = rows.count * rows.width * 4
    return [UInt8](unsafeUninitializedCapacity: size) { target, count in
      UnsafeMutableRawBufferPointer(target).initializeMemory(as: UInt32.self, repeating: ground)
      for row in 0..<rows.count where !rows.isEqual(row: row) {
        for at in stride(from: row * rows.width * 4, to: (row + 1) * rows.width * 4, by: 4) {
          let level = Int(rows.levels(at: at).largest)
          if level == 0 { continue }
          (target[at], target[at + 1], target[at + 2], target[at + 3]) = color(at, level)
        }
      }
      count = size
    }
  }

  private func overWhite(_ pixel: UnsafePointer<UInt8>, channel: Int) -> Int {
    Int(premultiplied(pixel[channel], alpha: pixel[3])) + 255 - Int(pixel[3])
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
