import Glibc

/// How well some characters fit what a recognition model says along a line, and where they stand then.
struct CTCAlignment: Equatable {
  /// The logarithm of how likely the likeliest way is to read exactly these characters.
  let likelihood: Float

  /// The best step of each character.
  let steps: [Int]

  // What a model says never is not quite that.
  private static let leastLikely: Float = 1e-6

  /// Lays characters along the steps of a line; makes nothing when these are too few.
  ///
  /// - Parameters:
  ///   - numbers: The characters' numbers.
  ///   - values: For each step the likelihood of each number.
  ///   - range: The steps that the characters are to fill.
  ///   - classes: How many numbers there are.
  init?(
    of numbers: [Int],
    in values: UnsafePointer<Float>,
    steps range: Range<Int>,
    classes: Int
  ) {
    // "Nothing new" stands before, between and behind the characters.
    let states = numbers.flatMap { [0, $0] } + [0]
    guard !numbers.isEmpty, states.count <= 2 * range.count + 1 else { return nil }
    var scores = [Float](repeating: -.infinity, count: states.count)
    var origins: [[Int]] = []
    for step in range {
      let row = unsafe values + step * classes
      var next = scores
      var origin = Array(states.indices)
      for state in states.indices {
        if step == range.lowerBound {
          next[state] = state < 2 ? 0 : -.infinity
        } else {
          if state > 0, scores[state - 1] > next[state] {
            (next[state], origin[state]) = (scores[state - 1], state - 1)
          }
          // The nothing between two characters may be left out unless they are the same.
          if state > 2, states[state] != 0, states[state] != states[state - 2],
            scores[state - 2] > next[state]
          {
            (next[state], origin[state]) = (scores[state - 2], state - 2)
          }
        }
        next[state] += unsafe logf(max(row[states[state]], Self.leastLikely))
      }
      scores = next
      origins.append(origin)
    }
    var state = states.count - 1
    if scores[state - 1] > scores[state] { state -= 1 }
    guard scores[state] > -.infinity else { return nil }
    likelihood = scores[state]
    var best = [(step: Int, value: Float)](repeating: (range.lowerBound, -1), count: numbers.count)
    for (origin, step) in zip(origins, range).reversed() {
      if state % 2 == 1 {
        let value = unsafe values[step * classes + states[state]]
        if value > best[state / 2].value { best[state / 2] = (step, value) }
      }
      state = origin[state]
    }
    steps = best.map(\.step)
  }
}
