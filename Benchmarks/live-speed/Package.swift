// swift-tools-version: 6.2
import PackageDescription

// Apart from the main package, so that building the product never builds a benchmark. It drives what
// the library keeps to itself, so it is built with -enable-testing.
let package = Package(
  name: "LiveBenchmark",
  dependencies: [.package(name: "Lectern", path: "../..")],
  targets: [
    .executableTarget(
      name: "LiveBenchmark",
      dependencies: [.product(name: "Lectern", package: "Lectern")],
      swiftSettings: [
        .swiftLanguageMode(.v6), .strictMemorySafety(), .treatAllWarnings(as: .error),
      ]
    )
  ]
)
