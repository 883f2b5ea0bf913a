import PenumbraGraphics
import PenumbraTestSupport
import Testing

@testable import ShadowEngine

#if canImport(Glibc)
import Glibc
#endif

/// What `compose` touches: its rows, wherever they lie, and nothing beyond the memory it was given.
struct MemoryBoundTests {
  /// Pages that nothing may touch around memory that ends, or begins, exactly at one of them.
  private struct GuardedMemory {
    let bytes: UnsafeMutableRawBufferPointer
    private let map: UnsafeMutableRawPointer
    private let mapBytes: Int

    /// `atEnd` puts the memory directly before a page that cannot be read, else behind one.
    init(_ count: Int, atEnd: Bool) throws {
      let page = sysconf(Int32(_SC_PAGESIZE))
      let inner = (count + page - 1) / page * page
      mapBytes = inner + 2 * page
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
      let found = try #require(mmap(nil, mapBytes, PROT_NONE, flags, -1, 0))
      try #require(found != MAP_FAILED)
      map = found
      try #require(mprotect(map + page, inner, PROT_READ | PROT_WRITE) == 0)
      bytes = UnsafeMutableRawBufferPointer(
        start: map + page + (atEnd ? inner - count : 0), count: count)
    }

    func free() { munmap(map, mapBytes) }
  }

  private static func compose(
    _ list: DisplayList, _ set: InstructionSet, rows: Range<Int>, bytesPerRow: Int,
    into memory: UnsafeMutableRawBufferPointer
  ) throws {
    let renderer = try BandRenderer(
      list, content: PatternContent(), settings: RenderSettings(instructionSet: set))
    try renderer.compose(rows: rows, into: memory, bytesPerRow: bytesPerRow)
  }

  /// A picture of random items, cut to a size.
  private static func list(seed: UInt64, width: Int, height: Int) -> DisplayList {
    var list = RandomDisplayList.list(seed: seed, size: 40)
    list.width = width
    list.height = height
    return list
  }

  @Test func narrowPicturesStayInTheirMemory() throws {
    var compared = 0
    let seeds = Sweep.count(5, all: 24)
    for width in 1...24 {
      for seed in UInt64(1)...UInt64(seeds) {
        let list = Self.list(seed: 1000 * UInt64(width) + seed, width: width, height: 40)
        let expected = try Rendering(list).picture()
        let rowBytes = width * expected.channels
        for set in InstructionSet.available {
          for atEnd in [false, true] {
            for rows in [0..<40, 3..<4, 20..<37] {
              let count = rows.count * rowBytes
              let memory = try GuardedMemory(count, atEnd: atEnd)
              defer { memory.free() }
              try Self.compose(list, set, rows: rows, bytesPerRow: rowBytes, into: memory.bytes)
              let wanted = expected.bytes[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes]
              #expect(
                memory.bytes.elementsEqual(wanted), "width \(width), seed \(seed), \(set), \(rows)")
              compared += 1
            }
          }
        }
      }
    }
    #expect(compared >= 24 * seeds * 6)
  }

  /// Rows so far apart that their offsets do not fit 32 bits, in memory that is there where touched.
  @Test(arguments: [(4, 1_200_000_000), (30_000, 90_000)])
  func rowsMayLieBeyondTwoGigabytes(_ height: Int, _ bytesPerRow: Int) throws {
    let width = 40
    let cell = RoundedRect(
      rect: Rect(x: 4.3, y: 0.4, width: 25, height: Double(height) - 1), radii: Corners(all: 2))
    let list = DisplayList(
      width: width, height: height, background: .color(Color(red: 0.2, green: 0.9, blue: 1)),
      items: [
        .cell(
          DisplayCell(
            shape: cell,
            shadows: [
              ShadowLayer(
                caster: .shape(cell), sigmaPixels: 2, kernel: .gaussian,
                color: RGB8(red: 90, green: 0, blue: 40), alpha: 0.8, isInset: false,
                isKnockedOut: false)
            ], fill: .flat(RGB8(red: 10, green: 200, blue: 30), alpha: 0.5)))
      ])
    let expected = try Rendering(list).picture()
    let rowBytes = width * expected.channels
    let count = (height - 1) * bytesPerRow + rowBytes
    for set in InstructionSet.available {
      let memory = try GuardedMemory(count, atEnd: true)
      defer { memory.free() }
      try Self.compose(
        list, set, rows: 0..<height, bytesPerRow: bytesPerRow, into: memory.bytes)
      let isSame = (0..<height).allSatisfy { row in
        let start = row * bytesPerRow
        return memory.bytes[start..<start + rowBytes].elementsEqual(
          expected.bytes[row * rowBytes..<(row + 1) * rowBytes])
      }
      #expect(isSame, "\(set), rows \(bytesPerRow) bytes apart")
      // Beside the rows nothing was written.
      let between = stride(from: rowBytes, to: count, by: bytesPerRow)
      #expect(between.allSatisfy { memory.bytes[$0] == 0 && memory.bytes[$0 + 40] == 0 })
    }
  }

  @Test func aCanvasBeyondTheNumbersIsRefused() {
    for (width, height) in [(0, 5), (5, -1), (Int(Int32.max) + 1, 5), (5, Int.max)] {
      #expect(throws: RenderError.self) { try whiteRenderer(width: width, height: height) }
    }
  }

  @Test func rowsOutsideOfTheCanvasTrap() async {
    await #expect(processExitsWith: .failure) {
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 64)
      try whiteRenderer().compose(rows: 4..<9, into: memory, bytesPerRow: 24)
    }
  }

  @Test func aRowShorterThanItsPixelsTraps() async {
    await #expect(processExitsWith: .failure) {
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 64)
      try whiteRenderer().compose(rows: 0..<8, into: memory, bytesPerRow: 23)
    }
  }

  @Test func aBufferThatIsTooSmallTraps() async {
    await #expect(processExitsWith: .failure) {
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8 * 24 - 1, alignment: 64)
      try whiteRenderer().compose(rows: 0..<8, into: memory, bytesPerRow: 24)
    }
    // The product of rows and bytes is beyond 64 bits.
    await #expect(processExitsWith: .failure) {
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8 * 24, alignment: 64)
      try whiteRenderer().compose(rows: 0..<8, into: memory, bytesPerRow: Int.max / 2)
    }
  }

  @Test func settingsThatMakeNoSenseTrap() async {
    await #expect(processExitsWith: .failure) {
      var settings = RenderSettings(instructionSet: .baseline)
      settings.threads = 0
      _ = try BandRenderer(
        DisplayList(width: 8, height: 8, background: .color(.transparent)),
        content: PatternContent(), settings: settings)
    }
  }
}

/// A renderer of a white canvas.
private func whiteRenderer(width: Int = 8, height: Int = 8) throws -> BandRenderer {
  try BandRenderer(
    DisplayList(
      width: width, height: height, background: .color(Color(red: 1, green: 1, blue: 1))),
    content: PatternContent(), settings: RenderSettings(instructionSet: .baseline))
}
