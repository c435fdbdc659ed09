internal import CHEIF
import Imaging

/// Decodes the main picture of HEIC and AVIF with libheif, turned as the container says.
@safe
struct HEIFPicture {
  private let file: UnsafeRawBufferPointer
  private let limits: StillLimits
  private let ignoresTransforms: Bool

  init(
    _ file: UnsafeRawBufferPointer,
    _ limits: StillLimits,
    ignoresTransforms: Bool
  ) throws(ImageError) {
    unsafe self.file = file
    self.limits = limits
    self.ignoresTransforms = ignoresTransforms
  }

  func decode() throws(ImageError) -> DecodedPage {
    guard let context = unsafe heif_context_alloc() else { throw .outOfMemory("HEIC", limits) }
    defer { unsafe heif_context_free(context) }
    unsafe heif_context_set_max_decoding_threads(context, 0)
    try unsafe check(
      heif_context_read_from_memory_without_copy(context, file.baseAddress, file.count, nil)
    )
    var main: OpaquePointer?
    try unsafe check(heif_context_get_primary_image_handle(context, &main))
    guard let main = unsafe main else { throw ImageError(.damaged, "The HEIC holds no picture.") }
    defer { unsafe heif_image_handle_release(main) }
    let size = unsafe PixelSize(
      width: Int(heif_image_handle_get_width(main)),
      height: Int(heif_image_handle_get_height(main))
    )
    let scale = try limits.scale(for: size, "HEIC")
    // The decoder holds the whole picture: its planes, its own copy, and what the next were made of.
    guard size.area * 6 <= limits.memory else { throw .outOfMemory("HEIC", limits) }
    guard let options = unsafe heif_decoding_options_alloc() else {
      throw .outOfMemory("HEIC", limits)
    }
    defer { unsafe heif_decoding_options_free(options) }
    unsafe options.pointee.ignore_transformations = ignoresTransforms ? 1 : 0
    var image: OpaquePointer?
    try unsafe check(
      heif_decode_image(main, &image, heif_colorspace_undefined, heif_chroma_undefined, options)
    )
    guard let image = unsafe image else { throw ImageError(.damaged, "The HEIC holds no picture.") }
    defer { unsafe heif_image_release(image) }
    return try unsafe page(image, isFullRange: isFullRange(main), scale)
  }

  private func page(
    _ image: OpaquePointer,
    isFullRange: Bool,
    _ scale: DecodeScale
  ) throws(ImageError) -> DecodedPage {
    let isRGB = unsafe heif_image_get_colorspace(image) == heif_colorspace_RGB
    let channels = isRGB ? [heif_channel_R, heif_channel_G, heif_channel_B] : [heif_channel_Y]
    let planes = channels.compactMap { unsafe Plane(image, $0, isFullRange: isFullRange || isRGB) }
    guard let first = planes.first, planes.count == channels.count,
      planes.allSatisfy({ $0.size == first.size })
    else {
      throw ImageError(
        .unsupportedFormat,
        "This kind of HEIC is not read (its planes are stored in an uncommon way).",
        remedy: "Convert it to a JPEG or PNG."
      )
    }
    let alpha = unsafe Plane(image, heif_channel_Alpha, isFullRange: true)
      .flatMap { $0.size == first.size ? $0 : nil }
    let fitting = scale.reduced(first.size).area <= limits.maximumPixels ? scale : .eighth
    var builder = LumaBuilder(storedSize: first.size, scale: fitting, hasAlpha: alpha != nil)
    for y in 0..<first.size.height {
      let rows = planes.map { $0.row(y) }
      let luma =
        rows.count == 3
        ? rows[0].indices.map { LumaPacking.luma(rows[0][$0], rows[1][$0], rows[2][$0]) } : rows[0]
      builder.append(luma, opacity: alpha?.row(y) ?? [])
    }
    return DecodedPage(&builder)
  }

  /// Whether black is 0 and white the largest value, as with every phone and camera.
  private func isFullRange(_ main: OpaquePointer) -> Bool {
    var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
    let error = unsafe heif_image_handle_get_nclx_color_profile(main, &profile)
    guard unsafe error.code == heif_error_Ok, let profile = unsafe profile else { return true }
    defer { unsafe heif_nclx_color_profile_free(profile) }
    return unsafe profile.pointee.full_range_flag != 0
  }

  private func check(_ error: heif_error) throws(ImageError) {
    guard unsafe error.code != heif_error_Ok else { return }
    let text = unsafe error.message.map { unsafe String(cString: $0) } ?? "unknown error"
    switch unsafe error.code {
    case heif_error_Unsupported_filetype, heif_error_Unsupported_feature:
      throw ImageError(
        .unsupportedFormat,
        "This kind of HEIC is not read (\(text)).",
        remedy: "Convert it to a JPEG or PNG."
      )
    case heif_error_Memory_allocation_error:
      throw .outOfMemory("HEIC", limits)
    default:
      let isEnd = unsafe error.subcode == heif_suberror_End_of_data
      throw isEnd ? .truncated("HEIC", text) : .damaged("HEIC", text)
    }
  }
}

/// One plane of a decoded picture, which it must not outlive.
@safe
private struct Plane {
  let size: PixelSize
  private let bytes: UnsafePointer<UInt8>
  private let stride: Int
  private let bits: Int
  private let table: [UInt8]

  /// Makes nothing where there is no such plane, or one of more than 16 bits.
  init?(_ image: OpaquePointer, _ channel: heif_channel, isFullRange: Bool) {
    guard unsafe heif_image_has_channel(image, channel) != 0 else { return nil }
    var stride: CInt = 0
    let width = unsafe Int(heif_image_get_width(image, channel))
    let height = unsafe Int(heif_image_get_height(image, channel))
    let bits = unsafe Int(heif_image_get_bits_per_pixel_range(image, channel))
    guard let bytes = unsafe heif_image_get_plane_readonly(image, channel, &stride), width > 0,
      height > 0, (1...16).contains(bits), Int(stride) >= width * (bits > 8 ? 2 : 1)
    else { return nil }
    unsafe self.bytes = bytes
    self.stride = Int(stride)
    self.bits = bits
    size = PixelSize(width: width, height: height)
    table = (0..<256).map {
      isFullRange ? UInt8($0) : UInt8(min(max(($0 - 16) * 255 / 219, 0), 255))
    }
  }

  func row(_ y: Int) -> [UInt8] {
    let line = unsafe bytes + y * stride
    guard bits > 8 else { return (0..<size.width).map { table[unsafe Int(line[$0])] } }
    return (0..<size.width).map { x in
      let value = unsafe Int(line[x * 2]) | Int(line[x * 2 + 1]) << 8
      return table[min(value >> (bits - 8), 255)]
    }
  }
}
