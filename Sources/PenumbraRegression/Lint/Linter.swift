internal import CSSValues
internal import Dispatch
internal import PenumbraGraphics
internal import PenumbraJobs
internal import PenumbraLocking
internal import PenumbraScene
internal import Synchronization

/// Says what of a scene will not look as meant, before anyone looks.
///
/// Every figure is measured on what the renderer draws. Cells that look alike are measured once and
/// reported once, with their number. A rule that the scene or the cell switches off, with its reason,
/// is not applied.
struct Linter: Sendable {
  private let render: PictureRenderer
  private let threads: Int

  /// Draws with `render`, which is called by up to `threads` threads at once.
  init(threads: Int = 1, render: @escaping PictureRenderer) {
    precondition(threads >= 1, "lint needs a thread")
    self.render = render
    self.threads = threads
  }

  /// What a scene's lint came to.
  struct Outcome: Sendable {
    /// In the order of rules, then of cells.
    var findings: [LintFinding]
    /// Cells that could not be drawn and rules that do not exist.
    var problems: [RunProblem]
  }

  /// Lints one scene; `file` names it in findings, `folder` is where its images lie.
  func lint(_ scene: LaidOutScene, file: String, folder: String) -> Outcome {
    let run = LintRun(scene: scene, file: file, folder: folder, render: render)
    return run.outcome(threads: threads)
  }
}

/// What is the same for all cells that look alike, wherever they stand.
struct CellShape: Hashable {
  var style: ResolvedStyle
  var width: Double
  var height: Double
  /// Sub-pixel phase, in thousandths, so that arithmetic noise does not tell cells apart.
  var phaseX: Int
  var phaseY: Int
  var positionMask: Rect?
  var shadowPath: RoundedRect

  init(_ cell: PlacedCell, scale: Double) {
    style = cell.style
    width = cell.frame.width
    height = cell.frame.height
    func phase(_ value: Double) -> Int {
      let pixels = value * scale
      return Int(saturating: ((pixels - pixels.rounded(.down)) * 1000).rounded()) % 1000
    }
    phaseX = phase(cell.frame.x)
    phaseY = phase(cell.frame.y)
    positionMask = cell.positionMask
    shadowPath = cell.shadowPath
  }
}

/// The lint of one scene.
final class LintRun: Sendable {
  let scene: LaidOutScene
  let file: String
  let probe: LintProbe
  /// All cells in the order of painting.
  let cells: [NeighbourRule.Placed]
  let grid: CellGrid
  private let state = Guarded(State())

  private struct State {
    /// What the rules found of a shape, by rule and shape.
    var known: [ShapeKey: [LintFinding]] = [:]
    var found: [Int: [LintFinding]] = [:]
    var problems: [Int: String] = [:]
  }

  struct ShapeKey: Hashable {
    var shape: CellShape
    /// The neighbour, for rules of two; and how far off it lies, in thousandths of a pixel.
    var other: CellShape?
    var offsetX = 0
    var offsetY = 0
    var rule: LintRule
  }

  init(
    scene: LaidOutScene, file: String, folder: String, render: @escaping PictureRenderer
  ) {
    self.scene = scene
    self.file = file
    probe = LintProbe(
      scale: scene.canvas.scale, isRightToLeft: scene.isRightToLeft, folder: folder,
      render: render)
    var cells: [NeighbourRule.Placed] = []
    for (index, section) in scene.sections.enumerated() {
      let placed =
        [section.background, section.header].compactMap { $0 } + Array(section.cells)
        + [section.footer].compactMap { $0 }
      for cell in placed {
        cells.append(NeighbourRule.Placed(section: index, cell: cell, order: cells.count))
      }
    }
    self.cells = cells
    let sides = cells.map { max($0.cell.frame.width, $0.cell.frame.height) }
    let mean = sides.isEmpty ? 1 : sides.reduce(0, +) / Double(sides.count)
    grid = CellGrid(frames: cells.map(\.cell.frame), pitch: mean * 2)
  }

