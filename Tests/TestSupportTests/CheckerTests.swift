import Foundation
import PenumbraTestSupport
import Testing

@Suite struct CheckerTests {
  private func picture(_ bytes: [UInt8], channels: Int = 4) -> ReferencePicture {
    ReferencePicture(
      rect: PixelRect(x: 3, y: 5, width: bytes.count / channels, height: 1), channels: channels,
      bytes: bytes)
  }

  @Test func differenceNamesChannelAndPlace() {
    let a = picture([1, 2, 3, 255, 10, 20, 30, 255])
    let b = picture([1, 2, 3, 255, 10, 24, 29, 255])
    let difference = PictureDifference(expected: a, actual: b)
    #expect(difference.largest == [0, 4, 1, 0])
    #expect(difference.maximum == 4)
    #expect(difference.worst?.x == 4 && difference.worst?.y == 5)
    #expect(difference.differingPixels == 1)
    #expect(PictureDifference(expected: a, actual: a).maximum == 0)
  }

  /// A premultiplied level at alpha 2 is 127 straight ones.
  @Test func straightAndPremultipliedDiffer() {
    let a = picture([255, 0, 0, 2])
    let b = picture([128, 0, 0, 2])
    #expect(PictureDifference(expected: a, actual: b).maximum == 127)
    #expect(PictureDifference(premultipliedExpected: a, actual: b).maximum == 1)
  }

  @Test func aDifferenceBeyondToleranceIsAnIssueWithPictures() throws {
    let a = picture([1, 2, 3, 255])
    let b = picture([3, 2, 3, 255])
    expectSamePicture("equal enough", expected: a, actual: b, tolerance: 2)
    withKnownIssue {
      expectSamePicture("too different", expected: a, actual: b, tolerance: 1)
    } matching: { issue in
      issue.description.contains("pictures in")
    }
    try FileManager.default.removeItem(at: FailureArtefacts.folder(name: "too different"))
    let folder = FailureArtefacts.write(name: "checker test", expected: a, actual: b)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(files == ["actual.png", "difference.png", "expected.png"])
    try FileManager.default.removeItem(atPath: folder)
  }

  /// The published first outputs for seed 1234567.
  @Test func splitMixMeetsItsPublishedSequence() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
    #expect(random.next() == 9_817_491_932_198_370_423)
  }

  @Test func logUniformStaysInRangeAndReachesBothEnds() {
    var random = SplitMix64(seed: 7)
    let values = (0..<4000).map { _ in random.logUniform(0.5, 2000) }
    #expect(values.allSatisfy { $0 >= 0.5 && $0 <= 2000 })
    let share = Double(values.filter { $0 < (0.5 * 2000).squareRoot() }.count) / 4000
    #expect(abs(share - 0.5) < 0.03)
  }
}
