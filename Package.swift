// swift-tools-version: 6.2
import PackageDescription

// Bottom-up: a target imports only what stands above it in this list, and each C library is
// imported by exactly one Swift module. `.ci/check-imports` holds both rules.
let package = Package(
  name: "Lectern",
  products: [
    .executable(name: "lectern", targets: ["CLI"]),
    .executable(name: "lectern-decode", targets: ["DecoderProgram"]),
    .library(name: "Lectern", targets: ["Lectern"]),
  ],
  targets: [
    // C libraries, no logic in them.
    .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CEXIF", providers: [.apt(["libexif-dev"])]),
    .systemLibrary(name: "CV4LConvert", providers: [.apt(["libv4l-dev"])]),
    .systemLibrary(name: "CTesseract", providers: [.apt(["libtesseract-dev"])]),
    .systemLibrary(name: "CMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .target(name: "CV4L2"),
    .target(name: "CProcess"),
    // The still decoders' libraries, in the decoder program only.
    .systemLibrary(name: "CTIFF", providers: [.apt(["libtiff-dev"])]),
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
    .systemLibrary(
      name: "COpenJPEG",
      pkgConfig: "libopenjp2",
      providers: [.apt(["libopenjp2-7-dev"])]
    ),
    .systemLibrary(name: "CHEIF", providers: [.apt(["libheif-dev"])]),
    .systemLibrary(name: "CSPNG", providers: [.apt(["libspng-dev"])]),
    .systemLibrary(name: "CSeccomp", providers: [.apt(["libseccomp-dev"])]),
    // Declarations only: these libraries are loaded at run time where they are there.
    .target(name: "COpenVINO"),
    .target(name: "CZXing"),

    // The library.
    .target(name: "Imaging", dependencies: ["CTurboJPEG", "CPNG", "CEXIF", "CProcess"]),
    .target(name: "Capture", dependencies: ["Imaging", "CV4L2", "CV4LConvert"]),
    .target(name: "Recognition", dependencies: ["Imaging", "CTesseract", "COpenVINO", "CZXing"]),
    .target(name: "Scanner", dependencies: ["Imaging", "Capture", "Recognition"]),
    .target(name: "Lectern", dependencies: ["Imaging", "Capture", "Recognition", "Scanner"]),

    // The service; its page is part of the program.
    .target(
      name: "Service",
      dependencies: ["Imaging", "Capture", "Recognition", "Scanner", "CMicroHTTPD"],
      resources: [.embedInCode("Page")]
    ),

    // The program that decodes what JPEG and PNG are not, in a process of its own.
    .target(
      name: "Decoding",
      dependencies: ["Imaging", "CTIFF", "CWebP", "CGIF", "COpenJPEG", "CHEIF", "CSPNG"]
    ),
    .executableTarget(
      name: "DecoderProgram",
      dependencies: ["Imaging", "Decoding", "CSeccomp"]
    ),

    // The program.
    .executableTarget(
      name: "CLI",
      dependencies: ["Imaging", "Capture", "Recognition", "Scanner", "Service", "CMalloc"]
    ),

    // What it looks like to use the library; built with the tests.
    .executableTarget(
      name: "StillReader",
      dependencies: ["Lectern"],
      path: "Examples/StillReader"
    ),

    // Tests mirror the sources; TestSupport holds the doubles, which have tests of their own.
    .target(
      name: "TestSupport",
      dependencies: ["Imaging", "Capture", "Recognition", "Scanner", "CV4L2"],
      path: "Tests/TestSupport"
    ),
    .testTarget(name: "ImagingTests", dependencies: ["Imaging", "Decoding", "TestSupport"]),
    .testTarget(name: "CaptureTests", dependencies: ["Capture", "CV4L2", "TestSupport"]),
    .testTarget(name: "RecognitionTests", dependencies: ["Recognition", "TestSupport"]),
    .testTarget(name: "ScannerTests", dependencies: ["Scanner", "TestSupport"]),
    .testTarget(name: "ServiceTests", dependencies: ["Service", "TestSupport"]),
    .testTarget(name: "CLITests", dependencies: ["CLI", "StillReader", "TestSupport"]),
  ]
)

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let cTargets = ["CV4L2", "CProcess", "COpenVINO", "CZXing"]
for target in package.targets where target.type != .system && !cTargets.contains(target.name) {
  target.swiftSettings = swiftSettings
}

// `make fuzz`: an executable whose main function is libFuzzer's, which nothing else can link.
if Context.environment["LECTERN_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: ["Imaging", "Decoding"],
      path: "Tests/Fuzz",
      swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])]
    )
  )
}
