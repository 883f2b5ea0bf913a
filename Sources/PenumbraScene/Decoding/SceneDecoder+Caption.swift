internal import OrderedJSON

/// Captions with places for the values of varied keys.
extension SceneDecoder {
  func captionTemplate(
    _ value: JSONValue, axes: [Matrix.Axis]
  ) throws(SceneFault) -> CaptionTemplate {
    hasLabels = true
    let keys = axes.map(\.key)
    var template = CaptionTemplate(pieces: [])
    var text = ""
    var rest = try self.text(value, "a caption")[...]
    while let character = rest.popFirst() {
      guard character == "{" || character == "}" else {
        text.append(character)
        continue
      }
      // Doubled, a brace stands for itself.
      if rest.first == character {
        rest.removeFirst()
        text.append(character)
        continue
      }
      guard character == "{", let end = rest.firstIndex(of: "}") else {
        throw value.fault(
          .invalidValue, expected: "braces in pairs, or doubled to stand as they are")
      }
      let key = String(rest[..<end])
      guard let axis = keys.firstIndex(of: key) else {
        throw value.fault(
          .invalidValue,
          expected: Suggestion.phrase("a varied key in braces", for: key, among: keys)
        ).found("{\(key)}")
      }
      rest = rest[rest.index(after: end)...]
      template.pieces += text.isEmpty ? [.axis(axis)] : [.text(text), .axis(axis)]
      text = ""
    }
    if !text.isEmpty { template.pieces.append(.text(text)) }
    try checkLength(of: template, axes: axes, at: value)
    return template
  }

  private func checkLength(
    of template: CaptionTemplate, axes: [Matrix.Axis], at value: JSONValue
  ) throws(SceneFault) {
    for piece in template.pieces {
      switch piece {
      case .text(let text): try checkLetters(of: text, at: value)
      case .axis(let axis):
        for text in axes[axis].texts { try checkLetters(of: text, at: value) }
      }
    }
    let longest = template.pieces.reduce(0) { sum, piece in
      switch piece {
      case .text(let text): sum + text.unicodeScalars.count
      case .axis(let axis): sum + (axes[axis].texts.map(\.unicodeScalars.count).max() ?? 0)
      }
    }
    if longest > limits.labelLength {
      throw value.fault(.limitExceeded, expected: "at most \(limits.labelLength) characters")
        .found("a caption of \(longest) characters")
    }
  }
}
