internal import Vips

/// One picture to be made.
struct BatchItem: Sendable {
  /// Its place in the whole job, from 1, whichever shard makes it.
  var number = 0
  /// The output's path under the output folder, without suffix.
  var name: String
  var scene: String
  var source: String
  var cells: Int
  /// Predicted work, for shards and for the order of making.
  var cost: PredictedCost
  var kernel: String
  /// Its size, or the most it can be.
  var layout: PixelLayout
  /// The SHA-256 of all that decides the picture.
  var proof: String
  /// How it is encoded, where that is not the job's format, and why.
  var exception: (format: OutputFormat, remedy: String)?
  /// Makes the pixels' source when the picture's turn comes.
  var makeSource: @Sendable () throws -> any PixelSource
  /// Of a picture of one cell, who it is.
  var makeRecord: @Sendable () throws -> CellRecord? = { nil }
}

extension BatchFailure {
  /// A picture that could not be made.
  init(item: BatchItem, error: JobError) {
    self.init(scene: item.scene, source: item.source, error: error)
    number = item.number
  }
}
