/// The commands that put a page's text where it stands in the picture, unseen.
struct PDFTextLayer: Sendable {
  /// Points a pixel.
  var scale: Double

  /// The page's height in points.
  var height: Double

  /// The commands for all words of a page, in reading order.
  func content(of page: PrintedPage, codes: inout PDFCodes) -> String {
    guard !page.blocks.isEmpty else { return "" }
    // Mode 3 draws nothing; the size is in the matrix of each word.
    var content = "BT 3 Tr /F 1 Tf\n"
    for line in page.lines {
      for (index, word) in line.words.enumerated() {
        let isLast = index == line.words.count - 1
        content += self.content(of: word, in: line.corners, isLast: isLast, codes: &codes)
      }
    }
    return content + "ET\n"
  }

  private func content(
    of word: PrintedPage.Word,
    in line: PixelCorners,
    isLast: Bool,
    codes: inout PDFCodes
  ) -> String {
    // What is drawn is in the order it is seen in; viewers turn it back.
    let text = word.text.runsToTheLeft ? String(word.text.reversed()) : word.text
    var units = codes.codes(for: text)
    let count = Double(max(units.count, 1))
    if !isLast { units += codes.codes(for: " ") }
    let place = place(of: word.corners, in: line).levelled
    let start = point(place.start)
    let along = (point(place.end) - start) / (count * Double(PDFFont.width) / 1000)
    let up = point(place.top) - start
    let matrix = [
      along.x.decimal(3), along.y.decimal(3), up.x.decimal(3), up.y.decimal(3),
      start.x.decimal(2), start.y.decimal(2),
    ]
    let hex = units.map { PDFText.hex($0, digits: 4) }.joined()
    return "\(matrix.joined(separator: " ")) Tm <\(hex)> Tj\n"
  }

  /// A place in the page's points, y upwards.
  private func point(_ pixel: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(pixel.x * scale, height - pixel.y * scale)
  }

  /// Where a word begins and ends on its line's foot, and how high it reaches: words of one line share
  /// its height, so that viewers see one line; only on a line that bends a word has its own.
  private func place(
    of word: PixelCorners,
    in line: PixelCorners
  ) -> WordPlace {
    let along = line.along
    let square = max((along * along).sum(), 1e-6)
    /// The point of the line's foot below a place.
    func foot(_ point: SIMD2<Double>) -> SIMD2<Double> {
      line.bottomLeft + along * (((point - line.bottomLeft) * along).sum() / square)
    }
    let up = line.topLeft - line.bottomLeft
    let middle = (word.topLeft + word.bottomRight) / 2
    let off = middle - (foot(middle) + up / 2)
    let (start, end) = (foot(word.bottomLeft), foot(word.bottomRight))
    let isOnLine = (off * off).sum() <= 0.16 * (up * up).sum()
    guard isOnLine, ((end - start) * along).sum() > 0 else { return steady(word) }
    return WordPlace(start: start, end: end, top: start + up)
  }

  /// The word's own corners, at least a pixel wide and high: a matrix of nothing is an error.
  private func steady(_ word: PixelCorners) -> WordPlace {
    let along = word.along
    let up = word.topLeft - word.bottomLeft
    let end = (along * along).sum() < 1 ? word.bottomLeft + SIMD2(1, 0) : word.bottomRight
    let top = (up * up).sum() < 1 ? word.bottomLeft - SIMD2(0, 1) : word.topLeft
    return WordPlace(start: word.bottomLeft, end: end, top: top)
  }
}

/// Where a word is set: the foot of its first letter, of what follows its last, and the head of its
/// first; in pixels, y downwards.
private struct WordPlace {
  /// Slants at which a word is set level, each word on a step of its own.
  ///
  /// Programs that extract text take the letters of a line that falls this much for words of their
  /// own. What falls less is one line to them, and what falls more stands aslant on purpose.
  private static let steps = 0.07...0.35

  var start, end, top: SIMD2<Double>

  /// The place in the way programs that extract text understand it.
  var levelled: WordPlace {
    let along = end - start
    let isAcross = abs(along.x) >= abs(along.y)
    let slant = isAcross ? abs(along.y / along.x) : abs(along.x / along.y)
    guard Self.steps.contains(slant) else { return self }
    let axis =
      isAcross ? SIMD2(along.x < 0 ? -1.0 : 1, 0) : SIMD2(0, along.y < 0 ? -1.0 : 1)
    let up = top - start
    let height = (up * up).sum().squareRoot()
    let length = (along * along).sum().squareRoot()
    let middle = (start + end + up) / 2
    let foot = middle - axis * (length / 2) - SIMD2(axis.y, -axis.x) * (height / 2)
    return WordPlace(
      start: foot,
      end: foot + axis * length,
      top: foot + SIMD2(axis.y, -axis.x) * height
    )
  }
}

/// Text in the notation of a PDF.
enum PDFText {
  /// A number in hexadecimal.
  static func hex(_ number: UInt16, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }

  /// A text in UTF-16, in hexadecimal.
  static func hex(_ text: String) -> String {
    text.utf16.map { hex($0, digits: 4) }.joined()
  }
}

extension String {
  /// Whether the first letter is of a script that runs to the left: Hebrew, Arabic and their kin.
  fileprivate var runsToTheLeft: Bool {
    guard let letter = unicodeScalars.first(where: \.properties.isAlphabetic) else { return false }
    switch letter.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      return true
    default: return false
    }
  }
}
