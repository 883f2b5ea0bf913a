internal import Dispatch
internal import PenumbraJobs
internal import PenumbraLocking
internal import Synchronization
internal import Vips

/// A cell's result with where it comes from.
struct CheckedCell: Sendable {
  var result: CellResult
  /// Its index among the drawn cells.
  var run: Int?
  /// Its index in the baseline.
  var baseline: Int?
}

/// One check: draw and digest, match, compare what differs.
///
/// Every cell is drawn and digested, and nothing more is done for the many whose digest is the
/// baseline's. What differs is drawn once more, compared, and put into the report.
struct CheckRun {
  let plan: CheckPlan
  let limits: Limits
  /// Where pictures go; nil writes none.
  let report: ReportFolder?
  let threads: Int
  let interruption: Interruption
  let observer: any JobObserver

  /// The results in the order of the corpus, what is gone at the end.
  ///
  /// `unreadable` are the sources of scenes that could not be read: their cells are not gone.
  func results(unreadable: Set<String>) throws -> [CheckedCell] {
    // What cannot be read has no size; it is reported when its turn comes.
    let pixels = plan.mine.reduce(0) { sum, index in
      sum + ((try? plan.cells.layout(at: index)).map { $0.width * $0.height } ?? 0)
    }
    observer.observe(
      .started(pictures: plan.mine.count, cells: plan.mine.count, pixels: pixels))
    let digests = try drawAll()
    var results = try matched(
      digests: digests, stored: try verifyAll(), unreadable: unreadable)
    giveIDs(&results)
    let open = results.indices.filter {
      results[$0].result.status == .changed || results[$0].result.status == .new
        || results[$0].result.status == .removed || results[$0].result.status == .renamed
    }
    let pending = open.map { results[$0] }
    let compared = try parallel(pending.count) { turn in try compare(pending[turn]) }
    for (turn, result) in compared.enumerated() { results[open[turn]].result = result }
    return results
  }

