import Capture
import FoundationEssentials
import Imaging
import Scanner
import Synchronization

/// The newest picture of a camera for everybody who watches, made once for all of them, and not at all
/// while nobody does.
final class FramePublisher: Sendable {
  /// The most pictures a second.
  static let rate = 10.0

  /// A picture, ready to be sent.
  struct Picture: Sendable {
    /// Which one it is, from 1.
    var number: UInt64

    /// The file.
    var jpeg: [UInt8]

    /// The file as a part of a multipart stream.
    var part: [UInt8]
  }

  private struct State {
    var scanner: DataScanner?
    var orientation = ImageOrientation.up
    var newest: Picture?
    var count: UInt64 = 0
    var viewers: [UUID: @Sendable () -> Void] = [:]
    var work: Task<Void, Never>?

    /// Counts down for whoever asked for one picture.
    var glimpse: Task<Void, Never>?

    var viewerCount: Int { viewers.count + (glimpse == nil ? 0 : 1) }
  }

  /// How long whoever asked for one picture counts as watching.
  private static let glimpseTime = Duration.seconds(5)

  /// What separates the parts of a stream.
  static let boundary = "lectern-frame"

  private let state = Mutex(State())
  private let changed: @Sendable (Int) -> Void

  /// Makes a publisher.
  ///
  /// - Parameter changed: Is told how many watch, whenever that changes.
  init(changed: @escaping @Sendable (Int) -> Void) { self.changed = changed }

  /// How many watch; all who ask for single pictures count as one.
  var viewerCount: Int { state.withLock { $0.viewerCount } }

  /// The newest picture, when somebody watches.
  var newest: Picture? { state.withLock { $0.newest } }

  /// How many pictures were made.
  var count: UInt64 { state.withLock { $0.count } }

  /// Takes pictures from another scanner, or from none.
  func use(_ scanner: DataScanner?, orientation: ImageOrientation) {
    state.withLock { state in
      state.scanner = scanner
      state.orientation = orientation
      state.newest = nil
      state.work?.cancel()
      state.work = nil
      begin(&state)
    }
  }

  /// Somebody watches.
  ///
  /// - Parameter wake: Is called for every picture.
  /// - Returns: What to leave with.
  func watch(_ wake: @escaping @Sendable () -> Void) -> UUID {
    let id = UUID()
    let count = state.withLock { state in
      state.viewers[id] = wake
      begin(&state)
      return state.viewerCount
    }
    changed(count)
    return id
  }

  /// Somebody has seen enough.
  func leave(_ id: UUID) {
    let count = state.withLock { state -> Int? in
      guard state.viewers.removeValue(forKey: id) != nil else { return nil }
      if state.viewers.isEmpty {
        state.work?.cancel()
        state.work = nil
        state.newest = nil
      }
      return state.viewerCount
    }
    if let count { changed(count) }
  }

  /// One picture, made for the asking.
  ///
  /// - Returns: The file; `nil` when none came in time.
  func picture(within limit: Duration) async -> [UInt8]? {
    let (newest, scanner, orientation) = state.withLock { ($0.newest, $0.scanner, $0.orientation) }
    guard let scanner else { return nil }
    noteGlimpse()
    if let newest { return newest.jpeg }
    return await withTaskGroup(of: [UInt8]?.self) { group in
      group.addTask {
        for await frame in scanner.frames(atMost: 1000) {
          if let jpeg = try? frame.jpeg() { return jpeg.oriented(orientation) }
        }
        return nil
      }
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }

  /// Somebody who asks for pictures one by one watches as well.
  private func noteGlimpse() {
    let (isNew, count) = state.withLock { state in
      let isNew = state.glimpse == nil
      state.glimpse?.cancel()
      // Owned by the publisher; ends by itself, or when somebody asks again.
      state.glimpse = Task { [weak self] in
        guard (try? await Task.sleep(for: Self.glimpseTime)) != nil else { return }
        self?.endGlimpse()
      }
      return (isNew, state.viewerCount)
    }
    if isNew { changed(count) }
  }

  private func endGlimpse() {
    let count = state.withLock { state in
      state.glimpse = nil
      return state.viewerCount
    }
    changed(count)
  }

  private func begin(_ state: inout State) {
    guard state.work == nil, !state.viewers.isEmpty, let scanner = state.scanner else { return }
    let frames = scanner.frames(atMost: Self.rate)
    let orientation = state.orientation
    // Owned by the publisher, which cancels it when nobody watches.
    state.work = Task { [weak self] in
      for await frame in frames {
        guard let jpeg = try? frame.jpeg(), !Task.isCancelled else { continue }
        self?.publish(jpeg.oriented(orientation))
      }
    }
  }

  private func publish(_ jpeg: [UInt8]) {
    let head =
      "--\(Self.boundary)\r\nContent-Type: image/jpeg\r\nContent-Length: \(jpeg.count)\r\n\r\n"
    let part = Array(head.utf8) + jpeg + [13, 10]
    let viewers = state.withLock { state -> [@Sendable () -> Void] in
      guard !state.viewers.isEmpty else { return [] }
      state.count += 1
      state.newest = Picture(number: state.count, jpeg: jpeg, part: part)
      return Array(state.viewers.values)
    }
    for viewer in viewers { viewer() }
  }
}

extension [UInt8] {
  /// A JPEG file that says how it is to be turned to stand upright, as EXIF says it.
  fileprivate func oriented(_ orientation: ImageOrientation) -> [UInt8] {
    guard orientation != .up, count > 2 else { return self }
    // APP1: "Exif", a big-endian TIFF header, one directory with one entry, tag 0x0112.
    let segment: [UInt8] = [
      0xFF, 0xE1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1,
      0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0,
    ]
    return self[..<2] + segment + self[2...]
  }
}
