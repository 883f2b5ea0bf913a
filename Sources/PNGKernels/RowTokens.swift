/// Finds what deflate can leave out of filtered rows: pixels that repeat, and bytes that came before.
///
/// Rows of soft shadows are nearly all zeros once they are filtered, or the same small step over many
/// pixels, and what is between repeats: in the next cell, and in the row above a pixel or two further
/// on. So the work follows the ends of such runs, not the pixels:
/// - A run of 258 bytes or more is written as what it is: a match at the distance of a pixel (of zeros,
///   at 1) has no extra bits, and the same match at another distance has up to 13 for each 258 bytes.
/// - A shorter run is looked for by its pixel, its length and what follows; other bytes by the first
///   four. Of the four newest places the one that goes on alike for longest wins.
/// - After a long match its distance is tried a few times more: the next cell is like this one.
///
/// A token is a literal byte (0...255), or `1 << 31 | times - 1 << 23 | length - 3 << 15 |
/// distance - 1` of a match that is to be written `times` times (1...256), `length` 3...258,
/// `distance` 1...32768.
public enum RowTokens {
  /// Buckets of both tables together, of four places each: two words, the newest place in the lowest
  /// bits.
  public static let buckets = 2 << tableBits

  private static let tableBits: UInt64 = 12
  /// By so many bytes a match must be longer than the run it begins with: a run's distance is cheap.
  private static let leastGain = 6
  /// Shorter matches cost as much as their literals.
  private static let leastLength = 6
  /// From this length on, a match's distance is tried again.
  private static let longMatch = 64
  private static let tries = 8

  /// Appends the tokens of `bytes[from..<to]` and returns how many there are, `to - from` at most.
  ///
  /// Matches reach back to `bytes[windowStart]`, and 32768 bytes at most. 64 bytes beyond `to` must
  /// be there and zero. `bias` is added to a place before it is kept in the tables: places of one
  /// stream must go up from call to call. `recent` is the distance of the last long match, kept between
  /// calls. `counts` gets one added for each literal (0...255), for each match at 256 + length - 3
  /// and at 512 + the symbol of its distance.
  public static func find(
    _ bytes: UnsafePointer<UInt8>, from: Int, to: Int, windowStart: Int, bias: UInt32,
    pixel: Int, tables: UnsafeMutablePointer<UInt64>, recent: UnsafeMutablePointer<Int>,
    counts: UnsafeMutablePointer<UInt32>, tokens: UnsafeMutablePointer<UInt32>
  ) -> Int {
    var writer = TokenWriter(tokens: tokens, counts: counts)
    var recentDistance = recent.pointee
    var triesLeft = 0
    var misses = 0
    var at = from
    while at < to {
      let here = bytes + at
      let left = to &- at
      let limit = left < 258 ? left : 258
      let reach = at &- windowStart < 32768 ? at &- windowStart : 32768
      let place = UInt32(truncatingIfNeeded: at) &+ bias
      let next = word(here)
      let isRun = UInt32(truncatingIfNeeded: next ^ word(here + pixel)) == 0
      // How far the pixel repeats; a little of that is no run.
      let run =
        isRun && left > pixel ? pixel &+ equalLength(here + pixel, here, left &- pixel) : 0

      var match = (distance: 0, length: 0)
      if run < 258 {
        if triesLeft > 0, recentDistance <= reach {
          match = (recentDistance, equalLength(here, here - recentDistance, limit))
          triesLeft &-= 1
        }
        if match.length < 16 || match.length <= run {
          let bucket = isRun ? hash(next, run, word(here + run)) : hash(next)
          match = found(
            tables + 2 &* bucket, here, run: run, limit: limit, place, reach, recentDistance)
        }
      }
      if match.length >= leastLength, run == 0 || match.length > run &+ leastGain {
        writer.match(length: match.length, distance: match.distance)
        if match.length >= longMatch {
          recentDistance = match.distance
          triesLeft = tries
        }
        at &+= match.length
        misses = 0
      } else if run >= pixel &+ 3 {
        let step = UInt32(truncatingIfNeeded: next) == 0 ? 1 : pixel
        if step <= reach, isEqual(here, here - step, step) {
          writer.match(length: run, distance: step)
        } else {
          for i in 0..<step { writer.literal(here[i]) }
          writer.match(length: run &- step, distance: step)
        }
        at &+= run
        misses = 0
      } else {
        // What cannot be found for long is looked for less often.
        if misses < 128 { misses &+= 1 }
        let end = at &+ 1 &+ misses &>> 3
        repeat {
          writer.literal(bytes[at])
          at &+= 1
        } while at < end && at < to
      }
    }
    recent.pointee = recentDistance
    return writer.count
  }

  /// Puts a place into its bucket and returns the match with the best of the four that were there.
  @inline(__always) private static func found(
    _ slot: UnsafeMutablePointer<UInt64>, _ here: UnsafePointer<UInt8>, run: Int, limit: Int,
    _ place: UInt32, _ reach: Int, _ recentDistance: Int
  ) -> (distance: Int, length: Int) {
    let best = nearestLongest(slot, here + run, place, UInt32(truncatingIfNeeded: reach))
    slot[1] = slot[1] &<< 32 | slot[0] &>> 32
    slot[0] = slot[0] &<< 32 | UInt64(place)
    guard best.distance > 0 else { return (0, 0) }
    if run > 0, equalLength(here, here - best.distance, run) < run { return (0, 0) }
    var match = (distance: best.distance, length: run &+ best.length)
    if best.length == 16 {
      match.length = equalLength(here, here - match.distance, limit)
      // Alike so far: the distance of the last long match may go on for longer.
      if recentDistance <= reach, recentDistance != match.distance {
        let length = equalLength(here, here - recentDistance, limit)
        if length > match.length { match = (recentDistance, length) }
      }
    }
    if match.length > limit { match.length = limit }
    return match
  }

