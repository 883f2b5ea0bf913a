// swift-tools-version: 6.2
import PackageDescription

// Physical limits and single kernels, measured inside one process; `run` beside this file does all
// the rest, with the `penumbra` command and the peers.
let package = Package(
  name: "penumbra-benchmarks",
  dependencies: [.package(name: "penumbra", path: "..")],
  targets: [
    .executableTarget(
      name: "limits",
      dependencies: [.product(name: "PenumbraKernels", package: "penumbra")],
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("MemberImportVisibility")])
  ]
)
