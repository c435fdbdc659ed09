/// A still picture as a document can hold it.
///
/// A JPEG, and a PNG whose compressed rows a PDF takes as they are, keep every bit; any other picture
/// is encoded anew, in grey, as it was read.
public struct PageImage: Sendable, Hashable {
  /// What the bytes are.
  public enum Encoding: Sendable, Hashable {
    /// A whole JPEG file; one with four inks may store them inverted.
    case jpeg(invertsInks: Bool)

    /// The rows of a PNG: deflated, each with its predictor.
    case deflatedRows

    /// Rows of samples as they are.
    case plain
  }

  /// The compressed picture.
  public var bytes: [UInt8]

  /// What the bytes are.
  public var encoding: Encoding

  /// The size as stored, before turning.
  public var storedSize: PixelSize

  /// The samples of a pixel: 1, 3 or 4; of a picture with a palette 1.
  public var components: Int

  /// The bits of a sample: 1, 2, 4, 8 or 16.
  public var bitsPerComponent: Int

  /// Red, green and blue of each colour the samples number; empty where they are the colours.
  public var palette: [UInt8] = []

  /// How it is to be turned to stand upright.
  public var orientation: ImageOrientation

  /// Pixels an inch as the file says, where it says so.
  public var resolution: Double?

  /// Makes a page's picture.
  ///
  /// - Parameters:
  ///   - file: The bytes of the file the picture was decoded from.
  ///   - still: The picture as it was read.
  public init(file: [UInt8], still: StillImage) {
    let span = unsafe file.span.bytes
    if still.format == "JPEG", let image = Self(jpeg: span, file: file, still) {
      self = image
    } else if still.format == "PNG", let image = Self(png: span, still) {
      self = image
    } else {
      self.init(encoding: still)
    }
  }

  private init?(jpeg span: RawSpan, file: [UInt8], _ still: StillImage) {
    let segments = JPEGSegments(span)
    guard segments.isDocumentKind else { return nil }
    bytes = file
    encoding = .jpeg(invertsInks: segments.hasAdobeMarker && segments.components == 4)
    storedSize = still.storedSize
    components = segments.components
    bitsPerComponent = 8
    orientation = still.orientation
    resolution = segments.resolution
  }

  private init?(png span: RawSpan, _ still: StillImage) {
    let chunks = PNGChunks(span)
    guard chunks.isDocumentKind, chunks.size == still.storedSize else { return nil }
    bytes = chunks.pixels.flatMap { range in range.map { span[$0] } }
    encoding = .deflatedRows
    storedSize = still.storedSize
    components = chunks.colorType == 2 ? 3 : 1
    bitsPerComponent = chunks.bitDepth
    palette = chunks.palette.map { range in range.map { span[$0] } } ?? []
    orientation = still.orientation
    resolution = chunks.resolution
  }

  /// The picture encoded anew, upright.
  private init(encoding still: StillImage) {
    let image = still.image
    do throws(ImageError) {
      var encoder = try JPEGEncoder()
      bytes = try encoder.encode(image)
      encoding = .jpeg(invertsInks: false)
    } catch {
      // Larger than a JPEG can be.
      bytes = image.pixels
      encoding = .plain
    }
    storedSize = image.size
    components = 1
    bitsPerComponent = 8
    orientation = .up
  }
}

extension JPEGSegments {
  /// Whether a PDF takes it: Huffman coding, eight bits, one, three or four components.
  fileprivate var isDocumentKind: Bool {
    [0xc0, 0xc1, 0xc2].contains(frameMarker) && bitsPerComponent == 8
      && [1, 3, 4].contains(components) && hasHuffmanTables
  }
}

extension PNGChunks {
  /// Whether a PDF takes its rows: complete, in one pass, without transparency.
  fileprivate var isDocumentKind: Bool {
    hasEnd && !isInterlaced && !hasTransparency && [0, 2, 3].contains(colorType)
      && (colorType == 3) == (palette != nil)
  }
}
