import Testing

/// Mixes and notations that leave sRGB, with what a second implementation makes of them: conversions
/// and mixes of the Python package coloraide 8.13, brought into sRGB by the pseudo-code of CSS Color 4,
/// section 13.2.2, written down anew on its conversions.
struct MixedColor: Sendable, CustomTestStringConvertible {
  let css: String
  /// Encoded sRGB before it is mapped.
  let unbounded: [Double]
  /// Mapped, 0...255.
  let mapped: [Double]

  var testDescription: String { css }

  init(_ css: String, _ unbounded: [Double], _ mapped: [Double]) {
    self.css = css
    self.unbounded = unbounded
    self.mapped = mapped
  }

  static let all = [
    MixedColor(
      "color-mix(in hsl, color(srgb 1.2 0.9 1.1), white)",
      [1.0625, 0.9875, 1.0375], [255, 255, 255]),
    MixedColor(
      "color-mix(in hwb, color(srgb 1.2 0.9 1.1), white)",
      [1.1, 0.95, 1.05], [255, 255, 255]),
    MixedColor(
      "color-mix(in srgb, color(srgb 1.2 0.9 1.1), white)",
      [1.1, 0.95, 1.05], [255, 255, 255]),
    MixedColor(
      "color-mix(in srgb-linear, color(srgb 1.2 0.9 1.1), white)",
      [1.106_037_589, 0.951_739_1, 1.051_582_06], [255, 255, 255]),
    MixedColor(
      "color-mix(in display-p3, color(srgb 1.2 0.9 1.1), white)",
      [1.101_930_022, 0.950_519_195, 1.050_376_895], [255, 255, 255]),
    MixedColor(
      "color-mix(in a98-rgb, color(srgb 1.2 0.9 1.1), white)",
      [1.103_518_504, 0.950_113_593, 1.050_319_526], [255, 255, 255]),
    MixedColor(
      "color-mix(in prophoto-rgb, color(srgb 1.2 0.9 1.1), white)",
      [1.104_336_484, 0.951_480_375, 1.050_742_241], [255, 255, 255]),
    MixedColor(
      "color-mix(in rec2020, color(srgb 1.2 0.9 1.1), white)",
      [1.103_799_393, 0.951_019_106, 1.050_456_524], [255, 255, 255]),
    MixedColor(
      "color-mix(in xyz-d50, color(srgb 1.2 0.9 1.1), white)",
      [1.106_037_589, 0.951_739_1, 1.051_582_06], [255, 255, 255]),
    MixedColor(
      "color-mix(in xyz-d65, color(srgb 1.2 0.9 1.1), white)",
      [1.106_037_589, 0.951_739_1, 1.051_582_06], [255, 255, 255]),
    MixedColor(
      "color-mix(in lab, color(srgb 1.2 0.9 1.1), white)",
      [1.103_472_29, 0.952_818_864, 1.050_146_902], [255, 255, 255]),
    MixedColor(
      "color-mix(in lch, color(srgb 1.2 0.9 1.1), white)",
      [1.103_472_29, 0.952_818_864, 1.050_146_902], [255, 255, 255]),
    MixedColor(
      "color-mix(in oklab, color(srgb 1.2 0.9 1.1), white)",
      [1.104_371_877, 0.952_555_407, 1.050_531_503], [255, 255, 255]),
    MixedColor(
      "color-mix(in oklch, color(srgb 1.2 0.9 1.1), white)",
      [1.104_371_877, 0.952_555_407, 1.050_531_503], [255, 255, 255]),
    MixedColor(
      "color-mix(in hsl, color(srgb 1.2 0.9 1.1), blue)",
      [0.325, 1.075, 1.225], [207.7988, 255, 255]),
    MixedColor(
      "color-mix(in hwb, color(srgb 1.2 0.9 1.1), blue)",
      [0.883_333_333, 0.45, 1.1], [219.582, 124.6493, 255]),
    MixedColor(
      "color-mix(in srgb, color(srgb 1.2 0.9 1.1), blue)",
      [0.6, 0.45, 1.05], [153, 114.75, 255]),
    MixedColor(
      "color-mix(in srgb-linear, color(srgb 1.2 0.9 1.1), blue)",
      [0.885_187_691, 0.660_441_629, 1.051_582_06], [225.7229, 168.4126, 255]),
    MixedColor(
      "color-mix(in display-p3, color(srgb 1.2 0.9 1.1), blue)",
      [0.600_174_62, 0.450_054_708, 1.059_348_044], [152.8698, 115.5567, 255]),
    MixedColor(
      "color-mix(in a98-rgb, color(srgb 1.2 0.9 1.1), blue)",
      [0.609_963_069, 0.451_007_787, 1.053_611_825], [155.5267, 115.0637, 255]),
    MixedColor(
      "color-mix(in prophoto-rgb, color(srgb 1.2 0.9 1.1), blue)",
      [0.803_275_858, 0.549_360_167, 1.057_303_193], [204.5297, 140.5924, 255]),
    MixedColor(
      "color-mix(in rec2020, color(srgb 1.2 0.9 1.1), blue)",
      [0.721_112_908, 0.503_035_238, 1.057_877_041], [183.619, 128.8696, 255]),
    MixedColor(
      "color-mix(in xyz-d50, color(srgb 1.2 0.9 1.1), blue)",
      [0.885_187_691, 0.660_441_629, 1.051_582_06], [225.7229, 168.4126, 255]),
    MixedColor(
      "color-mix(in xyz-d65, color(srgb 1.2 0.9 1.1), blue)",
      [0.885_187_691, 0.660_441_629, 1.051_582_06], [225.7229, 168.4126, 255]),
    MixedColor(
      "color-mix(in lab, color(srgb 1.2 0.9 1.1), blue)",
      [0.774_148_751, 0.476_302_107, 1.060_177_821], [196.8495, 122.5388, 255]),
    MixedColor(
      "color-mix(in lch, color(srgb 1.2 0.9 1.1), blue)",
      [0.886_807_088, 0.413_364_015, 1.000_556_501], [226.1358, 105.4078, 255]),
    MixedColor(
      "color-mix(in oklab, color(srgb 1.2 0.9 1.1), blue)",
      [0.584_531_345, 0.588_573_52, 1.077_499_123], [149.7689, 151.728, 255]),
    MixedColor(
      "color-mix(in oklch, color(srgb 1.2 0.9 1.1), blue)",
      [0.754_015_199, 0.502_071_894, 1.077_033_859], [190.6597, 131.3407, 255]),
    MixedColor(
      "color-mix(in hsl, color(srgb 1.3 0.2 -0.2), lime)",
      [0.989_444_444, 1.158_333_333, -0.108_333_333], [255, 255, 255]),
    MixedColor(
      "color-mix(in hwb, color(srgb 1.3 0.2 -0.2), lime)",
      [0.983_333_333, 1.15, -0.1], [255, 255, 255]),
    MixedColor(
      "color-mix(in srgb, color(srgb 1.3 0.2 -0.2), lime)",
      [0.65, 0.6, -0.1], [165.75, 153, 0]),
    MixedColor(
      "color-mix(in srgb-linear, color(srgb 1.3 0.2 -0.2), lime)",
      [0.960_103_045, 0.746_155_43, -0.136_034_152], [244.8263, 190.2696, 0]),
    MixedColor(
      "color-mix(in display-p3, color(srgb 1.3 0.2 -0.2), lime)",
      [0.859_047_498, 0.652_552_502, -0.136_050_463], [219.0571, 166.4009, 0]),
    MixedColor(
      "color-mix(in a98-rgb, color(srgb 1.3 0.2 -0.2), lime)",
      [0.926_918_863, 0.611_848_411, -0.124_070_418], [236.3643, 156.0213, 0]),
    MixedColor(
      "color-mix(in prophoto-rgb, color(srgb 1.3 0.2 -0.2), lime)",
      [0.943_947_343, 0.710_069_979, -0.177_230_906], [240.7066, 181.0678, 0]),
    MixedColor(
      "color-mix(in rec2020, color(srgb 1.3 0.2 -0.2), lime)",
      [0.930_733_229, 0.684_246_4, -0.147_977_299], [237.337, 174.4828, 0]),
    MixedColor(
      "color-mix(in xyz-d50, color(srgb 1.3 0.2 -0.2), lime)",
      [0.960_103_045, 0.746_155_43, -0.136_034_152], [244.8263, 190.2696, 0]),
    MixedColor(
      "color-mix(in xyz-d65, color(srgb 1.3 0.2 -0.2), lime)",
      [0.960_103_045, 0.746_155_43, -0.136_034_152], [244.8263, 190.2696, 0]),
    MixedColor(
      "color-mix(in lab, color(srgb 1.3 0.2 -0.2), lime)",
      [0.936_596_927, 0.746_388_912, -0.228_543_323], [238.7279, 190.3604, 0]),
    MixedColor(
      "color-mix(in lch, color(srgb 1.3 0.2 -0.2), lime)",
      [0.863_593_891, 0.776_888_918, -0.323_951_184], [217.2459, 198.4447, 0]),
    MixedColor(
      "color-mix(in oklab, color(srgb 1.3 0.2 -0.2), lime)",
      [0.964_471_016, 0.733_227_462, -0.151_863_357], [245.9401, 186.973, 0]),
    MixedColor(
      "color-mix(in oklch, color(srgb 1.3 0.2 -0.2), lime)",
      [1.078_297_34, 0.683_146_396, -0.514_110_711], [246.0468, 187.4323, 0]),
    MixedColor(
      "color-mix(in hsl, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [1.065_780_131, 1.122_925_813, -0.436_433_281], [255, 255, 255]),
    MixedColor(
      "color-mix(in hwb, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [1.003_450_055, 1.055_666_01, -0.369_173_478], [252.9432, 255, 167.911]),
    MixedColor(
      "color-mix(in srgb, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [0.290_730_69, 0.395_761_842, -0.230_404_601], [78.0961, 98.236, 0]),
    MixedColor(
      "color-mix(in srgb-linear, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [0.735_356_983, 0.735_356_983, -0.245_611_314], [187.0541, 187.3996, 0]),
    MixedColor(
      "color-mix(in display-p3, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [0.5, 0.5, -0.156_093_573], [127.4699, 127.4929, 0]),
    MixedColor(
      "color-mix(in a98-rgb, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [0.753_778_73, 0.391_312_794, -0.198_796_293], [187.9195, 102.7808, 0]),
    MixedColor(
      "color-mix(in prophoto-rgb, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [0.750_019_427, 0.657_453_94, -0.246_361_253], [189.6875, 167.9057, 0]),
    MixedColor(
      "color-mix(in rec2020, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [0.742_892_492, 0.606_724_433, -0.197_373_869], [189.137, 154.7948, 0]),
    MixedColor(
      "color-mix(in xyz-d50, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [0.735_356_983, 0.735_356_983, -0.245_611_314], [187.0541, 187.3996, 0]),
    MixedColor(
      "color-mix(in xyz-d65, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [0.735_356_983, 0.735_356_983, -0.245_611_314], [187.0541, 187.3996, 0]),
    MixedColor(
      "color-mix(in lab, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [0.757_114_994, 0.691_232_782, -0.252_194_519], [191.7968, 176.3747, 0]),
    MixedColor(
      "color-mix(in lch, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [0.783_789_637, 0.683_547_057, -0.319_586_094], [195.5266, 175.0144, 0]),
    MixedColor(
      "color-mix(in oklab, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [0.807_952_278, 0.671_925_182, -0.228_852_624], [205.1408, 171.5561, 0]),
    MixedColor(
      "color-mix(in oklch, color(display-p3 0 1 0), color(display-p3 1 0 0))",
      [1.020_922_683, 0.555_902_267, -0.503_352_468], [219.4878, 164.0805, 0]),
    MixedColor(
      "color-mix(in hsl, color(rec2020 0 0 1), #fc3)",
      [1.169_923_313, -0.194_285_058, 0.764_763_121], [255, 88.6882, 187.156]),
    MixedColor(
      "color-mix(in hwb, color(rec2020 0 0 1), #fc3)",
      [1.025_244_731, -0.049_606_475, 0.706_021_56], [255, 0, 180.0355]),
    MixedColor(
      "color-mix(in srgb, color(rec2020 0 0 1), #fc3)",
      [0.350_393_525, 0.355_679_904, 0.625_244_731], [89.3503, 90.6984, 159.4374]),
    MixedColor(
      "color-mix(in srgb-linear, color(rec2020 0 0 1), #fc3)",
      [0.710_836_079, 0.581_820_917, 0.783_305_826], [181.2632, 148.3643, 199.743]),
    MixedColor(
      "color-mix(in display-p3, color(rec2020 0 0 1), #fc3)",
      [0.345_514_741, 0.352_600_811, 0.692_277_785], [88.1063, 89.9132, 176.5308]),
    MixedColor(
      "color-mix(in a98-rgb, color(rec2020 0 0 1), #fc3)",
      [0.337_790_629, 0.338_389_258, 0.667_116_083], [86.1366, 86.2893, 170.1146]),
    MixedColor(
      "color-mix(in prophoto-rgb, color(rec2020 0 0 1), #fc3)",
      [0.695_355_099, 0.477_095_696, 0.725_687_386], [177.3156, 121.6594, 185.0503]),
    MixedColor(
      "color-mix(in rec2020, color(rec2020 0 0 1), #fc3)",
      [0.519_648_314, 0.438_120_553, 0.700_562_593], [132.5103, 111.7207, 178.6435]),
    MixedColor(
      "color-mix(in xyz-d50, color(rec2020 0 0 1), #fc3)",
      [0.710_836_079, 0.581_820_917, 0.783_305_826], [181.2632, 148.3643, 199.743]),
    MixedColor(
      "color-mix(in xyz-d65, color(rec2020 0 0 1), #fc3)",
      [0.710_836_079, 0.581_820_917, 0.783_305_826], [181.2632, 148.3643, 199.743]),
    MixedColor(
      "color-mix(in lab, color(rec2020 0 0 1), #fc3)",
      [0.725_814_479, 0.401_940_651, 0.692_721_625], [185.0827, 102.4949, 176.644]),
    MixedColor(
      "color-mix(in lch, color(rec2020 0 0 1), #fc3)",
      [1.128_011_826, -0.345_081_746, 0.396_066_347], [255, 0, 109.2315]),
    MixedColor(
      "color-mix(in oklab, color(rec2020 0 0 1), #fc3)",
      [0.117_162_81, 0.606_075_502, 0.783_971_605], [29.8765, 154.5493, 199.9128]),
    MixedColor(
      "color-mix(in oklch, color(rec2020 0 0 1), #fc3)",
      [-0.542_534_901, 0.734_178_887, 0.405_427_181], [0, 170.2881, 121.023]),
    MixedColor(
      "color-mix(in hsl, color(srgb -0.3 -0.1 -0.2), #369)",
      [0.1, 0.05, 0.15], [25.5, 12.75, 38.25]),
    MixedColor(
      "color-mix(in hwb, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.05, 0.25, 0.25], [0, 63.75, 63.75]),
    MixedColor(
      "color-mix(in srgb, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.05, 0.15, 0.2], [0, 38.25, 51]),
    MixedColor(
      "color-mix(in srgb-linear, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.151_992_369, 0.274_905_567, 0.413_765_618], [0, 69.6117, 100.4021]),
    MixedColor(
      "color-mix(in display-p3, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.063_122_803, 0.144_823_373, 0.199_155_541], [0, 36.93, 50.7847]),
    MixedColor(
      "color-mix(in a98-rgb, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.061_902_74, 0.116_873_872, 0.176_456_378], [0, 29.6355, 43.9061]),
    MixedColor(
      "color-mix(in prophoto-rgb, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.138_276_186, 0.156_520_802, 0.247_799_155], [0, 37.5122, 49.7311]),
    MixedColor(
      "color-mix(in rec2020, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.110_012_569, 0.206_922_388, 0.271_126_951], [0, 52.2242, 66.9538]),
    MixedColor(
      "color-mix(in xyz-d50, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.151_992_369, 0.274_905_567, 0.413_765_618], [0, 69.6117, 100.4021]),
    MixedColor(
      "color-mix(in xyz-d65, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.151_992_369, 0.274_905_567, 0.413_765_618], [0, 69.6117, 100.4021]),
    MixedColor(
      "color-mix(in lab, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.157_491_396, 0.147_617_623, 0.164_502_963], [0, 29.9955, 29.7438]),
    MixedColor(
      "color-mix(in lch, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.210_009_039, 0.155_929_084, 0.260_297_565], [0, 19.783, 17.8748]),
    MixedColor(
      "color-mix(in oklab, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.025_115_918, 0.019_336_653, 0.066_418_643], [0, 4.6316, 9.4923]),
    MixedColor(
      "color-mix(in oklch, color(srgb -0.3 -0.1 -0.2), #369)",
      [-0.032_094_057, 0.020_578_475, 0.077_281_798], [0, 4.7659, 8.6041]),
    MixedColor(
      "color-mix(in hwb, lab(100 0 0), red)",
      [1, 0.5, 0.5], [255, 127.5, 127.5]),
    MixedColor(
      "color-mix(in srgb, lab(100 0 0), red)",
      [1, 0.5, 0.5], [255, 127.5, 127.5]),
    MixedColor(
      "color-mix(in srgb-linear, lab(100 0 0), red)",
      [1, 0.735_356_983, 0.735_356_983], [255, 187.516, 187.516]),
    MixedColor(
      "color-mix(in display-p3, lab(100 0 0), red)",
      [1.017_989_999, 0.578_387_679, 0.555_306_511], [255, 147.4889, 141.6032]),
    MixedColor(
      "color-mix(in a98-rgb, lab(100 0 0), red)",
      [1.044_131_498, 0.503_992_901, 0.503_992_904], [255, 128.5182, 128.5182]),
    MixedColor(
      "color-mix(in prophoto-rgb, lab(100 0 0), red)",
      [1.039_792_374, 0.646_944_285, 0.604_447_293], [255, 164.9708, 154.1341]),
    MixedColor(
      "color-mix(in rec2020, lab(100 0 0), red)",
      [1.036_063_958, 0.612_171_752, 0.564_428_057], [255, 156.1038, 143.9292]),
    MixedColor(
      "color-mix(in xyz-d50, lab(100 0 0), red)",
      [1, 0.735_356_983, 0.735_356_983], [255, 187.516, 187.516]),
    MixedColor(
      "color-mix(in xyz-d65, lab(100 0 0), red)",
      [1, 0.735_356_983, 0.735_356_983], [255, 187.516, 187.516]),
    MixedColor(
      "color-mix(in lab, lab(100 0 0), red)",
      [1.062_638_399, 0.624_115_322, 0.503_064_661], [255, 161.6292, 132.4665]),
    MixedColor(
      "color-mix(in lch, lab(100 0 0), red)",
      [1.062_638_399, 0.624_115_322, 0.503_064_661], [255, 161.6292, 132.4665]),
    MixedColor(
      "color-mix(in oklab, lab(100 0 0), red)",
      [1.046_848_33, 0.631_421_063, 0.569_473_833], [255, 161.0124, 145.2158]),
    MixedColor(
      "color-mix(in oklch, lab(100 0 0), red)",
      [1.046_848_33, 0.631_421_063, 0.569_473_833], [255, 161.0124, 145.2158]),
    MixedColor(
      "color-mix(in hsl, color(srgb 1.1 1.1 1.1), red)",
      [0.9, 0.7, 0.7], [229.5, 178.5, 178.5]),
    MixedColor(
      "color-mix(in hwb, color(srgb 1.1 1.1 1.1), red)",
      [1.05, 0.55, 0.55], [255, 141.1329, 140.9681]),
    MixedColor(
      "color-mix(in srgb, color(srgb 1.1 1.1 1.1), red)",
      [1.05, 0.55, 0.55], [255, 141.1329, 140.9681]),
    MixedColor(
      "color-mix(in srgb-linear, color(srgb 1.1 1.1 1.1), red)",
      [1.051_582_06, 0.810_272_337, 0.810_272_337], [255, 206.6194, 206.6194]),
    MixedColor(
      "color-mix(in display-p3, color(srgb 1.1 1.1 1.1), red)",
      [1.068_879_4, 0.628_907_046, 0.605_620_968], [255, 163.9111, 157.9937]),
    MixedColor(
      "color-mix(in a98-rgb, color(srgb 1.1 1.1 1.1), red)",
      [1.096_398_18, 0.556_978_009, 0.556_978_013], [255, 151.7155, 150.1234]),
    MixedColor(
      "color-mix(in prophoto-rgb, color(srgb 1.1 1.1 1.1), red)",
      [1.091_776_603, 0.705_057_217, 0.663_129_884], [255, 185.7485, 176.3877]),
    MixedColor(
      "color-mix(in rec2020, color(srgb 1.1 1.1 1.1), red)",
      [1.087_870_946, 0.664_831_769, 0.616_881_488], [255, 175.521, 164.5513]),
    MixedColor(
      "color-mix(in xyz-d50, color(srgb 1.1 1.1 1.1), red)",
      [1.051_582_06, 0.810_272_337, 0.810_272_337], [255, 206.6194, 206.6194]),
    MixedColor(
      "color-mix(in xyz-d65, color(srgb 1.1 1.1 1.1), red)",
      [1.051_582_06, 0.810_272_337, 0.810_272_337], [255, 206.6194, 206.6194]),
    MixedColor(
      "color-mix(in lab, color(srgb 1.1 1.1 1.1), red)",
      [1.115_720_988, 0.671_096_19, 0.547_393_692], [255, 180.8513, 156.5158]),
    MixedColor(
      "color-mix(in lch, color(srgb 1.1 1.1 1.1), red)",
      [1.115_720_988, 0.671_096_19, 0.547_393_692], [255, 180.8513, 156.5158]),
    MixedColor(
      "color-mix(in oklab, color(srgb 1.1 1.1 1.1), red)",
      [1.098_985_538, 0.678_610_054, 0.615_224_725], [255, 180.3947, 166.7056]),
    MixedColor(
      "color-mix(in oklch, color(srgb 1.1 1.1 1.1), red)",
      [1.098_985_538, 0.678_610_054, 0.615_224_725], [255, 180.3947, 166.7056]),
    MixedColor(
      "color-mix(in hsl, oklch(0.7 0.35 150), navy)",
      [-0.372_673_025, 0.643_118_729, 0.764_711_783], [0, 159.9556, 183.5001]),
    MixedColor(
      "color-mix(in hwb, oklch(0.7 0.35 150), navy)",
      [-0.268_180_871, 0.560_968_213, 0.660_219_629], [0, 141.5176, 163.9644]),
    MixedColor(
      "color-mix(in srgb, oklch(0.7 0.35 150), navy)",
      [-0.268_180_871, 0.409_239_236, 0.127_639_823], [0, 97.514, 50.1205]),
    MixedColor(
      "color-mix(in srgb-linear, oklch(0.7 0.35 150), navy)",
      [-0.388_020_742, 0.599_369_489, 0.319_281_442], [0, 143.4518, 94.1767]),
    MixedColor(
      "color-mix(in display-p3, oklch(0.7 0.35 150), navy)",
      [-0.270_196_251, 0.410_000_938, 0.199_821_104], [0, 97.8347, 60.7133]),
    MixedColor(
      "color-mix(in a98-rgb, oklch(0.7 0.35 150), navy)",
      [-0.258_333_666, 0.407_813_522, 0.111_586_385], [0, 97.8379, 46.86]),
    MixedColor(
      "color-mix(in prophoto-rgb, oklch(0.7 0.35 150), navy)",
      [-0.264_083_496, 0.490_015_514, 0.311_593_279], [0, 121.0792, 83.2374]),
    MixedColor(
      "color-mix(in rec2020, oklch(0.7 0.35 150), navy)",
      [-0.259_133_354, 0.457_165_467, 0.271_837_571], [0, 112.1835, 74.3033]),
    MixedColor(
      "color-mix(in xyz-d50, oklch(0.7 0.35 150), navy)",
      [-0.388_020_742, 0.599_369_489, 0.319_281_442], [0, 143.4518, 94.1767]),
    MixedColor(
      "color-mix(in xyz-d65, oklch(0.7 0.35 150), navy)",
      [-0.388_020_742, 0.599_369_489, 0.319_281_442], [0, 143.4518, 94.1767]),
    MixedColor(
      "color-mix(in lab, oklch(0.7 0.35 150), navy)",
      [-0.044_721_076, 0.429_104_681, 0.304_721_237], [0, 109.4217, 77.7039]),
    MixedColor(
      "color-mix(in lch, oklch(0.7 0.35 150), navy)",
      [-0.614_059_263, 0.489_962_324, 0.850_935_49], [0, 100.9317, 108.4326]),
    MixedColor(
      "color-mix(in oklab, oklch(0.7 0.35 150), navy)",
      [-0.327_945_849, 0.476_812_597, 0.401_063_741], [0, 113.9586, 99.8288]),
    MixedColor(
      "color-mix(in oklch, oklch(0.7 0.35 150), navy)",
      [-0.480_724_434, 0.487_369_837, 0.667_777_655], [0, 110.4177, 124.424]),
    MixedColor(
      "color-mix(in hsl, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.145_833_333, 1.171_875, 1.354_166_667], [255, 255, 255]),
    MixedColor(
      "color-mix(in hwb, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.15, 1.175, 1.35], [255, 255, 255]),
    MixedColor(
      "color-mix(in srgb, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.25, 1.25, 1.275], [255, 255, 255]),
    MixedColor(
      "color-mix(in srgb-linear, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.261_988_582, 1.251_339_994, 1.277_955_738], [255, 255, 255]),
    MixedColor(
      "color-mix(in display-p3, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.253_712_601, 1.250_585_694, 1.275_548_198], [255, 255, 255]),
    MixedColor(
      "color-mix(in a98-rgb, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.256_513_158, 1.250_087_467, 1.275_501_75], [255, 255, 255]),
    MixedColor(
      "color-mix(in prophoto-rgb, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.258_262_241, 1.251_488_128, 1.276_242_707], [255, 255, 255]),
    MixedColor(
      "color-mix(in rec2020, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.257_094_037, 1.251_079_333, 1.275_703_69], [255, 255, 255]),
    MixedColor(
      "color-mix(in xyz-d50, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.261_988_582, 1.251_339_994, 1.277_955_738], [255, 255, 255]),
    MixedColor(
      "color-mix(in xyz-d65, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.261_988_582, 1.251_339_994, 1.277_955_738], [255, 255, 255]),
    MixedColor(
      "color-mix(in lab, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.256_572_2, 1.253_272_439, 1.275_154_205], [255, 255, 255]),
    MixedColor(
      "color-mix(in lch, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.111_806_931, 1.281_099_216, 1.419_092_44], [255, 255, 255]),
    MixedColor(
      "color-mix(in oklab, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.258_026_034, 1.252_911_176, 1.275_734_281], [255, 255, 255]),
    MixedColor(
      "color-mix(in oklch, color(srgb 1.4 1.2 1.35), color(srgb 1.1 1.3 1.2))",
      [1.123_215_741, 1.276_539_283, 1.435_293_622], [255, 255, 255]),
    MixedColor(
      "hsl(0 150% 70%)",
      [1.15, 0.25, 0.25], [255, 105.7798, 95.4644]),
    MixedColor(
      "hsl(0 200% 50%)",
      [1.5, -0.5, -0.5], [255, 141.9374, 75.8354]),
    MixedColor(
      "hsl(120 80% 120%)",
      [1.36, 1.04, 1.36], [255, 255, 255]),
    MixedColor(
      "hsl(200 60% -10%)",
      [-0.04, -0.12, -0.16], [0, 0, 0]),
    MixedColor(
      "hsl(330 300% 40%)",
      [1.6, -0.8, 0.4], [255, 56.558, 135.3998]),
  ]
}
