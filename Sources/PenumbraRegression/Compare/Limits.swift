/// What may differ before a cell fails.
///
/// With no limit given, nothing may differ. With any, only the figures fail that were given one: a
/// pixel counts as changed when it goes beyond any per-pixel limit that is given (`maxDiff`,
/// `maxDeltaE`), or, given neither, when it differs at all; a cell fails when the share of changed
/// pixels exceeds `maxChanged` (none may be changed where only a per-pixel limit is given, any may
/// where only `maxShadow` is), or when its low-passed difference exceeds `maxShadow`. A box that
/// changed its size no limit forgives.
public struct Limits: Hashable, Sendable {
  /// Levels that any channel may differ by.
  public var maxDiff: Int?
  /// The share of pixels that may be changed, 0...1.
  public var maxChanged: Double?
  /// CIEDE2000 that a pixel may differ by.
  public var maxDeltaE: Double?
  /// Levels that the low-passed difference may reach.
  public var maxShadow: Double?

  /// The default forgives nothing: the renderer is deterministic.
  public init(
    maxDiff: Int? = nil, maxChanged: Double? = nil, maxDeltaE: Double? = nil,
    maxShadow: Double? = nil
  ) {
    self.maxDiff = maxDiff
    self.maxChanged = maxChanged
    self.maxDeltaE = maxDeltaE
    self.maxShadow = maxShadow
  }

  /// Nothing may differ.
  public static let exact = Limits()

  /// Whether single pixels count: not where all that was limited is the low-passed difference.
  var limitsPixels: Bool {
    maxDiff != nil || maxChanged != nil || maxDeltaE != nil || maxShadow == nil
  }

  /// The level above which a pixel counts as changed; 255 where only CIEDE2000 decides.
  var levelLimit: Int { maxDiff ?? (maxDeltaE == nil ? 0 : 255) }
}
