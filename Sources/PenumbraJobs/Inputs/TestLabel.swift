public import Vips

/// A label that is the same everywhere but for fonts and the libraries that draw text.
public enum TestLabel {
  /// The SHA-256 of the label's coverage: two machines of one digest draw one text alike.
  public static func digest() throws(VipsError) -> String {
    var hash = ContentHash()
    for (weight, size) in [(400, 24.0), (700, 17.0), (300, 11.5)] {
      let request = TextRequest(
        text: "Penumbra AVWa 0123456789 \u{C4}\u{DF} \u{3B1}\u{3C9} \u{436}\u{42F}",
        sizePixels: size, weight: weight, width: 480, height: 40)
      hash.update(ContentHash.of(try TextRenderer().coverage(of: request)))
    }
    return hash.hexadecimal
  }
}