  /// Of a bucket's places the one that goes on like `here` for longest, the nearest of these, and for
  /// how many bytes: 16 at most.
  ///
  /// No place within reach is distance 0. Without branches, which would be foreseen wrongly.
  @inline(__always) private static func nearestLongest(
    _ slot: UnsafeMutablePointer<UInt64>, _ here: UnsafePointer<UInt8>, _ place: UInt32,
    _ reach: UInt32
  ) -> (distance: Int, length: Int) {
    let first = word(here)
    let second = word(here + 8)
    // The length in the upper half, what the distance lacks to 32768 in the lower.
    var best: UInt64 = 0
    @inline(__always) func consider(_ other: UInt64) {
      let back = place &- UInt32(truncatingIfNeeded: other)
      let isThere = mask(back &- 1 < reach)
      let there = here - Int(truncatingIfNeeded: UInt64(back) & isThere)
      let a = first ^ word(there)
      let b = second ^ word(there + 8)
      let equalBits =
        UInt64(truncatingIfNeeded: a.trailingZeroBitCount)
        &+ UInt64(truncatingIfNeeded: b.trailingZeroBitCount) & mask(a == 0)
      let score = ((equalBits &>> 3) &<< 32 | UInt64(32768 &- back)) & isThere
      best = score > best ? score : best
    }
    consider(slot[0])
    consider(slot[0] &>> 32)
    consider(slot[1])
    consider(slot[1] &>> 32)
    let length = Int(truncatingIfNeeded: best &>> 32)
    return (length == 0 ? 0 : 32768 &- Int(truncatingIfNeeded: best & 0xFFFF_FFFF), length)
  }

  /// All bits, or none.
  @inline(__always) private static func mask(_ condition: Bool) -> UInt64 {
    0 &- (condition ? 1 : 0)
  }

  @inline(__always) private static func isEqual(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    var i = 0
    while i < count {
      if a[i] != b[i] { return false }
      i &+= 1
    }
    return true
  }

  @inline(__always) private static func hash(_ first: UInt64, _ run: Int, _ next: UInt64) -> Int {
    let mixed =
      ((next & 0xFF_FFFF_FFFF) ^ first &<< 32) &* 0x9E37_79B9_7F4A_7C15
      &+ UInt64(truncatingIfNeeded: run) &* 0xC2B2_AE3D_27D4_EB4F
    return Int(truncatingIfNeeded: mixed &>> (64 &- tableBits))
  }

  @inline(__always) private static func hash(_ next: UInt64) -> Int {
    let mixed = (next & 0xFFFF_FFFF) &* 0x9E37_79B9_7F4A_7C15
    return 1 &<< Int(tableBits) &+ Int(truncatingIfNeeded: mixed &>> (64 &- tableBits))
  }
}

private struct TokenWriter {
  let tokens: UnsafeMutablePointer<UInt32>
  let counts: UnsafeMutablePointer<UInt32>
  var count = 0

  @inline(__always) init(
    tokens: UnsafeMutablePointer<UInt32>, counts: UnsafeMutablePointer<UInt32>
  ) {
    self.tokens = tokens
    self.counts = counts
  }

  @inline(__always) mutating func literal(_ byte: UInt8) {
    tokens[count] = UInt32(byte)
    counts[Int(byte)] &+= 1
    count &+= 1
  }

  /// A match of any length from 3 on: in pieces of 258, the last but one shorter where it must be for
  /// the last to be 3.
  @inline(__always) mutating func match(length: Int, distance: Int) {
    let back = UInt32(truncatingIfNeeded: distance &- 1)
    let symbol = 512 &+ distanceSymbol(back)
    var left = length
    if left > 258 {
      var times = left / 258
      let rest = left &- times &* 258
      if rest > 0, rest < 3 { times &-= 1 }
      left &-= times &* 258
      counts[256 &+ 255] &+= UInt32(truncatingIfNeeded: times)
      counts[symbol] &+= UInt32(truncatingIfNeeded: times)
      while times > 0 {
        let step = times < 256 ? times : 256
        put(258, back, times: step)
        times &-= step
      }
      if left > 258 {
        one(left &- 3, back, symbol)
        left = 3
      }
      if left == 0 { return }
    }
    one(left, back, symbol)
  }

  @inline(__always) private mutating func one(_ length: Int, _ back: UInt32, _ symbol: Int) {
    counts[256 &+ length &- 3] &+= 1
    counts[symbol] &+= 1
    put(length, back, times: 1)
  }

  @inline(__always) private mutating func put(_ length: Int, _ back: UInt32, times: Int) {
    tokens[count] =
      1 &<< 31 | UInt32(truncatingIfNeeded: times &- 1) &<< 23
      | UInt32(truncatingIfNeeded: length &- 3) &<< 15 | back
    count &+= 1
  }
}
