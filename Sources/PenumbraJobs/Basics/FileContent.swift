internal import PenumbraFiles

/// The bytes of an output as it lies on the disk, by which a later run knows it unchanged.
package struct FileContent: Hashable, Sendable {
  /// How many.
  package var bytes: Int
  /// Of a file, the SHA-256 of its bytes; of several, of their names and digests in name order.
  package var digest: String

  /// A content that is known.
  package init(bytes: Int, digest: String) {
    self.bytes = bytes
    self.digest = digest
  }

  /// Of an output: one file, or files and folders under `folder`.
  ///
  /// A link is no part of an output, whatever it leads to.
  init(of products: [String], in folder: Folder) throws {
    if products.count == 1, folder.kind(products[0]) == .file {
      self = try folder.open(products[0]).content()
      return
    }
    var hash = ContentHash()
    var count = 0
    for product in products.sorted() {
      try FileContent.walk(product, in: folder) { inner, name, path in
        let content = try inner.open(name).content()
        hash.update(path)
        hash.update(content.digest)
        count += content.bytes
      }
    }
    bytes = count
    digest = hash.hexadecimal
  }

  /// Calls `body` with every file at or below a name, in name order: the open folder that holds it,
  /// its name in that, and its path from `folder`.
  static func walk(
    _ product: String, in folder: Folder, _ body: (Folder, String, String) throws -> Void
  ) throws {
    func visit(_ name: String, in inner: Folder, path: String) throws {
      switch inner.kind(name) {
      case .file: try body(inner, name, path)
      case .folder:
        let child = try inner.folder(name)
        for name in try child.names() { try visit(name, in: child, path: path + "/" + name) }
      case nil: throw JobError.noInput(path: folder.path + "/" + path, detail: "no such file")
      case let kind?:
        throw JobError.badInput(
          "\(folder.path)/\(path): found \(kind.words), expected a regular file")
      }
    }
    try visit(product, in: folder, path: product)
  }
}
