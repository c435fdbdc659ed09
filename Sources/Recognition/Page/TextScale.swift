import Glibc
import Imaging

/// How large the letters in a picture are.
struct TextScale {
  /// The height of an ordinary small letter, in pixels.
  let letterHeight: Double

  /// The height of the smaller letters where there are several sizes, in pixels.
  let smallHeight: Double

  /// The pieces of ink that may be letters.
  let letters: [EngineBox]

  /// Measures letters; nothing where there are too few.
  ///
  /// Letters are pieces of ink that hang together. Of their heights the middle one counts, each weighed
  /// by its width, so that dots and specks do not outnumber letters.
  ///
  /// - Parameters:
  ///   - pieces: The ink of a picture with even light, dark on light.
  ///   - heights: How high a letter may be, in pixels.
  init?(_ pieces: InkPieces, heights: ClosedRange<Double> = 4...100_000) {
    let size = pieces.size
    var boxes = pieces.boxes.filter { box in
      heights.contains(Double(box.height)) && box.width <= 5 * box.height
        && box.height <= 6 * box.width + 4
        && 2 * box.height <= size.height && box.left > 0 && box.top > 0
        && box.right < size.width && box.bottom < size.height
    }
    guard boxes.count >= 6 else { return nil }
    boxes.sort { ($0.height, $0.left, $0.top) < ($1.height, $1.left, $1.top) }
    func quantile(_ share: Double, weight: (EngineBox) -> Int) -> Double {
      let total = boxes.reduce(0) { $0 + weight($1) }
      var sum = 0
      for box in boxes {
        sum += weight(box)
        if Double(sum) >= share * Double(total) { return Double(box.height) }
      }
      return 0
    }
    letterHeight = quantile(0.5, weight: \.width)
    smallHeight = quantile(0.3) { _ in 1 }
    letters = boxes
  }

  /// The direction in which letters stand beside each other, in degrees, −90..<90; nothing where they
  /// stand in no order.
  ///
  /// In a line a letter's nearest neighbours are those before and after it.
  var direction: Double? {
    let unit = letterHeight
    let boxes = letters.filter { Double($0.height) > 0.6 * unit && Double($0.height) < 2.5 * unit }
      .sorted { ($0.left + $0.right, $0.top) < ($1.left + $1.right, $1.top) }
    guard boxes.count >= 6 else { return nil }
    let centers = boxes.map { SIMD2(Double($0.left + $0.right), Double($0.top + $0.bottom)) / 2 }
    var votes = [Double](repeating: 0, count: Self.bins)
    var total = 0.0
    // A few thousand letters say as much as all of them.
    for index in stride(from: 0, to: boxes.count, by: max(boxes.count / 3000, 1)) {
      var nearest: [(distance: Double, step: SIMD2<Double>)] = []
      func look(_ other: Int) -> Bool {
        let step = centers[other] - centers[index]
        guard abs(step.x) < 3 * unit else { return false }
        let distance = (step * step).sum()
        if distance > 0.1 * unit * unit, distance < 9 * unit * unit {
          nearest.append((distance, step))
        }
        return true
      }
      for other in index + 1..<max(boxes.count, index + 1) where !look(other) { break }
      for other in stride(from: index - 1, through: 0, by: -1) where !look(other) { break }
      nearest.sort { $0.distance < $1.distance }
      for neighbour in nearest.prefix(2) {
        let degrees = atan2(neighbour.step.y, neighbour.step.x) * 180 / .pi + 360
        let place = Int((degrees / Self.binWidth).rounded())
        for (offset, weight) in zip(-2...2, [1.0, 2, 3, 2, 1]) {
          votes[(place + offset) % Self.bins] += weight
        }
        total += 9
      }
    }
    guard let best = votes.indices.max(by: { votes[$0] < votes[$1] }),
      votes[best] * Double(Self.bins) > 3.5 * total
    else { return nil }
    let degrees = Double(best) * Self.binWidth
    return degrees >= 90 ? degrees - 180 : degrees
  }

  private static let bins = 60
  private static let binWidth = 3.0
}
