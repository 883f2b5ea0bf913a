package import OrderedJSON
package import PenumbraFiles
internal import PenumbraScene

/// What a job made: every output and every failure, in the order of the inputs.
///
/// Nothing in it depends on time, machine, thread count or on how often the job was interrupted, so
/// two runs of one job write the same manifest to the byte.
public struct Manifest: Hashable, Sendable {
  /// One picture.
  public struct Output: Hashable, Sendable {
    /// Its place in the whole job, from 1, whichever shard made it.
    public var number: Int
    /// The file (of tiles: what a viewer opens), relative to the manifest's folder.
    public var file: String
    /// The scene it shows; of a sheet, the scenes joined by commas.
    public var scene: String
    /// The scene's file, relative to the folder or file that was given as input.
    public var source: String
    /// How many cells it shows.
    public var cells: Int
    /// Pixels.
    public var width: Int
    /// Pixels.
    public var height: Int
    /// 3 (opaque, RGB) or 4 (RGBA, straight alpha).
    public var channels: Int
    /// The digest of the decoded pixels, `xxh3-128-rows:` and 32 hexadecimal digits: the XXH3-128 of
    /// the XXH3-128 of every row (`penumbra digest` computes it of any file).
    ///
    /// A row has `channels` bytes a pixel; a fully transparent pixel is four zeros. For a lossy format
    /// these are the pixels that the encoder was given. Records of format 1 have none.
    public var pixelDigest: String?
    /// The SHA-256 of the decoded pixels, row after row from the top, nothing before, between or
    /// after.
    ///
    /// Nil unless it was asked for (`--sha256`). Records of format 1 always have it.
    public var sha256: String?
    /// Which blur kernels the picture uses, by name, joined by commas.
    public var kernel: String
    /// Bytes on the disk.
    public var bytes: Int
    /// The SHA-256 of the file; of tiles, of their names and digests.
    public var fileDigest: String
    /// The SHA-256 of all that decides the picture: scene, images, options, engine.
    public var proof: String
    /// What was done so that a format could hold the picture (`--split auto`), in one sentence.
    public var remedy: String?
    /// Of a picture of one cell, who it is and what it was drawn with.
    public var cell: CellRecord?
  }

  /// One input that did not become a picture.
  public struct Failure: Hashable, Sendable {
    /// As for outputs; nil for an input that did not even become a picture of the job.
    public var number: Int?
    /// The scene's name where it is known.
    public var scene: String?
    /// The scene's file, as for outputs.
    public var source: String
    /// What was wrong.
    public var error: String
  }

  /// Which job this was; a manifest of another job proves nothing.
  public struct Header: Hashable, Sendable {
    /// `render`, `sheet` or `cells`.
    public var command: String
    /// `EngineVersion.current` of the job.
    public var engine: String
    /// The options that decide pictures, by name.
    public var options: [(name: String, value: String)]
    /// The share, when the job was one of several.
    public var shard: Shard?
    /// The format of the records: `Manifest.format`, or 1 of what an earlier version wrote, whose
    /// pixels have a SHA-256 and no other digest.
    public var format = Manifest.format

    /// Whether both are the same job.
    public static func == (a: Header, b: Header) -> Bool {
      a.command == b.command && a.engine == b.engine && a.shard == b.shard && a.format == b.format
        && a.options.map(\.name) == b.options.map(\.name)
        && a.options.map(\.value) == b.options.map(\.value)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(command)
      hasher.combine(engine)
      hasher.combine(shard)
      hasher.combine(format)
      for option in options {
        hasher.combine(option.name)
        hasher.combine(option.value)
      }
    }
  }

  /// The format that is written.
  public static let format = 2

  /// Which job this was.
  public var header: Header
  /// How many pictures all shares together have.
  public var total: Int
  /// The SHA-256 of the names and proofs of all those pictures: shards of one corpus agree on it.
  public var corpus: String
  /// In the order of the inputs.
  public var outputs: [Output]
  /// In the order of the inputs.
  public var failures: [Failure]
}

extension Manifest {
  /// The manifest as JSON text, with a digest over all of it as its last key.
  public var text: String {
    let members = self.members
    let digest = Manifest.digest(of: members)
    let sealed = members + [JSONMember(key: "digest", value: JSONValue(.string(digest)))]
    return JSONValue(.object(sealed)).text() + "\n"
  }

