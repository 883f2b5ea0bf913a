/// How a display list is rendered; none of it changes a byte of the picture.
public struct RenderSettings: Hashable, Sendable {
  /// Must be one that the machine has.
  public var instructionSet: InstructionSet
  /// How many threads may be busy at once, the caller's included; at least 1.
  public var threads: Int
  /// Rows a band; nil chooses by the canvas, so that a band stays in the second-level cache.
  public var bandHeight: Int?
  /// How much memory the masks that are kept for reuse may take, in bytes.
  public var maskBankBytes: Int

  /// `threads` and `bandHeight` must be at least 1.
  public init(
    instructionSet: InstructionSet, threads: Int = 1, bandHeight: Int? = nil,
    maskBankBytes: Int = 128 << 20
  ) {
    precondition(threads >= 1, "a renderer needs at least one thread")
    precondition(bandHeight ?? 1 >= 1, "a band needs at least one row")
    self.instructionSet = instructionSet
    self.threads = threads
    self.bandHeight = bandHeight
    self.maskBankBytes = maskBankBytes
  }
}
