// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Settings every Swift target shares.
///
/// Warnings are errors where CI is set. Debug builds are optimised too: unoptimised SIMD code is a
/// hundred times slower, and the tests render thousands of shadows and run the command a thousand
/// times.
let house: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-O"]),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// The architecture that is built for. The manifest runs on the building machine and cannot see the
/// target of a cross build, which therefore names it in `PENUMBRA_ARCH`.
#if arch(x86_64)
let hostArchitecture = "x86_64"
#else
let hostArchitecture = "other"
#endif
let architecture = Context.environment["PENUMBRA_ARCH"] ?? hostArchitecture

/// The kernels for one x86-64 level; on other architectures the flag is left out and the module
/// holds code of the baseline that is never chosen.
func kernels(march: String) -> [SwiftSetting] {
  architecture == "x86_64" ? house + [.unsafeFlags(["-Xcc", "-march=\(march)"])] : house
}

/// What describes a scene.
let values: [Target.Dependency] = ["PenumbraGraphics", "CSSValues", "OrderedJSON", "PenumbraScene"]

/// What draws a scene into files, with what lies below it.
let library: [Target.Dependency] =
  values + [
    "Penumbra", "ShadowEngine", "Vips", "CPUFeatures", "PenumbraFiles", "PenumbraLocking",
  ]

/// Where the headers of libvips and of what it stands on lie, as pkg-config says.
///
/// No system library target says it, for that would also link the program with libvips, which
/// CVipsShim opens at run time.
let vipsHeaders: [String] = {
  let advice = "error: pkg-config finds no libvips: apt-get install libvips-dev pkg-config\n"
  var text = ""
  if let pipe = popen("pkg-config --cflags vips", "r") {
    var line = [CChar](repeating: 0, count: 1 << 14)
    while fgets(&line, Int32(line.count), pipe) != nil {
      text += String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    if pclose(pipe) == 0 { return text.split(whereSeparator: \.isWhitespace).map(String.init) }
  }
  // What is found wrong here is asked again; flags that were left out would be remembered.
  _ = advice.withCString { write(2, $0, strlen($0)) }
  exit(1)
}()

let package = Package(
  name: "penumbra",
  products: [
    .library(name: "Penumbra", targets: ["Penumbra"]),
    // For the nested package Benchmarks, which measures single kernels.
    .library(
      name: "PenumbraKernels",
      targets: [
        "ShadowKernels", "ShadowKernelsV3", "ShadowKernelsV4", "ShadowEngine", "PenumbraGraphics",
      ]),
    .executable(name: "penumbra", targets: ["PenumbraCommand"]),
  ],
  targets: [
    .target(name: "CPUFeatures"),
    .target(name: "ContentDigest", cSettings: [.unsafeFlags(["-O2"])]),
    .target(name: "ShadowKernels", swiftSettings: house),
    .target(name: "ShadowKernelsV3", swiftSettings: kernels(march: "x86-64-v3")),
    .target(name: "ShadowKernelsV4", swiftSettings: kernels(march: "x86-64-v4")),
    .target(name: "PNGKernels", swiftSettings: house),
    .target(name: "PNGKernelsV3", swiftSettings: kernels(march: "x86-64-v3")),
    .target(name: "PNGKernelsV4", swiftSettings: kernels(march: "x86-64-v4")),
    .target(
      name: "PNGStream", dependencies: ["PNGKernels", "PNGKernelsV3", "PNGKernelsV4"],
      swiftSettings: house),
    .target(name: "PenumbraLocking", swiftSettings: house),
    .target(name: "PenumbraFiles", dependencies: ["PenumbraLocking"], swiftSettings: house),
    .target(name: "PenumbraGraphics", swiftSettings: house),
    .target(name: "CVipsShim", cSettings: [.unsafeFlags(vipsHeaders)]),
    .target(
      name: "Vips", dependencies: ["CVipsShim", "PenumbraLocking", "PenumbraFiles"],
      swiftSettings: house),
    .target(
      name: "ShadowEngine",
      dependencies: [
        "PenumbraGraphics", "ShadowKernels", "ShadowKernelsV3", "ShadowKernelsV4", "CPUFeatures",
        "PenumbraLocking",
      ],
      swiftSettings: house),
    .target(name: "CSSValues", dependencies: ["PenumbraGraphics"], swiftSettings: house),
    .target(name: "OrderedJSON", dependencies: ["CSSValues"], swiftSettings: house),
    .target(
      name: "PenumbraScene",
      dependencies: ["PenumbraGraphics", "PenumbraFiles", "CSSValues", "OrderedJSON"],
      swiftSettings: house),
    .target(
      name: "PenumbraTokens", dependencies: values + ["PenumbraFiles"], swiftSettings: house),
    .target(
      name: "Penumbra",
      dependencies: values + [
        "PenumbraFiles", "PenumbraLocking", "ShadowEngine", "Vips", "PNGStream",
      ],
      swiftSettings: house),
    .target(
      name: "PenumbraJobs",
      dependencies: library + ["PenumbraTokens", "ContentDigest", "PNGStream"],
      swiftSettings: house),
    .target(
      name: "PenumbraRegression", dependencies: library + ["PenumbraJobs"], swiftSettings: house),
    .executableTarget(
      name: "PenumbraCommand",
      dependencies: library + ["PenumbraTokens", "PenumbraJobs", "PenumbraRegression"],
      swiftSettings: house),

    .target(
      name: "PenumbraTestSupport", dependencies: values + ["ShadowEngine"],
      path: "Tests/PenumbraTestSupport", swiftSettings: house),
    .executableTarget(
      name: "ReaderFuzzer",
      dependencies: library + ["PenumbraTokens", "PenumbraJobs", "PenumbraRegression"],
      path: "Tests/Fuzz/ReaderFuzzer", swiftSettings: house),
    tests("PenumbraFiles", ["PenumbraFiles"]),
    tests("PNGStream", ["PNGStream", "PNGKernels", "ShadowEngine", "Vips"]),
    tests("CSSValues", ["CSSValues", "PenumbraGraphics"]),
    tests("PenumbraScene", values),
    tests("ShadowKernels", ["ShadowKernels", "ShadowEngine"]),
    tests("ShadowEngine", values + ["ShadowEngine", "Penumbra", "CPUFeatures"]),
    tests("PenumbraTokens", values + ["PenumbraTokens"]),
    tests("Vips", ["Vips"]),
    tests("Penumbra", library),
    tests("PenumbraJobs", library + ["PenumbraJobs", "ContentDigest", "PNGStream"]),
    tests("PenumbraRegression", library + ["PenumbraRegression", "PenumbraJobs"]),
    tests("Command", values + ["Vips"]),
    tests("TestSupport", values + ["ShadowEngine", "Penumbra"]),
    tests("Golden", library + ["PenumbraJobs"]),
    tests("Structure", []),
  ]
)

/// A test target `Tests/<name>Tests`, with the shared checkers.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["PenumbraTestSupport"],
    swiftSettings: house)
}
