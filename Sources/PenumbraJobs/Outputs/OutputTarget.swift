internal import OrderedJSON
internal import Penumbra
internal import PenumbraFiles
public import Vips

/// Where a job writes: a folder of many pictures, or one file.
public struct OutputTarget: Hashable, Sendable {
  /// The folder that holds the pictures.
  public let folder: String
  /// For one file, its name without suffix; nil for a folder.
  public let fileName: String?
  /// The device, pipe or socket that stands at OUT: the one file goes into it.
  public let stream: String?
  /// The folder of many pictures; nil for one file, beside which anything may lie.
  public var outputFolder: String? { fileName == nil ? folder : nil }
  /// How pictures are encoded.
  public private(set) var format: OutputFormat

  /// Reads `-o OUT` and `--format`.
  ///
  /// OUT is a file when its last part ends in a suffix that libvips can write (or that is known to
  /// be written elsewhere, so that the error names the codec), and no folder of that name exists;
  /// else it is a folder, whose pictures have the suffix of `--format`, PNG without one. A new name
  /// that ends like a file of another kind is an error, not a folder that nobody meant; with a
  /// slash at its end any name is a folder.
  public init(out: String, format: String?, isFolder: Bool) throws(JobError) {
    guard out != "-" else {
      throw .usage(
        "\(UserWord.out) -: only render and sheet write a picture to the standard output: give a file or a folder"
      )
    }
    do {
      if let format { try OutputTarget.refuseUnknown(format) }
      let parts = try OutputFormat.splitOptions(out)
      let name = PathName.components(parts.name).last ?? ""
      let (stem, namedSuffix) = PathName.stemAndSuffix(name)
      let suffix = namedSuffix.asciiLowercased
      let isNamedAsFolder = out.hasByteSuffix("/") || FileSystem.kind(out) == .folder
      let isStream = FileStatus(parts.name)?.kind.isStream ?? false
      stream = isStream ? parts.name : nil
      let hasSuffix = !suffix.isEmpty && !isNamedAsFolder
      let isPicture = hasSuffix && OutputTarget.knownSuffixes.contains(suffix)
      if isStream && !isPicture {
        self.format = try OutputTarget.streamed(OutputFormat(format ?? "png"), out)
        folder = PathName.parent(parts.name)
        fileName = name
        return
      }
      if hasSuffix && OutputTarget.unwritten.contains(suffix) {
        throw JobError.usage("\(UserWord.out) \(out): \(OutputTarget.refusal(of: suffix))")
      }
      if isPicture && isFolder {
        throw JobError.usage(
          "\(UserWord.out) \(out): many pictures need a folder, not a file: for a folder of this name write "
            + "\(out)/")
      }
      if hasSuffix && !isPicture && OutputTarget.looksLikeFileType(suffix) {
        throw JobError.usage(
          "\(UserWord.out) \(out): \(OutputTarget.refusal(of: suffix)), or for a folder of this name "
            + "\(parts.name)/")
      }
      if !isPicture && !parts.options.isEmpty && !isNamedAsFolder {
        throw JobError.usage(
          "\(UserWord.out) \(out): options in brackets follow a picture's suffix, as in out.png[compression=6]; "
            + "for a folder give them to \(UserWord.format)")
      }
      guard isPicture else {
        folder = PathName.withoutTrailingSlashes(out)
        fileName = nil
        self.format = try OutputFormat(format ?? "png")
        return
      }
      let options = parts.options.isEmpty ? "" : "[\(parts.options.joined(separator: ","))]"
      self.format = try OutputTarget.streamed(
        OutputFormat(suffix + options), isStream ? out : nil)
      if let format, try OutputFormat(format).suffix != self.format.suffix {
        throw JobError.usage("\(UserWord.format) \(format) contradicts the output's name, \(name)")
      }
      fileName = stem
      folder = PathName.parent(parts.name)
    } catch let error as JobError {
      throw error
    } catch {
      throw .usage("\(error)")
    }
  }

  /// The same place, PNG written by libvips too (`--writer vips`).
  public func writtenByLibvips() -> OutputTarget {
    var target = self
    target.format = PictureWriter.byLibvips(format)
    return target
  }

  /// A format of one file, where that is what OUT can take.
  private static func streamed(
    _ format: OutputFormat, _ out: String?
  ) throws(JobError) -> OutputFormat {
    if let out, format.kind == .tiles {
      throw .usage("\(UserWord.out) \(out): tiles are many files: give a folder, or the format zip")
    }
    return format
  }

  /// A format that libvips writes on no machine is wrong usage; one that it cannot write on this
  /// machine is a thing that is missing, which is found when it is needed.
  private static func refuseUnknown(_ text: String) throws {
    let suffix = try OutputFormat(text).suffix
    guard !knownSuffixes.contains(suffix) else { return }
    throw JobError.usage("\(UserWord.format) \(text): \(refusal(of: suffix))")
  }

  private static func refusal(of suffix: String) -> String {
    if unwritten.contains(suffix) {
      return "\(suffix) is how libvips keeps pictures for itself, and no format of pictures: "
        + "expected one such as " + usualSuffixes.joined(separator: ", ")
    }
    let near = Suggestion.nearest(to: suffix, among: usualSuffixes)
    return "no picture format has the suffix \(suffix)"
      + (near.map { ": did you mean \($0)? Expected " } ?? ": expected ") + "one such as "
      + usualSuffixes.joined(separator: ", ")
  }

  /// Suffixes that make OUT a file.
  private static let knownSuffixes: Set<String> = [
    ".png", ".jpg", ".jpeg", ".jpe", ".webp", ".tif", ".tiff", ".avif", ".heic", ".heif", ".jxl",
    ".jp2", ".j2k", ".gif", ".ppm", ".pnm", ".dz", ".dzi", ".zip", ".raw", ".bmp",
  ]

  /// Suffixes of what libvips writes for itself.
  private static let unwritten: Set<String> = [".v", ".vips"]

  /// Those that messages name.
  private static let usualSuffixes = [
    ".png", ".jpg", ".webp", ".tif", ".avif", ".jxl", ".dz", ".zip",
  ]

  /// Whether a suffix is like those of files: three to five letters and digits, a letter first, as in
  /// `.svg` and `.mp4`, unlike `.2`, `.v2` or a random name's.
  private static func looksLikeFileType(_ suffix: String) -> Bool {
    let bytes = suffix.utf8.dropFirst()
    let isLetter = { (byte: UInt8) in (65...90).contains(byte) || (97...122).contains(byte) }
    return (3...5).contains(bytes.count) && bytes.first.map(isLetter) == true
      && bytes.allSatisfy { isLetter($0) || (48...57).contains($0) }
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
