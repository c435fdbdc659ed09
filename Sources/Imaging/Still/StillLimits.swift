/// What a still picture may cost.
public struct StillLimits: Sendable, Hashable {
  /// The most pixels a decoded page may have; 67 million (8192 × 8192) unless said otherwise.
  ///
  /// One with more is read at 1/2, 1/4 or 1/8 of its size.
  public var maximumPixels: Int

  /// The most pixels a page may be stored with; 600 million unless said otherwise: a plan of
  /// A0 size at 600 dots an inch.
  ///
  /// One with more is refused: it would take long to decode at any size. JPEG, which is decoded at
  /// a smaller size in a fraction of the time, is held by ``maximumPixels`` alone.
  public var maximumStoredPixels: Int

  /// The most memory the decoder program may take up, in bytes; 1 GB unless said otherwise.
  public var memory: Int

  /// The most processor time a page may take to decode in the decoder program, and the longest that
  /// may do nothing; 10 s unless said otherwise.
  public var decodingTime: Duration

  /// The most pages that are read of one file; 10,000 unless said otherwise.
  public var maximumPages: Int

  /// Makes limits.
  public init(
    maximumPixels: Int = JPEGDecoder.defaultMaximumPixels,
    maximumStoredPixels: Int = 600_000_000,
    memory: Int = 1 << 30,
    decodingTime: Duration = .seconds(10),
    maximumPages: Int = 10_000
  ) {
    self.maximumPixels = maximumPixels
    self.maximumStoredPixels = maximumStoredPixels
    self.memory = memory
    self.decodingTime = decodingTime
    self.maximumPages = maximumPages
  }

  /// The largest scale at which a page fits.
  ///
  /// - Parameters:
  ///   - size: Its stored size.
  ///   - format: What it is called in messages.
  /// - Returns: The scale.
  /// - Throws: `ImageError` when it has no pixels, or too many at any scale.
  package func scale(for size: PixelSize, _ format: String) throws(ImageError) -> DecodeScale {
    guard size.width > 0, size.height > 0 else {
      throw ImageError(.damaged, "The \(format) has \(size) pixels.")
    }
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, area <= maximumStoredPixels,
      let scale = DecodeScale.fitting(size, maximumPixels: maximumPixels)
    else {
      throw ImageError(
        .tooLarge,
        "The \(format) has \(size) pixels; at most \(maximumStoredPixels) are decoded.",
        remedy: "Make it smaller, cut it into pieces, or allow more with --max-pixels."
      )
    }
    return scale
  }
}
