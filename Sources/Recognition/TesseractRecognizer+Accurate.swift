import Imaging

extension TesseractRecognizer {
  /// Reads a picture in up to a few ways, as long as that promises more, and keeps the best reading.
  ///
  /// A sheet on a desk is read straightened and evenly lit. Where there is none, or where that does not
  /// read well, the picture is read as it is, and then evenly lit, level and at a size with which the
  /// engine reads well. What still reads badly is turned.
  mutating func readAccurately(
    _ image: LumaImage,
    request: RecognizeTextRequest,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> Reading {
    let mode = request.tesseract.pageSegmentationMode
    var best: Reading?
    var others: [Reading] = []
    // Whoever says how the picture is laid out means this picture.
    for page in mode == nil ? PageFinder.pages(in: image) : [] {
      guard let view = PageView(page, in: image, scale: 1, limit: PreparedView.mostPixels) else {
        continue
      }
      let prepared = PreparedView(view, of: image)
      try watch.check()
      watch.begin(best == nil ? 0..<0.2 : 0.2..<0.4)
      let reading = try readEven(prepared, mode: mode, request: request, watch: watch)
      if reading.isEnough(of: prepared, on: page) {
        return try readSurroundings(
          of: page,
          in: image,
          letterHeight: prepared.letterHeight,
          beside: reading,
          request,
          watch
        )
      }
      others.append(reading)
      if best.map({ reading.amount > $0.amount }) ?? true { best = reading }
    }
    watch.begin(0.4..<0.6)
    let plain = try pass(PageView(image), mode: mode ?? .automatic, request: request, watch: watch)
    try watch.check()
    let even = PreparedView(PageView(image), of: image)
    if let page = best {
      best = Self.better(plain, page)
    } else {
      best = plain
      guard Self.deservesSecondPass(plain, even) else { return plain }
    }
    watch.begin(0.6..<0.7)
    let second = try pass(
      even.view,
      mode: mode ?? .singleBlock,
      request: request,
      watch: watch
    )
    others += [plain, second]
    var winner = Self.better(best ?? plain, second)
    if winner.isPoor || even.ink.share(outside: second) > 0.3, let view = even.withoutLines {
      watch.begin(0.7..<0.8)
      let third = try pass(view, mode: mode ?? .singleBlock, request: request, watch: watch)
      others.append(third)
      winner = Self.better(winner, third)
    }
    if !winner.lines.contains(where: LineJudge.isText) {
      // Better some words among many that were misread than none.
      winner = others.filter(\.hasSomeText).max { $0.meanConfidence < $1.meanConfidence } ?? winner
    }
    if mode == nil { winner = others.reduce(winner) { $0.merged(with: $1, margin: Self.margin) } }
    guard winner.isPoor, even.ink.density < 0.15 else { return winner }
    watch.begin(0.8..<1)
    if mode == nil, let view = PageView(leveling: image) {
      let level = try pass(
        PreparedView(view, of: image).view,
        mode: .singleBlock,
        request: request,
        watch: watch
      )
      if level.amount > winner.amount { winner = level }
      guard winner.isPoor else { return winner }
    }
    return try readTurned(even, of: image, unless: winner, request: request, watch: watch)
  }

  // How many times better a line must have been read in another view to be taken from there.
  private static let margin = 1.15

  /// Adds to a sheet's reading what stands beside the sheet.
  ///
  /// A label's dark head or the unlit half of a page can lie beyond what was taken for its edge.
  private mutating func readSurroundings(
    of page: PageFinder.Page,
    in image: LumaImage,
    letterHeight: Double?,
    beside reading: Reading,
    _ request: RecognizeTextRequest,
    _ watch: RecognitionWatch
  ) throws(RecognitionError) -> Reading {
    guard let letterHeight else { return reading }
    // The desk's grain is finer than letters.
    let heights = max(0.6 * letterHeight, 4)...max(4 * letterHeight, 4)
    var reading = reading
    for view in PageView.surroundings(of: page, in: image, limit: PreparedView.mostPixels) {
      let found = [true, false].lazy
        .map { PreparedView(view, of: image, heights: heights, isDark: $0) }
        .first(where: \.hasLevelLetters)
      guard let prepared = found else { continue }
      try watch.check()
      watch.begin(0.4..<0.9)
      let other = try pass(prepared.view, mode: .singleBlock, request: request, watch: watch)
      reading = reading.merged(with: other, margin: nil)
    }
    return reading
  }

  /// Reads an evenly lit view as one block, and once more by columns where it has some.
  private mutating func readEven(
    _ prepared: PreparedView,
    mode: TesseractOptions.PageSegmentationMode?,
    request: RecognizeTextRequest,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> Reading {
    let block = try pass(
      prepared.view,
      mode: mode ?? .singleBlock,
      request: request,
      watch: watch
    )
    guard mode == nil, block.hasGutter else { return block }
    let columns = try pass(prepared.view, mode: .automatic, request: request, watch: watch)
    return columns.amount > 0.9 * block.amount && columns.hasColumns ? columns : block
  }

  /// Reads a view turned by quarters, where the reading so far is poor.
  private mutating func readTurned(
    _ prepared: PreparedView,
    of image: LumaImage,
    unless reading: Reading,
    request: RecognizeTextRequest,
    watch: RecognitionWatch
  ) throws(RecognitionError) -> Reading {
    var best = reading
    for turns in prepared.skew.isLevel ? [2] : [1, 3] {
      var view = prepared.view.turned(image, by: Double(turns) * .pi / 2, scale: 1)
      view.image = LightNormalizer.normalize(view.image)
      let turned = try pass(view, mode: .singleBlock, request: request, watch: watch)
      if turned.amount > best.amount { best = turned }
    }
    return best
  }

  private static func better(_ first: Reading, _ second: Reading) -> Reading {
    guard second.amount > 0 else { return first }
    // Taken for one block, columns are read across; otherwise the evened picture has the better
    // order, so that it also wins when it is a little behind.
    let handicap = first.hasColumns && !first.isTorn ? 1 / 1.15 : 1.05
    return second.amount * handicap > first.amount ? second : first
  }

  /// Whether a first reading leaves something to be found.
  private static func deservesSecondPass(_ reading: Reading, _ even: PreparedView) -> Bool {
    let ink = even.ink
    guard ink.density > 0.0003 else { return false }
    if reading.amount <= 0 { return ink.density < 0.15 }
    return reading.meanConfidence < 0.9 || reading.isTorn
      || !even.isChanged && ink.share(outside: reading) > 0.08
  }
}

extension Reading {
  /// Whether hardly anything can be gained by another look at a sheet.
  ///
  /// A sheet whose sides are all there is no accident, and its reading is believed sooner.
  fileprivate func isEnough(of view: PreparedView, on page: PageFinder.Page) -> Bool {
    let isSure = page.confidence > 0.9
    return amount > 0 && !isTorn && page.confidence > 0.75
      && meanConfidence >= (isSure ? 0.78 : 0.8)
      && view.ink.share(outside: self) < (isSure ? 0.3 : 0.15)
  }

  /// Whether there are words nobody would take for something else, if not many.
  fileprivate var hasSomeText: Bool {
    lines.flatMap(\.words).count { $0.letterCount >= 3 && $0.confidence >= 0.7 } >= 3
  }

  /// Whether the picture was probably not seen the right way up.
  fileprivate var isPoor: Bool { amount <= 0 || meanConfidence < 0.6 }
}
