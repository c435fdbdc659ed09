import Imaging

/// Pieces of ink that hang together, also over corners.
struct InkPieces {
  /// The box around each piece.
  private(set) var boxes: [EngineBox] = []

  /// How many pixels each piece has.
  private(set) var areas: [Int] = []

  /// The size of the picture.
  let size: PixelSize

  // Every stretch of ink in a row, with its piece's number.
  private var runs: [Run] = []

  /// Collects the pieces darker than a limit, run by run.
  init(_ image: LumaImage, limit: UInt8) {
    size = image.size
    var above: [Run] = []
    var all: [Run] = []
    var parents: [Int] = []
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index {
        parents[index] = parents[parents[index]]
        index = parents[index]
      }
      return index
    }
    let width = image.width
    for y in 0..<image.height {
      var runs: [Run] = []
      var x = 0
      while let start = image.firstInk(from: x, row: y, limit: limit, isInk: true) {
        let end = image.firstInk(from: start, row: y, limit: limit, isInk: false) ?? width
        runs.append(Run(row: y, start: start, end: end, piece: -1))
        x = end
        if end == width { break }
      }
      var next = 0
      for index in runs.indices {
        while next < above.count, above[next].end < runs[index].start { next += 1 }
        var candidate = next
        while candidate < above.count, above[candidate].start <= runs[index].end {
          let piece = root(above[candidate].piece)
          if runs[index].piece < 0 {
            runs[index].piece = piece
          } else {
            let own = root(runs[index].piece)
            if own != piece {
              parents[piece] = own
              boxes[own].left = min(boxes[own].left, boxes[piece].left)
              boxes[own].right = max(boxes[own].right, boxes[piece].right)
              boxes[own].top = min(boxes[own].top, boxes[piece].top)
              boxes[own].bottom = max(boxes[own].bottom, boxes[piece].bottom)
            }
          }
          candidate += 1
        }
        if runs[index].piece < 0 {
          runs[index].piece = parents.count
          parents.append(parents.count)
          boxes.append(
            EngineBox(left: runs[index].start, top: y, right: runs[index].end, bottom: y + 1)
          )
        }
        let own = root(runs[index].piece)
        boxes[own].left = min(boxes[own].left, runs[index].start)
        boxes[own].right = max(boxes[own].right, runs[index].end)
        boxes[own].bottom = y + 1
      }
      above = runs
      all.append(contentsOf: runs)
    }
    var numbers = [Int](repeating: -1, count: parents.count)
    var found: [EngineBox] = []
    for index in parents.indices where parents[index] == index {
      numbers[index] = found.count
      found.append(boxes[index])
    }
    boxes = found
    areas = [Int](repeating: 0, count: found.count)
    for index in all.indices {
      all[index].piece = numbers[root(all[index].piece)]
      areas[all[index].piece] += all[index].end - all[index].start
    }
    runs = all
  }

  private struct Run {
    var row: Int
    var start: Int
    var end: Int
    var piece: Int
  }
}

extension InkPieces {
  /// Wipes pieces that cannot be letters out of the picture: rules, frames, creases, dark rims.
  ///
  /// - Parameters:
  ///   - image: The picture the pieces were found in.
  ///   - letterHeight: The height of its small letters.
  ///   - paper: The luma of the paper.
  func wipeLines(from image: inout LumaImage, letterHeight: Double, paper: UInt8) {
    let unit = Int(letterHeight.rounded())
    let isLine = boxes.indices.map { index in
      let (box, area) = (boxes[index], areas[index])
      let (long, short) = (max(box.width, box.height), min(box.width, box.height))
      if long > 8 * unit, short < unit { return true }
      if long > 6 * unit, area * 10 < 3 * box.width * box.height { return true }
      let isAtRim =
        box.left == 0 || box.top == 0 || box.right == size.width || box.bottom == size.height
      return isAtRim && long > 3 * unit
    }
    guard isLine.contains(true) else { return }
    let (width, height) = (size.width, size.height)
    image.withMutablePixels { pixels in
      for run in runs where isLine[run.piece] {
        // Also its soft edge.
        for row in max(run.row - 1, 0)...min(run.row + 1, height - 1) {
          for column in max(run.start - 2, 0)..<min(run.end + 2, width) {
            pixels[row * width + column] = max(pixels[row * width + column], paper)
          }
        }
      }
    }
  }
}

extension LumaImage {
  /// The first pixel of a row, from a column on, that is ink or is not.
  fileprivate func firstInk(from column: Int, row: Int, limit: UInt8, isInk: Bool) -> Int? {
    let (start, end) = (row * width + column, (row + 1) * width)
    guard start < end else { return nil }
    return unsafe pixels.withUnsafeBufferPointer { pixels in
      for place in start..<end where unsafe (pixels[place] < limit) == isInk {
        return place - row * width
      }
      return nil
    }
  }
}
