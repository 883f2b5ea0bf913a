import Foundation
import PenumbraGraphics
import PenumbraScene
import PenumbraTokens
import Testing

/// A gradient is read as it is, or left out with the reason: what is written loads again.
@Suite struct FigmaGradientTests {
  private func file(handles: String, stops: String) -> ImportSource {
    let text = """
      {"document": {"type": "DOCUMENT", "name": "Kit", "children": [
        {"type": "RECTANGLE", "name": "Badge",
         "absoluteBoundingBox": {"x": 0, "y": 0, "width": 40, "height": 20},
         "fills": [{"type": "GRADIENT_LINEAR", "gradientHandlePositions": [\(handles)],
                    "gradientStops": [\(stops)]}],
         "effects": [{"type": "DROP_SHADOW", "radius": 3, "offset": {"x": 1, "y": 2},
                      "color": {"r": 0, "g": 0, "b": 0, "a": 1}}]}]}}
      """
    return ImportSource(name: "figma.json", bytes: Array(text.utf8))
  }

  private func stops(_ count: Int) -> String {
    let color = #"{"r": 1, "g": 0, "b": 0, "a": 1}"#
    return (0..<count).map {
      "{\"position\": \(Double($0) / Double(max(1, count - 1))), \"color\": \(color)}"
    }.joined(separator: ", ")
  }

  private let line = #"{"x": 0, "y": 0}, {"x": 1, "y": 0.5}"#

  @Test(arguments: [
    (#"{"x": 0, "y": 0}, {"x": -9223372036854775808, "y": 0}"#, 2, "e+18"),
    (#"{"x": 0, "y": 100001}, {"x": 1, "y": 0}"#, 2, "100001"),
    (#"{"x": 1e300, "y": 0}, {"x": 1, "y": 0}"#, 2, "handle"),
    (#"{"x": 0}, {"x": 1, "y": 0}"#, 2, #"{"x": 0}"#),
    (#"{"x": "0", "y": 0}, {"x": 1, "y": 0}"#, 2, "handle"),
    ("null, 3", 2, "null"),
    (#"{"x": 0, "y": 0}, {"x": 1, "y": 0.5}"#, 257, "257 colours"),
  ])
  func whatIsNoGradientIsLeftOutWithTheReason(handles: String, count: Int, found: String) throws {
    let result = try TokenImporter.read(file(handles: handles, stops: stops(count)))
    let token = try #require(result.tokens.first)
    #expect(token.shape?.fill == nil)
    let words = result.diagnostics.map(\.description)
    #expect(words.contains { $0.contains(found) && $0.contains("left out") }, "\(words)")
    let text = SceneWriter.scene(from: result, name: "figma", source: "figma.json")
    #expect(throws: Never.self) { try SceneLoader.scene(Array(text.utf8)) }
  }

  @Test(arguments: [2, 256]) func aGradientOfThatManyColoursIsRead(count: Int) throws {
    let result = try TokenImporter.read(file(handles: line, stops: stops(count)))
    guard case .gradient(let gradient)? = result.tokens.first?.shape?.fill else {
      Issue.record("no gradient: \(result.diagnostics)")
      return
    }
    #expect(gradient.stops.count == count)
    #expect(gradient.end.y == 0.5)
    let text = SceneWriter.scene(from: result, name: "figma", source: "figma.json")
    #expect(throws: Never.self) { try SceneLoader.scene(Array(text.utf8)) }
  }
}
