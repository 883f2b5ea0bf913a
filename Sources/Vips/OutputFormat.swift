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
    guard !parts.name.isEmpty, !parts.name.contains(where: { "/[]".contains($0) }) else {
      throw .malformed(text)
    }
    let dotted = parts.name.hasPrefix(".") ? parts.name : "." + parts.name
    suffix = dotted == ".dzi" ? ".dz" : dotted.lowercased()
    options = parts.options
    if let layout = value(of: "layout"), isTiled, Layout(rawValue: layout) == nil {
      throw .unknownLayout(layout)
    }
    if let container = value(of: "container"), isTiled, container != "fs", container != "zip" {
      throw .unknownContainer(container)
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
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts[0] == key { return parts.count == 2 ? String(parts[1]) : "" }
    }
    return nil
  }

  /// Options for libvips, defaults added.
  ///
  /// PNG gets compression 3 with filter up, which for shadows is both faster and smaller than
  /// libvips's own default; tiles are PNG and none but wholly white ones is left out, so that they
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
      result.removeAll { $0.hasPrefix("container") }
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
    guard text.hasSuffix("]") else { return (text, []) }
    var depth = 0
    var open: String.Index?
    for index in text.indices.reversed() {
      if text[index] == "]" { depth += 1 }
      if text[index] == "[" {
        depth -= 1
        if depth == 0 {
          open = index
          break
        }
      }
    }
    guard let open else { throw .malformed(text) }
    let inner = text[text.index(after: open)..<text.index(before: text.endIndex)]
    var options: [String] = []
    var current = ""
    for character in inner {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if character == "," && depth == 0 {
        options.append(current)
        current = ""
      } else {
        current.append(character)
      }
    }
    options.append(current)
    return (String(text[..<open]), options.filter { !$0.isEmpty })
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
    }
  }
}
