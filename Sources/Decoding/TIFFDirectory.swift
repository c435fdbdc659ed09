internal import CTIFF
import Imaging

/// What a TIFF says about a page.
struct TIFFDirectory {
  let size: PixelSize
  let bits: Int
  let samples: Int
  let photometric: Int
  let isSeparate: Bool
  let isTiled: Bool
  let compression: Int
  let isUnsigned: Bool
  let orientation: ImageOrientation
  let hasAlpha: Bool

  /// Whether it is neither a thumbnail nor a mask.
  let isPage: Bool

  init(_ tiff: OpaquePointer) {
    size = unsafe PixelSize(
      width: Int(tiff.number(TIFFTAG_IMAGEWIDTH) ?? 0),
      height: Int(tiff.number(TIFFTAG_IMAGELENGTH) ?? 0)
    )
    bits = unsafe Int(tiff.short(TIFFTAG_BITSPERSAMPLE) ?? 1)
    samples = unsafe Int(tiff.short(TIFFTAG_SAMPLESPERPIXEL) ?? 1)
    photometric = unsafe Int(tiff.short(TIFFTAG_PHOTOMETRIC) ?? UInt16(PHOTOMETRIC_MINISWHITE))
    isSeparate = unsafe tiff.short(TIFFTAG_PLANARCONFIG) == UInt16(PLANARCONFIG_SEPARATE)
    isTiled = unsafe TIFFIsTiled(tiff) != 0
    compression = unsafe Int(tiff.short(TIFFTAG_COMPRESSION) ?? UInt16(COMPRESSION_NONE))
    let format = unsafe tiff.short(TIFFTAG_SAMPLEFORMAT) ?? UInt16(SAMPLEFORMAT_UINT)
    isUnsigned = format == UInt16(SAMPLEFORMAT_UINT) || format == UInt16(SAMPLEFORMAT_VOID)
    let tag = unsafe tiff.short(TIFFTAG_ORIENTATION) ?? 1
    orientation = ImageOrientation(rawValue: Int(tag)) ?? .up
    let kind = unsafe tiff.number(TIFFTAG_SUBFILETYPE) ?? 0
    isPage = kind & UInt32(FILETYPE_REDUCEDIMAGE | FILETYPE_MASK) == 0
    let isColor = photometric == Int(PHOTOMETRIC_RGB)
    hasAlpha = unsafe samples > (isColor ? 3 : 1) && tiff.hasAlpha
  }

  /// Whether the stored samples are grey or colours that can be read as they are.
  var isPlain: Bool {
    let grey = [Int(PHOTOMETRIC_MINISWHITE), Int(PHOTOMETRIC_MINISBLACK)].contains(photometric)
    let color = photometric == Int(PHOTOMETRIC_RGB) && samples >= 3
    let isJPEG = [Int(COMPRESSION_JPEG), Int(COMPRESSION_OJPEG)].contains(compression)
    return isUnsigned && [1, 2, 4, 8, 12, 16].contains(bits) && (grey || color)
      && (!isSeparate || samples == 1) && (!isJPEG || bits == 8) && (1...16).contains(samples)
  }

  /// The bytes of a row of so many pixels.
  func bytesPerRow(_ width: Int) -> Int { (width * samples * bits + 7) / 8 }
}

extension OpaquePointer {
  fileprivate func short(_ tag: Int32) -> UInt16? {
    var value: UInt16 = 0
    let found = unsafe withUnsafeMutablePointer(to: &value) { value in
      unsafe withVaList([value]) { unsafe TIFFVGetFieldDefaulted(self, UInt32(tag), $0) }
    }
    return found == 1 ? value : nil
  }

  fileprivate func number(_ tag: Int32) -> UInt32? {
    var value: UInt32 = 0
    let found = unsafe withUnsafeMutablePointer(to: &value) { value in
      unsafe withVaList([value]) { unsafe TIFFVGetFieldDefaulted(self, UInt32(tag), $0) }
    }
    return found == 1 ? value : nil
  }

  /// Whether the first sample that is no colour is opacity.
  fileprivate var hasAlpha: Bool {
    var count: UInt16 = 0
    var kinds: UnsafeMutablePointer<UInt16>?
    let found = unsafe withUnsafeMutablePointer(to: &count) { count in
      unsafe withUnsafeMutablePointer(to: &kinds) { kinds in
        unsafe withVaList([count, kinds]) {
          unsafe TIFFVGetFieldDefaulted(self, UInt32(TIFFTAG_EXTRASAMPLES), $0)
        }
      }
    }
    guard found == 1, count > 0, let kinds = unsafe kinds else { return false }
    return unsafe [UInt16(EXTRASAMPLE_ASSOCALPHA), UInt16(EXTRASAMPLE_UNASSALPHA)].contains(
      kinds[0]
    )
  }
}
