internal import CPUFeatures
internal import OrderedJSON
internal import PenumbraJobs
internal import ShadowEngine
internal import Vips

extension Command {
  static let doctor = Command(
    name: "doctor", usage: "", summary: "what this machine has and lacks",
    details: """
      A line a finding: ok, missing with the cure, or note. Exits with 69 when something that
      rendering needs is missing.
      """,
    options: [Option("json", "one JSON object a finding on the standard output")]
  ) { options in
    var report = DoctorReport()
    report.library()
    if report.hasLibrary { report.fonts() }
    report.digests()
    report.processor()
    report.memory()
    for finding in report.findings {
      if options.has("json") {
        CheckOptions.event("machine", finding.json)
      } else {
        Console.result(finding.line)
      }
    }
    return report.lacksNeeded ? ExitCode.missing : ExitCode.done
  }
}

/// What `penumbra doctor` found.
private struct DoctorReport {
  struct Finding {
    enum Status: String {
      case ok
      case missing
      case note
    }

    var status: Status
    var text: String
    var cure: String?
    /// What a finding says for machines, beside its text.
    var extra: [JSONMember] = []

    /// The status in a column, what it is about, the cure.
    var line: String {
      let padding = String(repeating: " ", count: 9 - status.rawValue.count)
      return status.rawValue + padding + text + (cure.map { ": " + $0 } ?? "")
    }

    var json: JSONValue {
      let members: [(String, JSONValue)] = [
        ("status", .init(.string(status.rawValue))), ("text", .init(.string(text))),
        ("cure", cure.map { .init(.string($0)) } ?? nil),
      ]
      return JSONValue(.object(members.map { JSONMember(key: $0.0, value: $0.1) } + extra))
    }
  }

  private(set) var findings = [Finding(status: .ok, text: "penumbra \(EngineVersion.current)")]
  private(set) var lacksNeeded = false
  /// Whether libvips could be opened, without which nothing more can be said of text.
  private(set) var hasLibrary = false

  private mutating func ok(_ text: String) { findings.append(Finding(status: .ok, text: text)) }

  private mutating func missing(_ text: String, cure: String, isNeeded: Bool) {
    findings.append(Finding(status: .missing, text: text, cure: cure))
    if isNeeded { lacksNeeded = true }
  }

  mutating func library() {
    let version: String
    let file: String
    do {
      version = try Library.version()
      file = try Library.file()
    } catch VipsError.notInstalled(let name, let detail) {
      missing("libvips, asked for as \(name) (\(detail))", cure: Library.cure, isNeeded: true)
      return
    } catch {
      missing("libvips (\(error))", cure: Library.cure, isNeeded: true)
      return
    }
    hasLibrary = true
    ok("libvips \(version), opened from \(file)")
    let formats: [(suffix: String, package: String, isNeeded: Bool)] = [
      (".png", "libpng", true), (".jpg", "libjpeg", true), (".webp", "libwebp", true),
      (".tif", "libtiff", true), (".dz", "libgsf", true),
      (".avif", "libheif with an AV1 encoder", false), (".jxl", "libjxl", false),
    ]
    func isThere(_ suffix: String) -> Bool { (try? Library.canWrite(suffix: suffix)) == true }
    let there = formats.map(\.suffix).filter(isThere)
    ok("writes " + there.joined(separator: " "))
    for format in formats where !isThere(format.suffix) {
      missing(
        "writing \(format.suffix)", cure: "install a libvips that was built with \(format.package)",
        isNeeded: format.isNeeded)
    }
  }

  mutating func digests() {
    do {
      try RowsDigest.open()
      ok("digests pixels with libxxhash")
    } catch {
      missing("digesting pixels (\(error))", cure: RowsDigest.cure, isNeeded: true)
    }
  }

  mutating func fonts() {
    do {
      let digest = try TestLabel.digest()
      let family = try Fonts.usualFamily() ?? "no font"
      findings.append(
        Finding(
          status: .ok,
          text: "text by \(family) as sans-serif, \(try Fonts.versions()); test label \(digest)",
          extra: [JSONMember(key: "labelDigest", value: .init(.string(digest)))]))
      try scripts()
    } catch {
      missing(
        "text (\(error))",
        cure: "apt-get install \(Fonts.usualPackage) (labels and captions need a sans-serif font)",
        isNeeded: true)
    }
  }

  /// Which scripts the fonts draw, and for the others the packages.
  private mutating func scripts() throws(VipsError) {
    var drawn: [Script] = []
    var lacking: [Script] = []
    for script in Script.listed {
      if try script.isDrawn() { drawn.append(script) } else { lacking.append(script) }
    }
    func names(_ scripts: [Script]) -> String { scripts.map(\.name).joined(separator: ", ") }
    func list(_ key: String, _ scripts: [Script]) -> JSONMember {
      JSONMember(
        key: key, value: JSONValue(.array(scripts.map { JSONValue(.string($0.name)) })))
    }
    findings.append(
      Finding(
        status: .ok, text: "draws text in \(names(drawn))", extra: [list("scripts", drawn)]))
    var packages: [String] = []
    for package in lacking.compactMap(\.package) where !packages.contains(package) {
      packages.append(package)
    }
    for package in packages {
      let scripts = lacking.filter { $0.package == package }
      findings.append(
        Finding(
          status: .note, text: "draws boxes for text in \(names(scripts))",
          cure: "apt-get install \(package)", extra: [list("lackingScripts", scripts)]))
    }
  }

  mutating func processor() {
    let levels = InstructionSet.available.map(\.rawValue).joined(separator: ", ")
    do {
      ok("kernels for \(levels); in use: \(try InstructionSet.chosen().rawValue)")
    } catch {
      missing(
        "the instruction set that PENUMBRA_ISA asks for",
        cure: "unset it, or set it to one of \(levels)", isNeeded: true)
    }
    let cores = Int(penumbra_usable_cores())
    ok("\(cores) \(cores == 1 ? "core" : "cores") may be used")
  }

  mutating func memory() {
    guard let bytes = Machine.usableMemory else {
      findings.append(Finding(status: .note, text: "the machine does not tell its memory"))
      return
    }
    let mebibytes = bytes >> 20
    if mebibytes < 512 {
      missing(
        "memory (\(mebibytes) MiB may be used)",
        cure: "512 MiB are enough for every format but WebP, AVIF and JPEG XL, which hold the "
          + "picture whole", isNeeded: false)
    } else {
      ok("\(mebibytes) MiB of memory may be used")
    }
  }
}
