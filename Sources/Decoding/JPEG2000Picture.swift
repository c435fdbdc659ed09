internal import COpenJPEG
import Imaging

/// Decodes JPEG 2000 with OpenJPEG, at a lower resolution where it is too large.
@safe
struct JPEG2000Picture {
  private let file: UnsafeRawBufferPointer
  private let limits: StillLimits

  init(_ file: UnsafeRawBufferPointer, _ limits: StillLimits) {
    unsafe self.file = file
    self.limits = limits
  }

  func decode() throws(ImageError) -> DecodedPage {
    var reader = unsafe MemoryReader(file)
    return try unsafe withUnsafeMutablePointer(to: &reader) { reader throws(ImageError) in
      let isBare = unsafe file[0] == 0xff
      guard let codec = unsafe opj_create_decompress(isBare ? OPJ_CODEC_J2K : OPJ_CODEC_JP2) else {
        throw .outOfMemory("JPEG 2000", limits)
      }
      defer { unsafe opj_destroy_codec(codec) }
      guard let stream = unsafe Self.stream(reader, file.count) else {
        throw .outOfMemory("JPEG 2000", limits)
      }
      defer { unsafe opj_stream_destroy(stream) }
      var parameters = opj_dparameters_t()
      unsafe opj_set_default_decoder_parameters(&parameters)
      unsafe opj_setup_decoder(codec, &parameters)
      // What is there of a file that is cut off is decoded.
      unsafe opj_decoder_set_strict_mode(codec, 0)
      var header: UnsafeMutablePointer<opj_image_t>?
      guard unsafe opj_read_header(stream, codec, &header) != 0, let image = unsafe header else {
        throw .damaged("JPEG 2000", "its header makes no sense")
      }
      defer { unsafe opj_image_destroy(image) }
      let size = unsafe Samples.size(of: image.pointee)
      let scale = try unsafe scale(for: size, samples: Int(image.pointee.numcomps))
      let reduction = unsafe min(scale.divisor.trailingZeroBitCount, Self.lowerResolutions(codec))
      guard
        unsafe reduction == 0 || opj_set_decoded_resolution_factor(codec, UInt32(reduction)) != 0
      else { throw .damaged("JPEG 2000", "it has no lower resolution") }
      guard unsafe opj_decode(codec, stream, image) != 0 else {
        throw .damaged("JPEG 2000", "its picture cannot be decoded")
      }
      let isWhole = unsafe opj_end_decompress(codec, stream) != 0
      return try unsafe page(image.pointee, size, scale, isWhole: isWhole)
    }
  }

  /// Samples are held as 32-bit numbers, one for each colour.
  private func scale(for size: PixelSize, samples: Int) throws(ImageError) -> DecodeScale {
    var affordable = limits
    let each = max(samples, 1) * 4 * 2
    affordable.maximumPixels = min(limits.maximumPixels, limits.memory / each)
    return try affordable.scale(for: size, "JPEG 2000")
  }

  private static func stream(
    _ reader: UnsafeMutablePointer<MemoryReader>,
    _ length: Int
  ) -> UnsafeMutablePointer<opj_stream_t?>? {
    guard let stream = unsafe opj_stream_create(64 << 10, 1) else { return nil }
    unsafe opj_stream_set_read_function(stream) { target, count, user in
      guard let target = unsafe target, let user = unsafe user else { return -1 }
      let reader = unsafe user.assumingMemoryBound(to: MemoryReader.self)
      let read = unsafe reader.pointee.read(target, count)
      // All bits set means the end.
      return read > 0 ? read : -1
    }
    unsafe opj_stream_set_skip_function(stream) { count, user in
      guard let reader = unsafe user?.assumingMemoryBound(to: MemoryReader.self) else { return -1 }
      let (place, overflow) = unsafe reader.pointee.offset.addingReportingOverflow(Int(count))
      guard !overflow else { return -1 }
      return unsafe reader.pointee.seek(place) ? count : -1
    }
    unsafe opj_stream_set_seek_function(stream) { place, user in
      guard let reader = unsafe user?.assumingMemoryBound(to: MemoryReader.self) else { return 0 }
      return unsafe reader.pointee.seek(Int(place)) ? 1 : 0
    }
    unsafe opj_stream_set_user_data(stream, reader, nil)
    unsafe opj_stream_set_user_data_length(stream, UInt64(length))
    return unsafe stream
  }

