internal import PenumbraFiles
internal import PenumbraJobs

#if canImport(Glibc)
internal import Glibc
#endif

StandardOutput.holdClosedStreams()
UserWord.spell { $0.typed }
Signals.makeFileLimitAnError()
let code = Command.main(Array(CommandLine.arguments.dropFirst()))
// A result that nobody got is none, whatever else there is to say.
if let failure = StandardOutput.closingFailure() {
  Console.error("\(failure)")
  exit(ExitCode.inputOutput)
}
exit(code)
