internal import Pipeline

#if canImport(Glibc)
internal import Glibc
#endif

exit(Command.main(Array(CommandLine.arguments.dropFirst())))
