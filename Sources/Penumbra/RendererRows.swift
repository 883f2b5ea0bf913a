internal import PenumbraLocking
internal import ShadowEngine
internal import Vips

/// A renderer's rows for an encoder, with progress and a way to stop.
final class RendererRows: PixelSource {
  let layout: PixelLayout
  private let renderer: BandRenderer
  private let progress: (@Sendable (SceneRenderer.Progress) throws -> Void)?
  private let cancellation: Cancellation?
  private let state = Guarded(State())

  private struct State {
    var rows = 0
    var stopped: (any Error)?
  }

  init(
    _ renderer: BandRenderer, progress: (@Sendable (SceneRenderer.Progress) throws -> Void)?,
    cancellation: Cancellation?
  ) {
    self.renderer = renderer
    self.progress = progress
    self.cancellation = cancellation
    layout = PixelLayout(
      width: renderer.width, height: renderer.height, channels: renderer.channels)
  }

  /// What ended the writing from outside: a cancellation, or an error of `progress`.
  var stopped: (any Error)? { state.withLock { $0.stopped } }

  func fill(rows: Range<Int>, into base: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
    // The last row may end where the encoder's memory does: no padding after it.
    let count = (rows.count - 1) * bytesPerRow + layout.bytesPerRow
    try renderer.compose(
      rows: rows, into: UnsafeMutableRawBufferPointer(start: base, count: count),
      bytesPerRow: bytesPerRow)
    // Rows asked for twice count once.
    let drawn = state.withLock { state in
      state.rows = min(layout.height, state.rows + rows.count)
      return state.rows
    }
    do {
      try cancellation?.check()
      try progress?(SceneRenderer.Progress(rows: drawn, height: layout.height))
    } catch {
      state.withLock { if $0.stopped == nil { $0.stopped = error } }
      throw error
    }
  }
}
