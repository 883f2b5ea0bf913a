internal import CVipsShim
internal import PenumbraFiles

/// The options in a format's brackets, held against what libvips's savers say they take.
enum SaverOptions {
  /// Refuses what a saver does not take: options that it does not have, values that are none of an
  /// option's, and numbers out of range, where libvips would go on with its default.
  ///
  /// Tiles have a format of their own in their option `suffix`.
  static func check(_ format: OutputFormat) throws(VipsError) {
    guard let saver = saver(of: format) else { throw .noSaver(suffix: format.suffix) }
    for option in format.options {
      let (key, value) = parts(of: option)
      if format.kind != .file, key == "container" { continue }
      if format.kind != .file, key == "suffix", let value, let inner = try? OutputFormat(value) {
        try check(inner)
        continue
      }
      var (least, most) = (0.0, 0.0)
      let kind = penumbra_vips_option(saver, key, &least, &most)
      if kind == PENUMBRA_VIPS_OPTION_NONE {
        throw .wrongOption(format: format.description, detail: "there is no option \(key)")
      }
      if kind == PENUMBRA_VIPS_OPTION_NUMBER, let number = value.flatMap(Double.init),
        !(number >= least && number <= most)
      {
        throw .wrongOption(
          format: format.description,
          detail: "\(option): expected a number from \(shown(least)) to \(shown(most))")
      }
      if penumbra_vips_takes_options(saver, option) == 0 {
        throw .wrongOption(format: format.description, detail: VipsResult.takeMessage())
      }
    }
  }

  /// Whether an option chooses among the words that its saver knows, of which a build of libvips may
  /// lack some.
  static func isChoice(_ option: String, of format: OutputFormat) -> Bool {
    var (least, most) = (0.0, 0.0)
    let key = parts(of: option).key
    return saver(of: format).map {
      penumbra_vips_option($0, key, &least, &most) == PENUMBRA_VIPS_OPTION_CHOICE
    } ?? false
  }

  private static func saver(of format: OutputFormat) -> String? {
    guard format.kind == .file else { return "dzsave" }
    return penumbra_vips_saver(format.suffix).map { String(cString: $0) }
  }

  private static func parts(of option: String) -> (key: String, value: String?) {
    let parts = option.splitBytes(at: "=", maxSplits: 1, omittingEmpty: false)
    return (parts[0], parts.count == 2 ? parts[1] : nil)
  }

  /// Whole numbers without a point.
  private static func shown(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
