/// How strongly source pixels along one axis contribute to each target pixel.
struct ResampleWeights {
  /// The number of weights each target pixel has; unneeded ones are 0.
  let taps: Int

  /// The first source pixel of each target pixel.
  private(set) var starts: [Int]

  /// `taps` weights for each target pixel; each group adds up to 1.
  private(set) var weights: [Float]

  /// Computes the weights of an axis.
  ///
  /// When the axis shrinks, the filter is widened by the same factor, so that no source pixel is
  /// skipped and nothing fine turns into moiré.
  ///
  /// - Parameters:
  ///   - source: Pixels before, at least 1.
  ///   - target: Pixels after, at least 1.
  ///   - filter: The shape of the filter.
  init(source: Int, target: Int, filter: ResampleFilter) {
    let factor = Double(source) / Double(target)
    let width = max(factor, 1)
    let reach = filter.radius * width
    taps = min(Int((2 * reach).rounded(.up)) + 1, source)
    starts = []
    weights = []
    starts.reserveCapacity(target)
    weights.reserveCapacity(target * taps)
    for index in 0..<target {
      let center = (Double(index) + 0.5) * factor
      let first = max(Int((center - reach).rounded(.down)), 0)
      let start = max(min(first, source - taps), 0)
      let values = (start..<start + taps).map { pixel in
        filter.weight(ofPixelAt: Double(pixel) + 0.5 - center, width: width)
      }
      starts.append(start)
      appendNormalized(values)
    }
  }

  private mutating func appendNormalized(_ values: [Double]) {
    let sum = values.reduce(0, +)
    weights += values.map { Float($0 / sum) }
  }
}

/// The shape of the filter with which a picture is resized.
public enum ResampleFilter: Sendable, Hashable, CaseIterable {
  /// The mean of the area a pixel covers; for shrinking.
  case area

  /// Linear between neighbours.
  case bilinear

  /// Catmull–Rom's cubic over four neighbours: sharper, the best for enlarging print.
  case bicubic

  /// How far the filter reaches to each side.
  var radius: Double {
    switch self {
    case .area: 0.5
    case .bilinear: 1
    case .bicubic: 2
    }
  }

  /// The weight of a source pixel, before all are made to add up to 1.
  ///
  /// - Parameters:
  ///   - distance: From the filter's centre to the pixel's, in source pixels.
  ///   - width: By how much the filter is widened, at least 1.
  /// - Returns: The weight.
  func weight(ofPixelAt distance: Double, width: Double) -> Double {
    let x = abs(distance) / width
    switch self {
    case .area:
      // The part of the pixel that lies under the target pixel.
      return max(min(distance + 0.5, width / 2) - max(distance - 0.5, -width / 2), 0)
    case .bilinear:
      return max(1 - x, 0)
    case .bicubic:
      if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
      if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
      return 0
    }
  }
}
