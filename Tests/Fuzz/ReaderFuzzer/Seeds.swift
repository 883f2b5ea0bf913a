import Foundation

/// The whole files from which inputs are made, for every reader.
struct Seeds {
  private let files: [(reader: Reader, bytes: [UInt8])]
  /// Indices of the files of each reader.
  private let byReader: [[Int]]

  /// Those of all readers, or of one by name.
  init(reader name: String?) throws {
    let readers = Reader.all.filter { name == nil || $0.name == name }
    guard !readers.isEmpty else { throw UsageError(text: "there is no reader \(name ?? "")") }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let paths = try ["corpus", "Tests/Fixtures"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.path + "/" + folder)
        .map { folder + "/" + $0 }
    }
    var files: [(reader: Reader, bytes: [UInt8])] = []
    for path in paths.sorted() {
      for reader in readers where reader.takes(path) {
        guard let data = FileManager.default.contents(atPath: root.path + "/" + path),
          data.count <= 20_000
        else { continue }
        files.append((reader, Array(data)))
      }
    }
    for reader in readers { files += reader.texts.map { (reader, Array($0.utf8)) } }
    self.files = files
    byReader = readers.map { reader in files.indices.filter { files[$0].reader.name == reader.name }
    }
    guard byReader.allSatisfy({ !$0.isEmpty }) else {
      throw UsageError(text: "a reader has no file to begin from")
    }
  }

  /// Input `index` of a seed: always the same.
  func input(_ index: Int, seed: UInt64) -> (reader: Reader, bytes: [UInt8]) {
    var mutator = Mutator(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(index))
    let own = byReader[index % byReader.count]
    let file = files[mutator.random.pick(own)]
    let other = files[mutator.random.pick(own)].bytes
    return (file.reader, file.reader.mutated(file.bytes, other: other, by: &mutator))
  }
}
