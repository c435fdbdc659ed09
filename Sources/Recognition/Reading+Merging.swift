import Glibc
import Imaging

extension Reading {
  /// This reading with what another one of the same picture saw better.
  ///
  /// Lines that lie on each other are compared; lines where this reading has none are added if they are
  /// beyond doubt. Lines that stand at right angles to this reading's are left out.
  ///
  /// - Parameters:
  ///   - other: The other reading.
  ///   - margin: How many times better a line must be to replace one; nothing to only add lines.
  /// - Returns: A reading in the pixels of this one's view.
  func merged(with other: Reading, margin: Double?) -> Reading {
    guard let back = origin.inverse else { return self }
    let placement = other.origin.then(back)
    let guests = other.lines.compactMap { $0.placed(by: placement) }
    var groups = lines.map { LineGroup(own: [$0]) }
    var additions: [EngineLine] = []
    for guest in guests where !guest.words.isEmpty {
      let met = groups.indices.filter { groups[$0].meets(guest) }
      guard let first = met.first else {
        if guest.isSure { additions.append(guest) }
        continue
      }
      for index in met.dropFirst().reversed() {
        groups[first].join(groups.remove(at: index))
      }
      groups[first].guests.append(guest)
    }
    var result = groups.flatMap { $0.winner(margin: margin) }
    for line in additions where !result.contains(where: { $0.covers(line) }) {
      let place = result.firstIndex { $0.box.middle > line.box.middle } ?? result.count
      result.insert(line, at: place)
    }
    return Reading(result, origin: origin)
  }
}

/// Lines of two readings that lie on each other.
private struct LineGroup {
  var own: [EngineLine]
  var guests: [EngineLine] = []

  func meets(_ guest: EngineLine) -> Bool {
    own.contains { $0.covers(guest) || guest.covers($0) }
  }

  mutating func join(_ other: LineGroup) {
    own += other.own
    guests += other.guests
  }

  /// The lines that were read better.
  func winner(margin: Double?) -> [EngineLine] {
    guard let margin, !guests.isEmpty else { return own }
    let (amount, others) = (Self.amount(own), Self.amount(guests))
    guard others > max(amount * margin, amount + 1) else { return own }
    return guests.sorted { first, second in
      let isBeside = first.box.top < second.box.middle && second.box.top < first.box.middle
      return isBeside ? first.box.left < second.box.left : first.box.middle < second.box.middle
    }
  }

  private static func amount(_ lines: [EngineLine]) -> Double {
    lines.reduce(0) { $0 + $1.words.reduce(0) { $0 + $1.amount } }
  }
}

extension EngineBox {
  fileprivate var middle: Int { (top + bottom) / 2 }

  fileprivate func overlap(with other: EngineBox) -> Int {
    max(min(right, other.right) - max(left, other.left), 0)
      * max(min(bottom, other.bottom) - max(top, other.top), 0)
  }

  /// A box about as large around the same ink, seen otherwise.
  fileprivate func placed(by placement: Homography) -> EngineBox {
    let middle = SIMD2(Double(left + right), Double(top + bottom)) / 2
    let (across, down) = (SIMD2(Double(width) / 2, 0), SIMD2(0, Double(height) / 2))
    func distance(_ half: SIMD2<Double>) -> Double {
      let step = placement(middle + half) - placement(middle - half)
      return (step * step).sum().squareRoot()
    }
    let center = placement(middle)
    let half = SIMD2(distance(across), distance(down)) / 2
    let (low, high) = (center - half, center + half)
    guard [low.x, low.y, high.x, high.y].allSatisfy({ abs($0) < 1e6 }) else { return EngineBox() }
    return EngineBox(
      left: Int(low.x.rounded()),
      top: Int(low.y.rounded()),
      right: Int(high.x.rounded()),
      bottom: Int(high.y.rounded())
    )
  }
}

extension EngineLine {
  /// Whether the letters of another line lie for a good part on this line's words.
  fileprivate func covers(_ other: EngineLine) -> Bool {
    var (area, covered) = (0, 0)
    for word in other.words {
      area += word.box.width * word.box.height
      covered += words.reduce(0) { $0 + $1.box.overlap(with: word.box) }
    }
    return 10 * covered > 3 * area
  }

  /// Whether nobody would take the line for something other than text.
  var isSure: Bool {
    let letters = words.reduce(0) { $0 + $1.letterCount }
    return letters >= 4 && words.contains { $0.letterCount >= 3 && $0.confidence >= 0.8 }
      && words.reduce(0) { $0 + $1.amount } > 0.2 * Double(letters)
  }

  /// The line with its boxes in another view; nothing where it does not run across there.
  fileprivate func placed(by placement: Homography) -> EngineLine? {
    guard quarterTurns == 0 else { return nil }
    let middle = SIMD2(Double(box.left + box.right), Double(box.top + box.bottom)) / 2
    let half = SIMD2(cos(slope), sin(slope)) * Double(max(box.width, 2)) / 2
    let step = placement(middle + half) - placement(middle - half)
    guard step.x > abs(step.y) else { return nil }
    var line = self
    line.slope = atan2(step.y, step.x)
    line.box = box.placed(by: placement)
    for word in words.indices {
      line.words[word].box = words[word].box.placed(by: placement)
      for symbol in words[word].symbols.indices {
        line.words[word].symbols[symbol].box = words[word].symbols[symbol].box
          .placed(by: placement)
      }
    }
    return line
  }
}
