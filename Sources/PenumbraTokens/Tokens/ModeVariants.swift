/// The same token in several modes.
enum ModeVariants {
  struct Variant {
    var mode: String?
    var token: ImportedToken
  }

  /// The variants that differ from the base, or one without a mode where all are the same.
  static func distinct(_ variants: [Variant]) -> [ImportedToken] {
    guard let first = variants.first else { return [] }
    if variants.allSatisfy({ $0.token.shadows == first.token.shadows }) {
      var token = first.token
      token.mode = variants.count == 1 ? first.mode : nil
      return [token]
    }
    guard first.mode == nil else { return variants.map(\.token) }
    return [first.token]
      + variants.dropFirst().map(\.token).filter { $0.shadows != first.token.shadows }
  }

  private struct Key: Hashable {
    var path: String
    var mode: String?
  }

  /// The tokens of several views of a file: what is the same in all of them is there once, what is
  /// not bears the view's label beside its own mode.
  static func joined(_ views: [(label: String?, tokens: [ImportedToken])]) -> [ImportedToken] {
    var order: [Key] = []
    var found: [Key: [Variant]] = [:]
    for view in views {
      for token in view.tokens {
        let key = Key(path: token.path, mode: token.mode)
        if found[key] == nil { order.append(key) }
        var labelled = token
        let labels = [view.label, token.mode].compactMap { $0 }
        labelled.mode = labels.isEmpty ? nil : labels.joined(separator: ", ")
        found[key, default: []].append(Variant(mode: view.label, token: labelled))
      }
    }
    return order.flatMap { key in
      distinct(found[key] ?? []).map { token in
        var token = token
        // The same in every view: only the token's own mode remains.
        if token.mode == nil { token.mode = key.mode }
        return token
      }
    }
  }
}
