internal import Penumbra
internal import PenumbraGraphics
internal import PenumbraScene
internal import Vips

extension Bench {
  /// A short suite on scenes that need no file: what `penumbra bench` alone measures.
  ///
  /// Cards with one wide shadow, Material cards of two shadows, cells whose shadows all differ, and
  /// the general blur at a small and a large sigma.
  public func suite(
    interruption: Interruption, onRecord: (BenchRecord) -> Void
  ) throws(JobError) {
    try JobError.translating {
      Library.limit(threads: threads)
      for text in Bench.scenes {
        let scene = try SceneLoader.scene(Array(text.utf8)).layOut(options.layout)
        let content = VipsContent(root: ".", allowsOutside: false)
        for stage in [BenchRecord.Stage.raster, .encode, .render] {
          let records = try measure(
            stage, scene, folder: ".", content: content, target: nil, interruption: interruption)
          for record in records { onRecord(record) }
        }
      }
      for sigma in [2.0, 30] {
        onRecord(
          try blur(size: 1024, sigma: sigma, kernel: .gaussian, interruption: interruption))
      }
    }
  }

  private static let scenes = [
    """
    {"penumbra": 1, "name": "wide-shadow",
     "canvas": {"width": 2400, "height": "fit", "background": "#f2f2f7"},
     "matrix": {"cell": {"width": 360, "height": 480}, "gap": 100, "columns": 5,
      "style": {"fill": "#ffffff", "cornerRadius": 16,
       "shadow": {"color": "#000000", "opacity": 0.3, "sigma": 30, "offset": [0, 12]}},
      "vary": {"opacity": [1], "label": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]}}}
    """,
    """
    {"penumbra": 1, "name": "material-cards",
     "canvas": {"width": 2400, "height": "fit", "background": "#fafafa"},
     "matrix": {"cell": {"width": 160, "height": 120}, "gap": 40, "columns": 12,
      "style": {"fill": "#ffffff", "cornerRadius": 4},
      "vary": {"elevation.value": [1, 2, 3, 5, 8, 13],
       "fill": ["#ffffff", "#fefefe", "#fdfdfd", "#fcfcfc", "#fbfbfb", "#fafafa", "#f9f9f9",
        "#f8f8f8", "#f7f7f7", "#f6f6f6", "#f5f5f5", "#f4f4f4"]}}}
    """,
    """
    {"penumbra": 1, "name": "all-distinct",
     "canvas": {"width": 2400, "height": "fit", "background": "#ffffff"},
     "matrix": {"cell": {"width": 120, "height": 90}, "gap": 60, "columns": 12,
      "style": {"fill": "#ffffff", "shadow": {"color": "#000000", "opacity": 0.4, "sigma": 1}},
      "vary": {"shadow.sigma": {"from": 1, "to": 20, "step": 1.7},
       "cornerRadius": {"from": 0, "to": 33, "step": 3}}}}
    """,
  ]
}
