import Foundation
import PenumbraTestSupport
import ShadowKernels
import Testing

@testable import ShadowEngine

/// What masks are made with: every level against plain loops and against the mathematics.
struct MaskKernelTests {
  private func numbers(_ count: Int, _ random: inout SplitMix64) -> [Float] {
    (0..<count).map { _ in Float(random.uniform(-1, 1)) }
  }

  /// Equal to the bit: products are rounded before they are added, on every level.
  @Test(arguments: KernelTable.all)
  func outerProducts(_ level: KernelTable) {
    let seed: UInt64 = 21
    var random = SplitMix64(seed: seed)
    for columns in [1, 15, 31, 32, 33, 64, 95, 129] {
      for rows in [1, 2, 3, 8] {
        let stride = (columns + 31) / 32 * 32 + 32
        let terms = random.integer(0, 9)
        let x = numbers(stride, &random)
        let y = numbers(rows, &random)
        let u = numbers(max(1, terms) * stride, &random)
        let v = numbers(max(1, terms) * rows, &random)
        var windows: [Int32] = []
        for _ in 0..<rows {
          let first = random.integer(0, terms)
          windows += [Int32(first), Int32(random.integer(first, terms))]
        }
        if rows == 8 { windows[2...5] = windows[0...1] + windows[0...1] }
        var actual = numbers(rows * stride, &random)
        var expected = actual
        let accumulates = random.oneIn(2)
        level.product(&actual, stride, x, y, rows, columns, accumulates)
        level.subtract(&actual, stride, u, stride, v, rows, windows, rows, columns)
        for i in 0..<rows {
          for j in 0..<columns {
            var value = x[j] * y[i]
            if accumulates { value += expected[i * stride + j] }
            for k in Int(windows[2 * i])..<Int(windows[2 * i + 1]) {
              value -= u[k * stride + j] * v[k * rows + i]
            }
            expected[i * stride + j] = value
            if actual[i * stride + j].bitPattern != value.bitPattern {
              Issue.record(
                "\(level.instructionSet): row \(i) column \(j) of \(columns), seed \(seed)")
              return
            }
          }
        }
      }
    }
  }

  @Test(arguments: KernelTable.all)
  func roundingToBytesAndLevels(_ level: KernelTable) {
    let alphas: [Float] =
      [-0.001, -1e-7, 0, 0.5 / 255, 0.4999 / 255, 127.5 / 255, 0.5, 1, 1.0000001, 1.001]
      + (0..<4000).map { Float($0) / 3999 }
    let count = alphas.count
    var bytes = [UInt8](repeating: 0, count: count)
    var passedBytes = bytes
    var levels = [UInt16](repeating: 0, count: count)
    level.inverseBytes(&bytes, alphas, count)
    level.inverseBytesOfPassed(&passedBytes, alphas.map { 1 - $0 }, count)
    level.wideLevels(&levels, alphas, count)
    for (index, alpha) in alphas.enumerated() {
      let exact = 255 * Double(alpha)
      #expect(abs(Double(255 - Int(bytes[index])) - exact) <= 0.5001 + 0.255)
      if alpha >= 0, alpha <= 1 {
        #expect(abs(Double(255 - Int(bytes[index])) - exact) <= 0.50002)
        #expect(abs(Double(255 - Int(passedBytes[index])) - exact) <= 0.50004)
        #expect(abs(Double(levels[index]) - 128 * exact) <= 0.505)
      }
    }
    #expect(bytes[2] == 255 && bytes[3] == 254 && bytes[4] == 255, "halves go up")
    #expect(bytes[5] == 127 && bytes[7] == 0 && bytes[0] == 255 && bytes[9] == 0)
  }

  @Test(arguments: KernelTable.all, [1, 3, 4])
  func expansion(_ level: KernelTable, _ channels: Int) {
    for count in 0...70 {
      let padding = 64
      let bytes = (0..<count + 2 * padding).map { UInt8(truncatingIfNeeded: 7 * $0 + 3) }
      for isReversed in [false, true] {
        var out = [UInt8](repeating: 0, count: count * channels + 64)
        bytes.withUnsafeBufferPointer { bytes in
          guard let base = bytes.baseAddress else { return }
          // The left part goes first to last, the right one of a mirrored row last to first.
          let (left, right) = isReversed ? (0, Int32(count)) : (Int32(count), 0)
          let place = Int32(padding)
          level.expandRows(
            &out, base, [0, left, 0, right, 0, 0, place, place, 0], 1, channels, isReversed)
        }
        let wanted = (0..<count).flatMap { j in
          SourceOverTests.masked(
            bytes[padding + (isReversed ? count - 1 - j : j)], channels: channels)
        }
        #expect(Array(out[0..<count * channels]) == wanted, "\(level.instructionSet) \(count)")
      }
    }
  }

