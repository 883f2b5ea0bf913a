/// The figures of one comparison.
///
/// Levels are 1/255 of the premultiplied 8-bit values.
public struct Measures: Hashable, Sendable {
  /// How many pixels were compared: those of the smallest picture that holds both.
  public var pixels: Int
  /// The largest difference of any channel at any pixel, in levels.
  public var largestDifference = 0
  /// The same for red, green, blue and alpha apart.
  public var largestByChannel = [0, 0, 0, 0]
  /// How many pixels differ at all.
  public var changedPixels = 0
  /// The smallest rectangle that holds every pixel that differs.
  public var changedBox: PixelRect?
  /// The shadow-sensitive figure: the largest difference of the low-passed pictures, in levels.
  ///
  /// See ``BlurredDifference``: what is faint but wide, as a change of elevation is, stays; what is
  /// strong but small, as a moved edge is, goes.
  public var shadowLargest = 0.0
  /// The mean over all pixels of the low-passed difference's size, in levels.
  public var shadowMean = 0.0
  /// The mean change of lightness over a white ground, in levels; below 0 the cell became darker.
  public var lightness = 0.0
  /// The largest CIEDE2000, over white and over black, when it was asked for.
  public var largestDeltaE: Double?
  /// The mean CIEDE2000 over all pixels, when it was asked for.
  public var meanDeltaE: Double?

  /// Measures of pictures that are equal.
  public init(pixels: Int) {
    self.pixels = pixels
  }

  /// The share of pixels that differ at all, 0...1.
  public var changedShare: Double { Double(changedPixels) / Double(pixels) }
}
