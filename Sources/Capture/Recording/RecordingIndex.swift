import Imaging

/// The list of a recording's frames, in order, with their times.
///
/// A recording is a folder of frames, one file each, and beside them `times.tsv`: a line for each
/// frame with its file name, the time it was taken in seconds, and, for frames that are not JPEG, the
/// pixel format, width, height and bytes in a row. A folder of JPEG pictures without the list is a
/// recording as well. Lines are only ever added, so whatever ends a recording early leaves at most
/// one frame without its line, or one line cut off: neither hurts.
struct RecordingIndex {
  /// The list's file name.
  static let fileName = "times.tsv"

  /// Its first line.
  static let header = "file\tseconds\tformat\twidth\theight\tbytesPerRow\n"

  /// One frame.
  struct Entry: Equatable {
    /// The file's name.
    var file: String

    /// When it is to be delivered, after the first one.
    var time: Duration

    /// How to read it; `nil` for JPEG, which says so itself.
    var layout: RasterLayout?
  }

  /// The frames in the natural order of their names.
  var entries: [Entry]

  /// Puts the list together.
  ///
  /// - Parameters:
  ///   - names: The names in the folder.
  ///   - list: The contents of `times.tsv`, empty where there is none.
  ///   - frameRate: The rate to play all frames at; `nil` for the recorded times.
  ///   - assumedRate: The rate of frames without a recorded time.
  init(names: [String], list: String, frameRate: Double?, assumedRate: Double = 30) {
    let lines = RecordingIndex.parse(list)
    let frames = names.filter { name in
      RecordingIndex.isPicture(name) || lines[name]?.layout != nil
    }
    .sorted(by: RecordingIndex.isBefore)
    let step = Duration.seconds(1 / (frameRate ?? assumedRate))
    let first = frames.lazy.compactMap { lines[$0]?.time }.first ?? .zero
    var last = Duration.zero - step
    entries = []
    for name in frames {
      let line = lines[name]
      var time = last + step
      if frameRate == nil, let recorded = line?.time { time = max(recorded - first, last, .zero) }
      entries.append(Entry(file: name, time: time, layout: line?.layout))
      last = time
    }
  }

  /// Frames a second, over the whole recording; 0 for a single frame.
  var frameRate: Double {
    guard let last = entries.last?.time, last > .zero else { return 0 }
    let (seconds, fraction) = last.components
    return Double(entries.count - 1) / (Double(seconds) + Double(fraction) / 1e18)
  }

  /// One line of the list.
  static func line(file: String, time: Duration, layout: RasterLayout) -> String {
    let (seconds, fraction) = time.components
    let digits = String(fraction / 1_000_000_000_000)
    let padded = String(repeating: "0", count: 6 - digits.count) + digits
    let fields =
      layout.format.isJPEG
      ? ""
      : "\t\(layout.format)\t\(layout.width)\t\(layout.height)\t\(layout.bytesPerRow)"
    return "\(file)\t\(seconds).\(padded)\(fields)\n"
  }

  private static func parse(_ list: String) -> [String: (time: Duration, layout: RasterLayout?)] {
    var lines: [String: (time: Duration, layout: RasterLayout?)] = [:]
    // A last line without its end was cut off while it was written.
    let whole = list.lastIndex(of: "\n").map { list[..<$0] } ?? ""
    for line in whole.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      // The header, and whatever else is no frame, has no number here.
      guard fields.count >= 2, let seconds = Double(fields[1]), seconds.isFinite else { continue }
      var layout: RasterLayout?
      if fields.count >= 6, let width = Int(fields[3]), let height = Int(fields[4]),
        let stride = Int(fields[5]),
        let format = PixelFormat(String((fields[2] + "    ").prefix(4))), width > 0, height > 0
      {
        layout = RasterLayout(format: format, width: width, height: height, bytesPerRow: stride)
      }
      lines[String(fields[0])] = (.seconds(seconds), layout)
    }
    return lines
  }

  /// Whether a name is a JPEG picture's.
  static func isPicture(_ name: String) -> Bool {
    let lower = name.lowercased()
    return lower.hasSuffix(".jpg") || lower.hasSuffix(".jpeg")
  }

  /// Natural order: runs of digits count as numbers, so that `9.jpg` stands before `10.jpg`.
  static func isBefore(_ a: String, _ b: String) -> Bool {
    let (left, right) = (Array(a.utf8), Array(b.utf8))
    var (i, j) = (0, 0)
    let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
    while i < left.count, j < right.count {
      guard isDigit(left[i]), isDigit(right[j]) else {
        if left[i] != right[j] { return left[i] < right[j] }
        i += 1
        j += 1
        continue
      }
      let first = left[i...].prefix(while: isDigit)
      let second = right[j...].prefix(while: isDigit)
      let (x, y) = (first.drop { $0 == 0x30 }, second.drop { $0 == 0x30 })
      if x.count != y.count { return x.count < y.count }
      if !x.elementsEqual(y) { return x.lexicographicallyPrecedes(y) }
      i = first.endIndex
      j = second.endIndex
    }
    return (left.count - i, a) < (right.count - j, b)
  }
}
