import Foundation
import PenumbraTestSupport
import Testing

/// The pictures of the catalogues are what the engine draws today.
@Suite struct CataloguePictureTests {
  static let resources = PackageFolder.sources.appending(path: "Penumbra/Penumbra.docc/Resources")

  /// Scenes and pictures, without their suffixes.
  private static func names(_ suffix: String) -> Set<String> {
    let files = try? FileManager.default.contentsOfDirectory(atPath: resources.path)
    return Set(
      (files ?? []).filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) })
  }

  @Test func everyPictureHasAScene() {
    #expect(Self.names(".png") == Self.names(".json"))
    #expect(Self.names(".png").count >= 5)
  }

  @Test(arguments: names(".json").sorted())
  func aPictureIsWhatItsSceneDraws(name: String) throws {
    let folder = try TemporaryFolder()
    let scene = Self.resources.appending(path: "\(name).json").path
    let ending = try PenumbraCommand.run(["render", scene, "-o", folder.file("now.png"), "-q"])
    #expect(ending.code == 0, "\(ending.errors)")
    let file = try Data(contentsOf: Self.resources.appending(path: "\(name).png"))
    let kept = try PNG.decoded(Array(file))
    let now = try PNG.decoded(folder.bytes("now.png"))
    #expect((kept.width, kept.height, kept.channels) == (now.width, now.height, now.channels))
    #expect(kept.bytes == now.bytes, "draw it anew, as HowAShadowIsDrawn.md says")
  }
}
