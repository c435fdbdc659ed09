internal import CTIFF
import Imaging

/// Decodes the page that libtiff is at.
@safe
struct TIFFPage {
  private let tiff: OpaquePointer
  private let directory: TIFFDirectory
  private let limits: StillLimits

  init(_ tiff: OpaquePointer, _ directory: TIFFDirectory, _ limits: StillLimits) {
    unsafe self.tiff = tiff
    self.directory = directory
    self.limits = limits
  }

  func decode() throws(ImageError) -> DecodedPage {
    let scale = try limits.scale(for: directory.size, "TIFF")
    guard directory.isPlain else { return try decodeConverted(scale) }
    let row = TIFFSamples(directory)
    var (page, most) = try decodeSamples(row, scale)
    // Scanners that measure twelve bits write them into sixteen; taken at their word they are black.
    if directory.bits == 16, most > 0, most < 4096 {
      (page, most) = try decodeSamples(TIFFSamples(directory, shift: 4), scale)
    }
    return page
  }

  private func decodeSamples(
    _ start: TIFFSamples,
    _ scale: DecodeScale
  ) throws(ImageError) -> (DecodedPage, Int) {
    var row = start
    var builder = LumaBuilder(
      storedSize: directory.size,
      scale: scale,
      hasAlpha: directory.hasAlpha
    )
    if directory.isTiled {
      try readTiles(&row, &builder)
    } else {
      try readRows(&row, &builder)
    }
    return (try page(&builder), row.most)
  }

  private func page(_ builder: inout LumaBuilder) throws(ImageError) -> DecodedPage {
    let complaint = TIFFMessages.shared.take()
    guard builder.rows < directory.size.height else {
      return DecodedPage(&builder, orientation: directory.orientation)
    }
    let reason = complaint ?? "rows are missing"
    guard builder.rows > 0 else { throw .truncated("TIFF", reason) }
    let damage = DecodeDamage(isTruncated: true, decodedRows: builder.rows, reason: reason)
    return DecodedPage(&builder, orientation: directory.orientation, damage: damage)
  }

  private func readRows(_ row: inout TIFFSamples, _ builder: inout LumaBuilder) throws(ImageError) {
    let length = unsafe max(
      Int(TIFFScanlineSize(tiff)),
      directory.bytesPerRow(directory.size.width)
    )
    guard length <= limits.memory / 8 else { throw .outOfMemory("TIFF", limits) }
    var bytes = [UInt8](repeating: 0, count: length)
    for y in 0..<directory.size.height {
      guard unsafe TIFFReadScanline(tiff, &bytes, UInt32(y), 0) == 1 else { return }
      row.read(bytes, from: 0, count: directory.size.width, to: 0)
      builder.append(row.luma, opacity: row.opacity)
    }
  }

  private func readTiles(_ row: inout TIFFSamples, _ builder: inout LumaBuilder) throws(ImageError)
  {
    let (width, height) = try tileSize()
    let across = (directory.size.width + width - 1) / width
    let length = unsafe Int(TIFFTileSize(tiff))
    let tileRow = directory.bytesPerRow(width)
    guard length >= tileRow * height, across <= limits.memory / 4 / max(length, 1) else {
      throw .outOfMemory("TIFF", limits)
    }
    var band = [UInt8](repeating: 0, count: across * length)
    var top = 0
    while top < directory.size.height {
      for column in 0..<across {
        let index = unsafe TIFFComputeTile(tiff, UInt32(column * width), UInt32(top), 0, 0)
        let read = unsafe band.withUnsafeMutableBytes { band in
          unsafe TIFFReadEncodedTile(
            tiff,
            index,
            band.baseAddress?.advanced(by: column * length),
            tmsize_t(length)
          )
        }
        guard read >= 0 else { return }
      }
      for y in 0..<min(height, directory.size.height - top) {
        for column in 0..<across {
          let left = column * width
          let count = min(width, directory.size.width - left)
          row.read(band, from: column * length + y * tileRow, count: count, to: left)
        }
        builder.append(row.luma, opacity: row.opacity)
      }
      top += height
    }
  }

