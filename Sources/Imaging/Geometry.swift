/// A size in whole pixels.
public struct PixelSize: Sendable, Hashable, Codable {
  /// Pixels in a row.
  public var width: Int

  /// Rows.
  public var height: Int

  /// Makes a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels.
  public var area: Int { width * height }
}

extension PixelSize: CustomStringConvertible {
  /// `1280x720`, as options and messages write it.
  public var description: String { "\(width)x\(height)" }
}

/// A rectangle in whole pixels, origin at the picture's top left.
public struct PixelRect: Sendable, Hashable, Codable {
  /// The left edge.
  public var x: Int

  /// The top edge.
  public var y: Int

  /// Pixels across.
  public var width: Int

  /// Pixels down.
  public var height: Int

  /// Makes a rectangle.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The first column right of the rectangle.
  public var maxX: Int { x + width }

  /// The first row below the rectangle.
  public var maxY: Int { y + height }
}

/// A place in a picture as fractions of its width and height, origin top left.
public struct NormalizedPoint: Sendable, Hashable, Codable {
  /// 0 at the left edge, 1 at the right.
  public var x: Double

  /// 0 at the top edge, 1 at the bottom.
  public var y: Double

  /// Makes a point; values outside 0…1 lie outside the picture.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle inside a picture as fractions of its width and height, origin top left.
///
/// Vision's rectangles have their origin at the lower left; everything in Lectern starts at the top
/// left, as pictures, V4L2 and Tesseract do.
public struct NormalizedRect: Sendable, Hashable, Codable {
  /// The left edge, 0…1.
  public let x: Double

  /// The top edge, 0…1.
  public let y: Double

  /// The share of the picture's width, more than 0.
  public let width: Double

  /// The share of the picture's height, more than 0.
  public let height: Double

  /// Makes a rectangle, or nothing when it would not lie inside the picture or have no area.
  ///
  /// Vision accepts such a region and fails when it is used; here it cannot be made.
  public init?(x: Double, y: Double, width: Double, height: Double) {
    let slack = 1e-9
    guard x >= 0, y >= 0, width > 0, height > 0, x + width <= 1 + slack, y + height <= 1 + slack
    else { return nil }
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  private init(uncheckedX x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole picture.
  public static let fullImage = NormalizedRect(uncheckedX: 0, y: 0, width: 1, height: 1)

  /// The pixels this rectangle covers in a picture of a given size, rounded outwards, at least one.
  public func pixelRect(in size: PixelSize) -> PixelRect {
    let left = min(max(Int((x * Double(size.width)).rounded(.down)), 0), max(size.width - 1, 0))
    let top = min(max(Int((y * Double(size.height)).rounded(.down)), 0), max(size.height - 1, 0))
    let right = min(Int(((x + width) * Double(size.width)).rounded(.up)), size.width)
    let bottom = min(Int(((y + height) * Double(size.height)).rounded(.up)), size.height)
    return PixelRect(
      x: left,
      y: top,
      width: max(right - left, min(1, size.width)),
      height: max(bottom - top, min(1, size.height))
    )
  }
}

/// Four corners of something flat in a picture, clockwise as a reader sees it.
///
/// `topLeft` is where the text starts, so a sheet that lies upside down has it at the lower right.
public struct Quadrilateral: Sendable, Hashable, Codable {
  /// The corner above the first letter.
  public var topLeft: NormalizedPoint

  /// The corner above the last letter.
  public var topRight: NormalizedPoint

  /// The corner below the last letter.
  public var bottomRight: NormalizedPoint

  /// The corner below the first letter.
  public var bottomLeft: NormalizedPoint

  /// Makes a quadrilateral from its corners.
  public init(
    topLeft: NormalizedPoint,
    topRight: NormalizedPoint,
    bottomRight: NormalizedPoint,
    bottomLeft: NormalizedPoint
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The upright rectangle over some pixels of a picture.
  public init(_ rect: PixelRect, in size: PixelSize) {
    let width = Double(max(size.width, 1))
    let height = Double(max(size.height, 1))
    let left = Double(rect.x) / width
    let right = Double(rect.maxX) / width
    let top = Double(rect.y) / height
    let bottom = Double(rect.maxY) / height
    self.init(
      topLeft: NormalizedPoint(x: left, y: top),
      topRight: NormalizedPoint(x: right, y: top),
      bottomRight: NormalizedPoint(x: right, y: bottom),
      bottomLeft: NormalizedPoint(x: left, y: bottom)
    )
  }

  /// The corners in order, clockwise from the top left.
  public var corners: [NormalizedPoint] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// The same shape after moving every corner.
  public func map(_ transform: (NormalizedPoint) -> NormalizedPoint) -> Quadrilateral {
    Quadrilateral(
      topLeft: transform(topLeft),
      topRight: transform(topRight),
      bottomRight: transform(bottomRight),
      bottomLeft: transform(bottomLeft)
    )
  }
}
