internal import Scene
public import Vips

/// Where a job writes: a folder of many pictures, or one file.
public struct OutputTarget: Hashable, Sendable {
  /// The folder that holds the pictures.
  public let folder: String
  /// For one file, its name without suffix; nil for a folder.
  public let fileName: String?
  /// The folder of many pictures; nil for one file, beside which anything may lie.
  public var outputFolder: String? { fileName == nil ? folder : nil }
  /// How pictures are encoded.
  public let format: OutputFormat

  /// Reads `-o OUT` and `--format`.
  ///
  /// OUT is a file when its last part ends in a suffix that libvips can write (or that is known to
  /// be written elsewhere, so that the error names the codec), and no folder of that name exists;
  /// else it is a folder, whose pictures have the suffix of `--format`, PNG without one. A new name
  /// that ends like a file of another kind is an error, not a folder that nobody meant; with a
  /// slash at its end any name is a folder.
  public init(out: String, format: String?, isFolder: Bool) throws(JobError) {
    guard out != "-" else {
      throw .usage("-o -: pictures do not go to the standard output: give a file or a folder")
    }
    do {
      if let format { try OutputTarget.refuseUnknown(format) }
      let parts = try OutputFormat.splitOptions(out)
      let name = parts.name.split(separator: "/").last.map(String.init) ?? ""
      let dot = name.lastIndex(of: ".")
      let suffix = dot.map { String(name[$0...]).lowercased() } ?? ""
      let isNamedAsFolder = out.hasSuffix("/") || FileSystem.kind(out) == .folder
      let hasSuffix = dot != name.startIndex && !isNamedAsFolder
      let isPicture = hasSuffix && OutputTarget.knownSuffixes.contains(suffix)
      if isPicture && isFolder {
        throw JobError.usage(
          "-o \(out): many pictures need a folder, not a file: for a folder of this name write "
            + "\(out)/")
      }
      if hasSuffix && !isPicture && OutputTarget.looksLikeFileType(suffix) {
        throw JobError.usage(
          "-o \(out): \(OutputTarget.refusal(of: suffix)), or for a folder of this name "
            + "\(parts.name)/")
      }
      if !isPicture && !parts.options.isEmpty && !isNamedAsFolder {
        throw JobError.usage(
          "-o \(out): options in brackets follow a picture's suffix, as in out.png[compression=6]; "
            + "for a folder give them to --format")
      }
      guard isPicture, let dot else {
        folder = OutputTarget.withoutTrailingSlash(out)
        fileName = nil
        self.format = try OutputFormat(format ?? "png")
        return
      }
      let options = parts.options.isEmpty ? "" : "[\(parts.options.joined(separator: ","))]"
      self.format = try OutputFormat(suffix + options)
      if let format, try OutputFormat(format).suffix != self.format.suffix {
        throw JobError.usage("--format \(format) contradicts the output's name, \(name)")
      }
      fileName = String(name[..<dot])
      let parent = parts.name.dropLast(name.count)
      folder = parent.isEmpty ? "." : OutputTarget.withoutTrailingSlash(String(parent))
    } catch let error as JobError {
      throw error
    } catch {
      throw .usage("\(error)")
    }
  }

  /// A format that libvips writes on no machine is wrong usage; one that it cannot write on this
  /// machine is a thing that is missing, which is found when it is needed.
  private static func refuseUnknown(_ text: String) throws {
    let suffix = try OutputFormat(text).suffix
    guard !knownSuffixes.contains(suffix) else { return }
    throw JobError.usage("--format \(text): \(refusal(of: suffix))")
  }

  private static func refusal(of suffix: String) -> String {
    let near = Suggestion.nearest(to: suffix, among: usualSuffixes)
    return "no picture format has the suffix \(suffix)"
      + (near.map { ": did you mean \($0)? Expected " } ?? ": expected ") + "one such as "
      + usualSuffixes.joined(separator: ", ")
  }

  /// Suffixes that make OUT a file.
  private static let knownSuffixes: Set<String> = [
    ".png", ".jpg", ".jpeg", ".jpe", ".webp", ".tif", ".tiff", ".avif", ".heic", ".heif", ".jxl",
    ".jp2", ".j2k", ".gif", ".ppm", ".pnm", ".v", ".vips", ".dz", ".dzi", ".zip", ".raw", ".bmp",
  ]

  /// Those that messages name.
  private static let usualSuffixes = [
    ".png", ".jpg", ".webp", ".tif", ".avif", ".jxl", ".dz", ".zip",
  ]

  /// Whether a suffix is like those of files: three to five letters and digits, a letter first, as in
  /// `.svg` and `.mp4`, unlike `.2`, `.v2` or a random name's.
  private static func looksLikeFileType(_ suffix: String) -> Bool {
    let letters = suffix.dropFirst()
    return (3...5).contains(letters.count)
      && letters.first.map { $0.isASCII && $0.isLetter } == true
      && letters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  private static func withoutTrailingSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// A picture's name as a file's: no separator, no hidden file, nothing that means a folder.
  ///
  /// Bytes that could be read so are written as %XX, and % itself too, so that different names stay
  /// different; what is too long for a file system ends in its hash.
  public static func safeName(_ name: String) -> String {
    var result = ""
    for (index, scalar) in name.unicodeScalars.enumerated() {
      let isControl = scalar.value < 0x20 || scalar.value == 0x7F
      let isHiding = index == 0 && scalar == "."
      if isControl || isHiding || scalar == "/" || scalar == "%" || scalar == "\\" {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    if result.isEmpty { result = "%" }
    guard result.utf8.count > 200 else { return result }
    var cut = ""
    for scalar in result.unicodeScalars {
      guard cut.utf8.count < 150 else { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut + "%" + ContentHash.of(name.utf8).prefix(16)
  }
}
