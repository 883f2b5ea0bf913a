import Glibc
import ShadowEngine

/// Measures, on one core, what memory allows and what single kernels reach, and prints a line of
/// JSON for each.

let inCache = 128 << 10
let inMemory = 256 << 20

for (place, size) in [("L2", inCache), ("memory", inMemory)] {
  let a = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
  let b = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
  memset(a, 1, size)
  memset(b, 2, size)
  var value: Int32 = 0
  var contenders = [
    Contender(what: "memset", place: place, unit: "bytes/s", amount: Double(size)) {
      value &+= 1
      memset(a, value & 0xFF, size)
    },
    Contender(what: "memcpy", place: place, unit: "bytes/s", amount: Double(size)) {
      memcpy(b, a, size)
    },
  ]
  if place == "L2" { contenders += sourceOver(pixels: b, bytes: size) }
  race(contenders)
  a.deallocate()
  b.deallocate()
}
measureGeneralBlur()
