internal import OrderedJSON
internal import PenumbraFiles
internal import PenumbraGraphics
internal import PenumbraScene

extension CorpusScene {
  /// Refuses, before a pixel is made, a scene that is expected to take more than the options allow,
  /// naming the key that takes most of it.
  func checkCost(_ options: SceneOptions) throws(SceneError) {
    let tally = CostTally(scene: layout)
    if tally.bytes.count > SceneOptions.mostBytes, let share = tally.bytes.share {
      throw tooCostly(
        share, found: "content of which \(tally.bytes.count >> 20) MiB would be held",
        expected: "at most \(SceneOptions.mostBytes >> 20) MiB: a smaller cell, sigma or canvas")
    }
    guard let (share, units) = tally.heaviest,
      Double(tally.units) > options.mostSeconds * 1e9
    else { return }
    func seconds(_ units: Int) -> String {
      JSONValue.text(of: (Double(units) / 1e8).rounded() / 10)
    }
    throw tooCostly(
      share,
      found: "about \(seconds(tally.units)) s of work for one core, \(seconds(units)) s of it for "
        + "the key \"\(share.key)\" of all cells",
      expected: "at most \(JSONValue.text(of: options.mostSeconds)) s: less of it, or a larger "
        + "\(UserWord.maxCost)")
  }

  private func tooCostly(
    _ share: CostTally.Share, found: String, expected: String
  ) -> SceneError {
    SceneError(
      kind: .limitExceeded, file: scene.file,
      path: scene.place(ofCell: share.cell, in: layout.sections[share.section]) + "."
        + share.key,
      found: found, expected: expected)
  }
}
