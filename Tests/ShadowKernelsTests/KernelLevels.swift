import Testing

@testable import ShadowEngine

// The kernels are tested as the engine calls them, through its own tables: a wrong entry in a table
// is a failure here.

extension KernelTable {
  /// Every level that this machine can run.
  static let all = InstructionSet.available.map(KernelTable.table)
}

extension KernelTable: CustomTestStringConvertible {
  /// The level's name.
  public var testDescription: String { instructionSet.rawValue }
}

/// The blur kernels of one level.
struct BlurLevel: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let kernels: GeneralBlurKernelTable

  /// Every level that this machine can run.
  static let all = InstructionSet.available.map {
    BlurLevel(testDescription: $0.rawValue, kernels: GeneralBlurKernelTable.table(for: $0))
  }
}
