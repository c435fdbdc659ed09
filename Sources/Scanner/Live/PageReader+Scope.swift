import Imaging
import Recognition

extension PageReader {
  /// Decides what the next reading looks at.
  ///
  /// - Parameter region: The part of the upright picture that is read at all.
  /// - Returns: What to cut out; `nil` for all of the region.
  mutating func chooseScope(in region: NormalizedRect) -> ReadingScope? {
    if let changedPart, !isComplete {
      // The lines are where the page is now.
      let items = items.filter {
        changedPart.lines.contains($0.id) || changedPart.mayHold($0.bounds)
      }
      scope = ReadingScope(lines: items, places: changedPart.places.map { Box($0) }, in: region)
    } else if isComplete {
      scope = ReadingScope(lines: lines.filter(\.needsVotes).map(\.item), in: region)
    } else {
      scope = nil
    }
    return scope
  }

  /// What a page whose other lines stay as they were has to be read of.
  func part(changedBy arrival: Arrival) -> ReadingScope? {
    guard let change = arrival.change, !lines.isEmpty else { return nil }
    let touched = items.filter { arrival.touches($0.bounds) }
    return ReadingScope(
      lines: touched,
      places: change.places.map { arrival.region.outside($0) },
      in: arrival.region
    )
  }

  /// What of a reading counts, with the lines in view it is of.
  func inScope(
    _ observations: [RecognizedTextObservation]
  ) -> (observations: [RecognizedTextObservation], pairs: [Int: Int]) {
    let pairs = LineMatching.match(observations, with: lines)
    guard let scope else { return (observations, pairs) }
    var counted: [RecognizedTextObservation] = []
    var countedPairs: [Int: Int] = [:]
    for (index, observation) in observations.enumerated() {
      if let line = pairs[index] {
        guard scope.lines.contains(lines[line].item.id) else { continue }
        countedPairs[counted.count] = line
      } else {
        guard scope.mayHold(observation.bounds) else { continue }
      }
      counted.append(observation)
    }
    return (counted, countedPairs)
  }

  /// Whether lines go on beyond what was cut out of the picture; the next reading is of the whole then.
  mutating func isCut(_ observations: [RecognizedTextObservation]) -> Bool {
    guard let scope, observations.contains(where: { scope.cuts($0.bounds) }) else { return false }
    changedPart = nil
    if isComplete { readings = Self.mostReadings }
    return true
  }

  /// Lines with new ones, which came last, brought to where they stand on the page.
  func inOrder(_ lines: [TrackedLine]) -> [TrackedLine] {
    let old = self.lines.map(\.item.id)
    let known = Set(old)
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
    var result = lines.filter { known.contains($0.item.id) }
      .sorted { places[$0.item.id] ?? 0 < places[$1.item.id] ?? 0 }
    for line in lines where !known.contains(line.item.id) {
      let box = Box(line.item.bounds)
      let middle = (box.top + box.bottom) / 2
      let place = result.firstIndex { other in
        let other = Box(other.item.bounds)
        return other.top > middle || other.bottom > middle && other.left > box.right
      }
      result.insert(line, at: place ?? result.count)
    }
    return result
  }
}
