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
          image.width == request.width && image.height == request.height,
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
    case .recipe(let recipe, let rows):
      let (recipe, layout) = plan.recipes[recipe]
      var content: [Int: CoverageBitmap] = [:]
      for layer in recipe.layers {
        if let number = layer.content?.number { content[number] = try bitmap(number) }
      }
      return builder.mask(recipe, layout, rows: rows, content: content, arena: arena)
    case .label(let request, let alpha, let channels):
      return builder.mask(
        try coverage(request), height: plan.labelRequests[request].height, alpha: alpha,
        channels: channels, arena: arena)
    }
  }

  private func coverage(_ request: Int) throws(RenderError) -> CoverageBitmap {
    do {
      return try content.coverage(of: plan.labelRequests[request])
    } catch {
      throw .content(error)
    }
  }

  /// The alpha of content that casts a shadow.
  private func bitmap(_ number: Int) throws(RenderError) -> CoverageBitmap {
    switch plan.casters[number] {
    case .label(let request): return try coverage(request)
    case .image(let request):
      let image = try image(request)
      return CoverageBitmap(
        width: image.width, height: image.height,
        bytes: (0..<image.width * image.height).map { image.bytes[4 * $0 + 3] })
    }
  }
}
