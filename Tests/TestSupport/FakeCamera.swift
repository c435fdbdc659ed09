import CV4L2
package import Capture
package import Imaging

/// A camera for ``FakeKernel``: what it says it is, what it offers, and the frames it delivers.
package struct FakeCamera: Sendable {
  /// What `VIDIOC_QUERYCAP` answers.
  package var card: String
  package var driver = "uvcvideo"
  package var bus = "usb-0000:00:14.0-4"

  /// What this node can do, and what all nodes of the device can do together.
  package var deviceCapabilities = Capabilities.camera
  package var capabilities = Capabilities.camera | Capabilities.metadata

  /// What the lists hold.
  package var formats: [FakeFormat]
  package var controls: [FakeControl] = []

  /// The frames, and how many a second where the format does not say.
  package var frames: FakeFrames
  package var defaultRate = 30.0

  /// How many buffers are granted, whatever is asked for.
  package var grantedBuffers: Int?

  /// What lies before the picture in a plane; more than 0 only makes sense with planes.
  package var dataOffset = 0

  /// The status of the one input; `nil` when the driver knows no inputs.
  package var inputStatus: UInt32? = 0

  /// The one format a loopback device has; another is refused with this code.
  package var fixedFormat: (mode: CameraMode, refusal: Int32)?

  /// Changes what the driver answers to `VIDIOC_S_FMT` and `VIDIOC_G_FMT`.
  package var adjust: @Sendable (inout FakeGrant) -> Void = { _ in }

  /// Makes a camera.
  package init(_ card: String, formats: [FakeFormat], frames: FakeFrames = .silence) {
    self.card = card
    self.formats = formats
    self.frames = frames
  }

  /// Capability bits that go together.
  package enum Capabilities {
    package static let camera = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING) | extended
    package static let multiPlanar =
      UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING) | extended
    package static let metadata = UInt32(V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING) | extended
    package static let output = UInt32(V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING) | extended
    package static let codec = UInt32(V4L2_CAP_VIDEO_M2M_MPLANE | V4L2_CAP_STREAMING) | extended
    package static let radio = UInt32(V4L2_CAP_RADIO | V4L2_CAP_TUNER) | extended
    package static let touch =
      UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_TOUCH) | extended
    package static let readable = UInt32(V4L2_CAP_READWRITE)
    private static let extended = UInt32(V4L2_CAP_EXT_PIX_FORMAT)
  }
}

/// What a driver makes of a format it is asked for.
package struct FakeGrant: Sendable {
  package var format: PixelFormat
  package var size: PixelSize
  package var stride: Int
  package var byteCount: Int
  package var field = V4L2_FIELD_NONE.rawValue
  package var planes = 1
}

/// A format of a fake camera.
package struct FakeFormat: Sendable {
  /// The sizes it has.
  package enum Sizes: Sendable {
    /// One by one, each with its rates.
    case listed([FrameSize])

    /// A range, at any rate between two.
    case stepwise(
      minimum: PixelSize,
      maximum: PixelSize,
      step: PixelSize,
      rates: ClosedRange<Double>
    )

    /// A driver that does not know `VIDIOC_ENUM_FRAMESIZES`.
    case unknown
  }

  package var format: PixelFormat
  package var name: String
  package var sizes: Sizes

  /// Makes a format.
  package init(_ format: PixelFormat, _ name: String = "", _ sizes: Sizes) {
    self.format = format
    self.name = name.isEmpty ? format.description : name
    self.sizes = sizes
  }

  /// Makes a format with sizes that all have the same rates.
  package init(_ format: PixelFormat, sizes: [(Int, Int)], rates: [Double]) {
    self.init(
      format,
      "",
      .listed(
        sizes.map { width, height in
          FrameSize(size: PixelSize(width: width, height: height), frameRates: rates)
        }
      )
    )
  }
}

