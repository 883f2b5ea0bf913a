/// A picture that is looked at by rows, as often as needed: straight-alpha RGBA8, top to bottom.
///
/// A picture of a cell also knows where the cell's own box lies in it, so that two pictures whose
/// shadow margins differ are compared with their cells on top of each other.
protocol PictureRows: Sendable {
  /// Whole pixels, at least 1.
  var width: Int { get }
  /// Whole pixels, at least 1.
  var height: Int { get }
  /// The cell's box in the picture; the whole picture where there is no cell.
  var box: PixelRect { get }
  /// How many rows are read at once.
  var rowsAtOnce: Int { get }
  /// Starts at the top.
  func pass() throws -> any RowPass
}

/// One pass over the rows of a picture.
protocol RowPass: AnyObject {
  /// Writes the next rows without padding; nobody asks for more than there are.
  func next(_ count: Int, into target: UnsafeMutablePointer<UInt8>) throws
}

extension PictureRows {
  /// Pixels that are worked on at once: of two pictures and what is made of them, a few megabytes.
  static var pixelsAtOnce: Int { 1 << 18 }

  /// How many rows are read at once.
  var rowsAtOnce: Int { min(height, max(1, Self.pixelsAtOnce / width)) }

  /// Calls `body` with a few rows at a time, top to bottom.
  func forEachRows(_ body: (_ top: Int, _ count: Int, UnsafePointer<UInt8>) throws -> Void) throws {
    let pass = try pass()
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: rowsAtOnce * width * 4)
    defer { memory.deallocate() }
    for top in stride(from: 0, to: height, by: rowsAtOnce) {
      let count = min(rowsAtOnce, height - top)
      try pass.next(count, into: memory)
      try body(top, count, memory)
    }
  }

  /// The whole picture in memory.
  func held() throws -> Picture {
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    let pass = try pass()
    try bytes.withUnsafeMutableBufferPointer { target in
      guard let base = target.baseAddress else { return }
      try pass.next(height, into: base)
    }
    return Picture(width: width, height: height, bytes: bytes, box: box)
  }

  /// In memory where it is small: each pass but the first is cheaper then.
  func heldIfSmall() throws -> any PictureRows {
    width <= Self.pixelsAtOnce / height ? try held() : self
  }
}

extension Picture: PictureRows {
  func pass() -> any RowPass { HeldPass(self) }
}

private final class HeldPass: RowPass {
  private let bytes: [UInt8]
  private var place = 0
  private let width: Int

  init(_ picture: Picture) {
    bytes = picture.bytes
    width = picture.width
  }

  func next(_ count: Int, into target: UnsafeMutablePointer<UInt8>) {
    let size = count * width * 4
    bytes.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      target.update(from: base + place, count: size)
    }
    place += size
  }
}

/// A picture with rows and columns before it, cut or grown to a size; pixels that were not in it
/// repeat its nearest one.
///
/// Beyond a cell's margins there is nothing but the ground, so the nearest pixel is what a larger
/// picture of the same cell would hold there.
struct ExtendedRows: PictureRows {
  let picture: any PictureRows
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  var box: PixelRect {
    PixelRect(
      x: picture.box.x + left, y: picture.box.y + top, width: picture.box.width,
      height: picture.box.height)
  }

  func pass() throws -> any RowPass { ExtendedPass(self, try picture.pass()) }
}

private final class ExtendedPass: RowPass {
  private let rows: ExtendedRows
  private let pass: any RowPass
  private var line: [UInt8]
  /// The row in `line`, and the next to give.
  private var current = -1
  private var y = 0

  init(_ rows: ExtendedRows, _ pass: any RowPass) {
    self.rows = rows
    self.pass = pass
    line = [UInt8](repeating: 0, count: rows.picture.width * 4)
  }

  func next(_ count: Int, into target: UnsafeMutablePointer<UInt8>) throws {
    let (width, inner) = (rows.width, rows.picture.width)
    for row in 0..<count {
      let wanted = min(max(y - rows.top, 0), rows.picture.height - 1)
      try line.withUnsafeMutableBufferPointer { line in
        guard let base = line.baseAddress else { return }
        while current < wanted {
          try pass.next(1, into: base)
          current += 1
        }
        let to = target + row * width * 4
        for x in 0..<width {
          let from = min(max(x - rows.left, 0), inner - 1) * 4
          for channel in 0..<4 { to[x * 4 + channel] = base[from + channel] }
        }
      }
      y += 1
    }
  }
}

extension PictureRows {
  /// The picture with `left` and `top` pixels before it, cut or grown to `width` x `height`.
  func extended(left: Int, top: Int, width newWidth: Int, height newHeight: Int) -> any PictureRows
  {
    if left == 0 && top == 0 && newWidth == width && newHeight == height { return self }
    return ExtendedRows(
      picture: self, left: left, top: top, width: newWidth, height: newHeight)
  }
}

/// The same rows of two pictures of equal width.
struct ComparedRows {
  /// The first row.
  let top: Int
  let count: Int
  let width: Int
  /// `count * width * 4` bytes each.
  let before: UnsafePointer<UInt8>
  let after: UnsafePointer<UInt8>

  /// Whether all bytes are equal.
  var isEqual: Bool { isEqual(rows: 0..<count) }

  /// Whether the bytes of some rows are, counted from the first.
  func isEqual(rows: Range<Int>) -> Bool {
    let start = rows.lowerBound * width * 4
    let (first, second) = (UnsafeRawPointer(before + start), UnsafeRawPointer(after + start))
    // Pixels have four bytes: two are compared at once, and a last one alone.
    let size = rows.count * width * 4
    var place = 0
    while place + 8 <= size {
      if first.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        != second.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      {
        return false
      }
      place += 8
    }
    return place == size
      || first.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        == second.loadUnaligned(fromByteOffset: place, as: UInt32.self)
  }

  /// Whether one row is equal, counted from the first.
  func isEqual(row: Int) -> Bool { isEqual(rows: row..<row + 1) }

  /// Calls `body` with a few rows at a time of two pictures of equal size.
  static func forEach(
    _ before: any PictureRows, _ after: any PictureRows,
    _ body: (ComparedRows) throws -> Void
  ) throws {
    precondition(before.width == after.width && before.height == after.height, "sizes differ")
    let (first, second) = (try before.pass(), try after.pass())
    let size = before.rowsAtOnce * before.width * 4
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * size)
    defer { memory.deallocate() }
    for top in stride(from: 0, to: before.height, by: before.rowsAtOnce) {
      let count = min(before.rowsAtOnce, before.height - top)
      try first.next(count, into: memory)
      try second.next(count, into: memory + size)
      try body(
        ComparedRows(
          top: top, count: count, width: before.width, before: memory, after: memory + size))
    }
  }
}
