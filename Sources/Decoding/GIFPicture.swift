internal import CGIF
import Imaging

/// Decodes the first picture of a GIF with giflib.
@safe
struct GIFPicture {
  private let file: UnsafeRawBufferPointer
  private let limits: StillLimits

  init(_ file: UnsafeRawBufferPointer, _ limits: StillLimits) {
    unsafe self.file = file
    self.limits = limits
  }

  func decode() throws(ImageError) -> DecodedPage {
    var reader = unsafe MemoryReader(file)
    return try unsafe withUnsafeMutablePointer(to: &reader) { reader throws(ImageError) in
      var code: CInt = 0
      let gif = unsafe DGifOpen(
        reader,
        { gif, target, count in
          guard let reader = unsafe gif?.pointee.UserData, let target = unsafe target else {
            return 0
          }
          return unsafe CInt(
            reader.assumingMemoryBound(to: MemoryReader.self).pointee.read(target, Int(count))
          )
        },
        &code
      )
      guard let gif = unsafe gif else { throw Self.error(code) }
      defer { unsafe DGifCloseFile(gif, nil) }
      return try unsafe firstPicture(gif)
    }
  }

  private func firstPicture(
    _ gif: UnsafeMutablePointer<GifFileType>
  ) throws(ImageError) -> DecodedPage {
    var transparent = -1
    while true {
      var kind = UNDEFINED_RECORD_TYPE
      guard unsafe DGifGetRecordType(gif, &kind) == GIF_OK else {
        throw unsafe Self.error(gif.pointee.Error)
      }
      switch kind {
      case IMAGE_DESC_RECORD_TYPE:
        guard unsafe DGifGetImageDesc(gif) == GIF_OK else {
          throw unsafe Self.error(gif.pointee.Error)
        }
        return try unsafe picture(gif, transparent)
      case EXTENSION_RECORD_TYPE:
        transparent = try unsafe transparentColor(gif) ?? transparent
      case TERMINATE_RECORD_TYPE:
        throw ImageError(.damaged, "The GIF holds no picture.")
      default:
        continue
      }
    }
  }

  /// Reads over an extension block.
  ///
  /// - Returns: The number of the colour that is none, if the block names one.
  private func transparentColor(
    _ gif: UnsafeMutablePointer<GifFileType>
  ) throws(ImageError) -> Int? {
    var code: CInt = 0
    var block: UnsafeMutablePointer<GifByteType>?
    guard unsafe DGifGetExtension(gif, &code, &block) == GIF_OK else {
      throw unsafe Self.error(gif.pointee.Error)
    }
    var color: Int?
    while let bytes = unsafe block {
      // The first byte is the length of the block.
      if code == GRAPHICS_EXT_FUNC_CODE, unsafe bytes[0] >= 4, unsafe bytes[1] & 1 != 0 {
        color = unsafe Int(bytes[4])
      }
      guard unsafe DGifGetExtensionNext(gif, &block) == GIF_OK else {
        throw unsafe Self.error(gif.pointee.Error)
      }
    }
    return color
  }

  private func picture(
    _ gif: UnsafeMutablePointer<GifFileType>,
    _ transparent: Int
  ) throws(ImageError) -> DecodedPage {
    let frame = unsafe gif.pointee.Image
    let size = unsafe PixelSize(width: Int(frame.Width), height: Int(frame.Height))
    let scale = try limits.scale(for: size, "GIF")
    guard let table = unsafe (frame.ColorMap ?? gif.pointee.SColorMap) else {
      throw ImageError(.damaged, "The GIF has no colours.")
    }
    var luma = [UInt8](repeating: 0, count: 256)
    for index in 0..<min(unsafe Int(table.pointee.ColorCount), 256) {
      let color = unsafe table.pointee.Colors[index]
      luma[index] = LumaPacking.luma(color.Red, color.Green, color.Blue)
    }
    var opacity = [UInt8](repeating: 255, count: 256)
    if opacity.indices.contains(transparent) { opacity[transparent] = 0 }
    var rows = GIFRows(size, isInterlaced: unsafe frame.Interlace, limits)
    var line = [UInt8](repeating: 0, count: size.width)
    while rows.count < size.height {
      guard unsafe DGifGetLine(gif, &line, CInt(size.width)) == GIF_OK else { break }
      rows.append(line)
    }
    guard rows.count > 0 else { throw unsafe Self.error(gif.pointee.Error) }
    var builder = LumaBuilder(storedSize: size, scale: scale, hasAlpha: transparent >= 0)
    rows.lend { row in
      let seen = transparent >= 0 ? row.map { opacity[Int($0)] } : []
      builder.append(row.map { luma[Int($0)] }, opacity: seen)
    }
    guard rows.count < size.height else { return DecodedPage(&builder) }
    let reason = unsafe Self.text(gif.pointee.Error)
    let known = rows.isInterlaced ? nil : rows.count
    return DecodedPage(
      &builder,
      damage: DecodeDamage(isTruncated: true, decodedRows: known, reason: reason)
    )
  }

  private static func text(_ code: CInt) -> String {
    guard let text = unsafe GifErrorString(code) else { return "unknown GIF error" }
    return unsafe String(cString: text)
  }

  private static func error(_ code: CInt) -> ImageError {
    let isEnd = [D_GIF_ERR_READ_FAILED, D_GIF_ERR_EOF_TOO_SOON].contains(code)
    return isEnd ? .truncated("GIF", text(code)) : .damaged("GIF", text(code))
  }
}

/// The rows of a GIF in the order they are stored, lent from top to bottom.
///
/// They are held, as numbers of colours, because an interlaced picture has them in four passes.
private struct GIFRows {
  let isInterlaced: Bool
  private(set) var count = 0
  private let size: PixelSize
  private var pixels: [UInt8] = []

  init(_ size: PixelSize, isInterlaced: Bool, _ limits: StillLimits) {
    self.size = size
    self.isInterlaced = isInterlaced
  }

  mutating func append(_ line: [UInt8]) {
    pixels += line
    count += 1
  }

  /// Lends the rows that came; those of an interlaced picture that did not, as the one above.
  func lend(_ body: ([UInt8]) -> Void) {
    guard isInterlaced else {
      for row in 0..<count { body(stored(row)) }
      return
    }
    let passes = [(0, 8), (4, 8), (2, 4), (1, 2)]
    let order = passes.flatMap { start, step in
      Array(stride(from: start, to: size.height, by: step))
    }
    var place = [Int](repeating: -1, count: size.height)
    for (index, row) in order.prefix(count).enumerated() { place[row] = index }
    var last = 0
    for row in 0..<size.height {
      if place[row] >= 0 { last = place[row] }
      body(stored(last))
    }
  }

  private func stored(_ index: Int) -> [UInt8] {
    Array(pixels[index * size.width..<(index + 1) * size.width])
  }
}
