/// What frames come from: a camera, or a recording that stands in for one.
///
/// A source is synchronous and has one owner, which may block in ``nextFrame(into:timeout:)``. Any
/// other thread ends that wait through ``wake``.
public protocol FrameSource: ~Copyable {
  /// What the source is and the mode it was set to.
  var source: SourceDescription { get }

  /// What happened to the frames so far.
  var counters: FrameCounters { get }

  /// Ends a wait from another thread; the only part of a source that may leave its owner.
  var wake: WakeEvent { get }

  /// Begins delivering; frames from before are never delivered.
  ///
  /// - Throws: ``CaptureError`` when the camera refuses, is busy or is gone.
  mutating func start() throws(CaptureError)

  /// Waits for the newest good frame and copies it out.
  ///
  /// All frames that are ready are taken out of the driver's queue and given back at once; the newest
  /// that passes the checks is kept, the others are counted.
  ///
  /// - Parameters:
  ///   - frame: Filled when a frame came, untouched otherwise.
  ///   - timeout: The longest wait for a good frame, on a monotonic clock.
  /// - Returns: What ended the wait.
  /// - Throws: ``CaptureError`` when the stream cannot go on. The source must then be stopped.
  mutating func nextFrame(
    into frame: inout Frame,
    timeout: Duration
  ) throws(CaptureError)
    -> FrameOutcome

  /// Ends the stream and gives the driver its buffers back; harmless when not started.
  mutating func stop()

  /// Starts the stream anew in place, the mildest cure for a stall or an error; by default a stop and
  /// a start.
  ///
  /// - Throws: ``CaptureError`` when the source cannot go on; it is stopped then.
  mutating func restart() throws(CaptureError)

  /// Sets the source up for other settings and starts it anew; a recording has one mode, and goes on.
  ///
  /// - Parameter settings: What is wanted from now on.
  /// - Throws: ``CaptureError`` when the source refuses; it is stopped then, and may be asked again.
  mutating func use(_ settings: CameraSettings) throws(CaptureError)

  /// Zooms with the lens, as far as there is one.
  ///
  /// - Parameter factor: How much larger things should be, at least 1.
  /// - Returns: How much larger they are; 1 where no lens can zoom.
  mutating func zoom(to factor: Double) -> Double
}

extension FrameSource where Self: ~Copyable {
  /// Stops and starts.
  ///
  /// - Throws: ``CaptureError`` when the source cannot go on; it is stopped then.
  public mutating func restart() throws(CaptureError) {
    stop()
    try start()
  }

  /// Goes on as before.
  ///
  /// - Parameter settings: What is wanted; a recording cannot give it.
  /// - Throws: Nothing.
  public mutating func use(_ settings: CameraSettings) throws(CaptureError) {}

  /// There is no lens.
  ///
  /// - Parameter factor: How much larger things should be.
  /// - Returns: 1.
  public mutating func zoom(to factor: Double) -> Double { 1 }
}

/// What ended a wait for a frame.
public enum FrameOutcome: Sendable, Hashable {
  /// A good frame was copied out.
  case frame

  /// No good frame came in time.
  case timedOut

  /// Somebody signalled ``FrameSource/wake``.
  case woken

  /// A recording has no more frames.
  case ended
}

/// Where frames come from, as the event stream reports it.
public struct SourceDescription: Sendable, Hashable, Codable {
  /// The camera's name, or the recording's folder.
  public var name: String

  /// The stable identity; see ``CameraIdentity/id``.
  public var id: String

  /// The device node in use, such as `/dev/video0`; a recording's folder.
  public var node: String

  /// Pixels in a row.
  public var width: Int

  /// Rows.
  public var height: Int

  /// The four characters of the pixel format.
  public var format: String

  /// The agreed frames per second; 0 when the driver does not say.
  public var fps: Double

  /// Makes a description.
  public init(
    name: String,
    id: String,
    node: String,
    width: Int,
    height: Int,
    format: String,
    fps: Double
  ) {
    self.name = name
    self.id = id
    self.node = node
    self.width = width
    self.height = height
    self.format = format
    self.fps = fps
  }
}
