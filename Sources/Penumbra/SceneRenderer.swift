internal import PenumbraFiles
public import PenumbraGraphics
public import PenumbraScene
public import ShadowEngine
internal import Vips

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Draws one scene: into memory, into a file, or band by band.
///
/// Images and fonts are looked for when the renderer is made, so that what is missing is known before
/// the first pixel. The bytes depend on the scene and on the content alone, not on threads or on the
/// processor.
public struct SceneRenderer: Sendable {
  /// What a caller may set; none but `scale` and `kernel` changes a pixel.
  public struct Options: Hashable, Sendable {
    /// Pixels per point, in place of the scene's.
    public var scale: Double?
    /// The blur of every shadow, in place of the scene's.
    public var kernel: BlurKernel?
    /// How many threads may be busy at once; at least 1.
    public var threads: Int
    /// Whether images may lie outside of the scene's folder.
    public var allowsImagesOutside: Bool

    /// The scene as it is, on one thread, images below its folder only, unless given.
    public init(
      scale: Double? = nil, kernel: BlurKernel? = nil, threads: Int = 1,
      allowsImagesOutside: Bool = false
    ) {
      self.scale = scale
      self.kernel = kernel
      self.threads = threads
      self.allowsImagesOutside = allowsImagesOutside
    }
  }

  /// How far a picture is.
  public struct Progress: Hashable, Sendable {
    /// Rows that have been drawn.
    public var rows: Int
    /// Rows of the whole picture.
    public var height: Int
  }

  private let renderer: BandRenderer
  private let threads: Int

  /// Pixels across.
  public var width: Int { renderer.width }
  /// Pixels down.
  public var height: Int { renderer.height }
  /// 3 (RGB) where the background makes the canvas opaque, else 4 (RGBA, straight alpha).
  public var channels: Int { renderer.channels }

  /// A renderer of a scene that was read.
  ///
  /// Text is drawn by libvips and images come from below the scene's folder, unless `content` draws
  /// both.
  public init(
    _ scene: Scene, options: Options = Options(), content: (any ContentSource)? = nil
  ) throws(PenumbraError) {
    try self.init(threads: options.threads) {
      let own = VipsContent(root: scene.folder, allowsOutside: options.allowsImagesOutside)
      if content == nil {
        for image in scene.images { _ = try own.verify(image, of: scene) }
        for family in scene.families { try Fonts.require(family: family.name) }
      }
      let layout = try scene.layOut(LayoutOptions(scale: options.scale, kernel: options.kernel))
      return (try DisplayList(scene: layout, folder: scene.folder), content ?? own)
    }
  }

  /// A renderer of a scene that was built in Swift; image paths start from `folder`.
  ///
  /// `scale` and `kernel` are the scene's own to say. Every value is checked.
  public init(
    _ scene: LaidOutScene, folder: String = ".", options: Options = Options(),
    content: (any ContentSource)? = nil
  ) throws(PenumbraError) {
    try ValueCheck().check(scene)
    var scene = scene
    if let scale = options.scale {
      scene.canvas.scale = scale
      try ValueCheck().check(scene)
    }
    let built = scene
    try self.init(threads: options.threads) {
      let own = VipsContent(root: folder, allowsOutside: options.allowsImagesOutside)
      return (try DisplayList(scene: built, folder: folder), content ?? own)
    }
  }

  private init(
    threads: Int, _ make: () throws -> (DisplayList, any ContentSource)
  ) throws(PenumbraError) {
    guard threads >= 1 else {
      throw .value(place: "options.threads", found: "\(threads)", expected: "at least 1")
    }
    self.threads = threads
    renderer = try PenumbraError.translating {
      let (list, content) = try make()
      return try BandRenderer(
        list, content: content,
        settings: RenderSettings(instructionSet: try InstructionSet.chosen(), threads: threads))
    }
  }

  // MARK: Drawing

  /// Hands every band of rows to `body`, from top to bottom, without padding; an error of `body` ends
  /// the drawing and is thrown.
  ///
  /// There is never a whole picture in memory.
  public func bands(_ body: (Range<Int>, Span<UInt8>) throws -> Void) throws {
    var own: (any Error)?
    do {
      try renderer.render { rows, bytes in
        do {
          try body(rows, Span(_unsafeBytes: bytes))
        } catch {
          own = error
          throw error
        }
      }
    } catch {
      throw own ?? PenumbraError(error)
    }
  }

  /// The whole picture.
  public func bitmap() throws(PenumbraError) -> Bitmap {
    try PenumbraError.translating { try bitmap(until: nil) }
  }

  /// The whole picture, drawn on threads that are not Swift's own; ends when its task is cancelled.
  public func bitmap() async throws -> Bitmap {
    try await BackgroundWork.run { cancellation in
      do {
        return try bitmap(until: cancellation)
      } catch let error as CancellationError {
        throw error
      } catch {
        throw PenumbraError(error)
      }
    }
  }

  private func bitmap(until cancellation: Cancellation?) throws -> Bitmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * channels)
    try renderer.render { _, band in
      try cancellation?.check()
      bytes.append(contentsOf: band)
    }
    return Bitmap(width: width, height: height, channels: channels, bytes: bytes)
  }

  // MARK: Writing

  /// Writes the picture to a file, whole or not at all.
  ///
  /// - Parameters:
  ///   - url: The file; its suffix is the format where `format` is nil.
  ///   - format: A suffix, or one with libvips's options in brackets, as `webp[lossless]`; PNG without
  ///     options needs no libvips.
  ///   - progress: Called from several threads; what it throws ends the writing and is thrown.
  /// - Throws: ``PenumbraError``, or what `progress` threw.
  public func write(
    to url: URL, format: String? = nil, progress: (@Sendable (Progress) throws -> Void)? = nil
  ) throws {
    try write(to: url, format: format, progress: progress, until: nil)
  }

  /// Writes the picture on threads that are not Swift's own; ends when its task is cancelled, and
  /// then leaves no file.
  public func write(
    to url: URL, format: String? = nil, progress: (@Sendable (Progress) throws -> Void)? = nil
  ) async throws {
    try await BackgroundWork.run {
      try write(to: url, format: format, progress: progress, until: $0)
    }
  }

  private func write(
    to url: URL, format: String?, progress: (@Sendable (Progress) throws -> Void)?,
    until cancellation: Cancellation?
  ) throws {
    let chosen = try PenumbraError.translating {
      try OutputFormat(format ?? url.pathExtension)
    }
    guard chosen.kind == .file else {
      throw PenumbraError.format("\(chosen.description) makes a folder of tiles: expected one file")
    }
    let rows = RendererRows(renderer, progress: progress, cancellation: cancellation)
    do {
      let output = try OutputFile(url.path)
      try PictureWriter.write(rows, to: .file(output.file), format: chosen, threads: threads)
      try output.commit(synchronizes: false)
    } catch {
      throw rows.stopped ?? PenumbraError(error)
    }
  }
}
