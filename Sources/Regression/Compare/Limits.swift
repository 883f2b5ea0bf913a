/// What may differ before a cell fails.
///
/// A pixel counts as changed when it goes beyond any per-pixel limit that is given (`maxDiff`,
/// `maxDeltaE`); given neither, any difference counts. A cell fails when the share of changed pixels
/// exceeds `maxChanged`, when its low-passed difference exceeds `maxShadow`, or when its box changed
/// its size, which no limit forgives.
public struct Limits: Hashable, Sendable {
  /// Levels that any channel may differ by.
  public var maxDiff: Int?
  /// The share of pixels that may be changed, 0...1.
  public var maxChanged: Double
  /// CIEDE2000 that a pixel may differ by.
  public var maxDeltaE: Double?
  /// Levels that the low-passed difference may reach.
  public var maxShadow: Double?

  /// The default forgives nothing: the renderer is deterministic.
  public init(
    maxDiff: Int? = nil, maxChanged: Double = 0, maxDeltaE: Double? = nil, maxShadow: Double? = nil
  ) {
    self.maxDiff = maxDiff
    self.maxChanged = maxChanged
    self.maxDeltaE = maxDeltaE
    self.maxShadow = maxShadow
  }

  /// Nothing may differ.
  public static let exact = Limits()

  /// The level above which a pixel counts as changed; 255 where only CIEDE2000 decides.
  var levelLimit: Int { maxDiff ?? (maxDeltaE == nil ? 0 : 255) }
}
