import Capture
import Imaging

/// Chooses the photo among a stream's frames: the exposure settled, the sharpest of a few.
struct PhotoChoice: Sendable {
  /// After how many frames an exposure that goes on moving is taken as it is.
  private static let maximumWarmUpFrames = 25

  /// From how many frames after warming up the sharpest is chosen.
  private static let choice = 3

  /// How many frames of a new mode are let pass at least.
  let minimumWarmUpFrames: Int

  private var frames = 0
  private var steady = 0
  private var luma = 0.0

  /// Makes a choice that has seen nothing.
  init(minimumWarmUpFrames: Int) {
    self.minimumWarmUpFrames = minimumWarmUpFrames
  }

  /// Takes a photo from a stream that runs.
  ///
  /// - Parameters:
  ///   - source: The stream; it goes on running.
  ///   - stop: Ends the wait from another thread.
  /// - Returns: The photo; `nil` when it was stopped, or the stream ended before a frame came.
  /// - Throws: ``CaptureError`` when the stream cannot go on.
  consuming func take<Source: FrameSource & ~Copyable>(
    from source: inout Source,
    until stop: StopSignal
  ) throws(CaptureError) -> PhotoCapture.Photo? {
    var frame = Frame()
    var best: (frame: Frame, sharpness: Double)?
    var sight = GateSight(region: .fullImage, orientation: .up)
    var candidates = 0
    while candidates < Self.choice {
      guard !stop.isStopped else { return nil }
      let outcome = try source.nextFrame(into: &frame, timeout: .seconds(8))
      if case .timedOut = outcome { throw .stalled(source.source, after: .seconds(8)) }
      if case .ended = outcome { break }
      guard case .frame = outcome, let look = sight.look(at: frame), isWarm(look) else { continue }
      candidates += 1
      if look.sharpness > best?.sharpness ?? -1 { best = (frame, look.sharpness) }
    }
    return best.map { PhotoCapture.Photo(frame: $0.frame, source: source.source) }
  }

  /// Whether the exposure has settled: the last three frames are of like brightness.
  private mutating func isWarm(_ look: GateSight.Look) -> Bool {
    frames += 1
    steady = abs(look.meanLuma - luma) <= max(0.02 * luma, 1) ? steady + 1 : 0
    luma = look.meanLuma
    return frames >= minimumWarmUpFrames && steady >= 3 || frames >= Self.maximumWarmUpFrames
  }
}
