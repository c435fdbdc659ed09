import Imaging
import Testing

@testable import Capture

@Suite struct ModeNegotiationTests {
  private static func format(
    _ format: PixelFormat,
    _ sizes: [(Int, Int)],
    _ rates: [Double]
  ) -> CameraFormat {
    CameraFormat(
      format: format,
      name: format.description,
      sizes: sizes.map {
        FrameSize(size: PixelSize(width: $0.0, height: $0.1), frameRates: rates)
      }
    )
  }

  /// What cameras really list, shortened.
  enum Model: String, CaseIterable, Sendable {
    case c920
    case fourK
    case greyIndustrial
    case loopback
    case bayerOnly
    case vga
    case silent

    var formats: [CameraFormat] {
      switch self {
      case .c920:
        [
          format(.yuyv, [(640, 480)], [30, 15, 10, 5]),
          format(.yuyv, [(1280, 720)], [10, 5]).merged(with: [(1920, 1080)], [5]),
          format(.mjpeg, [(640, 480), (1280, 720), (1920, 1080)], [30, 24, 20, 15, 10, 7.5, 5]),
        ]
      case .fourK:
        [
          format(.yuyv, [(3840, 2160), (1920, 1080)], [1]),
          format(.mjpeg, [(3840, 2160), (2592, 1944), (1920, 1080), (1280, 720)], [30, 15]),
        ]
      case .greyIndustrial:
        [format(.grey, [(1280, 1024)], [60, 30]), format(.y16, [(1280, 1024)], [30])]
      case .loopback: [format(.mjpeg, [(1280, 720)], [])]
      case .bayerOnly:
        [
          CameraFormat(
            format: PixelFormat("GRBG") ?? .grey,
            name: "Bayer",
            sizes: [FrameSize(size: PixelSize(width: 1600, height: 1200), frameRates: [15, 5])]
          )
        ]
      case .vga: [format(.yuyv, [(640, 480), (320, 240)], [30, 15])]
      case .silent: [CameraFormat(format: .mjpeg, name: "MJPG", sizes: [])]
      }
    }

    private func format(_ f: PixelFormat, _ s: [(Int, Int)], _ r: [Double]) -> CameraFormat {
      ModeNegotiationTests.format(f, s, r)
    }
  }

  private func best(_ model: Model, _ settings: CameraSettings = CameraSettings()) throws -> String
  {
    let modes = try ModeNegotiation(formats: model.formats, settings: settings).candidates()
    return try #require(modes.first).description
  }

  @Test(arguments: [
    // JPEG, because raw has 5 frames a second there.
    (Model.c920, 1080, "1920x1080 MJPG at 10 fps"),
    (.c920, 720, "1280x720 YUYV at 10 fps"),
    (.c920, 480, "640x480 YUYV at 10 fps"),
    // The largest, where none has the rows.
    (.c920, 3000, "1920x1080 MJPG at 10 fps"),
    // One raw frame a second is no reason to read raw.
    (.fourK, 1080, "1920x1080 MJPG at 15 fps"),
    (.fourK, 1200, "2592x1944 MJPG at 15 fps"),
    (.fourK, 2160, "3840x2160 MJPG at 15 fps"),
    // Grey has everything that is read, at half the bytes of 16 bits.
    (.greyIndustrial, 1080, "1280x1024 GREY at 30 fps"),
    (.loopback, 1080, "1280x720 MJPG"),
    (.bayerOnly, 1080, "1600x1200 GRBG at 15 fps"),
    (.vga, 1080, "640x480 YUYV at 15 fps"),
    (.silent, 1080, "1920x1080 MJPG"),
  ])
  func `the rows decide first, then the rate, then what is read fastest`(
    model: Model,
    rows: Int,
    mode: String
  ) throws {
    #expect(try best(model, CameraSettings(wantedRows: rows)) == mode)
  }

  @Test func `resolution goes before frame rate`() throws {
    let formats = [
      Self.format(.mjpeg, [(1280, 720)], [30]), Self.format(.yuyv, [(1920, 1080)], [5, 2]),
    ]
    let modes = try ModeNegotiation(formats: formats, settings: CameraSettings()).candidates()
    #expect(modes.first?.description == "1920x1080 YUYV at 5 fps")
  }

