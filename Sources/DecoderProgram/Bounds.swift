internal import CSeccomp
import Glibc

/// The bounds of the process, set before it reads a byte of the picture.
///
/// Who waits for the pages holds the time too; the bound on processor time here is for the case that
/// nobody waits any more.
struct Bounds {
  /// The most memory it may take up, in bytes.
  var memory: Int

  /// The processor time a page may take, in seconds.
  var seconds: Int

  /// Some hundred megabytes of addresses hold the libraries, threads and the picture itself.
  private static let libraries = 1 << 30

  /// More processor time than all pages of a long document take, in seconds.
  private static let most = 24 * 3600

  /// Sets them; only the processor time can be set anew, for the next page.
  func enforce() {
    set(RLIMIT_AS, memory + Self.libraries)
    set(RLIMIT_DATA, memory)
    set(RLIMIT_FSIZE, 0)
    set(RLIMIT_CORE, 0)
    // Writing a file is an error and no death.
    signal(SIGXFSZ, SIG_IGN)
    _ = CSeccomp_forbidDumps()
    beginPage()
  }

  /// Grants the processor time for one more page.
  func beginPage() {
    var used = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
    set(RLIMIT_CPU, used.tv_sec + seconds + 1, most: Self.most)
  }

  private func set(_ resource: __rlimit_resource, _ value: Int, most: Int? = nil) {
    var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(most ?? value))
    _ = unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}
