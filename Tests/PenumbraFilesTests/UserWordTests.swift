import PenumbraFiles
import Testing

/// Words of settings are plain until a program spells them.
@Suite struct UserWordTests {
  @Test func aLibrarySpeaksPlainly() {
    #expect("use a smaller \(UserWord.scale)" == "use a smaller scale")
    #expect("\(UserWord.setting("kernel")) was not given" == "kernel was not given")
  }
}
