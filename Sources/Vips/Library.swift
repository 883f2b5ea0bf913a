internal import CVipsShim

/// libvips as a whole.
public enum Library {
  /// Starts libvips once for the process; later calls change only the thread count.
  ///
  /// The operation cache is off (nothing here is asked for twice, and it keeps files open), loaders
  /// of other than a few image formats are blocked, and `threads` is the largest number of workers
  /// one pipeline may use.
  public static func start(threads: Int) throws(VipsError) {
    precondition(threads > 0, "a pipeline needs a thread")
    if let detail = startResult { throw .unusable(detail: detail) }
    vips_concurrency_set(Int32(clamping: threads))
  }

  /// The version of the library in use, such as `8.14.1`.
  public static var version: String { String(cString: vips_version_string()) }

  /// Whether some saver of this build takes a file of this suffix, such as `.png`.
  public static func canWrite(suffix: String) -> Bool {
    let found = penumbra_vips_find_save(suffix) != nil
    if !found { _ = VipsResult.takeMessage() }
    return found
  }

  /// nil when the library started.
  private static let startResult: String? = {
    guard penumbra_vips_start("penumbra") == 0 else { return VipsResult.takeMessage() }
    penumbra_vips_block_loaders()
    penumbra_vips_silence_warnings()
    vips_cache_set_max(0)
    return nil
  }()
}
