/// An opened picture file, whose pages are decoded one after the other.
///
/// It belongs to one task at a time, and may own a process that decodes; that ends with it.
public struct StillDocument: ~Copyable {
  private let name: String
  private var format: String
  private let orientation: ImageOrientation?
  private var single: StillImage?
  private var helper: HelperDecoder?
  private var pdf: PDFDocument?

  /// Opens a picture file that is in memory.
  ///
  /// JPEG and PNG are decoded at once, in this process; PDF is rendered by poppler's `pdftoppm`,
  /// and everything else decoded by the program `lectern-decode`, each in a process of its own.
  ///
  /// - Parameters:
  ///   - bytes: The file's contents; not needed any more afterwards.
  ///   - name: What messages call the file.
  ///   - orientation: How the pages are stored; `nil` believes the file.
  ///   - limits: What a page may cost.
  ///   - isCancelled: Is asked every 50 ms while another process is waited for.
  /// - Throws: `ImageError` that names the file, the reason and, where there is one, the remedy.
  public init(
    _ bytes: [UInt8],
    named name: String,
    orientation: ImageOrientation? = nil,
    limits: StillLimits = StillLimits(),
    isCancelled: @escaping () -> Bool = { false }
  ) throws(ImageError) {
    self.name = name
    self.orientation = orientation
    single = nil
    helper = nil
    pdf = nil
    format = ""
    guard !bytes.isEmpty else {
      throw ImageError(.empty, "\(name) is empty.", remedy: "Copy or download it again.")
    }
    do throws(ImageError) {
      let raw = unsafe bytes.span.bytes
      switch StillFormat(raw, limits) {
      case .jpeg:
        format = "JPEG"
        single = try StillDecoder.decodeJPEG(raw, name, limits)
      case .png:
        format = "PNG"
        single = try StillDecoder.decodePNG(raw, name, limits)
      case .helper(let helped):
        format = helped.name
        helper = try HelperDecoder(raw, helped, limits, ignoresTransforms: orientation != nil)
      case .pdf:
        format = "PDF"
        pdf = try PDFDocument.open(raw, limits, isCancelled: isCancelled)
      case .foreign(let format): throw StillMessages.foreign(format, name)
      case .text: throw StillMessages.text(name)
      case .unknown: throw StillMessages.unknown(name)
      }
    } catch {
      throw error.named(name)
    }
  }

  /// Decodes the next page.
  ///
  /// - Parameter isCancelled: Is asked every 50 ms while another process is waited for.
  /// - Returns: The page, upright; `nil` after the last.
  /// - Throws: `ImageError` that names the file when this page cannot be decoded. Others may follow.
  public mutating func next(
    isCancelled: @escaping () -> Bool = { false }
  ) throws(ImageError) -> StillImage? {
    do throws(ImageError) {
      if let still = single.take() { return still.stored(as: orientation) }
      if helper != nil {
        guard let page = try helper?.next(isCancelled: isCancelled) else { return nil }
        return StillImage(page, format: format, name).stored(as: orientation)
      }
      guard pdf != nil, let image = try pdf?.next(isCancelled: isCancelled) else { return nil }
      return StillImage(image: image, format: format, storedSize: image.size)
        .stored(as: orientation)
    } catch {
      throw error.named(name)
    }
  }
}

extension StillImage {
  /// A page of the decoder program, turned upright.
  fileprivate init(_ page: DecodedPage, format: String, _ name: String) {
    var warning =
      page.scale == .full ? nil : StillMessages.reduced(page.storedSize, page.scale, name)
    if let damage = page.damage {
      warning = StillMessages.warning(damage, of: page.image.height, name)
    }
    self.init(
      image: page.image.oriented(page.orientation),
      orientation: page.orientation,
      format: format,
      storedSize: page.storedSize,
      scale: page.scale,
      warning: warning
    )
  }

  /// The same picture when what it says about its orientation does not count.
  ///
  /// - Parameter orientation: How it is really stored; `nil` believes the picture.
  /// - Returns: The picture, upright.
  fileprivate func stored(as orientation: ImageOrientation?) -> StillImage {
    guard let orientation, orientation != self.orientation else { return self }
    var turned = self
    turned.image = image.oriented(self.orientation.inverse.then(orientation))
    turned.orientation = orientation
    return turned
  }
}
