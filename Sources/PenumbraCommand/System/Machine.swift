internal import PenumbraFiles

#if canImport(Glibc)
internal import Glibc
#endif

/// What the machine allows this process.
enum Machine {
  /// Bytes of memory: the machine's, cut by the control group's limit (v2, then v1).
  static var usableMemory: Int? {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let pageBytes = sysconf(Int32(_SC_PAGESIZE))
    guard pages > 0, pageBytes > 0 else { return nil }
    let total = pages * pageBytes
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
      .compactMap(firstNumber)
    return limits.reduce(total, min)
  }

  private static func firstNumber(of path: String) -> Int? {
    guard let line = try? OpenFile(reading: path).bytes(most: 64) else { return nil }
    let digits = line.prefix { $0 >= 48 && $0 <= 57 }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