  /// How often the size can be halved by leaving out detail.
  private static func lowerResolutions(_ codec: UnsafeMutablePointer<opj_codec_t?>) -> Int {
    var info = unsafe opj_get_cstr_info(codec)
    defer { unsafe opj_destroy_cstr_info(&info) }
    guard let parts = unsafe info?.pointee.m_default_tile_info.tccp_info else { return 0 }
    return unsafe max(Int(parts.pointee.numresolutions) - 1, 0)
  }

  private func page(
    _ image: opj_image_t,
    _ size: PixelSize,
    _ scale: DecodeScale,
    isWhole: Bool
  ) throws(ImageError) -> DecodedPage {
    guard let samples = unsafe Samples(image) else {
      throw ImageError(
        .unsupportedFormat,
        "This kind of JPEG 2000 is not read (its colours have different sizes).",
        remedy: "Convert it to a PNG."
      )
    }
    // What the library could not leave out is left out here.
    let left = DecodeScale.allCases.first { $0.reduced(samples.size) == scale.reduced(size) }
    let own = try limits.scale(for: samples.size, "JPEG 2000")
    var builder = LumaBuilder(
      storedSize: samples.size,
      scale: left ?? own,
      hasAlpha: samples.hasAlpha
    )
    for y in 0..<samples.size.height {
      builder.append(samples.luma(y), opacity: samples.opacity(y))
    }
    let damage =
      isWhole ? nil : DecodeDamage(isTruncated: true, decodedRows: nil, reason: "it ends early")
    var page = DecodedPage(&builder, damage: damage)
    if left != nil { (page.storedSize, page.scale) = (size, scale) }
    return page
  }
}

/// The samples of a decoded picture.
@safe
private struct Samples {
  typealias Component = opj_image_comp_t

  let size: PixelSize
  private let alpha: Component?
  private let colors: [Component]
  private let isDifference: Bool

  /// Makes nothing where components that are needed have no samples, or another size.
  init?(_ image: opj_image_t) {
    guard let first = unsafe image.comps, unsafe image.numcomps > 0 else { return nil }
    let all = unsafe Array(UnsafeBufferPointer(start: first, count: Int(image.numcomps)))
    unsafe isDifference =
      image.color_space == OPJ_CLRSPC_SYCC || image.color_space == OPJ_CLRSPC_EYCC
    let opaque = unsafe all.filter { unsafe $0.alpha == 0 }
    // Luma is all that is needed of luma and differences, which are often smaller.
    unsafe colors =
      unsafe isDifference || opaque.count < 3 ? Array(opaque.prefix(1)) : Array(opaque.prefix(3))
    guard let luma = unsafe colors.first else { return nil }
    let size = unsafe PixelSize(width: Int(luma.w), height: Int(luma.h))
    self.size = size
    func fits(_ component: Component) -> Bool {
      unsafe Int(component.w) == size.width && Int(component.h) == size.height
        && component.data != nil && (1...31).contains(component.prec)
    }
    unsafe alpha = unsafe all.first { unsafe $0.alpha != 0 && fits($0) }
    guard size.width > 0, size.height > 0, unsafe colors.allSatisfy({ unsafe fits($0) }) else {
      return nil
    }
  }

  var hasAlpha: Bool { unsafe alpha != nil }

  /// The size of a picture of which the header is known.
  static func size(of image: opj_image_t) -> PixelSize {
    let width = unsafe Int(image.x1) - Int(image.x0)
    let height = unsafe Int(image.y1) - Int(image.y0)
    return PixelSize(width: width, height: height)
  }

  func luma(_ y: Int) -> [UInt8] {
    let rows = unsafe colors.map { unsafe row(y, $0) }
    guard rows.count == 3 else { return rows[0] }
    return (0..<size.width).map { LumaPacking.luma(rows[0][$0], rows[1][$0], rows[2][$0]) }
  }

  func opacity(_ y: Int) -> [UInt8] {
    guard let alpha = unsafe alpha else { return [] }
    return unsafe row(y, alpha)
  }

  private func row(_ y: Int, _ component: Component) -> [UInt8] {
    guard let data = unsafe component.data else { return [UInt8](repeating: 0, count: size.width) }
    let most = unsafe (1 << Int(component.prec)) - 1
    let shift = unsafe component.sgnd == 0 ? 0 : 1 << (Int(component.prec) - 1)
    let line = unsafe data + y * size.width
    return (0..<size.width).map { x in
      let value = unsafe min(max(Int(line[x]) + shift, 0), most)
      return UInt8(truncatingIfNeeded: value * 255 / most)
    }
  }
}
