import Glibc
import Lectern

/// Prints `NAME MILLISECONDS` for each piece of pixel work, on the JPEG named as argument.
///
/// A figure is the median of the runs; `compare` puts it beside what Pillow needs.
@main
struct ImagingBenchmark {
  static func main() throws {
    guard CommandLine.arguments.count > 1 else {
      print("usage: ImagingBenchmark PICTURE.jpg")
      return
    }
    let jpeg = try readFile(CommandLine.arguments[1])
    try decoding(jpeg)
    var image = LumaImage(width: 0, height: 0)
    var decoder = LumaDecoder()
    let layout = RasterLayout(format: .mjpeg, width: 0, height: 0, bytesPerRow: 0)
    _ = try decoder.decode(jpeg, layout: layout, into: &image)
    try converting(image.size)
    turning(image)
    measuring(image)
    resizing(image)
  }

  static func decoding(_ jpeg: [UInt8]) throws {
    var decoder = LumaDecoder()
    var image = LumaImage(width: 0, height: 0)
    let layout = RasterLayout(format: .mjpeg, width: 0, height: 0, bytesPerRow: 0)
    for scale in DecodeScale.allCases {
      try measure("jpeg-1/\(scale.divisor)") {
        _ = try decoder.decode(jpeg, layout: layout, scale: scale, into: &image)
      }
    }
  }

  static func converting(_ size: PixelSize) throws {
    var image = LumaImage(width: 0, height: 0)
    let formats: [(PixelFormat, Int)] = [
      (.yuyv, 2), (.uyvy, 2), (.nv12, 1), (.y10, 2), (.rgb24, 3),
    ]
    for (format, bytesPerPixel) in formats {
      let stride = size.width * bytesPerPixel
      let layout = RasterLayout(
        format: format,
        width: size.width,
        height: size.height,
        bytesPerRow: stride
      )
      let bytes = (0..<stride * size.height).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      for scale in format == .yuyv ? DecodeScale.allCases : [.full] {
        try measure("\(format)-1/\(scale.divisor)") {
          unsafe try image.fill(from: bytes.span.bytes, layout: layout, scale: scale)
        }
      }
    }
  }

  static func turning(_ image: LumaImage) {
    var target = LumaImage(width: 0, height: 0)
    for orientation in ImageOrientation.allCases {
      measure("orient-\(orientation.rawValue)") { image.orient(orientation, into: &target) }
    }
  }

  static func measuring(_ image: LumaImage) {
    let thumbnail = image.reduced(by: .quarter)
    let brighter = LumaImage(
      width: image.width,
      height: image.height,
      pixels: image.pixels.map { UInt8(min(Int($0) * 11 / 10 + 3, 255)) }
    )
    let brighterThumbnail = brighter.reduced(by: .quarter)
    var sink = 0.0
    measure("sharpness") { sink += image.sharpness() }
    measure("sharpness-quarter") { sink += thumbnail.sharpness() }
    measure("difference") { sink += brighter.difference(from: image).changedShare() }
    measure("difference-quarter") {
      sink += brighterThumbnail.difference(from: thumbnail).changedShare()
    }
    measure("mean") { sink += image.meanLuma }
    measure("histogram") { sink += image.histogram().mean }
    if sink.isNaN { print("no figures") }
  }

  static func resizing(_ image: LumaImage) {
    var target = LumaImage(width: 0, height: 0)
    for scale in DecodeScale.allCases where scale != .full {
      measure("box-1/\(scale.divisor)") { image.reduce(by: scale, into: &target) }
    }
    let smaller = PixelSize(width: image.width * 2 / 3, height: image.height * 2 / 3)
    let larger = PixelSize(width: image.width * 3 / 2, height: image.height * 3 / 2)
    measure("area-2/3") { target = image.resized(to: smaller, filter: .area) }
    measure("bilinear-2/3") { target = image.resized(to: smaller, filter: .bilinear) }
    measure("bicubic-2/3") { target = image.resized(to: smaller, filter: .bicubic) }
    measure("bicubic-3/2") { target = image.resized(to: larger, filter: .bicubic) }
    let half = PixelRect(x: 100, y: 100, width: image.width / 2, height: image.height / 2)
    measure("crop-1/2") { target = image.cropped(to: half) }
  }

  static func measure<E: Error>(_ name: String, _ body: () throws(E) -> Void) throws(E) {
    let clock = ContinuousClock()
    try body()
    var times: [Duration] = []
    for _ in 0..<31 {
      let start = clock.now
      try body()
      times.append(clock.now - start)
    }
    times.sort()
    let median = times[times.count / 2].components.attoseconds
    print(name, Double(median / 1_000_000_000_000) / 1000)
  }

  static func readFile(_ path: String) throws -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else { throw Unreadable(path: path) }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&block, 1, block.count, file)
      guard count > 0 else { return bytes }
      bytes += block.prefix(count)
    }
  }

  struct Unreadable: Error {
    var path: String
  }
}
