/// What several looks at one picture say about its codes, and what of it counts.
///
/// Pure. A code with error correction counts when it is read once. The check digit of an EAN lets one
/// wrong reading in ten pass, so it needs several lines across the bars that agree, and two looks where
/// the first did not see it; a code without any check always needs two looks. Where readings of one
/// place differ, the best founded counts.
package struct BarcodeEvidence: Sendable {
  private struct Candidate: Sendable {
    var reading: CodeReading
    var looks = 0
    var lines = 0
    var isFromFirstLook = false
  }

  /// In how many lines across the bars a code must be read, all looks together, whose check alone
  /// proves little.
  private static let leastLines = 6

  private var candidates: [Candidate] = []
  private var looks = 0

  /// Makes evidence of nothing.
  package init() {}

  /// Takes the readings of another look.
  package mutating func add(_ readings: [CodeReading]) {
    looks += 1
    var seen: [Int: Int] = [:]
    for reading in readings {
      if let index = candidates.firstIndex(where: {
        $0.reading.agrees(with: reading) && $0.reading.overlap(with: reading) > 0
      }) {
        if seen[index, default: -1] < reading.lineCount, looks == 1 {
          candidates[index].reading = reading
        }
        seen[index, default: 0] += reading.lineCount
      } else {
        candidates.append(Candidate(reading: reading, isFromFirstLook: looks == 1))
        seen[candidates.count - 1] = reading.lineCount
      }
    }
    for (index, lines) in seen {
      candidates[index].looks += 1
      candidates[index].lines += lines
    }
  }

  /// Whether something counts and nothing is in doubt that another look could clear up.
  package var isClear: Bool {
    !candidates.isEmpty && candidates.allSatisfy(counts)
  }

  /// What counts, each with the number of lines that agree, in the order found.
  package var readings: [(reading: CodeReading, lines: Int)] {
    let founded = candidates.filter(counts)
    return founded.indices
      .filter { index in
        !founded.indices.contains { other in
          other != index && founded[other].reading.overlap(with: founded[index].reading) > 0.5
            && rank(founded[other], other) > rank(founded[index], index)
        }
      }
      .map { (founded[$0].reading, founded[$0].lines) }
  }

  /// What was read, whether it counts or not.
  package var everything: [(reading: CodeReading, lines: Int)] {
    candidates.map { ($0.reading, $0.lines) }
  }

  private func counts(_ candidate: Candidate) -> Bool {
    switch candidate.reading.symbology.safety {
    case .errorCorrection: true
    case .checksum:
      candidate.isFromFirstLook || candidate.looks >= 2 || candidate.lines >= Self.leastLines
    case .checkDigit:
      candidate.lines >= Self.leastLines && (candidate.isFromFirstLook || candidate.looks >= 2)
    case .none:
      candidate.looks >= leastLooks(at: candidate.reading) && candidate.lines >= Self.leastLines
        && !isPart(candidate)
    }
  }

  /// In how many looks a code without a check must read the same.
  ///
  /// Interleaved 2 of 5 that is crossed aslant loses digits at its end and looks whole.
  private func leastLooks(at reading: CodeReading) -> Int { reading.symbology == .i2of5 ? 3 : 2 }

  /// Whether another look read more of the same code, as happens to bars that are cut off aslant.
  private func isPart(_ candidate: Candidate) -> Bool {
    candidates.contains { other in
      candidate.reading.isPart(of: other.reading)
        && candidate.reading.overlap(with: other.reading) > 0
    }
  }

  /// The better founded of two sorts higher; of equals the one found first.
  private func rank(_ candidate: Candidate, _ index: Int) -> (Int, Int, Int, Int) {
    (candidate.reading.symbology.safety.rawValue, candidate.looks, candidate.lines, -index)
  }
}
