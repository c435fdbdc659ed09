// swift-tools-version: 6.2
import PackageDescription

// Apart from the main package, so that building the product never builds a benchmark.
let package = Package(
  name: "FusionBenchmark",
  dependencies: [.package(name: "Lectern", path: "../..")],
  targets: [
    .executableTarget(
      name: "FusionBenchmark",
      dependencies: [.product(name: "Lectern", package: "Lectern")],
      swiftSettings: [
        .swiftLanguageMode(.v6), .strictMemorySafety(), .treatAllWarnings(as: .error),
      ]
    )
  ]
)
