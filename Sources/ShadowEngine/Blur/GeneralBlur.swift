public import PenumbraGraphics

/// The blur of an arbitrary 8-bit mask: text, images, silhouettes of several cells.
///
/// ## What is computed
///
/// The mask is constant on each of its pixels, byte / 255, and zero outside. Under `gaussian` the
/// result is the average, over each pixel's square, of the mask convolved with the Gaussian: for a
/// mask of whole-pixel rectangles exactly the shadow of those rectangles. At sigma 0 it is the mask.
/// `renderServer` is the same with the Gaussian cut at 2.7 sigma. Under `coreGraphics` the mask is
/// filtered in x and y by the Gaussian sampled at whole pixels up to floor(2 sigma). Cut kernels are
/// renormalised. An offset moves the mask before it is blurred, by any fraction of a pixel.
///
/// ## How, and how exactly
///
/// Below sigma 4.5 a Gaussian is a direct FIR filter, cut where 0.00025 of its mass lies beyond.
/// Above, the mask is halved k times, filtered with samples 2^k pixels apart, and interpolated;
/// 2^k lies between sigma / 4.5 and sigma / 2.25, so the cost of a pixel does not grow with sigma.
/// Before the one rounding the Gaussian is within 0.25/255 of the exact value for any mask.
/// The two truncated kernels are always direct filters: exact, at a cost that grows with sigma.
///
/// The bytes are the same for every instruction set, and for every choice of columns and rows that
/// covers a pixel.
public struct GeneralBlur: Sendable {
  let table: GeneralBlurKernelTable
  let method: Method
  private let sigma: Double
  private let kernel: BlurKernel
  /// The whole pixels of the offset; the filters move by what remains.
  private let move: (x: Int, y: Int)

  /// The filters in x and y.
  struct Filters: Sendable {
    let x: GeneralBlurFilter
    let y: GeneralBlurFilter
  }

  enum Method: Sendable {
    /// FIR filters on the mask itself.
    case direct(Filters)
    /// Halved `level` times, filtered, interpolated.
    case decimated(level: Int, Filters, interpolation: [Float])
  }

  /// The mass that a direct filter may leave out, both sides together.
  static let directTail = 0.00025
  /// The mass that a filter between coarse samples may leave out.
  static let decimatedTail = 0.0001
  /// The smallest sigma, in coarse samples, that interpolation follows closely enough.
  static let smallestCoarseSigma = 2.25

  /// `sigma` and `offset` are in pixels; sigma is finite and not negative; `instructionSet` must be
  /// one that this machine has.
  public init(
    sigma: Double, kernel: BlurKernel, offset: Point = .zero, instructionSet: InstructionSet
  ) {
    precondition(sigma >= 0 && sigma.isFinite, "sigma must be finite and not negative")
    precondition(
      offset.x.magnitude < 1e9 && offset.y.magnitude < 1e9, "an offset beyond a billion pixels")
    let (x, y) = (offset.x.rounded(.down), offset.y.rounded(.down))
    table = GeneralBlurKernelTable.table(for: instructionSet)
    method = Self.method(sigma: sigma, kernel: kernel, shift: (offset.x - x, offset.y - y))
    move = (Int(x), Int(y))
    self.sigma = sigma
    self.kernel = kernel
  }

  /// How many pixels beyond the moved mask the result can round to more than nothing, in eighths
  /// of a byte, under an opacity of 0 to 1.
  ///
  /// Beyond, a shadow's alpha is below half of 1/255 whatever the mask. Where the offset is not
  /// whole the moved mask is taken rounded outwards.
  public func reach(opacity: Double = 1) -> Int {
    let visible = 0.5 / 255
    let taps: [Double]
    switch kernel {
    case .gaussian:
      var distance = 0
      while opacity * GeneralBlurTaps.gaussianTail(beyond: distance, sigma: sigma) >= visible {
        distance += 1
      }
      return distance
    case .coreGraphics:
      taps = GeneralBlurTaps.sampledGaussian(sigma: sigma, shift: 0, cut: Self.coreGraphicsCut)
    case .renderServer:
      taps = GeneralBlurTaps.cutGaussian(sigma: sigma, shift: 0, cut: Self.renderServerCut)
    }
    let mass = taps.reduce(0, +)
    var distance = taps.count / 2
    var tail = 0.0
    while distance > 0 {
      tail += taps[taps.count / 2 + distance] / mass
      if opacity * tail >= visible { break }
      distance -= 1
    }
    return distance
  }

