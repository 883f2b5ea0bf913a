internal import PenumbraFiles

/// A file format with its options, in libvips's suffix syntax: `.png[compression=6,filter=all]`.
///
/// What libvips takes is passed through untouched; only defaults are added where the user said
/// nothing (see `encoderOptions`).
public struct OutputFormat: Hashable, Sendable {
  /// How many files the format makes of a picture.
  public enum Kind: Hashable, Sendable {
    case file
    /// A folder of tiles (and for Deep Zoom a `.dzi` beside it).
    case tiles
    /// The same tiles in one zip file.
    case zippedTiles
  }

  /// How tiles are named.
  public enum Layout: String, Hashable, Sendable, CaseIterable {
    case deepZoom = "dz"
    case zoomify
    case google
    case iiif
    case iiif3
  }

  /// Lower case, with its dot.
  public let suffix: String
  /// `key=value` or bare `key`, in the order written.
  public let options: [String]

  /// A suffix as it ends a file name, with options in brackets: `.png`, `.tif[compression=zstd]`.
  ///
  /// The leading dot may be left out.
  public init(_ text: String) throws(OutputFormatError) {
    let parts = try OutputFormat.splitOptions(text)
    guard !parts.name.isEmpty, !parts.name.utf8.contains(where: { "/[]\0".utf8.contains($0) })
    else { throw .malformed(text) }
    let dotted = (parts.name.hasBytePrefix(".") ? parts.name : "." + parts.name).asciiLowercased
    suffix = dotted == ".dzi" ? ".dz" : dotted
    options = parts.options
    try OutputFormat.refusePaths(options, isTiled: isTiled)
    if let layout = value(of: "layout"), isTiled, Layout(rawValue: layout) == nil {
      throw .unknownLayout(layout)
    }
    if let container = value(of: "container"), isTiled, container != "fs", container != "zip" {
      throw .unknownContainer(container)
    }
  }

  private init(suffix: String, options: [String]) {
    self.suffix = suffix
    self.options = options
  }

  /// The same format with some of its options only.
  func with(options: [String]) -> OutputFormat { OutputFormat(suffix: suffix, options: options) }

  /// Options whose texts may hold a slash: a profile is read, an address is written into a text.
  private static let withSlashes: Set<String> = ["profile", "id"]

  /// What of an option becomes a part of a file's name must not lead elsewhere; how tiles are called
  /// is `-o`'s to say.
  private static func refusePaths(
    _ options: [String], isTiled: Bool
  ) throws(OutputFormatError) {
    for option in options {
      let parts = option.splitBytes(at: "=", maxSplits: 1, omittingEmpty: false)
      guard parts.count == 2 else { continue }
      let key = parts[0].asciiLowercased
      if isTiled && ["basename", "imagename", "dirname"].contains(key) { throw .named(option) }
      if isTiled && key == "suffix" { _ = try OutputFormat(parts[1]) }
      if !withSlashes.contains(key), parts[1].utf8.contains(where: { "/\0".utf8.contains($0) }) {
        throw .path(option)
      }
    }
  }

  /// Whether a picture becomes a file or many.
  public var kind: Kind {
    guard isTiled else { return .file }
    let container = value(of: "container") ?? (suffix == ".zip" ? "zip" : "fs")
    return container == "zip" ? .zippedTiles : .tiles
  }

  /// The naming of tiles; meaningless for a file.
  public var layout: Layout { value(of: "layout").flatMap(Layout.init) ?? .deepZoom }

  /// The format as it was given, defaults not added.
  public var description: String {
    options.isEmpty ? suffix : "\(suffix)[\(options.joined(separator: ","))]"
  }

  private var isTiled: Bool { suffix == ".dz" || suffix == ".zip" }

  /// The value of an option, `""` when it stands bare, nil when it is not given.
  public func value(of key: String) -> String? {
    for option in options {
      let parts = option.splitBytes(at: "=", maxSplits: 1, omittingEmpty: false)
      if parts[0] == key { return parts.count == 2 ? parts[1] : "" }
    }
    return nil
  }

  /// Options for libvips, defaults added.
  ///
  /// PNG gets compression 3 with filter up, which for shadows is about twice as fast as libvips's own
  /// default (RGB files are half as large again, RGBA files smaller); tiles are PNG and none but wholly white ones is left out, so that they
  /// hold the same pixels as a flat picture;
  /// TIFF becomes BigTIFF when the pixels might not fit 4 GiB.
  func encoderOptions(layout: PixelLayout) -> [String] {
    var result = options
    func add(_ key: String, _ text: String) {
      if value(of: key) == nil { result.append(text) }
    }
    switch suffix {
    case ".png":
      add("compression", "compression=3")
      add("filter", "filter=up")
    case ".tif", ".tiff":
      if FormatLimits.tiffBytes(layout: layout, format: self) > FormatLimits.classicTIFFBytes {
        add("bigtiff", "bigtiff")
      }
    case ".dz", ".zip":
      result.removeAll { $0.hasBytePrefix("container") }
      add("suffix", "suffix=.png[compression=3,filter=up]")
      // By itself the layout leaves out what is within 5 levels of white, and faint shadows are.
      if value(of: "layout") == "google", value(of: "skip-blanks") == nil {
        add("skip_blanks", "skip_blanks=0")
      }
    default: break
    }
    return result
  }

  /// Splits `name[a,b=c[d]]` into the name and its options; commas within inner brackets stay.
  public static func splitOptions(
    _ text: String
  ) throws(OutputFormatError) -> (name: String, options: [String]) {
    guard text.hasByteSuffix("]") else { return (text, []) }
    let (opening, closing) = (UInt8(ascii: "["), UInt8(ascii: "]"))
    let bytes = Array(text.utf8)
    var depth = 0
    var open: Int?
    for index in bytes.indices.reversed() where open == nil {
      if bytes[index] == closing { depth += 1 }
      if bytes[index] == opening {
        depth -= 1
        if depth == 0 { open = index }
      }
    }
    guard let open else { throw .malformed(text) }
    var options: [String] = []
    var current: [UInt8] = []
    func end() {
      if !current.isEmpty { options.append(String(decoding: current, as: UTF8.self)) }
      current = []
    }
    for byte in bytes[(open + 1)..<(bytes.count - 1)] {
      if byte == opening { depth += 1 }
      if byte == closing { depth -= 1 }
      if byte == UInt8(ascii: ",") && depth == 0 { end() } else { current.append(byte) }
    }
    end()
    return (String(decoding: bytes[..<open], as: UTF8.self), options)
  }
}

/// Why a format could not be understood.
public enum OutputFormatError: Error, Hashable, Sendable {
  /// Not a suffix with options in brackets.
  case malformed(String)
  /// A tile layout that is none.
  case unknownLayout(String)
  /// A tile container that is none.
  case unknownContainer(String)
  /// An option that says what tiles are called.
  case named(String)
  /// An option with a path in it.
  case path(String)
}

extension OutputFormatError: CustomStringConvertible {
  /// What was found and what was expected.
  public var description: String {
    switch self {
    case .malformed(let text):
      "\"\(text)\" is no format: expected a suffix such as png or 'webp[lossless]'"
    case .unknownLayout(let text):
      "\"\(text)\" is no tile layout: expected dz, zoomify, google, iiif or iiif3"
    case .unknownContainer(let text):
      "\"\(text)\" is no tile container: expected fs or zip"
    case .named(let option):
      "the option \(option): tiles are called as \(UserWord.out) says: leave it out"
    case .path(let option):
      "the option \(option) holds a path: expected a value without a slash"
    }
  }
}
