@testable import PenumbraRegression

/// A card with a soft ramp around it that stands for a shadow: `depth` is its greatest alpha,
/// `reach` its width in pixels.
func card(
  width: Int = 120, height: Int = 90, depth: Int, reach: Int, tint: UInt8 = 0,
  opaque: Bool = false
) -> Picture {
  let margin = 24
  let total = (width: width + 2 * margin, height: height + 2 * margin)
  var bytes = [UInt8](repeating: 0, count: total.width * total.height * 4)
  for y in 0..<total.height {
    for x in 0..<total.width {
      let dx = max(margin - x, x - margin - width + 1, 0)
      let dy = max(margin - y, y - margin - height + 1, 0)
      let at = (y * total.width + x) * 4
      if dx == 0 && dy == 0 {
        let shade = UInt8(210 + 40 * y / total.height)
        (bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]) = (shade, 225, 255 - tint, 255)
        continue
      }
      let distance = Int(Double(dx * dx + dy * dy).squareRoot().rounded())
      let alpha =
        distance < reach ? depth * (reach - distance) * (reach - distance) / (reach * reach) : 0
      if opaque {
        for channel in 0..<3 { bytes[at + channel] = UInt8(255 - alpha) }
        bytes[at + 3] = 255
      } else {
        bytes[at + 3] = UInt8(alpha)
      }
    }
  }
  let box = PixelRect(x: margin, y: margin, width: width, height: height)
  return Picture(width: total.width, height: total.height, bytes: bytes, box: box)
}

/// Two pictures with what a report shows of them, all in memory.
struct ComparedPictures {
  let difference: PictureDifference
  let expected: Picture
  let actual: Picture
  /// The difference, and the heat map.
  let shown: Picture
  let heat: Picture

  init(_ expected: any PictureRows, _ actual: any PictureRows) throws {
    var bytes = [[UInt8]](repeating: [], count: 4)
    difference = try PictureDifference(
      expected: expected, actual: actual,
      show: { overview in
        let painter = DifferencePainter(largest: overview.largest)
        return { rows in
          let size = rows.count * rows.width * 4
          bytes[0] += UnsafeBufferPointer(start: rows.before, count: size)
          bytes[1] += UnsafeBufferPointer(start: rows.after, count: size)
          bytes[2] += painter.difference(rows)
          bytes[3] += painter.heat(rows)
        }
      })
    let (width, height) = (difference.expected.width, difference.expected.height)
    let box = difference.expected.box
    func picture(_ index: Int) -> Picture {
      Picture(width: width, height: height, bytes: bytes[index], box: box)
    }
    (self.expected, self.actual) = (picture(0), picture(1))
    (shown, heat) = (picture(2), picture(3))
  }

  /// Of pictures in memory, whose reading cannot fail.
  init(always expected: Picture, _ actual: Picture) {
    do {
      try self.init(expected, actual)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
