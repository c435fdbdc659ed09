internal import Glibc

/// Decodes a file page by page in a child process; owns the child.
struct HelperDecoder: ~Copyable {
  private let format: HelperFormat
  private let limits: StillLimits
  let child: ChildProcess
  private var hasEnded = false

  /// Starts decoding.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - format: What it is.
  ///   - limits: What it may cost.
  ///   - ignoresTransforms: Whether a container's own orientation does not count.
  ///   - program: The decoder program.
  /// - Throws: `ImageError` when there is no decoder program, or it cannot be started.
  init(
    _ bytes: RawSpan,
    _ format: HelperFormat,
    _ limits: StillLimits,
    ignoresTransforms: Bool,
    program: HelperProgram = .current
  ) throws(ImageError) {
    self.format = format
    self.limits = limits
    let path = try program.path(for: format.name)
    let arguments = [
      format.rawValue, "\(limits.maximumPixels)", "\(limits.maximumStoredPixels)",
      "\(limits.memory >> 20)", "\(limits.decodingTime.components.seconds)",
      "\(limits.maximumPages)", ignoresTransforms ? "raw" : "upright",
    ]
    child = try ChildProcess(path, arguments, input: MemoryFile.holding(bytes))
  }

  /// Decodes the next page.
  ///
  /// - Parameter isCancelled: Is asked every 50 ms whether to stop.
  /// - Returns: The page; `nil` after the last.
  /// - Throws: `ImageError` when this page cannot be decoded; the next may be all right.
  mutating func next(isCancelled: @escaping () -> Bool) throws(ImageError) -> DecodedPage? {
    guard !hasEnded else { return nil }
    let watch = DecodingWatch(child, limit: limits.decodingTime, isCancelled: isCancelled)
    // What goes wrong in between ends the decoding; what the program itself tells does not.
    hasEnded = true
    switch try message(watch) {
    case .end:
      return nil
    case .failure(let error):
      hasEnded = false
      throw error
    case .page(let header):
      let page = try page(header, watch)
      hasEnded = false
      return page
    }
  }

  private func message(_ watch: DecodingWatch) throws(ImageError) -> DecoderMessage {
    let prefix = try bytes(DecoderMessage.prefixLength, watch)
    guard let (kind, length) = DecoderMessage.parse(prefix: prefix),
      let message = DecoderMessage(kind: kind, fields: try bytes(length, watch))
    else { throw garbled }
    return message
  }

  private func page(_ header: PageHeader, _ watch: DecodingWatch) throws(ImageError) -> DecodedPage
  {
    let (area, overflow) = header.size.width.multipliedReportingOverflow(by: header.size.height)
    guard !overflow, area <= limits.maximumPixels else { throw garbled }
    let pixels = try bytes(area, watch)
    let image = LumaImage(width: header.size.width, height: header.size.height, pixels: pixels)
    return DecodedPage(header, image)
  }

  private func bytes(_ count: Int, _ watch: DecodingWatch) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    let length = try unsafe child.read(count, watch: watch.check) { chunk in
      unsafe bytes.append(contentsOf: chunk)
    }
    guard length == count else { throw failure(child.ending()) }
    return bytes
  }

  /// What a program that is not ours would say.
  private var garbled: ImageError {
    ImageError(
      .decoderFailed,
      "The \(format.name) decoder answered with nonsense.",
      remedy: "The file is damaged, or \(HelperProgram.name) is of another version."
    )
  }

  private func failure(_ ending: ChildProcess.Ending) -> ImageError {
    switch ending {
    case .signaled(SIGXCPU), .signaled(SIGKILL):
      ImageError(.tooSlow, "Decoding the \(format.name) was ended by the system.")
    case .signaled(let signal):
      ImageError(
        .decoderFailed,
        "The \(format.name) decoder crashed (signal \(signal)): the file is damaged, or needs more than"
          + " \(limits.memory >> 20) MB."
      )
    case .exited(let status):
      ImageError(
        .decoderFailed,
        "The \(format.name) decoder ended early (status \(status)); it may have needed more than"
          + " \(limits.memory >> 20) MB."
      )
    }
  }
}

extension DecodedPage {
  fileprivate init(_ header: PageHeader, _ image: LumaImage) {
    self.init(
      image: image,
      storedSize: header.storedSize,
      scale: header.scale,
      orientation: header.orientation,
      damage: header.damage
    )
  }
}
