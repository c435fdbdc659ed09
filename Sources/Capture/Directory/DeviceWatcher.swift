import Glibc

/// Notices that cameras come, go, or change their rights or their owner.
///
/// It watches directories, which anybody may, and not the nodes, which those may not who wait for the
/// permission. It needs no udev, so it works in a container; where the kernel has no watches left, it
/// notices nothing, and whoever waits looks again when the time is over.
public struct DeviceWatcher: ~Copyable {
  /// What ended a wait.
  public enum Outcome: Sendable, Hashable {
    /// Something changed that may concern a camera.
    case changed

    /// The time is over.
    case timedOut

    /// Somebody signalled ``DeviceWatcher/wake``.
    case woken
  }

  /// Changes come in bursts: a node is made, then gets its rights, then its links.
  static let quietTime = Duration.milliseconds(150)

  /// A burst that does not end is reported after this time.
  static let longestBurst = Duration.seconds(1)

  private static let directories = ["/dev", "/dev/v4l", "/dev/v4l/by-id", "/dev/v4l/by-path"]

  /// Ends a wait from another thread.
  public let wake: WakeEvent

  private let kernel: any Kernel
  private let watch: CInt?

  /// Begins to watch.
  ///
  /// - Throws: ``CaptureError`` with ``CaptureError/Code/system`` when the process has no descriptor
  ///   left.
  public init() throws(CaptureError) {
    try self.init(kernel: LinuxKernel())
  }

  package init(kernel: any Kernel) throws(CaptureError) {
    wake = try WakeEvent(kernel: kernel)
    self.kernel = kernel
    watch = try? kernel.makeWatch()
    watchDirectories()
  }

  deinit {
    if let watch { kernel.close(watch) }
  }

  /// Waits for a change; those since the last wait count.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait; `nil` for as long as it takes.
  ///   - node: A node whose closing by another program counts too, where it may be read.
  /// - Returns: What ended the wait.
  /// - Throws: ``CaptureError`` with ``CaptureError/Code/system`` when the kernel does not let anybody
  ///   wait; whoever waits on must not do so at once.
  public func wait(
    atMost timeout: Duration?,
    closingOf node: String? = nil
  ) throws(CaptureError) -> Outcome {
    let start = kernel.now
    // A day is as good as for ever, and fits what poll counts in.
    let deadline = start + (timeout ?? .seconds(86_400))
    watchDirectories()
    if let node, let watch { try? kernel.watch(node, with: watch, for: .closing) }
    var changedAt: Duration?
    while true {
      let limit = changedAt.map { min($0 + Self.quietTime, start + Self.longestBurst) } ?? deadline
      do throws(SystemCallError) {
        let result = try kernel.wait(device: watch, wake: wake, until: max(limit, kernel.now))
        if result.isWoken {
          wake.reset()
          return .woken
        }
        if !result.device.isEmpty {
          // An error that stays would end every wait at once.
          guard result.device.contains(.readable) else {
            throw SystemCallError(call: "poll", code: EIO)
          }
          if try takeChanges() { changedAt = changedAt ?? kernel.now }
          // A directory that has just been made is watched from now on.
          watchDirectories()
        }
      } catch {
        throw CaptureError(.system, "Cannot watch /dev for cameras: \(error).", cause: error)
      }
      if kernel.now >= limit { return changedAt == nil ? .timedOut : .changed }
    }
  }

  private func watchDirectories() {
    guard let watch else { return }
    for directory in Self.directories {
      try? kernel.watch(directory, with: watch, for: .entries)
    }
  }

  /// Whether one of the changes that have gathered may concern a camera.
  private func takeChanges() throws(SystemCallError) -> Bool {
    guard let watch else { return false }
    let names = try kernel.uninterrupted { () throws(SystemCallError) in
      try kernel.changes(of: watch)
    }
    return names.contains { name in
      name.isEmpty || name.hasPrefix("video") || name.hasPrefix("v4l") || name.hasPrefix("by-")
        || name.contains("-video-index")
    }
  }
}