  /// The blurred mask in bytes, 255 for a full one, to the nearest.
  ///
  /// `columns` and `rows` are the wanted pixels in the mask's coordinates; they may reach beyond it
  /// on any side. Pixel (`columns.lowerBound`, `rows.lowerBound`) is written to `destination[0]`;
  /// rows are `stride` bytes apart. The destination may not overlap the mask.
  public func blur(
    _ mask: MaskView, columns: Range<Int>, rows: Range<Int>,
    to destination: UnsafeMutablePointer<UInt8>, stride: Int
  ) {
    precondition(stride >= columns.count, "rows of the destination overlap")
    run(mask, columns, rows, .bytes(destination, stride: stride))
  }

  /// The blurred mask in 16-bit words, 65535 for a full one, to the nearest.
  ///
  /// As the one for bytes, `stride` in words.
  public func blur(
    _ mask: MaskView, columns: Range<Int>, rows: Range<Int>,
    to destination: UnsafeMutablePointer<UInt16>, stride: Int
  ) {
    precondition(stride >= columns.count, "rows of the destination overlap")
    run(mask, columns, rows, .words(destination, stride: stride))
  }

  private func run(
    _ mask: MaskView, _ columns: Range<Int>, _ rows: Range<Int>, _ target: GeneralBlurTarget
  ) {
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let columns = columns.lowerBound - move.x..<columns.upperBound - move.x
    let rows = rows.lowerBound - move.y..<rows.upperBound - move.y
    switch method {
    case .direct(let filters):
      blurDirectly(mask, filters: filters, columns: columns, rows: rows, to: target)
    case .decimated(let level, let filters, let interpolation):
      blurDecimated(
        mask, level: level, filters: filters, interpolation: interpolation, columns: columns,
        rows: rows, to: target)
    }
  }

  private static let coreGraphicsCut = 2.0
  private static let renderServerCut = 2.7

  private static func method(
    sigma: Double, kernel: BlurKernel, shift: (x: Double, y: Double)
  ) -> Method {
    func filters(_ taps: (Double) -> [Double]) -> Filters {
      Filters(x: GeneralBlurFilter(taps: taps(shift.x)), y: GeneralBlurFilter(taps: taps(shift.y)))
    }
    switch kernel {
    case .coreGraphics:
      return .direct(
        filters {
          GeneralBlurTaps.sampledGaussian(sigma: sigma, shift: $0, cut: coreGraphicsCut)
        })
    case .renderServer:
      return .direct(
        filters { GeneralBlurTaps.cutGaussian(sigma: sigma, shift: $0, cut: renderServerCut) })
    case .gaussian:
      var level = 0
      while sigma >= smallestCoarseSigma * Double(2 << level) { level += 1 }
      guard level > 0 else {
        return .direct(
          filters { GeneralBlurTaps.gaussian(sigma: sigma, shift: $0, tail: directTail) })
      }
      let step = 1 << level
      return .decimated(
        level: level,
        filters {
          GeneralBlurTaps.decimatedGaussian(
            sigma: sigma, step: step, shift: $0, tail: decimatedTail)
        }, interpolation: GeneralBlurTaps.interpolationWeights(step: step))
    }
  }
}

/// An 8-bit mask in memory that someone else owns; it must outlive the call it is handed to.
public struct MaskView {
  /// The top-left pixel.
  public let base: UnsafePointer<UInt8>
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bytes from one row to the next.
  public let stride: Int

  /// Sides may be zero: an empty mask blurs to nothing.
  public init(base: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int) {
    precondition(width >= 0 && height >= 0, "a mask has no negative side")
    precondition(stride >= width, "rows of the mask overlap")
    self.base = base
    self.width = width
    self.height = height
    self.stride = stride
  }
}

/// Where blurred rows go, and in which depth.
enum GeneralBlurTarget {
  case bytes(UnsafeMutablePointer<UInt8>, stride: Int)
  case words(UnsafeMutablePointer<UInt16>, stride: Int)

  /// Rounds `count` levels into row `y` from column `x` on, both counted from the first wanted
  /// pixel.
  func write(
    _ levels: UnsafePointer<Float>, x: Int, y: Int, count: Int, table: GeneralBlurKernelTable
  ) {
    switch self {
    case .bytes(let base, let stride): table.toBytes(levels, base + y * stride + x, count)
    case .words(let base, let stride): table.toWords(levels, base + y * stride + x, count)
    }
  }

  /// Clears what `write` would have filled.
  func clear(x: Int, y: Int, count: Int) {
    switch self {
    case .bytes(let base, let stride):
      (base + y * stride + x).update(repeating: 0, count: count)
    case .words(let base, let stride):
      (base + y * stride + x).update(repeating: 0, count: count)
    }
  }
}
