/// The formats that are decoded by the decoder program, in a process of its own.
///
/// Their libraries are large and their files hostile. The raw value is the program's argument.
package enum HelperFormat: String, Sendable, Hashable, CaseIterable {
  /// Tagged Image File Format, with all its pages.
  case tiff

  /// WebP; of an animation the first picture.
  case webP = "webp"

  /// GIF; of an animation the first picture.
  case gif

  /// Windows' bitmap.
  case bmp

  /// The portable bitmap, graymap and pixmap, and PAM.
  case netpbm

  /// JPEG 2000, with its container or without.
  case jpeg2000

  /// HEIC and AVIF.
  case heif

  /// A PNG with more pixels than are held at once.
  case png

  /// What people call it.
  package var name: String {
    switch self {
    case .tiff: "TIFF"
    case .webP: "WebP"
    case .gif: "GIF"
    case .bmp: "BMP"
    case .netpbm: "Netpbm"
    case .jpeg2000: "JPEG 2000"
    case .heif: "HEIC"
    case .png: "PNG"
    }
  }
}