  /// Reads and checks a manifest.
  ///
  /// Throws when the text is no manifest of this format or was changed after it was written.
  public init(text bytes: [UInt8], path: String) throws(JobError) {
    let value: JSONValue
    do {
      value = try JSONText.parse(bytes)
    } catch {
      throw .badInput("\(path): not a manifest: \(error)")
    }
    guard var members = value.members, let format = value["penumbra"]?.number,
      (1...Double(Manifest.format)).contains(format), let last = members.last,
      last.key == "digest", let digest = last.value.string
    else {
      throw .badInput("\(path): not a manifest of this version of Penumbra")
    }
    members.removeLast()
    guard Manifest.digest(of: members) == digest else {
      throw .badInput("\(path): the manifest was changed after it was written; it proves nothing")
    }
    do {
      self = try Manifest(ManifestReader(value))
    } catch {
      throw .badInput("\(path): not a manifest: \(error.place): found \(error.found)")
    }
    // What this version does not know it would drop, or trust unseen.
    guard Manifest.digest(of: self.members) == digest else {
      throw .badInput("\(path): the manifest has parts that this version of Penumbra does not know")
    }
  }

  /// Reads and checks the manifest of an open folder.
  package init(_ name: String, in folder: Folder) throws(JobError) {
    let bytes = try JobError.translating { try folder.open(name).record() }
    try self.init(text: bytes, path: PathName.joined(folder.path, name))
  }

  /// Whether a file begins as manifests do: by it a scene that is called like one is told apart,
  /// and so is what somebody else calls so.
  package static func isManifest(_ file: OpenFile) -> Bool {
    guard let head = try? file.bytes(most: 200) else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return text.contains("\"penumbra\"") && text.contains("\"engine\"")
  }

  private static func digest(of members: [JSONMember]) -> String {
    ContentHash.of(JSONValue(.object(members)).text(.compact).utf8)
  }

  private var members: [JSONMember] {
    header.members + [
      JSONMember(key: "total", value: JSONValue(.number(Double(total)))),
      JSONMember(key: "corpus", value: JSONValue(.string(corpus))),
      JSONMember(key: "outputs", value: JSONValue(.array(outputs.map(\.json)))),
      JSONMember(key: "failures", value: JSONValue(.array(failures.map(\.json)))),
    ]
  }
}

extension Manifest.Header {
  /// The keys that say which job it was; a journal's first line is an object of them.
  var members: [JSONMember] {
    var result: [JSONMember] = [
      JSONMember(key: "penumbra", value: JSONValue(.number(Double(format)))),
      JSONMember(key: "engine", value: JSONValue(.string(engine))),
      JSONMember(key: "command", value: JSONValue(.string(command))),
      JSONMember(
        key: "options",
        value: JSONValue(
          .object(
            options.map { JSONMember(key: $0.name, value: JSONValue(.string($0.value))) }))),
    ]
    if let shard {
      result.append(JSONMember(key: "shard", value: JSONValue(.string(shard.description))))
    }
    return result
  }
}

extension Manifest.Output {
  /// The output as one JSON object.
  package var json: JSONValue {
    JSONValue(
      members + (remedy.map { [("remedy", JSONValue(.string($0)))] } ?? [])
        + (cell.map { [("cell", $0.json)] } ?? []))
  }

  private var members: [(String, JSONValue)] {
    [
      ("number", JSONValue(.number(Double(number)))), ("file", JSONValue(.string(file))),
      ("scene", JSONValue(.string(scene))),
      ("source", JSONValue(.string(source))), ("cells", JSONValue(.number(Double(cells)))),
      ("width", JSONValue(.number(Double(width)))), ("height", JSONValue(.number(Double(height)))),
      ("channels", JSONValue(.number(Double(channels)))),
    ] + (pixelDigest.map { [("pixelDigest", JSONValue(.string($0)))] } ?? [])
      + (sha256.map { [("sha256", JSONValue(.string($0)))] } ?? [])
      + [
        ("kernel", JSONValue(.string(kernel))), ("bytes", JSONValue(.number(Double(bytes)))),
        ("fileSha256", JSONValue(.string(fileDigest))), ("proof", JSONValue(.string(proof))),
      ]
  }

