#if THREAD_SANITIZER
import Glibc

/// Stands in for `Synchronization.Mutex` in builds with ThreadSanitizer, which cannot see it.
///
/// On Linux the standard one waits in the kernel (`FUTEX_LOCK_PI`), and the kernel hands the lock over;
/// the sanitizer takes what two waiting threads do one after the other for a race. It knows pthread's.
/// A value without a size would lie at the object's own address and be taken for a race as well.
/// Compiled with `-DTHREAD_SANITIZER` only; each module that locks has this file, as a link.
@safe
final class Mutex<Value: ~Copyable>: Sendable {
  private nonisolated(unsafe) var value: Value
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init(_ initial: consuming sending Value) {
    unsafe value = initial
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func withLock<R: ~Copyable, E: Error>(
    _ body: (inout Value) throws(E) -> sending R
  ) throws(E) -> sending R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&value)
  }
}
#endif
