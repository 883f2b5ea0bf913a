import PenumbraFiles
import Testing

/// Words of settings are plain until a program spells them.
@Suite struct UserWordTests {
  @Test func aLibrarySpeaksPlainly() {
    #expect("use a smaller \(UserWord.scale)" == "use a smaller scale")
    #expect("\(UserWord.setting("kernel")) was not given" == "kernel was not given")
  }

  /// Words that wrap others deeper with each message would end on the stack.
  @Test func manyMessagesCostNoMoreThanFew() {
    for _ in 0..<1_000_000 where UserWord.scale.description != "scale" {
      Issue.record("the word changed")
      break
    }
  }
}