/// A control of a fake camera.
package struct FakeControl: Sendable {
  package var id: UInt32
  package var name: String
  package var range: ClosedRange<Int32>
  package var value: Int32
  package var type = V4L2_CTRL_TYPE_INTEGER.rawValue
  package var flags: UInt32 = 0

  /// The control that has to have a value before this one can be set.
  package var ruler: (id: UInt32, value: Int32)?

  /// Makes a control.
  package init(
    _ id: Int32,
    _ name: String,
    _ range: ClosedRange<Int32>,
    value: Int32,
    ruler: (id: Int32, value: Int32)? = nil
  ) {
    self.id = UInt32(bitPattern: id)
    self.name = name
    self.range = range
    self.value = value
    self.ruler = ruler.map { (UInt32(bitPattern: $0.id), $0.value) }
  }
}

/// The frames a fake camera delivers, by number since its stream started.
package struct FakeFrames: Sendable {
  let frame: @Sendable (Int, PixelSize) -> FakeFrame?

  /// The same frame again and again, another for every size the camera may be set to.
  package static func sized(_ frame: @escaping @Sendable (PixelSize) -> FakeFrame?) -> FakeFrames {
    FakeFrames { _, size in frame(size) }
  }

  /// Frames made when they are due; `nil` is a frame that never comes.
  package static func made(_ frame: @escaping @Sendable (Int) -> FakeFrame?) -> FakeFrames {
    FakeFrames { number, _ in frame(number) }
  }

  /// The same frames again and again.
  package static func repeating(_ frames: [FakeFrame]) -> FakeFrames {
    .made { frames.isEmpty ? nil : frames[$0 % frames.count] }
  }

  /// Some frames, and then silence.
  package static func once(_ frames: [FakeFrame]) -> FakeFrames {
    .made { $0 < frames.count ? frames[$0] : nil }
  }

  /// A stall: no frame ever, and no error.
  package static let silence = FakeFrames { _, _ in nil }
}

/// One frame of a fake camera.
package struct FakeFrame: Sendable {
  /// What the driver writes into the buffer.
  package var bytes: [UInt8]

  /// What it says it wrote; by default the truth.
  package var claimedCount: Int?

  /// `V4L2_BUF_FLAG_…`.
  package var flags = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)

  /// How many numbers are left out before this frame.
  package var skipped: UInt32 = 0

  /// How far the driver's time is from the truth.
  package var timeOffset = Duration.zero

  /// Makes a frame.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A frame the driver marks as damaged.
  package var markedDamaged: FakeFrame {
    var frame = self
    frame.flags |= UInt32(V4L2_BUF_FLAG_ERROR)
    return frame
  }

  /// A frame after lost ones.
  package func skipping(_ count: UInt32) -> FakeFrame {
    var frame = self
    frame.skipped = count
    return frame
  }

  /// A frame whose length the driver misstates.
  package func claiming(_ count: Int) -> FakeFrame {
    var frame = self
    frame.claimedCount = count
    return frame
  }

  /// The bytes of a picture that is a JPEG as far as its markers go: start, size, some data, end.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - count: How long the picture is altogether, at least 24 bytes.
  ///   - filler: The byte the data is made of; not 0xff.
  /// - Returns: Exactly `count` bytes.
  package static func jpegBytes(
    _ width: Int,
    _ height: Int,
    count: Int = 64,
    filler: UInt8 = 0x11
  ) -> [UInt8] {
    let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
    let head: [UInt8] =
      [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8] + size + [1, 1, 0x11, 0, 0xff, 0xda, 0, 2]
    let data = [UInt8](repeating: filler, count: max(count - head.count - 2, 0))
    return head + data + [0xff, 0xd9]
  }

  /// A frame of such a picture.
  package static func jpeg(_ width: Int, _ height: Int, count: Int = 64) -> FakeFrame {
    FakeFrame(jpegBytes(width, height, count: count))
  }

  /// A grey frame of one value.
  package static func grey(_ width: Int, _ height: Int, _ value: UInt8 = 128) -> FakeFrame {
    FakeFrame([UInt8](repeating: value, count: width * height))
  }
}