  @Test func `of two sizes with the rows the one with the rate is taken`() throws {
    let formats = [
      Self.format(.yuyv, [(1440, 1080)], [2]), Self.format(.mjpeg, [(1920, 1080)], [30]),
    ]
    let modes = try ModeNegotiation(formats: formats, settings: CameraSettings()).candidates()
    #expect(modes.first?.description == "1920x1080 MJPG at 30 fps")
  }

  @Test func `exotic formats are for cameras with nothing else`() throws {
    let formats = Model.bayerOnly.formats + Model.vga.formats
    let modes = try ModeNegotiation(formats: formats, settings: CameraSettings()).candidates()
    #expect(modes.allSatisfy { $0.format == .yuyv })
  }

  @Test func `what is tried next is cheaper: JPEG, then slower, then smaller`() throws {
    let settings = CameraSettings(wantedRows: 720)
    let modes = try ModeNegotiation(formats: Model.c920.formats, settings: settings).candidates()
    let sizes = modes.map(\.size.height)
    #expect(modes.prefix(2).map(\.format) == [.yuyv, .mjpeg])
    #expect(modes[2].frameRate ?? 10 < 10)
    #expect(sizes.firstIndex(of: 480) ?? 0 > sizes.lastIndex(of: 720) ?? 99)
    #expect(modes.allSatisfy { ($0.frameRate ?? 0) <= 10 })
  }

  @Test func `the size and rate asked for are kept exactly`() throws {
    let size = PixelSize(width: 1280, height: 720)
    let settings = CameraSettings(size: size, frameRate: 30)
    let modes = try ModeNegotiation(formats: Model.c920.formats, settings: settings).candidates()
    #expect(modes.map(\.description) == ["1280x720 MJPG at 30 fps"])
  }

  @Test func `29.97 is what a camera means by 30`() throws {
    let formats = [Self.format(.mjpeg, [(1280, 720)], [30000.0 / 1001, 15])]
    let settings = CameraSettings(frameRate: 30)
    let modes = try ModeNegotiation(formats: formats, settings: settings).candidates()
    #expect(modes.map(\.description) == ["1280x720 MJPG at 29.97 fps"])
  }

  @Test func `a size the camera lacks is answered with those it has`() {
    let settings = CameraSettings(size: PixelSize(width: 800, height: 600))
    let error = #expect(throws: CaptureError.self) {
      _ = try ModeNegotiation(formats: Model.c920.formats, settings: settings).candidates()
    }
    #expect(error?.code == .invalidSetting)
    #expect(
      error?.description
        == "The camera has no size 800x600. It has 640x480, 1280x720, 1920x1080."
    )
  }

  @Test func `a rate the camera lacks is answered with those it has`() {
    let settings = CameraSettings(size: PixelSize(width: 640, height: 480), frameRate: 60)
    let error = #expect(throws: CaptureError.self) {
      _ = try ModeNegotiation(formats: Model.vga.formats, settings: settings).candidates()
    }
    #expect(error?.code == .invalidSetting)
    #expect(
      error?.description == "The camera has no rate of 60 fps at 640x480. It has 15, 30 fps."
    )
  }

  @Test func `a camera with formats nobody reads says which`() {
    let formats = [Self.format(PixelFormat("H264") ?? .grey, [(1920, 1080)], [30])]
    let error = #expect(throws: CaptureError.self) {
      _ = try ModeNegotiation(formats: formats, settings: CameraSettings()).candidates()
    }
    #expect(error?.code == .noUsableFormat)
    #expect(error?.message.contains("H264") == true)
  }
}

extension CameraFormat {
  /// The same format with more sizes.
  fileprivate func merged(with sizes: [(Int, Int)], _ rates: [Double]) -> CameraFormat {
    var format = self
    format.sizes += sizes.map {
      FrameSize(size: PixelSize(width: $0.0, height: $0.1), frameRates: rates)
    }
    return format
  }
}
