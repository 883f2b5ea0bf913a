import Foundation
import PenumbraTestSupport
import ShadowEngine
import Testing

/// Every scene of the corpus gives the same pixels for every instruction set, number of threads and
/// height of bands.
@Suite struct CorpusInvarianceTests {
  /// From so many pixels on a canvas is vast.
  private static let vast = 10_000_000

  @Test(
    .enabled(if: !CorpusScene.paths.isEmpty, "there is no corpus"), arguments: CorpusScene.paths)
  func pixelsDependOnTheSceneAlone(path: String) throws {
    var list = try CorpusScene.displayList(path)
    // Of a vast canvas the upper rows have cells enough.
    if list.width * list.height > Self.vast {
      list.height = Sweep.count(min(list.height, Self.vast / 2 / list.width), all: list.height)
    }
    let expected = try digest(
      of: list, RenderSettings(instructionSet: .baseline, threads: 1))
    for settings in try variations(of: list) {
      let actual = try digest(of: list, settings)
      #expect(
        actual == expected,
        "\(path): \(settings.instructionSet), \(settings.threads) threads, bands of \(settings.bandHeight ?? 0) rows, \(settings.maskBankBytes) bytes of masks"
      )
    }
  }

  /// Every instruction set with unlike threads, bands and room for masks; one for a vast canvas.
  private func variations(of list: DisplayList) throws -> [RenderSettings] {
    let newest = try #require(InstructionSet.available.last)
    let vast = RenderSettings(instructionSet: newest, threads: 8, bandHeight: 33)
    if list.width * list.height > Self.vast { return [vast] }
    let levels = InstructionSet.available.map {
      RenderSettings(instructionSet: $0, threads: 2, bandHeight: 7, maskBankBytes: 50_000)
    }
    let rows = RenderSettings(instructionSet: newest, threads: 3, bandHeight: 1)
    // What is general blur is made again for every band where the bank is small.
    return isCostly(list)
      ? Sweep.of([vast], besides: levels + [rows]) : levels + [vast, rows]
  }

  private func isCostly(_ list: DisplayList) -> Bool {
    list.items.count > 1_000
      || list.items.contains {
        switch $0 {
        case .unionShadow: true
        case .cell(let cell):
          cell.shadows.contains { if case .content = $0.caster { true } else { false } }
        }
      }
  }

  private func digest(of list: DisplayList, _ settings: RenderSettings) throws -> PixelDigest {
    let renderer = try BandRenderer(list, content: PatternContent(), settings: settings)
    var digest = PixelDigest()
    try renderer.render { _, bytes in digest.add(bytes) }
    return digest
  }
}
