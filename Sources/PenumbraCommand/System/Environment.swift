#if canImport(Glibc)
internal import Glibc
#endif

/// The process's environment.
enum Environment {
  /// One variable; nil where it is not set.
  static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// All variables.
  static var variables: [String: String] {
    var result: [String: String] = [:]
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let entry = next.pointee {
      let parts = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return result
  }
}
