#if canImport(Glibc)
internal import Glibc
#endif

/// Paths as bytes between slashes.
public enum PathName {
  /// The names of a path; empty ones are left out.
  public static func components(_ path: String) -> [String] { path.splitBytes(at: "/") }

  /// The last name of a path: the path itself where it has none.
  public static func last(_ path: String) -> String { components(path).last ?? path }

  /// The folder that holds a path: `.` for a bare name, `/` for the root.
  public static func parent(_ path: String) -> String {
    let path = withoutTrailingSlashes(path)
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let folder = String(decoding: path.utf8[..<slash], as: UTF8.self)
    return folder.isEmpty ? "/" : withoutTrailingSlashes(folder)
  }

  /// A name below a folder.
  public static func joined(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : folder.hasByteSuffix("/") ? folder + name : folder + "/" + name
  }

  /// The path without slashes at its end; the root keeps its one.
  public static func withoutTrailingSlashes(_ path: String) -> String {
    var bytes = Substring(path).utf8
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A name in two at its last point, which the suffix keeps; a name without one, or that begins
  /// with its only one, has no suffix.
  public static func stemAndSuffix(_ name: String) -> (stem: String, suffix: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.utf8.startIndex else {
      return (name, "")
    }
    return (
      String(decoding: name.utf8[..<dot], as: UTF8.self),
      String(decoding: name.utf8[dot...], as: UTF8.self)
    )
  }

  /// Whether a real path is the root or lies below it.
  public static func isInside(_ path: String, _ root: String) -> Bool {
    path.hasSameBytes(as: root)
      || path.hasBytePrefix(root.hasByteSuffix("/") ? root : root + "/")
  }

  /// What is wrong with a relative path that a stranger's file gives to an output; nil for a good
  /// one.
  ///
  /// Such a path stays below its folder, is no hidden name, and can be a file's on any system.
  public static func fault(ofOutput path: String) -> String? {
    guard path.utf8.count <= 4096 else { return "a path of more than 4,096 bytes" }
    for name in path.splitBytes(at: "/", omittingEmpty: false) {
      if name.isEmpty { return "an empty name" }
      if name.utf8.count > 255 { return "a name of more than 255 bytes" }
      if name.utf8.first == UInt8(ascii: ".") { return "a name that begins with a point" }
      if name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "a control character" }
    }
    return nil
  }

  /// The path without links, `.` and `..`; nil if it does not exist.
  public static func resolved(_ path: String) -> String? {
    guard !path.utf8.contains(0), let raw = realpath(path, nil) else { return nil }
    defer { free(raw) }
    return String(cString: raw)
  }

  /// The path that something would have which need not be there: links followed as far as there is
  /// something, then the names as they stand.
  public static func resolvedAsFarAsThere(_ path: String) -> String {
    var head = path.hasBytePrefix("/") ? path : "./" + path
    var rest: [String] = []
    var found = resolved(head)
    while found == nil, let slash = head.utf8.lastIndex(of: UInt8(ascii: "/")) {
      rest.insert(String(decoding: head.utf8[slash...].dropFirst(), as: UTF8.self), at: 0)
      head = String(decoding: head.utf8[..<slash], as: UTF8.self)
      found = resolved(head.isEmpty ? "/" : head)
    }
    var names = components(found ?? "")
    for name in rest where !name.isEmpty && name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }
}
