/// Renders a PDF page by page with poppler's programs, each run in a process of its own.
///
/// Poppler is never linked: its licence is not ours, and a PDF may be hostile. The decoder program
/// starts it with bounds of memory and time, and without network.
struct PDFDocument: ~Copyable {
  private let file: MemoryFile
  private let limits: StillLimits
  private let starter: String
  private let pages: Int
  private var page = 0

  private init(
    file: consuming MemoryFile,
    limits: StillLimits,
    starter: String,
    pages: Int
  ) {
    self.file = file
    self.limits = limits
    self.starter = starter
    self.pages = pages
  }

  /// What scans are made at and small print needs, in pixels an inch.
  private static let resolution = 300.0

  /// Opens a PDF.
  ///
  /// - Throws: `ImageError` when poppler is missing, or finds no page.
  static func open(
    _ bytes: RawSpan,
    _ limits: StillLimits,
    isCancelled: @escaping () -> Bool
  ) throws(ImageError) -> PDFDocument {
    let file = try MemoryFile.holding(bytes)
    let starter = try HelperProgram.current.path(for: "PDF")
    let child = try start(starter, "pdfinfo", ["-"], file, limits, keepsErrors: true)
    let said = try text(of: child, limits, isCancelled)
    if said.contains("Incorrect password") {
      throw ImageError(
        .unsupportedFormat,
        "The PDF is locked with a password.",
        remedy: "Unlock it first: qpdf --password=PASSWORD --decrypt IN.pdf OUT.pdf"
      )
    }
    guard let pages = PDFInfo(said).pages, pages > 0 else {
      throw ImageError(.damaged, "The PDF is damaged: poppler finds no page in it.")
    }
    return PDFDocument(file: file, limits: limits, starter: starter, pages: pages)
  }

  /// Renders the next page.
  ///
  /// - Parameter isCancelled: Is asked every 50 ms whether to stop.
  /// - Returns: The page, upright; `nil` after the last.
  /// - Throws: `ImageError` when this page cannot be rendered; the next may be all right.
  mutating func next(isCancelled: @escaping () -> Bool) throws(ImageError) -> LumaImage? {
    guard page < pages else { return nil }
    page += 1
    guard page <= limits.maximumPages else {
      page = pages
      throw ImageError(
        .tooLarge,
        "The PDF has \(pages) pages; \(limits.maximumPages) were read.",
        remedy: "Cut it into pieces."
      )
    }
    let number = ["-f", "\(page)", "-l", "\(page)"]
    let info = try Self.start(starter, "pdfinfo", number + ["-"], file, limits)
    let size = PDFInfo(try Self.text(of: info, limits, isCancelled)).pageSize
    let resolution = resolution(for: size)
    let render = number + ["-r", "\(resolution)", "-gray", "-"]
    let child = try Self.start(starter, "pdftoppm", render, file, limits)
    return try image(from: child, isCancelled)
  }

  /// A page that would have too many pixels, such as a plan's, is rendered with as many as may be.
  private func resolution(for size: (width: Double, height: Double)?) -> Int {
    guard let size else { return Int(Self.resolution) }
    let inches = max(size.width * size.height / 72 / 72, 0.01)
    let most = (Double(limits.maximumPixels) / 2 / inches).squareRoot()
    return max(Int(min(Self.resolution, most)), 1)
  }

  private func image(
    from child: borrowing ChildProcess,
    _ isCancelled: @escaping () -> Bool
  ) throws(ImageError) -> LumaImage {
    let watch = DecodingWatch(child, limit: limits.decodingTime, isCancelled: isCancelled)
    var start: [UInt8] = []
    // "P5", width, height and 255, each on a line of its own or nearly so.
    var header: NetpbmHeader?
    while header == nil, start.count < 40 {
      guard
        try unsafe child.read(1, watch: watch.check, { unsafe start.append(contentsOf: $0) }) == 1
      else {
        throw failure(child.ending())
      }
      header =
        start.suffix(5) == Array("\n255\n".utf8) ? unsafe NetpbmHeader(start.span.bytes) : nil
    }
    guard let header, header.samples == 1, header.maximum == 255, !header.isPlain,
      header.size.area <= limits.maximumPixels
    else { throw failure(.exited(0)) }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(header.size.area)
    let count = try unsafe child.read(header.size.area, watch: watch.check) { chunk in
      unsafe pixels.append(contentsOf: chunk)
    }
    guard count == header.size.area else { throw failure(child.ending()) }
    return LumaImage(width: header.size.width, height: header.size.height, pixels: pixels)
  }

  private func failure(_ ending: ChildProcess.Ending) -> ImageError {
    let reason =
      switch ending {
      case .exited: "pdftoppm gave no picture"
      case .signaled(let signal): "pdftoppm crashed, signal \(signal)"
      }
    return ImageError(.damaged, "Page \(page) of the PDF could not be rendered (\(reason)).")
  }
}

// MARK: - Poppler's programs

extension PDFDocument {
  private static func start(
    _ starter: String,
    _ program: String,
    _ arguments: [String],
    _ file: borrowing MemoryFile,
    _ limits: StillLimits,
    keepsErrors: Bool = false
  ) throws(ImageError) -> ChildProcess {
    guard let path = HelperProgram.path(ofProgram: program) else {
      throw ImageError(
        .decoderMissing,
        "PDF is rendered by the program \(program), which is not installed.",
        remedy: "Install it: sudo apt-get install poppler-utils"
      )
    }
    file.rewind()
    let seconds = limits.decodingTime.components.seconds
    let bounds = ["run", "\(limits.memory >> 20)", "\(seconds)", path]
    return try ChildProcess(starter, bounds + arguments, input: file, keepsErrors: keepsErrors)
  }

  /// What a program prints, at most a few kilobytes.
  private static func text(
    of child: borrowing ChildProcess,
    _ limits: StillLimits,
    _ isCancelled: @escaping () -> Bool
  ) throws(ImageError) -> String {
    let watch = DecodingWatch(child, limit: limits.decodingTime, isCancelled: isCancelled)
    var bytes: [UInt8] = []
    _ = try unsafe child.read(64 << 10, watch: watch.check) { unsafe bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What `pdfinfo` prints.
struct PDFInfo {
  /// The number of pages.
  private(set) var pages: Int?

  /// The size of the page that was asked for, in points of 1/72 inch.
  private(set) var pageSize: (width: Double, height: Double)?

  /// Reads lines such as `Pages: 3` and `Page    3 size: 595 x 842 pts (A4)`.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      if words.count == 2, words[0] == "Pages:" { pages = Int(words[1]) }
      guard words.first == "Page", let x = words.firstIndex(of: "x"), x > 0, x + 1 < words.count,
        words.contains("size:"), let width = Double(words[x - 1]), let height = Double(words[x + 1])
      else { continue }
      pageSize = (width, height)
    }
  }
}
