import Glibc

/// Something that one uses at a time, the others waiting for their turn.
@safe
final class Turnstile<Resource>: Sendable {
  // Touched by the holder of the lock only.
  private nonisolated(unsafe) let resource: Resource
  private nonisolated(unsafe) let lock: UnsafeMutablePointer<pthread_mutex_t>

  /// Takes what is to be used in turn; nobody else may use it.
  init(_ resource: Resource) {
    unsafe self.resource = resource
    unsafe lock = .allocate(capacity: 1)
    unsafe pthread_mutex_init(lock, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Waits for the resource and uses it.
  ///
  /// - Parameters:
  ///   - watch: Is asked while waiting whether to go on.
  ///   - body: Uses the resource; it must not keep it.
  /// - Returns: What `body` returns.
  /// - Throws: ``RecognitionError`` when the work was cancelled, and what `body` throws.
  func use<R>(
    _ watch: RecognitionWatch,
    _ body: (Resource) throws(RecognitionError) -> R
  ) throws(RecognitionError) -> R {
    while !wait() { try watch.check() }
    defer { unsafe pthread_mutex_unlock(lock) }
    return try body(unsafe resource)
  }

  // Nanoseconds between two looks at whether the work was cancelled.
  private static var patience: Int { 50_000_000 }

  private func wait() -> Bool {
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += Self.patience
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_nsec -= 1_000_000_000
      end.tv_sec += 1
    }
    return unsafe pthread_mutex_timedlock(lock, &end) == 0
  }
}
