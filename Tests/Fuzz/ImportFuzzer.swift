import PenumbraScene
import PenumbraTokens

/// libFuzzer's entry: the first byte chooses the reader, the rest is the file.
///
/// Whatever comes, an import ends with a result or an error; what is imported makes a scene that
/// loads, and prints.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let data, size > 0 else { return 0 }
  let names = ["a.css", "a.json", "a.json5", "a.yml", "value", "context.json"]
  let name = names[Int(data[0]) % names.count]
  let bytes = Array(UnsafeBufferPointer(start: data + 1, count: size - 1))
  let result: ImportResult?
  switch name {
  case "value":
    result = try? TokenImporter.read(css: String(decoding: bytes, as: UTF8.self))
  case "context.json":
    let source = ImportSource(name: name, bytes: bytes)
    result = try? TokenImporter.read(source, context: [source])
  default:
    result = try? TokenImporter.read(ImportSource(name: name, bytes: bytes))
  }
  guard let result, !result.tokens.isEmpty else { return 0 }
  _ = ResolvedShadows.css(result)
  // A scene of very many tokens is only long.
  guard result.tokens.count <= 200 else { return 0 }
  _ = ResolvedShadows.json(result, source: name)
  let text = SceneWriter.scene(from: result, name: "fuzz", source: name)
  do {
    _ = try SceneLoader.scene(Array(text.utf8))
  } catch {
    fatalError("the scene does not load: \(error)")
  }
  return 0
}
