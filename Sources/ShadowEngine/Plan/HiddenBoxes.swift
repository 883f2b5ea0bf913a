/// A rectangle that a step makes opaque.
struct OpaqueBox: Sendable {
  var box: PixelBox
  /// The step's number.
  var op: Int32
  /// The cell it belongs to.
  var cell: Int32
}

/// Finds what later steps hide of earlier ones, by a grid over the canvas.
struct HiddenBoxes {
  private let boxes: [OpaqueBox]
  private let cell: Int
  private let across: Int
  /// Boxes by grid cell: cell i has `numbers[starts[i]..<starts[i + 1]]`.
  private var starts: [Int32]
  private var numbers: [Int32] = []

  /// How many boxes a step heeds at most: each costs time on every row.
  private static let limit = 24

  init(_ boxes: [OpaqueBox], width: Int, height: Int) {
    self.boxes = boxes
    // A million grid cells at most.
    var cell = 256
    while (width / cell + 1) * (height / cell + 1) > 1 << 20 { cell *= 2 }
    let across = width / cell + 1
    let count = across * (height / cell + 1)
    self.cell = cell
    self.across = across
    var starts = [Int32](repeating: 0, count: count + 1)
    for box in boxes {
      Self.visit(box.box, cell, across) { starts[$0 + 1] += 1 }
    }
    for index in 0..<count { starts[index + 1] += starts[index] }
    var filled = starts
    var numbers = [Int32](repeating: 0, count: Int(starts[count]))
    for (number, box) in boxes.enumerated() {
      Self.visit(box.box, cell, across) {
        numbers[Int(filled[$0])] = Int32(number)
        filled[$0] += 1
      }
    }
    self.starts = starts
    self.numbers = numbers
  }

  /// Gives every step of flat colour its boxes, and returns them all in a row.
  func assign(to ops: inout [PaintOp]) -> [PixelBox] {
    guard !boxes.isEmpty else { return [] }
    var hidden: [PixelBox] = []
    for index in ops.indices where ops[index].kind == .flat {
      let op = ops[index]
      let bounds = PixelBox(left: op.left, top: op.top, right: op.right, bottom: op.bottom)
      let first = hidden.count
      Self.visit(bounds, cell, across) { place in
        for number in numbers[Int(starts[place])..<Int(starts[place + 1])] {
          let other = boxes[Int(number)]
          guard other.op > Int32(index), other.cell != op.knockedOutCell else { continue }
          let shared = other.box.intersection(bounds)
          // Counted in the first grid cell that both share.
          guard !shared.isEmpty,
            place == Int(shared.top) / cell * across + Int(shared.left) / cell,
            hidden.count - first < Self.limit
          else { continue }
          hidden.append(shared)
        }
      }
      ops[index].firstHidden = Int32(first)
      ops[index].hiddenCount = Int32(hidden.count - first)
    }
    return hidden
  }

  private static func visit(_ box: PixelBox, _ cell: Int, _ across: Int, _ body: (Int) -> Void) {
    guard !box.isEmpty else { return }
    for row in Int(box.top) / cell...(Int(box.bottom) - 1) / cell {
      for column in Int(box.left) / cell...(Int(box.right) - 1) / cell {
        body(row * across + column)
      }
    }
  }
}
