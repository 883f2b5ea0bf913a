import PenumbraTestSupport
import Testing

@testable import ShadowEngine

/// Every build against plain loops, bit for bit: all lengths to four vectors and one, all
/// alignments, and what lies around the outputs.
@Suite struct SeparableBlurKernelTests {
  typealias Floats = UnsafePointer<Float>

  static let counts = Array(0...65) + [127, 128, 200]

  /// Random numbers from a seed.
  struct Generator {
    var random: SplitMix64
    init(seed: UInt64) { random = SplitMix64(seed: seed) }
    mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: random.next()) }
    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
    /// Levels 0 to 255 with a fraction.
    mutating func floats(_ count: Int) -> [Float] {
      (0..<count).map { _ in Float(byte()) * Float(0.998) + Float(byte()) / 1024 }
    }
    mutating func words(_ count: Int) -> [UInt16] {
      (0..<count).map { _ in UInt16(byte()) &* 16 }
    }
  }

  /// Runs a kernel into a guarded buffer, `room` beyond `count` being its to spoil.
  static func output<Element: Equatable>(
    _ count: Int, room: Int, guarding mark: Element,
    _ body: (UnsafeMutablePointer<Element>) -> Void
  ) -> [Element] {
    let alignment = count % 5
    var buffer = [Element](repeating: mark, count: count + room + 64)
    buffer.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { body(base + 16 + alignment) }
    }
    let start = 16 + alignment
    #expect(buffer[..<start].allSatisfy { $0 == mark }, "written before the output")
    #expect(buffer[(start + count + room)...].allSatisfy { $0 == mark }, "written beyond it")
    return Array(buffer[start..<start + count])
  }

  static func room(_ count: Int, block: Int) -> Int { (block - count % block) % block }

  @Test(arguments: BlurLevel.all) func zerosAreFound(level: BlurLevel) {
    for count in Self.counts {
      var bytes = [UInt8](repeating: 0, count: count + 2)
      bytes[count + 1] = 9
      #expect(level.kernels.isZero(bytes, count))
      for i in 0..<count {
        bytes[i] = 1
        #expect(!level.kernels.isZero(bytes, count))
        bytes[i] = 0
      }
    }
  }

  @Test(arguments: BlurLevel.all) func conversions(level: BlurLevel) {
    var generator = Generator(seed: 1)
    for count in Self.counts {
      let bytes = generator.bytes(count + 1)
      let floats = Self.output(count, room: 0, guarding: Float(-1)) {
        level.kernels.toFloats(bytes, $0, count)
      }
      #expect(floats == bytes.prefix(count).map { Float($0) })

      var levels = generator.floats(count + 1)
      if count > 3 { levels.replaceSubrange(0..<4, with: [0, 0.5, 127.5, 255.001]) }
      let rounded = Self.output(count, room: 0, guarding: UInt8(0xEE)) {
        level.kernels.toBytes(levels, $0, count)
      }
      let expected = levels.prefix(count).map { level in
        UInt8(((level * 256).rounded(.toNearestOrEven) / 256 + 0.5).rounded(.down))
      }
      #expect(rounded == expected, "count \(count), seed 1")

      let words = Self.output(count, room: 0, guarding: UInt16(0xEEEE)) {
        level.kernels.toWords(levels.map { min($0, 255) }, $0, count)
      }
      #expect(
        words
          == levels.prefix(count).map {
            UInt16((min($0, 255) * 257).rounded(.toNearestOrEven))
          }, "count \(count), seed 1")
    }
  }

  @Test(arguments: BlurLevel.all, [0, 1, 2, 7, 18]) func filters(
    level: BlurLevel, radius: Int
  ) {
    var generator = Generator(seed: 2)
    let weights = (0...radius).map { Float(1) / Float(2 * radius + 1 + $0) }
    for count in Self.counts {
      let width = count + 32 + 2 * radius
      let row = generator.floats(width + 1)
      let across = Self.output(count, room: Self.room(count, block: 32), guarding: Float(-1)) {
        output in
        row.withUnsafeBufferPointer { row in
          guard let row = row.baseAddress else { return }
          level.kernels.convolveRow(row + radius, weights, radius, output, count)
        }
      }
      let expected = (0..<count).map { x -> Float in
        var sum = row[x + radius] * weights[0]
        for i in stride(from: 1, through: radius, by: 1) {
          sum = sum + (row[x + radius - i] + row[x + radius + i]) * weights[i]
        }
        return sum
      }
      #expect(across == expected, "count \(count), seed 2")

      let height = 2 * radius + 2
      let rows = generator.floats(height * (count + 32))
      let down = Self.output(2 * (count + 32), room: 0, guarding: Float(-1)) { output in
        rows.withUnsafeBufferPointer { rows in
          guard let base = rows.baseAddress else { return }
          let pointers = (0..<height).map { base + $0 * (count + 32) }
          level.kernels.convolveColumns(
            pointers, weights, radius, output, output + count + 32, count)
        }
      }
      for (line, start) in [(0, 0), (1, count + 32)] {
        let expected = (0..<count).map { x -> Float in
          func pixel(_ y: Int) -> Float { rows[(y + line) * (count + 32) + x] }
          var sum = pixel(radius) * weights[0]
          for i in stride(from: 1, through: radius, by: 1) {
            sum = sum + (pixel(radius - i) + pixel(radius + i)) * weights[i]
          }
          return sum
        }
        #expect(Array(down[start..<start + count]) == expected, "count \(count), seed 2")
      }
    }
  }

  @Test(arguments: BlurLevel.all, [0, 1, 2, 7, 18]) func unevenFilters(
    level: BlurLevel, radius: Int
  ) {
    var generator = Generator(seed: 6)
    let weights = (0...2 * radius).map { Float(1) / Float(2 * radius + 1 + $0) }
    func sum(_ sample: (Int) -> Float) -> Float {
      (1..<weights.count).reduce(sample(0) * weights[0]) { $0 + sample($1) * weights[$1] }
    }
    for count in Self.counts {
      let row = generator.floats(count + 33 + 2 * radius)
      let across = Self.output(count, room: Self.room(count, block: 32), guarding: Float(-1)) {
        output in
        row.withUnsafeBufferPointer { row in
          guard let row = row.baseAddress else { return }
          level.kernels.convolveUnevenRow(row + radius, weights, radius, output, count)
        }
      }
      #expect(across == (0..<count).map { x in sum { row[x + $0] } }, "count \(count), seed 6")

      let stride = count + 32
      let rows = generator.floats((2 * radius + 2) * stride)
      let down = Self.output(2 * stride, room: 0, guarding: Float(-1)) { output in
        rows.withUnsafeBufferPointer { rows in
          guard let base = rows.baseAddress else { return }
          let pointers = (0..<2 * radius + 2).map { base + $0 * stride }
          level.kernels.convolveUnevenColumns(
            pointers, weights, radius, output, output + stride, count)
        }
      }
      for line in 0...1 {
        let expected = (0..<count).map { x in sum { rows[($0 + line) * stride + x] } }
        #expect(
          Array(down[line * stride..<line * stride + count]) == expected,
          "count \(count), seed 6")
      }
    }
  }

  @Test(arguments: BlurLevel.all) func firstHalving(level: BlurLevel) {
    var generator = Generator(seed: 3)
    for count in Self.counts {
      let rows = (0..<5).map { _ in generator.bytes(count + 1) }
      let sums = (0..<count).map { x in
        zip(rows, [1, 4, 6, 4, 1]).reduce(UInt16(0)) { $0 + UInt16($1.0[x]) * $1.1 }
      }
      var odd: [UInt16] = []
      let even = Self.output((count + 1) / 2, room: 0, guarding: UInt16(0xEEEE)) { even in
        odd = Self.output(count / 2, room: 0, guarding: UInt16(0xEEEE)) { odd in
          level.kernels.halveByteColumns(
            rows[0], rows[1], rows[2], rows[3], rows[4], even, odd, count)
        }
      }
      #expect(even == stride(from: 0, to: count, by: 2).map { sums[$0] }, "count \(count), seed 3")
      #expect(odd == stride(from: 1, to: count, by: 2).map { sums[$0] }, "count \(count), seed 3")

      let (evens, odds) = (generator.words(count + 32), generator.words(count + 32))
      let halved = Self.output(count, room: Self.room(count, block: 16), guarding: Float(-1)) {
        output in
        evens.withUnsafeBufferPointer { evens in
          odds.withUnsafeBufferPointer { odds in
            guard let even = evens.baseAddress, let odd = odds.baseAddress else { return }
            level.kernels.halveWordRow(even + 1, odd + 1, output, count)
          }
        }
      }
      let expected = (0..<count).map { i -> Float in
        let outer = Int(evens[i]) + Int(evens[i + 2])
        let inner = Int(odds[i]) + Int(odds[i + 1])
        return Float(outer + 4 * inner + 6 * Int(evens[i + 1])) / 256
      }
      #expect(halved == expected, "count \(count), seed 3")
    }
  }

  @Test(arguments: BlurLevel.all) func furtherHalvingAndDoubling(level: BlurLevel) {
    var generator = Generator(seed: 4)
    for count in Self.counts {
      let rows = (0..<5).map { _ in generator.floats(count + 32) }
      let down = Self.output(count, room: Self.room(count, block: 32), guarding: Float(-1)) {
        level.kernels.halveColumns(rows[0], rows[1], rows[2], rows[3], rows[4], $0, count)
      }
      let expectedDown = (0..<count).map { x -> Float in
        (rows[0][x] + rows[4][x]) * 0.0625 + (rows[1][x] + rows[3][x]) * 0.25
          + rows[2][x] * 0.375
      }
      #expect(down == expectedDown, "count \(count), seed 4")

      let line = generator.floats(2 * count + 80)
      let across = Self.output(count, room: Self.room(count, block: 32), guarding: Float(-1)) {
        output in
        line.withUnsafeBufferPointer { line in
          guard let line = line.baseAddress else { return }
          level.kernels.halveRow(line + 2, output, count)
        }
      }
      let expectedAcross = (0..<count).map { i -> Float in
        (line[2 * i] + line[2 * i + 4]) * 0.0625 + (line[2 * i + 1] + line[2 * i + 3]) * 0.25
          + line[2 * i + 2] * 0.375
      }
      #expect(across == expectedAcross, "count \(count), seed 4")

      let doubled = Self.output(
        2 * count, room: Self.room(2 * count, block: 16), guarding: Float(-1)
      ) { output in
        line.withUnsafeBufferPointer { line in
          guard let line = line.baseAddress else { return }
          level.kernels.doubleRow(line + 1, output, count)
        }
      }
      let expectedDoubled = (0..<count).flatMap { i -> [Float] in
        [
          (line[i] + line[i + 2]) * 0.125 + line[i + 1] * 0.75,
          (line[i + 1] + line[i + 2]) * 0.5,
        ]
      }
      #expect(doubled == expectedDoubled, "count \(count), seed 4")
    }
  }

  @Test(arguments: BlurLevel.all) func interpolation(level: BlurLevel) {
    var generator = Generator(seed: 5)
    let weights: [Float] = [0.1, 0.45, 0.4, 0.05]
    for count in Self.counts {
      let rows = (0..<4).map { _ in generator.floats(count + 32) }
      let result = Self.output(count, room: Self.room(count, block: 32), guarding: Float(-1)) {
        level.kernels.interpolateColumns(rows[0], rows[1], rows[2], rows[3], weights, $0, count)
      }
      let expected = (0..<count).map { x -> Float in
        let upper = rows[0][x] * weights[0] + rows[1][x] * weights[1]
        return upper + rows[2][x] * weights[2] + rows[3][x] * weights[3]
      }
      #expect(result == expected, "count \(count), seed 5")
    }
  }
}
