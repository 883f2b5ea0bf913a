import Foundation
import PenumbraTestSupport
import Testing

/// What decides a pixel is arithmetic that every processor and every C library does alike.
@Suite struct ArithmeticTests {
  /// From the text of a scene to its pixels.
  ///
  /// Lint, reports and the command may use more.
  static let targets = [
    "PenumbraGraphics", "CSSValues", "OrderedJSON", "PenumbraScene", "PenumbraTokens",
    "ShadowKernels", "ShadowKernelsV3", "ShadowKernelsV4", "ShadowEngine", "Penumbra",
  ]

  /// Functions of libm whose last bit differs between libraries, in double and in single precision.
  ///
  /// Roots, and what rounds to whole numbers, are exact everywhere.
  static let inexact: Set<String> = {
    let names = [
      "sin", "cos", "tan", "sincos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
      "asinh", "acosh", "atanh", "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p",
      "pow", "cbrt", "hypot", "erf", "erfc", "tgamma", "lgamma", "fma",
    ]
    return Set(names + names.map { $0 + "f" })
  }()

  static let nm = PenumbraCommand.program("nm", "llvm-nm")
  static let objdump = PenumbraCommand.program("objdump", "llvm-objdump")

  @Test(.enabled(if: nm != nil, "needs nm of binutils"), arguments: targets)
  func noFunctionOfLibmDecidesAPixel(target: String) throws {
    let objects = try BuildProducts.objects(of: target)
    try #require(!objects.isEmpty, "no objects of \(target) beside the tests")
    for object in objects {
      let result = try PenumbraCommand.run(
        ["-P", "-u", object.path], executable: try #require(Self.nm))
      try #require(result.code == 0, "nm \(object.lastPathComponent): \(result.errors)")
      let used = result.output.split(separator: "\n").compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
      #expect(
        Self.inexact.intersection(used).isEmpty,
        "\(target)/\(object.lastPathComponent) calls \(Self.inexact.intersection(used))")
    }
  }

  /// A product and a sum that are rounded once give other bits than two that are rounded each.
  @Test(.enabled(if: objdump != nil, "needs objdump of binutils"), arguments: targets)
  func noProductIsFusedWithASum(target: String) throws {
    for object in try BuildProducts.objects(of: target) {
      let result = try PenumbraCommand.run(
        ["-d", "--no-show-raw-insn", object.path], executable: try #require(Self.objdump))
      try #require(result.code == 0, "objdump \(object.lastPathComponent): \(result.errors)")
      var instructions = 0
      let fused = result.output.utf8.split(separator: UInt8(ascii: "\n")).lazy.compactMap {
        line -> String? in
        let words = line.split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
        guard words.count > 1, words[0].last == UInt8(ascii: ":") else { return nil }
        instructions += 1
        let name = String(decoding: words[1], as: UTF8.self)
        return Self.isFused(name) ? name : nil
      }.first
      #expect(fused == nil, "\(target)/\(object.lastPathComponent) holds \(fused ?? "")")
      #expect(instructions > 0 || fused != nil, "objdump shows no code of \(object.path)")
    }
  }

  private static func isFused(_ name: String) -> Bool {
    ["vfmadd", "vfmsub", "vfnmadd", "vfnmsub"].contains { name.hasPrefix($0) }
      || ["fmadd", "fmsub", "fnmadd", "fnmsub", "fmla", "fmls"].contains {
        name == $0 || name.hasPrefix($0 + ".")
      }
  }

  @Test func fusedInstructionsAreKnownByName() {
    for name in ["vfmadd213ps", "vfnmsub231sd", "fmla", "fmla.4s", "fmadd"] {
      #expect(Self.isFused(name), "\(name)")
    }
    for name in ["vmulps", "fmul", "fadd", "mla", "madd", "pmaddwd"] {
      #expect(!Self.isFused(name), "\(name)")
    }
  }
}
