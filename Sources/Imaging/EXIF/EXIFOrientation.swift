internal import CEXIF

extension ImageOrientation {
  /// Reads the orientation tag out of EXIF data.
  ///
  /// Makes nothing when the data does not name an orientation, or one outside 1…8, which every viewer
  /// ignores: the picture counts as stored upright.
  ///
  /// - Parameter exif: The data with its leading `Exif` and two zeros, as JPEG's APP1 segment
  ///   carries it.
  package init?(exif: [UInt8]) {
    guard let length = CUnsignedInt(exactly: exif.count) else { return nil }
    let value = unsafe exif.withUnsafeBufferPointer { bytes -> Int? in
      guard let data = unsafe exif_data_new_from_data(bytes.baseAddress, length) else { return nil }
      defer { unsafe exif_data_unref(data) }
      guard
        let entry = unsafe exif_content_get_entry(data.pointee.ifd.0, EXIF_TAG_ORIENTATION),
        unsafe entry.pointee.format == EXIF_FORMAT_SHORT,
        unsafe entry.pointee.components >= 1, unsafe entry.pointee.size >= 2,
        let number = unsafe entry.pointee.data
      else { return nil }
      return unsafe Int(exif_get_short(number, exif_data_get_byte_order(data)))
    }
    guard let value, let orientation = ImageOrientation(rawValue: value) else { return nil }
    self = orientation
  }
}
