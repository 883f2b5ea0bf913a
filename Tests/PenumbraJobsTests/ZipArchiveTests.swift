import Foundation
import PenumbraFiles
import PenumbraTestSupport
import Testing

@testable import PenumbraJobs

/// Archives beyond what zip without zip64 can count.
@Suite struct ZipArchiveTests {
  /// libvips's own archives stop at 65,535 files where zip64 is missing.
  @Test func moreThan65535FilesAreAllThere() throws {
    let count = 66_000
    let folder = try TemporaryFolder()
    try folder.write("a tile", "tiles/0.png")
    try ZipArchive.write(
      entries: [String](repeating: "0.png", count: count), of: Folder(folder.file("tiles")),
      under: "s", to: Folder(folder.path).create("s.zip"))
    let bytes = [UInt8](try folder.bytes("s.zip"))
    func number(_ place: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    // The record that every reader looks for sends to the one of zip64.
    let end = bytes.count - 22
    #expect(number(end, 4) == 0x0605_4b50 && number(end + 10, 2) == 0xFFFF)
    #expect(number(end - 20, 4) == 0x0706_4b50)
    let large = number(end - 12, 8)
    #expect(number(large, 4) == 0x0606_4b50 && number(large + 32, 8) == count)
    // Every entry of the directory leads to a file of its own.
    var place = number(large + 48, 8)
    var files = 0
    var last = -1
    while place < large, number(place, 4) == 0x0201_4b50 {
      let name = number(place + 28, 2)
      let file = number(place + 46 + name + 20, 8)
      if file > last, number(file, 4) == 0x0403_4b50 { files += 1 }
      last = file
      place += 46 + name + number(place + 30, 2)
    }
    #expect(files == count && place == large)
  }
}
