internal import OrderedJSON
internal import PenumbraGraphics

/// The scene as a whole.
extension SceneDecoder {
  static let sceneKeys = [
    "$schema", "penumbra", "name", "comment", "canvas", "styles", "interSectionSpacing",
    "layoutDirection", "kernel", "shadowScope", "lint", "sections", "cells", "matrix",
  ]

  /// Reads the scene; what is wrong with it is in ``faults`` if it is nil.
  func scene(_ root: JSONValue, file: String?, folder: String) -> Scene? {
    kept { () throws(SceneFault) in try readScene(root, file: file, folder: folder) }
  }

  private func readScene(
    _ root: JSONValue, file: String?, folder: String
  ) throws(SceneFault) -> Scene {
    let members = try root.readObject("a scene: an object")
    try checkVersion(root)
    for member in members where !Self.sceneKeys.contains(member.key) {
      note(member.unknown(among: Self.sceneKeys))
    }
    if let schema = root["$schema"] {
      _ = kept { () throws(SceneFault) in try schema.readString("the address of a schema") }
    }
    if let styles = root["styles"] {
      _ = kept { () throws(SceneFault) in try readStyles(styles) }
    }
    func optional<Value>(
      _ key: String, _ read: (JSONValue) throws(SceneFault) -> Value
    ) -> Value? {
      guard let value = root[key] else { return nil }
      return kept { () throws(SceneFault) in try read(value) }
    }
    let spacing = optional("interSectionSpacing") { (value) throws(SceneFault) in
      try length(value, "a spacing")
    }
    let direction = optional("layoutDirection") { (value) throws(SceneFault) in
      try value.readWord(LayoutDirection.self)
    }
    let comment = optional("comment") { (value) throws(SceneFault) in
      try value.readString("a comment")
    }
    let lint = optional("lint") { (value) throws(SceneFault) in try self.lint(value) }
    let kernel = optional("kernel") { (value) throws(SceneFault) in
      try value.readWord(BlurKernel.self)
    }
    let scope = optional("shadowScope") { (value) throws(SceneFault) in
      try value.readWord(ShadowScope.self)
    }
    let name = kept { () throws(SceneFault) in try self.name(root) }
    let canvas = kept { () throws(SceneFault) in try self.canvas(root) }
    let content = kept { () throws(SceneFault) in try self.content(root, members) }
    try stop(since: 0)
    guard let name, let canvas, let content else { throw SceneFault.noted }
    return Scene(
      name: name, file: file, folder: folder, comment: comment, lint: lint ?? LintExceptions(),
      images: [], canvas: canvas, isRightToLeft: direction == .rtl,
      interSectionSpacing: spacing ?? 0, kernel: kernel, scope: scope, content: content,
      identicalStyles: identicalStyles,
      largestFont: (largestFont.points, JSONPath(toOffset: largestFont.offset, in: root)),
      largestSigma: (largestSigma.points, JSONPath(toOffset: largestSigma.offset, in: root)),
      limits: limits)
  }

  private enum LayoutDirection: String, CaseIterable {
    case ltr
    case rtl
  }

  private func checkVersion(_ root: JSONValue) throws(SceneFault) {
    guard let version = root["penumbra"] else {
      let fault = root.fault(
        .missingKey, expected: "\"penumbra\": 1, the version of the language (is this a scene?)"
      ).missing("penumbra")
      // What has nothing of a scene has no other faults of one either.
      let isLikeAScene = ["canvas", "sections", "cells", "matrix"].contains { root[$0] != nil }
      guard isLikeAScene else { throw fault }
      note(fault)
      return
    }
    guard version.number == 1 else {
      throw version.fault(.unsupportedVersion, expected: "1, the version of the language")
    }
  }

  /// A name that can be a file's in any folder: nothing may be written elsewhere, whatever it says.
  private func name(_ root: JSONValue) throws(SceneFault) -> String {
    guard let value = root["name"] else {
      throw root.fault(.missingKey, expected: "the scene's name").missing("name")
    }
    let name = try value.readString("the scene's name")
    if let fault = SceneName.fault(of: name, maximumBytes: limits.nameBytes) {
      throw value.fault(.invalidName, expected: fault)
    }
    return name
  }

  private func canvas(_ root: JSONValue) throws(SceneFault) -> CanvasDeclaration {
    let known = ["width", "height", "scale", "background", "dither"]
    guard let value = root["canvas"] else {
      throw root.fault(.missingKey, expected: "the scene's canvas").missing("canvas")
    }
    var canvas = CanvasDeclaration(
      width: 0, height: nil, scale: 1, background: .color(.white), dither: .none)
    let count = noteCount
    for member in try value.readObject("an object of \(known.joined(separator: ", "))") {
      do throws(SceneFault) {
        let own = member.value
        switch member.key {
        case "width": canvas.width = try side(own)
        case "height":
          if let word = own.string {
            guard word == "fit" else {
              throw own.fault(.invalidValue, expected: "a number above 0, or \"fit\"")
            }
          } else {
            canvas.height = try side(own)
          }
        case "scale": canvas.scale = try scale(own)
        case "background": canvas.background = try background(own)
        case "dither": canvas.dither = try own.readWord(Dither.self)
        default: throw member.unknown(among: known)
        }
      } catch {
        note(error)
      }
    }
    for key in ["width", "height"] { require(key, in: value, "the canvas's \(key) in points") }
    try stop(since: count)
    return canvas
  }

  private func side(_ value: JSONValue) throws(SceneFault) -> Double {
    try value.readNumber(
      Double.leastNormalMagnitude...limits.lengthPoints,
      "a number above 0 and up to \(JSONValue.text(of: limits.lengthPoints))")
  }

  private func scale(_ value: JSONValue) throws(SceneFault) -> Double {
    try value.readNumber(limits.scales, limits.scaleDescription)
  }

  private func content(
    _ root: JSONValue, _ members: [JSONMember]
  ) throws(SceneFault) -> SceneContent {
    let kinds = members.filter { ["sections", "cells", "matrix"].contains($0.key) }
    guard let member = kinds.first else {
      throw root.fault(.missingKey, expected: "one of \"sections\", \"cells\" and \"matrix\"")
        .missing("sections")
    }
    for other in kinds.dropFirst() { note(other.conflict(with: member.key)) }
    let value = member.value
    switch member.key {
    case "sections": return .sections(try sections(value))
    case "matrix":
      if let scope = root["shadowScope"], scope.string == ShadowScope.section.rawValue {
        note(
          scope.fault(.invalidValue, expected: "cells that cast their own shadows")
            .found("\"shadowScope\": \"section\" in a matrix"))
      }
      return .matrix(try matrix(value))
    default:
      let elements = try value.readArray("a list of cells")
      try checkCellCount(elements.count, at: value)
      return .cells(
        try each(elements) { (element) throws(SceneFault) in try framedCell(element) })
    }
  }
}
