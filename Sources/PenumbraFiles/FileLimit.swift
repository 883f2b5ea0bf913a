#if canImport(Glibc)
internal import Glibc
#endif

/// The limit of this process on the size of files.
public enum FileLimit {
  /// From now on a file over the limit is an error of writing, not the end of the process.
  public static func becomesAnError() { signal(SIGXFSZ, SIG_IGN) }
}
