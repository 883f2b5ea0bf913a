internal import CVipsShim
internal import PenumbraFiles
internal import PenumbraLocking

/// libvips as a whole.
///
/// It is opened at run time, on first need, so that a program starts without it and pays for it only
/// where it works: to load it takes longer than to draw most pictures.
public enum Library {
  /// Opens and starts libvips, once for the process, and sets how many threads it may use.
  ///
  /// The operation cache is off (nothing here is asked for twice, and it keeps files open), loaders
  /// of other than a few image formats are blocked, and `threads` is the largest number of workers
  /// one pipeline may use.
  public static func start(threads: Int) throws(VipsError) {
    limit(threads: threads)
    try open()
  }

  /// Sets how many threads libvips may use, now or once it is opened.
  public static func limit(threads: Int) {
    precondition(threads > 0, "a pipeline needs a thread")
    state.withLock {
      $0.threads = threads
      if $0.isOpen { penumbra_vips_set_concurrency(Int32(clamping: threads)) }
    }
  }

  /// The version of the library in use, such as `8.14.1`; opens it.
  public static func version() throws(VipsError) -> String {
    try open()
    return String(cString: penumbra_vips_version())
  }

  /// The library's file, links followed no further than the loader did; opens it.
  public static func file() throws(VipsError) -> String {
    try open()
    return penumbra_vips_library_file().map { String(cString: $0) } ?? ""
  }

  /// Whether some saver of this build takes a file of this suffix, such as `.png`.
  public static func canWrite(suffix: String) throws(VipsError) -> Bool {
    try open()
    let found = penumbra_vips_find_save(suffix) != nil
    if !found { _ = VipsResult.takeMessage() }
    return found
  }

  /// How to get the library: the package, or a better name where it is asked for by another path.
  public static var cure: String {
    let name = String(cString: penumbra_vips_library_name())
    return name.hasPrefix("libvips.so.")
      ? "apt-get install libvips42" : "unset PENUMBRA_LIBVIPS, which names \(name)"
  }

  /// Opens the library on first need; every use of it begins here.
  static func open() throws(VipsError) {
    if let failure { throw failure }
  }

  /// nil when the library is open.
  private static let failure: VipsError? = {
    var text: UnsafePointer<CChar>?
    let outcome = penumbra_vips_open_library("penumbra", &text)
    let detail = text.map { String(cString: $0) } ?? "no message"
    switch outcome {
    case PENUMBRA_VIPS_OPEN: break
    case PENUMBRA_VIPS_NOT_FOUND:
      let name = String(cString: penumbra_vips_library_name())
      if let error = SystemLimit.descriptors(at: name) { return .file(error) }
      return .notInstalled(library: name, detail: detail)
    default: return .unusable(detail: detail)
    }
    penumbra_vips_drop_cache()
    state.withLock {
      $0.isOpen = true
      if let threads = $0.threads { penumbra_vips_set_concurrency(Int32(clamping: threads)) }
    }
    return nil
  }()

  private struct State {
    var isOpen = false
    var threads: Int?
  }

  private static let state = Guarded(State())
}
