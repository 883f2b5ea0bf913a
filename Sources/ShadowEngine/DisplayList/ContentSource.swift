public import PenumbraGraphics

/// Bitmaps that the engine cannot make itself: text and images, in device pixels.
///
/// The engine knows no library of pictures; whoever draws with it supplies these. Calls come from
/// several threads.
public protocol ContentSource: Sendable {
  /// The coverage of a text, cut to its box, or the window of that. Deterministic for one set of
  /// fonts; a window has the pixels that the whole has there.
  func coverage(of label: LabelRequest) throws -> CoverageBitmap
  /// The image scaled to exactly `request.width` x `request.height` pixels, or the window of that.
  func pixels(of image: ImageRequest) throws -> PixelBitmap
}

/// A text to be drawn, in device pixels.
public struct LabelRequest: Hashable, Sendable {
  /// Never markup.
  public var text: String
  /// Font size in pixels.
  public var sizePixels: Double
  /// CSS font weight, 1...1000.
  public var weight: Int
  /// A family of fonts; nil is the machine's sans-serif.
  public var font: String?
  /// Where lines start.
  public var alignment: TextAlignment
  /// Whether leading is right.
  public var isRightToLeft: Bool
  /// The largest number of lines; 0 is no limit.
  public var lines: Int
  /// Pixels across of the box the text must fit.
  public var width: Int
  /// In whole pixels.
  public var height: Int
  /// The part that is wanted; nil is all of it.
  public var window: BitmapWindow?

  /// A request for one text.
  public init(
    text: String, sizePixels: Double, weight: Int, font: String? = nil,
    alignment: TextAlignment, isRightToLeft: Bool, lines: Int, width: Int, height: Int,
    window: BitmapWindow? = nil
  ) {
    self.text = text
    self.sizePixels = sizePixels
    self.weight = weight
    self.font = font
    self.alignment = alignment
    self.isRightToLeft = isRightToLeft
    self.lines = lines
    self.width = width
    self.height = height
    self.window = window
  }

  /// The part that is wanted, in numbers.
  public var shown: BitmapWindow {
    window ?? BitmapWindow(columns: 0..<width, rows: 0..<height)
  }
}

/// An image to be drawn, in device pixels.
public struct ImageRequest: Hashable, Sendable {
  /// As the scene wrote it; the content source resolves it against the scene's folder.
  public var path: String
  /// The folder of the scene file that named it.
  public var folder: String
  /// How the image meets the box.
  public var mode: ImagePaint.Mode
  /// In whole pixels.
  public var width: Int
  /// In whole pixels.
  public var height: Int
  /// The part that is wanted; nil is all of it.
  public var window: BitmapWindow?

  /// A request for one image.
  public init(
    path: String, folder: String, mode: ImagePaint.Mode, width: Int, height: Int,
    window: BitmapWindow? = nil
  ) {
    self.path = path
    self.folder = folder
    self.mode = mode
    self.width = width
    self.height = height
    self.window = window
  }

  /// The part that is wanted, in numbers.
  public var shown: BitmapWindow {
    window ?? BitmapWindow(columns: 0..<width, rows: 0..<height)
  }
}
