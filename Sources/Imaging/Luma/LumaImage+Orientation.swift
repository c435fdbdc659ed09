extension LumaImage {
  /// The picture turned upright.
  ///
  /// - Parameter orientation: How the pixels are stored.
  /// - Returns: The upright picture; the same one when it is upright already.
  public func oriented(_ orientation: ImageOrientation) -> LumaImage {
    guard orientation != .up else { return self }
    var upright = LumaImage(width: 0, height: 0)
    orient(orientation, into: &upright)
    return upright
  }

  /// Turns the picture upright into another one, whose storage is reused.
  ///
  /// - Parameters:
  ///   - orientation: How the pixels are stored.
  ///   - target: Receives the upright picture.
  public func orient(_ orientation: ImageOrientation, into target: inout LumaImage) {
    let size = orientation.uprightSize(ofStored: size)
    target.reshape(width: size.width, height: size.height)
    let (width, height) = (width, height)
    unsafe withPointer { source in
      unsafe target.withMutablePointer { target in
        let turn = unsafe Turn(source: source, target: target, width: width, height: height)
        switch orientation {
        case .up: unsafe target.update(from: source, count: width * height)
        case .upMirrored: turn.copyRows(flippingX: true, flippingY: false)
        case .down: turn.copyRows(flippingX: true, flippingY: true)
        case .downMirrored: turn.copyRows(flippingX: false, flippingY: true)
        case .leftMirrored: turn.transpose(flippingX: false, flippingY: false)
        case .right: turn.transpose(flippingX: true, flippingY: false)
        case .rightMirrored: turn.transpose(flippingX: true, flippingY: true)
        case .left: turn.transpose(flippingX: false, flippingY: true)
        }
      }
    }
  }
}

/// One turn of `width * height` stored pixels into as many upright ones.
///
/// Eight pixels are moved at a time, in one machine word: a flip reverses the word's bytes, and a
/// square of eight words is transposed within registers. Squares are taken in tiles, so that a
/// column's cache lines are still there when its next square is written.
@safe
private struct Turn {
  let source: UnsafePointer<UInt8>
  let target: UnsafeMutablePointer<UInt8>
  let width: Int
  let height: Int

  func copyRows(flippingX: Bool, flippingY: Bool) {
    for y in 0..<height {
      let from = unsafe source + y &* width
      let to = unsafe target + (flippingY ? height &- 1 &- y : y) &* width
      guard flippingX else {
        unsafe to.update(from: from, count: width)
        continue
      }
      var x = 0
      while x &+ 8 <= width {
        let word = unsafe UnsafeRawPointer(from + x).loadUnaligned(as: UInt64.self)
        unsafe UnsafeMutableRawPointer(to + (width &- 8 &- x))
          .storeBytes(of: word.byteSwapped, as: UInt64.self)
        x &+= 8
      }
      while x < width {
        unsafe to[width &- 1 &- x] = from[x]
        x &+= 1
      }
    }
  }

  /// Swaps rows and columns, then flips what is upright.
  func transpose(flippingX: Bool, flippingY: Bool) {
    let tile = 64
    for top in stride(from: 0, to: height, by: tile) {
      for left in stride(from: 0, to: width, by: tile) {
        transposeTile(
          x: left..<min(left + tile, width),
          y: top..<min(top + tile, height),
          flippingX,
          flippingY
        )
      }
    }
  }

  private func transposeTile(
    x columns: Range<Int>,
    y rows: Range<Int>,
    _ flippingX: Bool,
    _ flippingY: Bool
  ) {
    let wholeColumns = columns.lowerBound &+ columns.count / 8 &* 8
    let wholeRows = rows.lowerBound &+ rows.count / 8 &* 8
    var y = rows.lowerBound
    while y < wholeRows {
      var x = columns.lowerBound
      while x < wholeColumns {
        transposeSquare(x, y, flippingX, flippingY)
        x &+= 8
      }
      y &+= 8
    }
    transposeSingly(x: wholeColumns..<columns.upperBound, y: rows, flippingX, flippingY)
    transposeSingly(
      x: columns.lowerBound..<wholeColumns,
      y: wholeRows..<rows.upperBound,
      flippingX,
      flippingY
    )
  }

  private func transposeSingly(
    x columns: Range<Int>,
    y rows: Range<Int>,
    _ flippingX: Bool,
    _ flippingY: Bool
  ) {
    for y in rows {
      let column = flippingX ? height &- 1 &- y : y
      for x in columns {
        let row = flippingY ? width &- 1 &- x : x
        unsafe target[row &* height &+ column] = source[y &* width &+ x]
      }
    }
  }

  @inline(__always)
  private func transposeSquare(_ x: Int, _ y: Int, _ flippingX: Bool, _ flippingY: Bool) {
    let from = unsafe UnsafeRawPointer(source + (y &* width &+ x))
    var square = Square { row in
      unsafe UInt64(littleEndian: from.loadUnaligned(fromByteOffset: row &* width, as: UInt64.self))
    }
    square.transpose()
    let column = flippingX ? height &- 8 &- y : y
    let first = flippingY ? width &- 1 &- x : x
    let to = unsafe UnsafeMutableRawPointer(target + (first &* height &+ column))
    let step = flippingY ? 0 &- height : height
    square.forEachRow { index, word in
      let word = (flippingX ? word.byteSwapped : word).littleEndian
      unsafe to.storeBytes(of: word, toByteOffset: index &* step, as: UInt64.self)
    }
  }
}

/// Eight rows of eight pixels, each row one word; all of it fits the registers.
private struct Square {
  private var a, b, c, d, e, f, g, h: UInt64

  @inline(__always)
  init(_ row: (Int) -> UInt64) {
    (a, b, c, d) = (row(0), row(1), row(2), row(3))
    (e, f, g, h) = (row(4), row(5), row(6), row(7))
  }

  @inline(__always)
  func forEachRow(_ body: (Int, UInt64) -> Void) {
    body(0, a)
    body(1, b)
    body(2, c)
    body(3, d)
    body(4, e)
    body(5, f)
    body(6, g)
    body(7, h)
  }

  /// Halves, then quarters, then single pixels change places across the diagonal.
  @inline(__always)
  mutating func transpose() {
    let halves: UInt64 = 0x0000_0000_ffff_ffff
    Self.exchange(&a, &e, 32, halves)
    Self.exchange(&b, &f, 32, halves)
    Self.exchange(&c, &g, 32, halves)
    Self.exchange(&d, &h, 32, halves)
    let quarters: UInt64 = 0x0000_ffff_0000_ffff
    Self.exchange(&a, &c, 16, quarters)
    Self.exchange(&b, &d, 16, quarters)
    Self.exchange(&e, &g, 16, quarters)
    Self.exchange(&f, &h, 16, quarters)
    let eighths: UInt64 = 0x00ff_00ff_00ff_00ff
    Self.exchange(&a, &b, 8, eighths)
    Self.exchange(&c, &d, 8, eighths)
    Self.exchange(&e, &f, 8, eighths)
    Self.exchange(&g, &h, 8, eighths)
  }

  @inline(__always)
  private static func exchange(
    _ upper: inout UInt64,
    _ lower: inout UInt64,
    _ shift: UInt64,
    _ mask: UInt64
  ) {
    let change = (upper &>> shift ^ lower) & mask
    upper ^= change &<< shift
    lower ^= change
  }
}
