internal import CProcess
internal import Glibc

/// One child process with a picture on its standard input, and what it writes.
///
/// It belongs to one owner, who waits in ``read(_:until:)``; it is killed and waited for when the
/// owner lets go of it, and has no process left behind whatever it did. It is in a process group of
/// its own, so that an interrupt from the terminal reaches its owner first.
@safe
struct ChildProcess: ~Copyable {
  let identifier: pid_t
  private let output: CInt

  /// Starts a program.
  ///
  /// It gets an environment of `PATH` and the locale, a pipe as standard output, and no descriptor
  /// above standard error.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: What follows its name.
  ///   - input: Becomes its standard input; borrowed.
  ///   - keepsErrors: Whether its standard error is its standard output, instead of nothing.
  /// - Throws: `ImageError` when it cannot be started.
  init(
    _ path: String,
    _ arguments: [String],
    input: borrowing MemoryFile,
    keepsErrors: Bool = false
  ) throws(ImageError) {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe2(&ends, O_CLOEXEC) == 0 else {
      throw ImageError(.decoderFailed, "\(path) could not be started: \(lastErrorText).")
    }
    defer { close(ends[1]) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input.descriptor, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    if keepsErrors {
      unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var identifier: pid_t = 0
    let status = unsafe withCStrings([path] + arguments) { arguments in
      unsafe withCStrings(["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"]) { environment in
        unsafe posix_spawn(&identifier, path, &actions, &attributes, arguments, environment)
      }
    }
    guard status == 0 else {
      close(ends[0])
      let reason = unsafe String(cString: strerror(status))
      throw ImageError(.decoderFailed, "\(path) could not be started: \(reason).")
    }
    self.identifier = identifier
    output = ends[0]
  }

  deinit {
    kill(identifier, SIGKILL)
    close(output)
    var status: CInt = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  /// Reads what the child writes, and waits for it.
  ///
  /// - Parameters:
  ///   - count: How many bytes are wanted.
  ///   - watch: Is asked every 50 ms, and ends the waiting by throwing.
  ///   - body: Takes the bytes as they come.
  /// - Returns: How many came before the child closed its end; `count` unless it did.
  /// - Throws: What `watch` throws.
  func read(
    _ count: Int,
    watch: (borrowing ChildProcess) throws(ImageError) -> Void,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ImageError) -> Int {
    var chunk = [UInt8](repeating: 0, count: min(count, 256 << 10))
    var done = 0
    while done < count {
      try watch(self)
      var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&wait, 1, 50) > 0 else { continue }
      let length = unsafe chunk.withUnsafeMutableBytes { buffer in
        let length = unsafe Glibc.read(output, buffer.baseAddress, min(buffer.count, count - done))
        if length > 0 { unsafe body(UnsafeRawBufferPointer(rebasing: buffer[..<length])) }
        return length
      }
      if length < 0, errno == EINTR || errno == EAGAIN { continue }
      guard length > 0 else { break }
      done += length
    }
    return done
  }

  /// The processor time it has used; `nil` once it has ended.
  var processorTime: Duration? {
    var clock: clockid_t = 0
    var time = timespec()
    guard unsafe clock_getcpuclockid(identifier, &clock) == 0,
      unsafe clock_gettime(clock, &time) == 0
    else { return nil }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Waits for its end, at most a second: it has closed its output, and one that stays is killed.
  ///
  /// It stays waitable: its number is not given to another process while it is owned.
  ///
  /// - Returns: How it ended.
  func ending() -> Ending {
    var info = unsafe siginfo_t()
    for _ in 0..<100 {
      let status = unsafe waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT | WNOHANG)
      if unsafe status == 0 && info._sifields._sigchld.si_pid == identifier {
        let value = unsafe info._sifields._sigchld.si_status
        return unsafe info.si_code == Int32(CLD_EXITED) ? .exited(value) : .signaled(value)
      }
      usleep(10_000)
    }
    kill(identifier, SIGKILL)
    return .signaled(SIGKILL)
  }

  /// How a child ended.
  enum Ending: Equatable {
    /// By itself, with a status.
    case exited(CInt)

    /// By a signal.
    case signaled(CInt)
  }
}

/// Lends texts to a C function as a list with a null at its end.
private func withCStrings<R>(
  _ texts: [String],
  _ body: ([UnsafeMutablePointer<CChar>?]) -> R
) -> R {
  var pointers = unsafe texts.map { unsafe strdup($0) }
  defer { while let pointer = unsafe pointers.popLast() { unsafe free(pointer) } }
  unsafe pointers.append(nil)
  return unsafe body(pointers)
}
