import Foundation
import PenumbraTestSupport
import Testing

/// The loader binds the command to no library of pictures: libvips is opened at run time, on first
/// need.
@Suite struct LibraryTests {
  static let readelf = PenumbraCommand.program("readelf", "llvm-readelf")

  @Test(.enabled(if: readelf != nil, "needs readelf of binutils"))
  func theCommandStartsWithoutLibvips() throws {
    let readelf = try #require(Self.readelf)
    let result = try PenumbraCommand.run(
      ["--dynamic", BuildProducts.command.path], executable: readelf)
    #expect(result.code == 0, "\(result.errors)")
    let needed = result.output.split(separator: "\n").filter { $0.contains("(NEEDED)") }
    #expect(needed.contains { $0.contains("libc.so") }, "\(result.output)")
    for line in needed {
      for name in ["vips", "glib", "gobject", "gmodule", "gio", "pango", "cairo", "fontconfig"] {
        #expect(!line.contains("lib\(name)"), "\(line)")
      }
    }
  }
}