  func outcome(threads: Int) -> Linter.Outcome {
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: min(threads, max(1, cells.count))) { _ in
      while true {
        let turn = next.add(1, ordering: .relaxed).oldValue
        guard turn < cells.count else { return }
        do {
          let found = try findings(at: turn)
          if !found.isEmpty { state.withLock { $0.found[turn] = found } }
        } catch {
          let place = "\(scene.name) / \(name(of: cells[turn]))"
          let problem = JobError(anyError: error, source: place).description
          state.withLock { $0.problems[turn] = "\(place): \(problem)" }
        }
      }
    }
    let (found, failed) = state.withLock { ($0.found, $0.problems) }
    var problems = unknownRules()
    problems += failed.sorted { $0.key < $1.key }.map {
      RunProblem(file: file, message: $0.value)
    }
    var all = found.sorted { $0.key < $1.key }.flatMap(\.value)
    do {
      all += try sceneFindings()
    } catch {
      let problem = JobError(anyError: error, source: scene.name).description
      problems.append(RunProblem(file: file, message: "\(scene.name): \(problem)"))
    }
    return Linter.Outcome(findings: gathered(all), problems: problems)
  }

  /// The cell's key within the scene, as `check` names it.
  func name(of placed: NeighbourRule.Placed) -> String {
    CellIdentity(
      scene: scene.name, section: scene.sections[placed.section].name,
      name: CellRecord.name(of: placed.cell), index: placed.cell.index
    ).cell
  }

  func isOff(_ rule: LintRule, for cell: PlacedCell) -> Bool {
    scene.lint.reasons[rule.rawValue] != nil || cell.lint.reasons[rule.rawValue] != nil
  }

  func finding(
    _ rule: LintRule, _ placed: NeighbourRule.Placed, value: Double, unit: String,
    message: String, remedy: String
  ) -> LintFinding {
    LintFinding(
      rule: rule, scene: scene.name, file: file, cell: name(of: placed), value: value, unit: unit,
      message: message, remedy: remedy)
  }

  /// What a rule finds of a shape, measured once; the cell's name is put in afterwards.
  func once(_ key: ShapeKey, at placed: NeighbourRule.Placed, _ body: () throws -> [LintFinding])
    rethrows -> [LintFinding]
  {
    let known: [LintFinding]
    if let found = state.withLock({ $0.known[key] }) {
      known = found
    } else {
      known = try body()
      state.withLock { $0.known[key] = known }
    }
    let own = name(of: placed)
    return known.map { finding in
      var finding = finding
      finding.cell = own
      finding.cells = [own]
      return finding
    }
  }

  /// Findings that say the same become one, with the number of cells.
  private func gathered(_ findings: [LintFinding]) -> [LintFinding] {
    var order: [[String]] = []
    var groups: [[String]: LintFinding] = [:]
    for finding in findings {
      let key = [finding.rule.rawValue, finding.message, finding.remedy]
      if groups[key] == nil {
        order.append(key)
        groups[key] = finding
      } else {
        groups[key]?.cells += finding.cells
      }
    }
    let ranks = Dictionary(uniqueKeysWithValues: LintRule.allCases.enumerated().map { ($1, $0) })
    return order.compactMap { groups[$0] }.enumerated().sorted { a, b in
      let (left, right) = (ranks[a.element.rule] ?? 0, ranks[b.element.rule] ?? 0)
      return left == right ? a.offset < b.offset : left < right
    }.map(\.element)
  }

  /// A rule that does not exist would be off without anyone knowing.
  private func unknownRules() -> [RunProblem] {
    var names = Set(scene.lint.reasons.keys)
    for placed in cells where !placed.cell.lint.isEmpty {
      names.formUnion(placed.cell.lint.reasons.keys)
    }
    let known = LintRule.allCases.map(\.rawValue)
    return names.filter { !known.contains($0) }.sorted().map {
      RunProblem(
        file: file,
        message: "\(scene.name): \"lint\" switches off \"\($0)\", which is no rule; "
          + "rules are \(known.joined(separator: ", "))")
    }
  }
}
