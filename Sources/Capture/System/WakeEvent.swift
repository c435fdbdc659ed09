/// Ends a blocked wait from another thread.
///
/// It stays raised until the wait it ended has reported it, so a signal between two waits ends the
/// next one. Several signals before that count once. One event may serve a source after another, so
/// that whoever stops the work need not know which source is open.
public final class WakeEvent: Sendable {
  /// The event descriptor that `poll` watches.
  package let descriptor: CInt
  private let kernel: any Kernel

  /// Makes an event that is not raised.
  ///
  /// - Throws: ``CaptureError`` with ``CaptureError/Code/system`` when the process has no descriptor
  ///   left.
  public convenience init() throws(CaptureError) {
    try self.init(kernel: LinuxKernel())
  }

  package init(kernel: any Kernel) throws(CaptureError) {
    do throws(SystemCallError) {
      descriptor = try kernel.uninterrupted { () throws(SystemCallError) in
        try kernel.makeEvent()
      }
    } catch {
      throw CaptureError(
        .system,
        "Cannot make an event descriptor: \(error.reason).",
        remedy: "Raise the limit of open files (ulimit -n).",
        cause: error
      )
    }
    self.kernel = kernel
  }

  deinit {
    kernel.close(descriptor)
  }

  /// Ends the wait.
  ///
  /// Any thread may call this, and a signal handler too.
  public func signal() {
    kernel.raise(descriptor)
  }

  /// Takes the signal back, once the wait it ended has reported it.
  package func reset() {
    kernel.lower(descriptor)
  }
}