  @Test(arguments: KernelTable.all, [false, true])
  func expansionOfRows(_ level: KernelTable, isMirrored: Bool) {
    let channels = 3
    let bytes = (0..<400).map { UInt8(truncatingIfNeeded: 5 * $0 + 1) }
    // Parts of every length, some of them empty, whose bytes begin anywhere.
    var records: [Int32] = []
    var wanted: [UInt8] = []
    var used: Int32 = 1000
    for row in 0..<40 {
      let left = Int32(row % 23)
      let right = Int32(isMirrored ? row % 23 : row % 7)
      let source = Int32(64 + 3 * row)
      let other = isMirrored ? source : source + 50
      let rightData = used + 3 * left
      records += [2, 2 + left, 90, 90 + right, used, rightData, source, other, 7]
      used = rightData + 3 * right
      for part in [(source, left, false), (other, right, isMirrored)] {
        for j in 0..<Int(part.1) {
          let place = Int(part.0) + (part.2 ? Int(part.1) - 1 - j : j)
          wanted += [UInt8](repeating: bytes[place], count: channels)
        }
      }
    }
    var out = [UInt8](repeating: 0, count: wanted.count + 64)
    level.expandRows(&out, bytes, records, 40, channels, isMirrored)
    #expect(Array(out[0..<wanted.count]) == wanted)
  }

  @Test func firstAndLastOtherByte() {
    var random = SplitMix64(seed: 22)
    for count in 0...40 {
      for _ in 0..<20 {
        var bytes = [UInt8](repeating: 9, count: count + 1)
        let from = random.integer(0, count)
        for _ in 0..<random.integer(0, 2) where count > 0 {
          bytes[random.integer(0, count - 1)] = 8
        }
        let inside = (from..<count).filter { bytes[$0] != 9 }
        #expect(AlphaRows.firstOther(bytes, 9, from, count) == inside.first ?? count)
        #expect(AlphaRows.lastOther(bytes, 9, from, count) == inside.last.map { $0 + 1 } ?? from)
      }
    }
  }

  /// Against erf of the C library, and every level equal to the bit.
  @Test(arguments: [1.5, 2, 3.7, 9, 30, 85, 200])
  func gaussianProfiles(_ sigma: Double) {
    func phi(_ z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }
    func ramp(_ u: Double) -> Double {
      u * phi(u / sigma) + sigma * exp(-0.5 * u * u / sigma / sigma) / (2 * Double.pi).squareRoot()
    }
    let count = Int(14 * sigma) + 20
    let start = -7 * sigma - 0.3
    for direction in [1.0, -1] {
      var reference: [[UInt32]] = []
      for level in KernelTable.all {
        var step = [Float](repeating: 0, count: count + 16)
        var pulse = step
        level.gaussianStep(&step, count, direction * start, direction, sigma, nil)
        level.gaussianPulse(&pulse, count, direction * start, direction, 2.5, sigma)
        for j in 0..<count {
          let t = direction * (start + Double(j))
          #expect(abs(Double(step[j]) - (ramp(t + 0.5) - ramp(t - 0.5))) < 5e-6)
          let weight = 2.5 * (phi((t + 0.5) / sigma) - phi((t - 0.5) / sigma))
          #expect(abs(Double(pulse[j]) - weight) < 1e-5 / sigma)
        }
        var rest = step
        level.gaussianStep(&rest, count, direction * start, direction, sigma, step)
        #expect(rest[0..<count].allSatisfy { $0 == 0 }, "E less E is nothing")
        let bits = (step[0..<count] + pulse[0..<count]).map(\.bitPattern)
        if reference.isEmpty { reference.append(bits) }
        #expect(bits == reference[0], "\(level.instructionSet) gives other bits")
      }
    }
  }
}
