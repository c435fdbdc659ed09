import FoundationEssentials
import Lectern

/// Prints how wrong fused texts are after so many frames, for the clips on standard input.
///
/// Each line of the input is one clip in JSON: `{"truth":…,"frames":[{"text":…,"confidences":[…]}]}`.
/// The figures are means over clips; a clip with fewer frames is repeated from its beginning.
@main
struct FusionBenchmark {
  static let frameCounts = [1, 2, 3, 5, 10, 20, 30]

  static func main() throws {
    let decoder = JSONDecoder()
    var scores = [Double](repeating: 0, count: 30)
    var majorityScores = scores
    var (clips, stopFrames, stopScore) = (0, 0, 0.0)
    var (readings, time) = (0, Duration.zero)
    while let line = readLine() {
      guard !line.isEmpty else { continue }
      let clip = try decoder.decode(Clip.self, from: Data(line.utf8))
      guard !clip.frames.isEmpty else { continue }
      clips += 1
      var fused = FusedLine()
      var majority = Majority()
      var stop: (frames: Int, score: Double)?
      for number in 0..<30 {
        let frame = clip.frame(number)
        let reading = frame.reading
        time += ContinuousClock().measure { fused.add(reading) }
        majority.add(frame.text)
        readings += 1
        let score = error(of: fused.text, truth: clip.truth)
        scores[number] += score
        majorityScores[number] += error(of: majority.text, truth: clip.truth)
        if fused.isSettled || number == 29, stop == nil { stop = (number + 1, score) }
      }
      stopFrames += stop?.frames ?? 0
      stopScore += stop?.score ?? 0
    }
    guard clips > 0 else {
      print("no clips on standard input")
      return
    }
    let count = Double(clips)
    for frames in frameCounts { print("k=\(frames) error=\(decimal(scores[frames - 1] / count))") }
    print(
      "stop rule: frames=\(decimal(Double(stopFrames) / count, places: 2))",
      "error=\(decimal(stopScore / count))"
    )
    for frames in frameCounts {
      print("majority after \(frames): error=\(decimal(majorityScores[frames - 1] / count))")
    }
    print("clips: \(clips); per reading: \(decimal(time / .milliseconds(1) / Double(readings))) ms")
  }

  /// A number with four places after the point, or as many as named.
  static func decimal(_ value: Double, places: Int = 4) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let digits = String(Int((value * scale).rounded()))
    let padded = String(repeating: "0", count: max(places + 1 - digits.count, 0)) + digits
    return padded.dropLast(places) + "." + padded.suffix(places)
  }
}

/// The text most frames agree on, as it stands; of equals the one seen first.
struct Majority {
  private var counts: [(text: [Character], count: Int)] = []

  /// The text.
  var text: String {
    var best: (text: [Character], count: Int) = ([], 0)
    for entry in counts where entry.count > best.count { best = entry }
    return String(best.text)
  }

  /// Takes what a frame says.
  mutating func add(_ text: String) {
    let text = folded(text)
    if let place = counts.firstIndex(where: { $0.text == text }) {
      counts[place].count += 1
    } else {
      counts.append((text, 1))
    }
  }
}