  private func tileSize() throws(ImageError) -> (width: Int, height: Int) {
    var (width, height): (UInt32, UInt32) = (0, 0)
    let isKnown = unsafe withUnsafeMutablePointer(to: &width) { width in
      unsafe withUnsafeMutablePointer(to: &height) { height in
        let wide = unsafe withVaList([width]) {
          unsafe TIFFVGetField(tiff, UInt32(TIFFTAG_TILEWIDTH), $0)
        }
        let high = unsafe withVaList([height]) {
          unsafe TIFFVGetField(tiff, UInt32(TIFFTAG_TILELENGTH), $0)
        }
        return wide == 1 && high == 1
      }
    }
    guard isKnown, width > 0, height > 0, width < 1 << 20, height < 1 << 20 else {
      throw .damaged("TIFF", "its tiles have no size")
    }
    return (Int(width), Int(height))
  }
}

// MARK: - Conversion by libtiff

extension TIFFPage {
  /// Palettes, inks, luma and differences, planes: a strip or a row of tiles at a time.
  private func decodeConverted(_ scale: DecodeScale) throws(ImageError) -> DecodedPage {
    var reason = [CChar](repeating: 0, count: 1024)
    guard unsafe TIFFRGBAImageOK(tiff, &reason) == 1 else {
      let text = String(
        decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
        as: UTF8.self
      )
      throw ImageError(
        .unsupportedFormat,
        "This kind of TIFF is not read (\(text)).",
        remedy: "Convert it to a PNG."
      )
    }
    let width = directory.size.width
    var tile = (width: width, height: rowsPerStrip)
    if directory.isTiled { tile = try tileSize() }
    let across = (width + tile.width - 1) / tile.width
    let (area, overflow) = (tile.width * across).multipliedReportingOverflow(by: tile.height)
    guard !overflow, area <= limits.memory / 16 else { throw .outOfMemory("TIFF", limits) }
    var strip = [UInt32](repeating: 0, count: tile.width * tile.height)
    var band = [UInt32](repeating: 0, count: width * tile.height)
    var builder = LumaBuilder(
      storedSize: directory.size,
      scale: scale,
      hasAlpha: directory.hasAlpha
    )
    var row = RGBARow(width: width)
    var top = 0
    while top < directory.size.height {
      let rows = min(tile.height, directory.size.height - top)
      for column in 0..<across {
        let left = column * tile.width
        let isRead =
          unsafe directory.isTiled
          ? TIFFReadRGBATile(tiff, UInt32(left), UInt32(top), &strip)
          : TIFFReadRGBAStrip(tiff, UInt32(top), &strip)
        guard isRead == 1 else { return try page(&builder) }
        // Both are given bottom row first; a tile always whole, a strip only with its rows.
        let last = (directory.isTiled ? tile.height : rows) - 1
        let count = min(tile.width, width - left)
        for y in 0..<rows {
          let source = (last - y) * tile.width
          band.replaceSubrange(
            y * width + left..<y * width + left + count,
            with: strip[source..<source + count]
          )
        }
      }
      for y in 0..<rows {
        unsafe band.withUnsafeBytes { band in
          guard let base = band.baseAddress else { return }
          unsafe row.read((base + y * width * 4).assumingMemoryBound(to: UInt8.self))
        }
        builder.append(row.luma, opacity: row.opacity)
      }
      top += rows
    }
    return try page(&builder)
  }

  private var rowsPerStrip: Int {
    var rows: UInt32 = 0
    let isKnown = unsafe withUnsafeMutablePointer(to: &rows) { rows in
      unsafe withVaList([rows]) {
        unsafe TIFFVGetFieldDefaulted(tiff, UInt32(TIFFTAG_ROWSPERSTRIP), $0)
      }
    }
    let height = directory.size.height
    return isKnown == 1 && rows > 0 ? min(Int(rows), height) : height
  }
}
