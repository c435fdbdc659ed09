import Foundation
import Recognition

@testable import Scanner

/// Two ways to look at the live path without a camera:
///
///     LiveBenchmark [FRAMES]                          what the scanner's own work costs
///     LiveBenchmark clip DIR [RATE [SECONDS [ENGINE]]] what becomes of a clip where a reading takes so long
@main
struct LiveBenchmark {
  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    guard arguments.first == "clip" else {
      await OwnWork(frames: arguments.first.flatMap { Int($0) } ?? 100_000).measure()
      return
    }
    arguments.removeFirst()
    guard let folder = arguments.popFirst() else { return print("LiveBenchmark clip DIR") }
    let rate = arguments.popFirst().flatMap { Double($0) } ?? 10
    let latency = arguments.popFirst().flatMap { Double($0) } ?? 0.25
    var settings = ScanSettings()
    settings.request.recognitionLevel = .fast
    settings.request.engine = arguments.popFirst().flatMap { EngineChoice(rawValue: $0) } ?? .auto
    try await Rehearsal(
      folder: URL(filePath: folder),
      rate: rate,
      latency: .seconds(latency),
      settings: settings
    ).run()
  }

  /// A number with so many places after the point.
  static func decimal(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let digits = String(Int((abs(value) * scale).rounded()))
    let padded = String(repeating: "0", count: max(places + 1 - digits.count, 0)) + digits
    return (value < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
