import Capture
import Imaging
import Synchronization

/// What can be changed and asked for while a scan runs: where it looks, and a photo.
///
/// Shared between whoever holds the scanner, the loop that reads and the thread that captures.
final class LiveControls: Sendable {
  /// Where the scan looks.
  struct View: Sendable, Hashable {
    /// The part of the upright picture that is read.
    var region: NormalizedRect

    /// How much larger things should be than the camera shows them at its widest; at least 1.
    var zoom = 1.0

    /// The part of that which the camera's lens does.
    var lensZoom = 1.0

    /// The place that ``ScanSettings/recognizesMultipleItems`` chooses by when it is off.
    var point = NormalizedPoint(x: 0.5, y: 0.5)

    /// The part of the picture that is both in the region and in the zoomed view; the region alone where
    /// they do not meet.
    var readRegion: NormalizedRect {
      let side = min(lensZoom / zoom, 1)
      let (left, top) = (max(region.x, 0.5 - side / 2), max(region.y, 0.5 - side / 2))
      let right = min(region.x + region.width, 0.5 + side / 2)
      let bottom = min(region.y + region.height, 0.5 + side / 2)
      return NormalizedRect(x: left, y: top, width: right - left, height: bottom - top) ?? region
    }
  }

  private struct State: Sendable {
    var view: View
    var isCapturing = false
    var requests: [CheckedContinuation<PhotoCapture.Photo, any Error>] = []
  }

  private let state: Mutex<State>

  /// Shows the stream's frames to whoever watches.
  let tap = FrameTap()

  /// Makes controls that stand as a scan begins.
  init(region: NormalizedRect) {
    state = Mutex(State(view: View(region: region)))
  }

  /// Where the scan looks.
  var view: View { state.withLock { $0.view } }

  /// Makes the scan look elsewhere.
  func update(_ change: (inout View) -> Void) {
    state.withLock { change(&$0.view) }
  }

  /// Asks the running stream for a photo.
  ///
  /// - Returns: The photo, or `nil` when no stream runs.
  /// - Throws: ``CaptureError`` when the camera could not take it.
  func photo() async throws -> PhotoCapture.Photo? {
    guard state.withLock({ $0.isCapturing }) else { return nil }
    return try await withCheckedThrowingContinuation { continuation in
      let isAccepted = state.withLock { state in
        if state.isCapturing { state.requests.append(continuation) }
        return state.isCapturing
      }
      if !isAccepted { continuation.resume(throwing: CancellationError()) }
    }
  }

  /// A stream begins that takes photos.
  func beginCapture() {
    state.withLock { $0.isCapturing = true }
  }

  /// Whether somebody waits for a photo.
  var wantsPhoto: Bool { state.withLock { !$0.requests.isEmpty } }

  /// Gives everybody who waits what came of it.
  func answer(_ result: Result<PhotoCapture.Photo, CaptureError>) {
    let requests = state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
    for request in requests {
      switch result {
      case .success(let photo): request.resume(returning: photo)
      case .failure(let error): request.resume(throwing: error)
      }
    }
  }

  /// The stream has ended: whoever still waits is told why.
  func endCapture(_ error: CaptureError?) {
    let requests = state.withLock { state in
      defer {
        state.isCapturing = false
        state.requests = []
      }
      return state.requests
    }
    for request in requests {
      request.resume(throwing: (error as (any Error)?) ?? CancellationError())
    }
  }
}
