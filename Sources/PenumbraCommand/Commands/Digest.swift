internal import OrderedJSON
internal import PenumbraJobs

extension Command {
  static let digest = Command(
    name: "digest", usage: "FILE...", summary: "the digest of a picture's pixels",
    details: """
      The digest that manifests list as pixelDigest: the XXH3-128 of the XXH3-128 of every row from
      the top, RGB or straight RGBA. Two files of one digest hold the same pixels, however they
      were encoded.
      """,
    options: [
      Option("sha256", "the SHA-256 of the pixels too"),
      Option("json", "one JSON object a file on the standard output"),
    ]
  ) { options in
    guard !options.operands.isEmpty else {
      throw JobError.usage("a picture is needed: penumbra digest FILE")
    }
    var code = ExitCode.done
    for path in options.operands {
      do throws(JobError) {
        let digests = try PictureDigests(path: path)
        let plain = options.has("sha256") ? digests.sha256 : nil
        if options.has("json") {
          CheckOptions.event("digest", json(digests, path: path, sha256: plain))
        } else {
          Console.result(
            ([digests.pixelDigest] + (plain.map { [$0] } ?? []) + [path]).joined(separator: "  "))
        }
      } catch {
        Console.error(error.description)
        if code == ExitCode.done { code = ExitCode.of(error) }
      }
    }
    return code
  }

  private static func json(_ digests: PictureDigests, path: String, sha256: String?) -> JSONValue {
    let members: [(String, JSONValue)] =
      [
        ("file", JSONValue(.string(path))),
        ("width", JSONValue(.number(Double(digests.width)))),
        ("height", JSONValue(.number(Double(digests.height)))),
        ("channels", JSONValue(.number(Double(digests.channels)))),
        ("pixelDigest", JSONValue(.string(digests.pixelDigest))),
      ] + (sha256.map { [("sha256", JSONValue(.string($0)))] } ?? [])
    return JSONValue(.object(members.map { JSONMember(key: $0.0, value: $0.1) }))
  }
}
