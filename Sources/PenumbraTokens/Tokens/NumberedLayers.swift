internal import PenumbraFiles

/// A dialect that writes a token of several layers as a group of tokens named 0, 1, 2, ...
enum NumberedLayers {
  static func joined(_ tokens: [ImportedToken], of table: TokenTable) -> [ImportedToken] {
    var result: [ImportedToken] = []
    for token in tokens {
      guard let (parent, number) = split(token.path, table), token.mode == nil else {
        result.append(token)
        continue
      }
      if number > 0, let last = result.indices.last, result[last].path == parent {
        result[last].shadows += token.shadows
      } else if number == 0 {
        result.append(ImportedToken(path: parent, shadows: token.shadows))
      } else {
        result.append(token)
      }
    }
    return result
  }

  /// The group and the number of a layer that is written as a token of its own.
  private static func split(_ path: String, _ table: TokenTable) -> (String, Int)? {
    guard let dot = path.lastByte(of: "."), let number = Int(path.afterByte(at: dot)),
      number >= 0
    else { return nil }
    let isLayer =
      table.token(named: path).map { table.tokens[$0].type == "custom-shadow" }
      ?? (table.token(named: path + ".type") != nil)
    return isLayer ? (String(path[..<dot]), number) : nil
  }
}
