import Imaging

/// How large a page is printed, in points of 1/72 inch.
struct PDFPageSize: Sendable {
  /// Resolutions that a scanner states; what lies outside is a screen's or a camera's default.
  private static let plausible = 100.0...2400.0

  /// The long side of A4.
  private static let longSide = 842.0

  /// Points a pixel.
  var scale: Double
  var width: Double
  var height: Double

  /// Takes the size that the picture states, or makes the longer side that of A4.
  init(_ page: Page) {
    let pixels = page.size
    var upright = pixels
    var scale = Self.longSide / Double(max(pixels.width, pixels.height, 1))
    if let picture = page.picture {
      upright = picture.orientation.uprightSize(ofStored: picture.storedSize)
      if let resolution = picture.resolution, Self.plausible.contains(resolution) {
        // The picture may have been read at a smaller scale than it is stored at.
        scale = 72 / resolution * Double(upright.width) / Double(max(pixels.width, 1))
      }
    }
    self.scale = scale
    width = max(Double(pixels.width) * scale, 3)
    height = max(Double(pixels.height) * scale, 3)
  }

  /// The commands that draw a picture over the whole page, turned upright.
  func placement(of picture: PageImage) -> String {
    // The picture is the unit square with its first row at the top.
    func corner(_ x: Double, _ y: Double) -> SIMD2<Double> {
      let point = picture.orientation.upright(NormalizedPoint(x: x, y: y))
      return SIMD2(point.x * width, (1 - point.y) * height)
    }
    let origin = corner(0, 1)
    let right = corner(1, 1) - origin
    let up = corner(0, 0) - origin
    let numbers = [right.x, right.y, up.x, up.y, origin.x, origin.y].map { $0.decimal(2) }
    return "q \(numbers.joined(separator: " ")) cm /P Do Q\n"
  }
}

extension PageImage {
  /// What a PDF says about the picture.
  var dictionary: String {
    let colors =
      switch components {
      case 3: "/DeviceRGB"
      case 4: "/DeviceCMYK"
      default: palette.isEmpty ? "/DeviceGray" : indexed
      }
    let filter =
      switch encoding {
      case .jpeg(let invertsInks):
        "/Filter /DCTDecode" + (invertsInks ? " /Decode [1 0 1 0 1 0 1 0]" : "")
      case .deflatedRows:
        """
        /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors \(components) \
        /BitsPerComponent \(bitsPerComponent) /Columns \(storedSize.width) >>
        """
      case .plain: ""
      }
    return """
      /Type /XObject /Subtype /Image /Width \(storedSize.width) /Height \(storedSize.height) \
      /ColorSpace \(colors) /BitsPerComponent \(bitsPerComponent) \(filter)
      """
  }

  private var indexed: String {
    let count = min(palette.count / 3, 1 << bitsPerComponent)
    let hex = palette.prefix(count * 3).map { PDFText.hex(UInt16($0), digits: 2) }.joined()
    return "[/Indexed /DeviceRGB \(count - 1) <\(hex)>]"
  }
}
