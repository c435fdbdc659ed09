public import Imaging

/// Decodes the pages of a file whose format is known.
///
/// This is what the decoder program does with what it is given; it runs in no other process, but for
/// tests and fuzzing.
public struct PageDecoder {
  /// What a page may cost.
  public var limits: StillLimits

  /// Whether what a container says about orientation is left to the caller.
  public var ignoresTransforms: Bool

  /// Makes a decoder.
  public init(limits: StillLimits = StillLimits(), ignoresTransforms: Bool = false) {
    self.limits = limits
    self.ignoresTransforms = ignoresTransforms
  }

  /// Takes a page, or why one could not be decoded; `false` when no more are wanted.
  package typealias Sink = (Result<DecodedPage, ImageError>) -> Bool

  /// Decodes every page of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file, at least one byte; it must stay until this returns.
  ///   - format: What it is.
  ///   - sink: Takes the pages in order.
  package func decode(_ bytes: UnsafeRawBufferPointer, as format: HelperFormat, _ sink: Sink) {
    var count = 0
    func limited(_ page: Result<DecodedPage, ImageError>) -> Bool {
      count += 1
      guard count > limits.maximumPages else { return sink(page) }
      _ = sink(
        .failure(
          ImageError(
            .tooLarge,
            "The \(format.name) has more than \(limits.maximumPages) pages; so many were read.",
            remedy: "Cut it into pieces."
          )
        )
      )
      return false
    }
    do throws(ImageError) {
      switch format {
      case .tiff: try unsafe TIFFDecoder(bytes, limits).decode(limited)
      case .webP: _ = limited(.success(try unsafe WebPPicture(bytes, limits).decode()))
      case .gif: _ = limited(.success(try unsafe GIFPicture(bytes, limits).decode()))
      case .bmp: _ = limited(.success(try unsafe BMPPicture(bytes, limits).decode()))
      case .netpbm: try unsafe NetpbmPictures(bytes, limits).decode(limited)
      case .jpeg2000: _ = limited(.success(try unsafe JPEG2000Picture(bytes, limits).decode()))
      case .heif:
        let picture = try unsafe HEIFPicture(bytes, limits, ignoresTransforms: ignoresTransforms)
        _ = limited(.success(try picture.decode()))
      case .png: _ = limited(.success(try unsafe LargePNG(bytes, limits).decode()))
      }
    } catch {
      _ = sink(.failure(error))
    }
  }
}

extension DecodedPage {
  /// A page of the rows that came.
  init(
    _ builder: inout LumaBuilder,
    orientation: ImageOrientation = .up,
    damage: DecodeDamage? = nil
  ) {
    var damage = damage
    if let rows = damage?.decodedRows { damage?.decodedRows = rows / builder.scale.divisor }
    self.init(
      image: builder.finish(),
      storedSize: builder.storedSize,
      scale: builder.scale,
      orientation: orientation,
      damage: damage
    )
  }
}

extension ImageError {
  /// Memory that a library asked for in vain.
  static func outOfMemory(_ format: String, _ limits: StillLimits) -> ImageError {
    ImageError(
      .tooLarge,
      "The \(format) needs more than \(limits.memory >> 20) MB to decode.",
      remedy: "Make it smaller, or allow more with --max-memory."
    )
  }

  /// A file that ends before its first row.
  static func truncated(_ format: String, _ reason: String) -> ImageError {
    ImageError(.truncated, "The \(format) ends before its picture begins (\(reason)).")
  }

  /// A file that contradicts its format.
  static func damaged(_ format: String, _ reason: String) -> ImageError {
    ImageError(.damaged, "The \(format) is damaged (\(reason)).")
  }
}