  /// Runs `body` for 0 to `count` on all threads; results in order; the first error is thrown.
  private func parallel<Result: Sendable>(
    _ count: Int, _ body: @Sendable (Int) throws -> Result
  ) throws -> [Result] {
    let results = Guarded([Result?](repeating: nil, count: count))
    let failure = Guarded<(any Error)?>(nil)
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(threads, count))) { _ in
      while failure.withLock({ $0 == nil }) {
        let turn = next.add(1, ordering: .relaxed).oldValue
        guard turn < count else { return }
        do {
          try interruption.check()
          let result = try body(turn)
          results.withLock { $0[turn] = result }
        } catch {
          failure.withLock { if $0 == nil { $0 = error } }
        }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return results.withLock { $0 }.compactMap { $0 }
  }

  // MARK: Drawing

  /// Of each drawn cell its digest, or why it could not be drawn.
  private func drawAll() throws -> [Swift.Result<String, JobError>] {
    let (cells, mine) = (plan.cells, plan.mine)
    return try parallel(mine.count) { turn in
      do {
        let digest = try cells.digest(at: mine[turn])
        let layout = try cells.layout(at: mine[turn])
        observer.observe(.pixels(layout.width * layout.height))
        return .success(digest)
      } catch {
        if let error = error as? JobError, case .interrupted = error { throw error }
        return .failure(JobError(anyError: error, source: try cells.source(at: mine[turn])))
      }
    }
  }

  /// Of each picture of the baseline its digest, or why it cannot be trusted.
  private func verifyAll() throws -> [Swift.Result<String, Damage>] {
    guard let baseline = plan.baseline else { return [] }
    let theirs = plan.theirs
    return try parallel(theirs.count) { turn in
      if let damage = baseline.damage(at: theirs[turn]) { return .failure(Damage(words: damage)) }
      do {
        return .success(try baseline.digest(at: theirs[turn]))
      } catch {
        return .failure(Damage(words: "\(error)"))
      }
    }
  }

  private struct Damage: Error {
    var words: String
  }

  // MARK: Matching

  private func matched(
    digests: [Swift.Result<String, JobError>], stored found: [Swift.Result<String, Damage>],
    unreadable: Set<String>
  ) throws -> [CheckedCell] {
    let run = try zip(plan.mine, digests).map { index, digest in
      (
        identity: try plan.cells.identity(at: index),
        digest: (try? digest.get()) ?? "not drawn \(index)"
      )
    }
    let theirs = plan.theirs
    let stored = try zip(theirs, found).compactMap { index, digest in
      try plan.baseline.map {
        (
          identity: try $0.identity(at: index),
          digest: (try? digest.get()) ?? "damaged \(index)"
        )
      }
    }
    let matching = CellMatching(run: run, baseline: stored)
    var partners = [Int?](repeating: nil, count: run.count)
    for pair in matching.pairs { partners[pair.run] = pair.baseline }
    var results: [CheckedCell] = []
    results.reserveCapacity(run.count + matching.removed.count)
    for (turn, cell) in run.enumerated() {
      let partner = partners[turn]
      var checked = CheckedCell(
        result: CellResult(
          id: "", scene: cell.identity.scene, file: try plan.cells.file(at: plan.mine[turn]),
          cell: cell.identity.cell, status: .same),
        run: plan.mine[turn], baseline: partner.map { theirs[$0] })
      let record = try plan.cells.record(at: plan.mine[turn])
      if let caption = record.caption, caption != record.name { checked.result.tokens = [caption] }
      if case .failure(let error) = digests[turn] {
        checked.result.status = .failed
        checked.result.message = error.description
      } else if let partner {
        try judge(
          &checked, record: record, stored: stored[partner], digest: cell.digest,
          damage: damage(found[partner]), isRenamed: matching.renamed.contains(turn))
      } else {
        checked.result.status = .new
        checked.result.digest = cell.digest
      }
      checked.result.order = plan.mine[turn]
      results.append(checked)
    }
    for index in matching.removed {
      results.append(try gone(theirs[index], unreadable: unreadable))
    }
    return results
  }

  private func damage(_ found: Swift.Result<String, Damage>) -> String? {
    guard case .failure(let damage) = found else { return nil }
    return damage.words
  }

  /// What can be said of a pair by digests and records alone.
  private func judge(
    _ checked: inout CheckedCell, record: CellRecord,
    stored: (identity: CellIdentity, digest: String), digest: String, damage: String?,
    isRenamed: Bool
  ) throws {
    guard let baseline = plan.baseline, let index = checked.baseline else { return }
    if let damage {
      checked.result.status = .failed
      checked.result.message = damage
      return
    }
    checked.result.keys = KeyDifference.changes(
      from: try baseline.record(at: index).style, to: record.style)
    if digest != stored.digest {
      checked.result.status = .changed
    } else if isRenamed {
      checked.result.status = .renamed
      checked.result.formerName = "\(stored.identity.scene) / \(stored.identity.cell)"
    } else if !checked.result.keys.isEmpty {
      checked.result.status = .restyled
    }
  }

  /// A picture of the baseline that no cell is any more.
  private func gone(_ index: Int, unreadable: Set<String>) throws -> CheckedCell {
    let identity = try plan.baseline?.identity(at: index)
    let source = try plan.baseline?.source(at: index) ?? ""
    var result = CellResult(
      id: "", scene: identity?.scene ?? "", file: nil, cell: identity?.cell ?? "",
      status: .removed)
    if unreadable.contains(source) {
      result.status = .failed
      result.file = source
      result.message = "its scene, \(source), could not be read"
    } else {
      result.digest = try plan.baseline?.digest(at: index)
    }
    result.order = plan.cells.count + index
    return CheckedCell(result: result, run: nil, baseline: index)
  }

  /// Names that files and links can have: a digest of scene and cell, numbered where two cells have
  /// the same name.
  private func giveIDs(_ results: inout [CheckedCell]) {
    var seen: [[String]: Int] = [:]
    for index in results.indices {
      let (scene, cell) = (results[index].result.scene, results[index].result.cell)
      // What is gone may have the name of what is new in its place.
      let kind = results[index].run == nil ? "gone" : "here"
      let number = seen[[scene, cell, kind], default: 0]
      seen[[scene, cell, kind]] = number + 1
      var hash = ContentHash()
      for part in [scene, cell, kind, String(number)] { hash.update(part) }
      results[index].result.id = String(hash.hexadecimal.prefix(16))
    }
  }

  // MARK: Comparing

  /// The result with measures and pictures.
  private func compare(_ checked: CheckedCell) throws -> CellResult {
    var result = checked.result
    do {
      switch (checked.run, checked.baseline) {
      case (let run?, let index?):
        guard let baseline = plan.baseline else { return result }
        let expected = try baseline.picture(at: index)
        let actual = try plan.cells.picture(at: run)
        try judge(&result, expected: expected, actual: actual)
      case (let run?, nil):
        let picture = try plan.cells.picture(at: run)
        result.pictures.actual = try save(picture, "actual", of: result)
        (result.pictures.width, result.pictures.height) = (picture.width, picture.height)
      case (nil, let index?):
        guard let picture = try plan.baseline?.picture(at: index) else { return result }
        result.pictures.expected = try save(picture, "expected", of: result)
        (result.pictures.width, result.pictures.height) = (picture.width, picture.height)
      case (nil, nil): break
      }
    } catch {
      let cause = JobError(anyError: error, source: result.file ?? result.scene)
      switch cause {
      case .inputOutput, .cannotCreate, .interrupted: throw cause
      default: break
      }
      result.status = .failed
      result.message = cause.description
    }
    return result
  }

  private func judge(
    _ result: inout CellResult, expected: any PictureRows, actual: any PictureRows
  ) throws {
    if result.status == .renamed {
      result.pictures.actual = try save(actual, "actual", of: result)
      (result.pictures.width, result.pictures.height) = (actual.width, actual.height)
      return
    }
    let id = result.id
    var shown: ShownPictures?
    let difference = try PictureDifference(
      expected: expected, actual: actual, limits: limits, colorMetric: CheckRun.colorDifference
    ) { overview in
      guard let report else { return nil }
      let pictures = try ShownPictures(overview, id: id, in: report)
      shown = pictures
      return pictures.add
    }
    result.measures = difference.measures
    if difference.isResized {
      result.message =
        "the cell was \(expected.box.width) x \(expected.box.height) px and is "
        + "\(actual.box.width) x \(actual.box.height) px"
    } else if difference.measures.largestDifference == 0 {
      // Other margins around the same pixels.
      result.status = result.keys.isEmpty ? .same : .restyled
      return
    }
    result.status = difference.passes ? .tolerated : .changed
    result.suggestions = difference.suggestions
    try shown?.commit(to: &result.pictures)
    result.pictures.width = difference.expected.width
    result.pictures.height = difference.expected.height
  }

  /// CIEDE2000 of every pixel of some rows.
  private static func colorDifference(_ expected: Picture, _ actual: Picture) throws -> [Float] {
    try ColorDifference.ciede2000(
      expected: expected.bytes, actual: actual.bytes, width: expected.width,
      height: expected.height)
  }

  /// Writes a picture of the report and gives its path in it; nil without a report.
  private func save(
    _ picture: any PictureRows, _ kind: String, of result: CellResult
  ) throws -> String? {
    guard let report else { return nil }
    let name = ShownPictures.name(kind, id: result.id)
    let file = try report.picture(name, width: picture.width, height: picture.height)
    try picture.forEachRows { _, count, rows in try file.append(rows: count, rows) }
    try file.commit()
    return name
  }
}
