import CV4L2
import Imaging

extension DeviceFile {
  /// More of anything than a sane driver lists; ends loops over drivers that never say `EINVAL`.
  private static let longestList: UInt32 = 256

  /// What the node offers, by enumeration alone: cameras answer each `TRY_FMT` with transfers over
  /// the bus, and some crash on it.
  ///
  /// A driver that knows no sizes or no rates is listed without them: `EINVAL` and `ENOTTY` say
  /// nothing worse than that.
  ///
  /// - Parameter size: A size to look for inside stepwise ranges besides the common ones.
  /// - Returns: The formats in the driver's order; none when the node has none.
  func formats(alsoAt size: PixelSize? = nil) -> [CameraFormat] {
    var formats: [CameraFormat] = []
    for index in 0..<Self.longestList {
      var answer = v4l2_fmtdesc()
      answer.index = index
      answer.type = bufferType
      guard attempt(.enumerateFormats, &answer) else { break }
      // Emulated formats are libv4l's, and their sizes are the real format's anyway.
      guard answer.flags & UInt32(V4L2_FMT_FLAG_EMULATED) == 0 else { continue }
      let format = PixelFormat(rawValue: answer.pixelformat)
      guard !formats.contains(where: { $0.format == format }) else { continue }
      formats.append(
        CameraFormat(
          format: format,
          name: String(field: answer.description),
          sizes: sizes(of: format, alsoAt: size)
        )
      )
    }
    return formats
  }

  private func sizes(of format: PixelFormat, alsoAt wanted: PixelSize?) -> [FrameSize] {
    var sizes: [FrameSize] = []
    for index in 0..<Self.longestList {
      var answer = v4l2_frmsizeenum()
      answer.index = index
      answer.pixel_format = format.rawValue
      guard attempt(.enumerateFrameSizes, &answer) else { break }
      let found: [PixelSize]
      let isDiscrete = answer.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
      if isDiscrete {
        found = [
          PixelSize(width: Int(answer.discrete.width), height: Int(answer.discrete.height))
        ]
      } else {
        let isFree = answer.type == V4L2_FRMSIZE_TYPE_CONTINUOUS.rawValue
        found = SizeRange(answer.stepwise, isContinuous: isFree).sizes(including: wanted)
      }
      for size in found where size.area > 0 && !sizes.contains(where: { $0.size == size }) {
        sizes.append(FrameSize(size: size, frameRates: rates(of: format, at: size)))
      }
      guard isDiscrete else { break }
    }
    return sizes
  }

  private func rates(of format: PixelFormat, at size: PixelSize) -> [Double] {
    var rates: [Double] = []
    for index in 0..<Self.longestList {
      var answer = v4l2_frmivalenum()
      answer.index = index
      answer.pixel_format = format.rawValue
      answer.width = UInt32(size.width)
      answer.height = UInt32(size.height)
      guard attempt(.enumerateFrameIntervals, &answer) else { break }
      guard answer.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
        rates = Self.rates(from: answer.stepwise)
        break
      }
      if let rate = answer.discrete.rate { rates.append(rate) }
    }
    return Array(Set(rates)).sorted(by: >)
  }

  /// The ends of a range of intervals and the usual rates inside.
  private static func rates(from range: v4l2_frmival_stepwise) -> [Double] {
    let ends = [range.min.rate, range.max.rate].compactMap(\.self)
    guard let slowest = ends.min(), let fastest = ends.max() else { return [] }
    return ends
      + [5, 7.5, 10, 15, 20, 24, 25, 30, 50, 60, 90, 120].filter { rate in
        slowest < rate && rate < fastest
      }
  }
}

extension v4l2_fract {
  /// The rate an interval stands for; `nil` for the zeros some drivers report.
  var rate: Double? {
    numerator > 0 && denominator > 0 ? Double(denominator) / Double(numerator) : nil
  }

  /// The interval of a rate, in thousandths of a frame.
  init(rate: Double) {
    self.init(numerator: 1000, denominator: UInt32(clamping: Int((rate * 1000).rounded())))
  }
}

/// A range of sizes a driver offers in steps.
struct SizeRange {
  /// What cameras and displays commonly have.
  private static let common: [(Int, Int)] = [
    (160, 120), (176, 144), (320, 180), (320, 240), (352, 288), (424, 240), (640, 360), (640, 480),
    (800, 448), (800, 600), (848, 480), (960, 540), (960, 720), (1024, 576), (1024, 768),
    (1280, 720), (1280, 800), (1280, 960), (1280, 1024), (1600, 900), (1600, 1200), (1920, 1080),
    (2048, 1536), (2304, 1536), (2560, 1440), (2592, 1944), (3264, 2448), (3840, 2160),
    (4096, 2160), (4208, 3120),
  ]

  /// The smallest size, the largest, and the distance between two.
  var minimum: PixelSize
  var maximum: PixelSize
  var step: PixelSize

  init(minimum: PixelSize, maximum: PixelSize, step: PixelSize) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
  }

  init(_ range: v4l2_frmsize_stepwise, isContinuous: Bool) {
    minimum = PixelSize(width: Int(range.min_width), height: Int(range.min_height))
    maximum = PixelSize(width: Int(range.max_width), height: Int(range.max_height))
    step = PixelSize(
      width: isContinuous ? 1 : max(Int(range.step_width), 1),
      height: isContinuous ? 1 : max(Int(range.step_height), 1)
    )
  }

  /// The common sizes moved onto the grid, the two ends, and a wanted size where it lies on the grid;
  /// smallest first.
  func sizes(including wanted: PixelSize?) -> [PixelSize] {
    guard minimum.area > 0, maximum.width >= minimum.width, maximum.height >= minimum.height else {
      return []
    }
    var sizes: Set<PixelSize> = [minimum, maximum]
    for (width, height) in Self.common
    where (minimum.width...maximum.width).contains(width)
      && (minimum.height...maximum.height).contains(height)
    {
      sizes.insert(clamp(PixelSize(width: width, height: height)))
    }
    if let wanted, clamp(wanted) == wanted { sizes.insert(wanted) }
    return sizes.sorted { ($0.area, $0.width) < ($1.area, $1.width) }
  }

  /// The nearest size on the grid that is not larger, or the smallest there is.
  func clamp(_ size: PixelSize) -> PixelSize {
    func clamp(_ value: Int, _ low: Int, _ high: Int, _ step: Int) -> Int {
      low + (min(max(value, low), high) - low) / step * step
    }
    return PixelSize(
      width: clamp(size.width, minimum.width, maximum.width, step.width),
      height: clamp(size.height, minimum.height, maximum.height, step.height)
    )
  }
}
