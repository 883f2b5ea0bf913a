internal import CSSValues

/// The scene as a whole.
extension SceneDecoder {
  static let sceneKeys = [
    "$schema", "penumbra", "name", "comment", "canvas", "styles", "interSectionSpacing",
    "layoutDirection", "kernel", "shadowScope", "lint", "sections", "cells", "matrix",
  ]

  func scene(_ root: JSONValue, file: String?, folder: String) throws(SceneFault) -> Scene {
    let members = try root.readObject("a scene: an object")
    try checkVersion(root)
    for member in members where !Self.sceneKeys.contains(member.key) {
      throw member.unknown(among: Self.sceneKeys)
    }
    if let schema = root["$schema"] { _ = try schema.readString("the address of a schema") }
    if let styles = root["styles"] { try readStyles(styles) }
    let spacing = try root["interSectionSpacing"].map { (value) throws(SceneFault) in
      try length(value, "a spacing")
    }
    let direction = try root["layoutDirection"].map { (value) throws(SceneFault) in
      try value.readWord(LayoutDirection.self)
    }
    return Scene(
      name: try name(root),
      file: file,
      folder: folder,
      comment: try root["comment"].map { (value) throws(SceneFault) in
        try value.readString("a comment")
      },
      lint: try root["lint"].map { (value) throws(SceneFault) in try lint(value) }
        ?? LintExceptions(),
      images: [],
      canvas: try canvas(root),
      isRightToLeft: direction == .rtl,
      interSectionSpacing: spacing ?? 0,
      kernel: try root["kernel"].map { (value) throws(SceneFault) in
        try value.readWord(BlurKernel.self)
      },
      scope: try root["shadowScope"].map { (value) throws(SceneFault) in
        try value.readWord(ShadowScope.self)
      },
      content: try content(root, members),
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
      throw root.fault(.missingKey, expected: "\"penumbra\": 1, the version of the language")
        .missing("penumbra")
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
    for member in try value.readObject("an object of \(known.joined(separator: ", "))") {
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
      case "dither": canvas.dither = try own.readWord(Canvas.Dither.self)
      default: throw member.unknown(among: known)
      }
    }
    for key in ["width", "height"] where value[key] == nil {
      throw value.fault(.missingKey, expected: "the canvas's \(key) in points").missing(key)
    }
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
    if kinds.count > 1 { throw kinds[1].conflict(with: member.key) }
    let value = member.value
    switch member.key {
    case "sections": return .sections(try sections(value))
    case "matrix":
      if let scope = root["shadowScope"], scope.string == ShadowScope.section.rawValue {
        throw scope.fault(.invalidValue, expected: "cells that cast their own shadows")
          .found("\"shadowScope\": \"section\" in a matrix")
      }
      return .matrix(try matrix(value))
    default:
      let elements = try value.readArray("a list of cells")
      try checkCellCount(elements.count, at: value)
      var cells: [FramedCell] = []
      cells.reserveCapacity(elements.count)
      for element in elements { cells.append(try framedCell(element)) }
      return .cells(cells)
    }
  }
}