  /// Reads what `json` wrote, in records of that format.
  init(_ reader: ManifestReader, format: Int) throws(ManifestReader.Fault) {
    number = try reader.count("number", in: 0...ManifestReader.mostPictures)
    file = try reader.string("file")
    scene = try reader.string("scene")
    source = try reader.string("source")
    cells = try reader.count("cells", in: 0...ManifestReader.mostCells)
    width = try reader.count("width", in: 1...ManifestReader.mostSide)
    height = try reader.count("height", in: 1...ManifestReader.mostSide)
    channels = try reader.count("channels", in: 3...4)
    if format == 1 {
      sha256 = try reader.string("sha256")
    } else {
      let digest = try reader.string("pixelDigest")
      guard digest.hasBytePrefix(RowsDigest.prefix) else {
        throw reader.fault(
          "pixelDigest",
          found: "\(digest.prefix(60).debugDescription), expected "
            + "\(RowsDigest.prefix) and 32 digits")
      }
      pixelDigest = digest
      sha256 = reader.value["sha256"] == nil ? nil : try reader.string("sha256")
    }
    kernel = try reader.string("kernel")
    bytes = try reader.count("bytes", in: 0...ManifestReader.mostBytes)
    fileDigest = try reader.string("fileSha256")
    proof = try reader.string("proof")
    remedy = reader.value["remedy"]?.string
    cell = try reader.value["cell"].map { (value) throws(ManifestReader.Fault) in
      guard let record = CellRecord(json: value) else {
        throw reader.fault("cell", found: "no record of a cell")
      }
      return record
    }
    // A manifest may come from a stranger: a name that leaves its folder is no output's.
    if let fault = PathName.fault(ofOutput: file) {
      throw reader.fault("file", found: fault)
    }
    guard Double(width) * Double(height) <= SceneLimits().canvasPixels else {
      throw reader.fault("width", found: "more pixels than a picture has")
    }
    if let box = cell?.box,
      box[0] < 0 || box[1] < 0 || box[0] > width - box[2] || box[1] > height - box[3]
    {
      throw reader.fault("cell.box", found: "a box that is not inside of its picture")
    }
  }
}

extension Manifest.Failure {
  /// The failure as one JSON object.
  package var json: JSONValue {
    [
      "number": number.map { JSONValue(.number(Double($0))) } ?? nil,
      "scene": scene.map { JSONValue(.string($0)) } ?? nil, "source": JSONValue(.string(source)),
      "error": JSONValue(.string(error)),
    ]
  }

  /// Reads what `json` wrote.
  init(_ reader: ManifestReader) throws(ManifestReader.Fault) {
    let source = try reader.string("source")
    let error = try reader.string("error")
    var number: Int?
    if let entry = reader.value["number"], !entry.isNull {
      number = try reader.count("number", in: 0...ManifestReader.mostPictures)
    }
    self.init(
      number: number,
      scene: reader.value["scene"]?.string, source: source, error: error)
  }
}

extension Manifest {
  fileprivate init(_ reader: ManifestReader) throws(ManifestReader.Fault) {
    header = try Header(reader)
    total = try reader.count("total", in: 0...ManifestReader.mostPictures)
    corpus = try reader.string("corpus")
    outputs = []
    for (index, element) in try reader.array("outputs").enumerated() {
      outputs.append(
        try Output(
          ManifestReader(element, place: "$.outputs[\(index)]"), format: header.format))
    }
    failures = []
    for (index, element) in try reader.array("failures").enumerated() {
      failures.append(try Failure(ManifestReader(element, place: "$.failures[\(index)]")))
    }
  }
}

extension Manifest.Header {
  /// Reads the part of a manifest (or of a journal's first line) that says which job it was.
  init(_ reader: ManifestReader) throws(ManifestReader.Fault) {
    format = try reader.count("penumbra", in: 1...Manifest.format)
    engine = try reader.string("engine")
    command = try reader.string("command")
    options = []
    for member in reader.value["options"]?.members ?? [] {
      guard let value = member.value.string else {
        throw reader.fault("options", found: "other than texts")
      }
      options.append((member.key, value))
    }
    shard = nil
    if let text = reader.value["shard"]?.string {
      guard let shard = try? Shard(parsing: text) else {
        throw reader.fault("shard", found: "no share")
      }
      self.shard = shard
    }
  }
}
