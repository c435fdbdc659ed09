import Capture
import Imaging
import Recognition
import TestSupport

@testable import Scanner

/// A camera's scan without an engine: every page is empty, so that recovery is what takes the time.
enum QuickScan {
  private static let size = (64, 48)

  /// A small grey camera; its frames are told.
  static func camera(frames: FakeFrames = .repeating([.grey(64, 48)])) -> FakeCamera {
    FakeCamera(
      "Test Camera",
      formats: [FakeFormat(.grey, sizes: [size], rates: [30])],
      frames: frames
    )
  }

  /// A scan that waits for its camera.
  static func make(
    _ kernel: FakeKernel,
    _ log: EventLog,
    standing: @escaping @Sendable (CameraStanding) -> Void = { _ in }
  ) -> CameraScan {
    let settings = ScanSettings(waitsForCamera: true)
    let sink = EventSink(log.add)
    let loop = ScanLoop(settings: settings, sink: sink) { frame, _, _ in
      PageReading(size: frame.layout.size, outcome: .lines([]))
    }
    var rules = RecoveryRules()
    // The one wait that takes the machine's time, which does not jump.
    rules.blindPause = .milliseconds(1)
    return CameraScan(
      settings: settings,
      selector: .automatic,
      camera: CameraSettings(),
      loop: loop,
      worker: ReadingWorker(),
      sink: sink,
      kernel: kernel,
      rules: rules,
      standing: standing
    )
  }
}

extension EventLog {
  /// Waits until a state is reported.
  func first(_ state: ScannerState) async -> StateChange? {
    let event = await first { event in
      if case .state(let change) = event.content { change.state == state } else { false }
    }
    if case .state(let change) = event?.content { return change }
    return nil
  }
}
