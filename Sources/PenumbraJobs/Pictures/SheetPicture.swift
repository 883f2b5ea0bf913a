internal import Penumbra
internal import PenumbraGraphics
internal import PenumbraLocking
internal import PenumbraScene
internal import ShadowEngine
internal import Vips

/// One page of a contact sheet as rows of pixels.
///
/// The page is never planned as a whole: rows of cells do not touch each other, so that a few rows
/// at a time are a picture of their own, made when the encoder comes to them and dropped when it has
/// gone on. Memory so depends on the size of a few rows, not on the number of cells.
final class SheetPicture: PixelSource {
  let layout: PixelLayout
  private let sheet: SheetLayout
  private let bands: [SheetBand]
  private let options: SceneOptions
  private let hasCaptions: Bool
  private let engine: EngineSettings
  private let captionRenderer = CaptionRenderer()
  private let open = Guarded<[(index: Int, band: OpenBand)]>([])

  /// Pixels and cells of a band: enough to share masks, few enough to hold.
  private static let bandPixels = 6_000_000
  private static let bandCells = 1_000
  /// Workers ask for strips in order, so that two bands are in use at a boundary.
  private static let mostOpen = 3

  init(
    _ sheet: SheetLayout, page: Int, options: SceneOptions, hasCaptions: Bool,
    engine: EngineSettings
  ) {
    self.sheet = sheet
    self.options = options
    self.hasCaptions = hasCaptions
    self.engine = engine
    layout = SheetPicture.layout(of: sheet, page: page)
    var bands: [SheetBand] = []
    for part in sheet.pages[page].parts {
      let block = sheet.blocks[part.block]
      var top = part.top
      var first = part.rows.lowerBound
      var height = block.padding + block.headerHeight
      var hasHeader = hasCaptions
      for row in part.rows {
        height += block.height(ofRow: row)
        let isFull =
          height * sheet.width >= SheetPicture.bandPixels
          || (row - first + 1) * block.columns >= SheetPicture.bandCells
        if isFull || row == part.rows.upperBound - 1 {
          bands.append(
            SheetBand(
              part: part, rows: first..<row + 1, top: top, height: height, hasHeader: hasHeader,
              isFirst: first == part.rows.lowerBound))
          top += height
          height = 0
          first = row + 1
          hasHeader = false
        }
      }
    }
    self.bands = bands
  }

  /// The size of a page.
  ///
  /// A sheet is opaque unless every scene on it is transparent.
  static func layout(of sheet: SheetLayout, page: Int) -> PixelLayout {
    let parts = sheet.pages[page].parts
    let isTransparent = parts.allSatisfy {
      sheet.blocks[$0.block].cells.scene.layout.canvas.background == .color(.transparent)
    }
    return PixelLayout(
      width: sheet.width, height: sheet.pages[page].height, channels: isTransparent ? 4 : 3)
  }

  func fill(rows: Range<Int>, into base: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let index = bandIndex(at: row)
      let band = bands[index]
      let end = min(rows.upperBound, band.top + band.height)
      let count = (end - row - 1) * bytesPerRow + layout.bytesPerRow
      let target = base + (row - rows.lowerBound) * bytesPerRow
      try opened(index).renderer().compose(
        rows: row - band.top..<end - band.top,
        into: UnsafeMutableRawBufferPointer(start: target, count: count),
        bytesPerRow: bytesPerRow)
      row = end
    }
  }

  private func bandIndex(at row: Int) -> Int {
    var low = 0
    var high = bands.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if bands[middle].top <= row { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func opened(_ index: Int) -> OpenBand {
    open.withLock { open in
      if let known = open.first(where: { $0.index == index }) { return known.band }
      if open.count >= SheetPicture.mostOpen { open.removeFirst() }
      let band = OpenBand { [self] in try makeRenderer(bands[index]) }
      open.append((index, band))
      return band
    }
  }

  private func makeRenderer(_ band: SheetBand) throws -> BandRenderer {
    let block = sheet.blocks[band.part.block]
    let builder = SheetBandBuilder(
      block: block, band: band, width: sheet.width, isOpaque: layout.channels == 3,
      hasCaptions: hasCaptions, renderer: captionRenderer)
    let content = VipsContent(
      root: block.cells.scene.entry.corpus, allowsOutside: options.allowsOutside)
    var settings = engine.render
    // Masks are shared within a band only, and few bands are open.
    settings.maskBankBytes = 32 << 20
    return try block.cells.scene.explainingErrors(options) {
      var captions: Set<LabelRequest> = []
      let list = try builder.list(captions: &captions)
      return try BandRenderer(
        list, content: CaptionContent(content, captions: captions, renderer: captionRenderer),
        settings: settings)
    }
  }
}

/// Rows of one part of a page that are planned together.
struct SheetBand: Sendable {
  var part: SheetLayout.Part
  var rows: Range<Int>
  /// On the page.
  var top: Int
  var height: Int
  var hasHeader: Bool
  /// Whether the part's padding and header are in it.
  var isFirst: Bool
}

/// A band's renderer, made by the first thread that needs it while others wait.
private final class OpenBand: Sendable {
  private let state = Guarded<Result<BandRenderer, any Error>?>(nil)
  private let make: @Sendable () throws -> BandRenderer

  init(make: @escaping @Sendable () throws -> BandRenderer) { self.make = make }

  func renderer() throws -> BandRenderer {
    try state.withLock { state in
      let result = state ?? Result { try make() }
      state = result
      return try result.get()
    }
  }
}
