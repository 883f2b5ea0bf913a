internal import PenumbraGraphics
internal import PenumbraLocking

/// What bands need beyond the plan: masks, texts and images, made when first asked for and kept in
/// bounded banks.
final class Resources: Sendable {
  private let plan: Plan
  private let content: any ContentSource
  private let builder: MaskBuilder
  private let maskBank: MaskBank
  private let imageBank: Bank<PixelBitmap>

  init(_ plan: Plan, content: any ContentSource, kernels: KernelTable, limit: Int) {
    self.plan = plan
    self.content = content
    builder = MaskBuilder(kernels: kernels)
    maskBank = MaskBank(plan, limit: limit)
    imageBank = Bank(count: plan.imageRequests.count, limit: limit) { $0.bytes.count }
  }

  /// Asks once for an image of each path, so that what is missing or broken is known early.
  func check() throws(RenderError) {
    var seen: Set<String> = []
    for number in plan.imageRequests.indices
    where seen.insert(plan.imageRequests[number].path).inserted {
      _ = try image(number)
    }
  }

  /// The masks of steps, in their order; nil for a step without one.
  ///
  /// `arena` is the calling thread's.
  func masks(of ops: [PaintOp], arena: Arena) throws(RenderError) -> [AlphaMask?] {
    try maskBank.masks(of: ops) { number throws(RenderError) in try make(number, arena) }
  }

  func image(_ number: Int) throws(RenderError) -> PixelBitmap {
    let found = try imageBank.items([Int32(number)]) { number throws(RenderError) in
      let request = plan.imageRequests[number]
      do {
        let image = try content.pixels(of: request)
        precondition(
          image.width == request.shown.columns.count
            && image.height == request.shown.rows.count,
          "an image must have the size asked for")
        return image
      } catch {
        throw .content(error)
      }
    }
    return found[0]
  }

  /// Lets go of the masks that no row from this one on needs; rows above may still be asked for.
  func retireMasks(above row: Int) {
    maskBank.retire(above: row)
  }

  /// Forgets all masks, so that they are made anew.
  func discardMasks() {
    maskBank.removeAll()
    builder.discardTiles()
  }

  private func make(_ number: Int, _ arena: Arena) throws(RenderError) -> AlphaMask {
    switch plan.masks[number] {
    case .recipe(let number, let rows):
      var (recipe, layout) = plan.recipes[number]
      var content: [Int: CoverageBitmap] = [:]
      for index in recipe.layers.indices {
        guard let caster = recipe.layers[index].content else { continue }
        let seen = recipe.layers[index].seenContent(layout, rows: rows)
        guard seen.area > 0 else {
          recipe.layers[index].content = nil
          continue
        }
        content[index] = try bitmap(caster.number, seen)
        recipe.layers[index].content = MaskRecipe.Content(
          number: index, left: caster.left + Double(seen.columns.lowerBound),
          top: caster.top + Double(seen.rows.lowerBound), width: seen.columns.count,
          height: seen.rows.count)
      }
      return builder.mask(recipe, layout, rows: rows, content: content, arena: arena)
    case .label(let request, let alpha, let channels):
      return builder.mask(
        try coverage(plan.labelRequests[request]),
        height: plan.labelRequests[request].shown.rows.count, alpha: alpha,
        channels: channels, arena: arena)
    }
  }

  private func coverage(_ request: LabelRequest) throws(RenderError) -> CoverageBitmap {
    do {
      return try content.coverage(of: request)
    } catch {
      throw .content(error)
    }
  }

  /// A part of the alpha of content that casts a shadow.
  private func bitmap(
    _ number: Int, _ part: BitmapWindow
  ) throws(RenderError) -> CoverageBitmap {
    switch plan.casters[number] {
    case .label(let request):
      var request = plan.labelRequests[request]
      if part != request.shown { request.window = part }
      return try coverage(request)
    case .image(let number):
      var request = plan.imageRequests[number]
      if part == request.shown { return try image(number).alpha }
      // Four bytes a pixel are made of few rows at a time.
      var bytes: [UInt8] = []
      bytes.reserveCapacity(part.area)
      let rows = max(1, PlanBuilder.largestImage / part.columns.count)
      for top in stride(from: part.rows.lowerBound, to: part.rows.upperBound, by: rows) {
        request.window = BitmapWindow(
          columns: part.columns, rows: top..<min(part.rows.upperBound, top + rows))
        do {
          bytes += try content.pixels(of: request).alpha.bytes
        } catch {
          throw .content(error)
        }
      }
      return CoverageBitmap(
        width: part.columns.count, height: part.rows.count, bytes: bytes)
    }
  }
}

extension PixelBitmap {
  /// The alpha of every pixel.
  fileprivate var alpha: CoverageBitmap {
    CoverageBitmap(
      width: width, height: height, bytes: (0..<width * height).map { bytes[4 * $0 + 3] })
  }
}

extension MaskRecipe.Layer {
  /// The part of the content that a mask's rows of samples can see: all of a small one.
  fileprivate func seenContent(_ layout: MaskLayout, rows: Range<Int>) -> BitmapWindow {
    guard let content else { return BitmapWindow(columns: 0..<0, rows: 0..<0) }
    let whole = BitmapWindow(columns: 0..<content.width, rows: 0..<content.height)
    if content.width <= BitmapWindow.mostWhole / max(1, content.height) { return whole }
    let reach = Int(EdgeResponse(kernel: kernel, sigma: sigma).farthest.rounded(.up)) + 2
    // The general blur halves in steps; on a multiple of the largest a part is halved as the whole.
    let grid = sigma >= 1.5 ? 1024 : 1
    func seen(_ from: Int, _ to: Int, _ start: Double, _ length: Int) -> Range<Int> {
      let place = Int(start.rounded(.down))
      let first = min(length, max(0, from - place - reach) / grid * grid)
      return first..<max(first, min(length, to - place + reach))
    }
    return BitmapWindow(
      columns: seen(
        layout.x.origin, layout.x.origin + layout.x.length, content.left, content.width),
      rows: seen(
        layout.y.origin + layout.y.pixel(rows.lowerBound),
        layout.y.origin + layout.y.pixel(rows.upperBound - 1) + 1, content.top, content.height))
  }
}
