extension Manifest.Header {
  /// The proof of a picture: what it shows, how it was asked for, and by which engine.
  func proof(of inputDigest: String) -> String {
    var hash = ContentHash()
    hash.update(engine)
    hash.update(command)
    for option in options {
      hash.update(option.name)
      hash.update(option.value)
    }
    hash.update(inputDigest)
    return hash.hexadecimal
  }
}
