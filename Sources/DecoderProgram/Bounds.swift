internal import CSeccomp
import Glibc

/// The bounds of the process, set before it reads a byte of the picture.
///
/// Who waits for the pages holds the time too; the bound on processor time here is for the case that
/// nobody waits any more.
struct Bounds {
  /// The most memory it may take up besides what it begins with, in bytes.
  var memory: Int

  /// The processor time a page may take, in seconds.
  var seconds: Int

  /// Addresses that are set aside for threads and not used, and those of the picture itself.
  private static let reserve = 1 << 30

  /// More processor time than all pages of a long document take, in seconds.
  private static let most = 24 * 3600

  /// Sets them; only the processor time can be set anew, for the next page.
  func enforce() {
    let start = Self.startingSize
    set(RLIMIT_AS, start.addresses + memory + Self.reserve)
    set(RLIMIT_DATA, start.data + memory)
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

  /// What the process has mapped now, in bytes: much when it is built with a sanitizer.
  private static var startingSize: (addresses: Int, data: Int) {
    let descriptor = unsafe open("/proc/self/statm", O_RDONLY)
    var text = [UInt8](repeating: 0, count: 200)
    let count = unsafe max(read(descriptor, &text, text.count), 0)
    close(descriptor)
    let numbers = String(decoding: text.prefix(count), as: UTF8.self).split(separator: " ")
      .map { (Int($0) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) }
    return numbers.count > 5 ? (numbers[0], numbers[5]) : (0, 0)
  }

  private func set(_ resource: __rlimit_resource, _ value: Int, most: Int? = nil) {
    var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(most ?? value))
    _ = unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}
