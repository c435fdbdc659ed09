import CV4L2
import Glibc

/// The real kernel: the only file of the module that calls the C library.
package struct LinuxKernel: Kernel {
  package init() {}

  /// The failure `errno` describes; read on the line after the call.
  private func failure(_ call: String) -> SystemCallError {
    SystemCallError(call: call, code: errno)
  }
}

// MARK: Devices

extension LinuxKernel {
  package func open(_ path: String) throws(SystemCallError) -> CInt {
    let descriptor = unsafe Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor != -1 else { throw failure("open") }
    return descriptor
  }

  package func close(_ descriptor: CInt) {
    _ = Glibc.close(descriptor)
  }

  package func send(
    _ request: DeviceRequest,
    to descriptor: CInt,
    _ argument: UnsafeMutableRawPointer
  ) throws(SystemCallError) {
    guard unsafe ioctl(descriptor, request.code, argument) != -1 else {
      throw failure(request.rawValue)
    }
  }

  package func map(
    _ descriptor: CInt,
    offset: Int,
    length: Int
  ) throws(SystemCallError) -> UnsafeMutableRawPointer {
    // Some drivers refuse a mapping that is not writable.
    let base = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset)
    guard let base = unsafe base, unsafe base != MAP_FAILED else { throw failure("mmap") }
    return unsafe base
  }

  package func unmap(_ base: UnsafeMutableRawPointer, length: Int) {
    _ = unsafe munmap(base, length)
  }

  package func poll(
    device: CInt?,
    wake: CInt,
    timeout: Duration
  ) throws(SystemCallError) -> PollResult {
    // A negative descriptor is passed over by poll, and its revents stay 0.
    var watched = (
      pollfd(fd: device ?? -1, events: Int16(POLLIN | POLLPRI), revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    )
    // To poll, a negative time is for ever; here it is a deadline that has passed.
    let (seconds, fraction) = max(timeout, .zero).components
    let rest = (fraction + 999_999_999_999_999) / 1_000_000_000_000_000
    let milliseconds = CInt(
      clamping: seconds.multipliedReportingOverflow(by: 1000).partialValue + rest
    )
    let count = unsafe withUnsafeMutablePointer(to: &watched) { pair in
      unsafe pair.withMemoryRebound(to: pollfd.self, capacity: 2) { first in
        unsafe Glibc.poll(first, 2, milliseconds)
      }
    }
    guard count != -1 else { throw failure("poll") }
    return PollResult(
      device: PollEvents(rawValue: watched.0.revents),
      isWoken: watched.1.revents != 0
    )
  }

  package func makeEvent() throws(SystemCallError) -> CInt {
    let descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor != -1 else { throw failure("eventfd") }
    return descriptor
  }

  package func makeWatch() throws(SystemCallError) -> CInt {
    let descriptor = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor != -1 else { throw failure("inotify_init1") }
    return descriptor
  }

  package func watch(
    _ path: String,
    with watch: CInt,
    for changes: WatchedChanges
  ) throws(SystemCallError) {
    let mask =
      switch changes {
      case .entries: IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM
      case .closing: IN_CLOSE_WRITE | IN_CLOSE_NOWRITE
      }
    guard unsafe inotify_add_watch(watch, path, UInt32(mask)) != -1 else {
      throw failure("inotify_add_watch")
    }
  }

  package func changes(of watch: CInt) throws(SystemCallError) -> [String] {
    var names: [String] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(watch, bytes.baseAddress, bytes.count)
      }
      guard count > 0 else {
        if count < 0, errno != EAGAIN { throw failure("read") }
        return names
      }
      names += Self.names(in: buffer[..<count])
    }
  }

  /// Takes the names out of `struct inotify_event` records: 16 bytes, then a padded name.
  private static func names(in records: ArraySlice<UInt8>) -> [String] {
    var names: [String] = []
    var rest = records
    while rest.count >= 16 {
      let start = rest.startIndex
      let length = (0..<4).reduce(0) { $0 | Int(rest[start + 12 + $1]) << (8 * $1) }
      guard rest.count >= 16 + length else { break }
      let name = rest[(start + 16)..<(start + 16 + length)].prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      rest = rest.dropFirst(16 + length)
    }
    return names
  }

  package func raise(_ event: CInt) {
    // The one way to fail is a full counter, and then the event is raised already.
    var one: UInt64 = 1
    _ = unsafe Glibc.write(event, &one, 8)
  }

  package func lower(_ event: CInt) {
    var count: UInt64 = 0
    _ = unsafe Glibc.read(event, &count, 8)
  }

  package var now: Duration {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

// MARK: Files

extension LinuxKernel {
  package func entries(of directory: String) throws(SystemCallError) -> [String] {
    guard let stream = unsafe opendir(directory) else { throw failure("opendir") }
    defer { _ = unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  package func read(_ path: String, into bytes: inout [UInt8], limit: Int) throws(SystemCallError) {
    let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file != -1 else { throw failure("open") }
    defer { close(file) }
    bytes.removeAll(keepingCapacity: true)
    // sysfs files claim a page and hold less; what counts is what read returns.
    while bytes.count < limit {
      let chunk = Swift.min(64 * 1024, limit - bytes.count)
      var outcome = 0
      bytes.append(addingCapacity: chunk) { (output: inout OutputSpan<UInt8>) in
        unsafe output.withUnsafeMutableBufferPointer { room, initialized in
          outcome = unsafe Glibc.read(file, room.baseAddress, chunk)
          initialized = Swift.max(outcome, 0)
        }
      }
      guard outcome >= 0 else { throw failure("read") }
      guard outcome > 0 else { return }
    }
  }

  package func write(_ bytes: [UInt8], to path: String) throws(SystemCallError) {
    let temporary = path + ".part"
    let file = unsafe Glibc.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file != -1 else { throw failure("open") }
    defer { close(file) }
    do throws(SystemCallError) {
      try writeAll(bytes, to: file)
      guard unsafe rename(temporary, path) == 0 else { throw failure("rename") }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
  }

  package func append(
    _ bytes: [UInt8],
    to path: String,
    flushing: Bool
  ) throws(SystemCallError) {
    let file = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard file != -1 else { throw failure("open") }
    defer { close(file) }
    try writeAll(bytes, to: file)
    guard !flushing || fdatasync(file) == 0 else { throw failure("fdatasync") }
  }

  private func writeAll(_ bytes: [UInt8], to file: CInt) throws(SystemCallError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        unsafe Glibc.write(file, all.baseAddress?.advanced(by: written), all.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("write") }
      written += count
    }
  }

  package func makeDirectory(_ path: String) throws(SystemCallError) {
    guard unsafe mkdir(path, 0o777) != 0 else { return }
    let code = errno
    if code == EEXIST { return }
    guard code == ENOENT, let cut = path.lastIndex(of: "/"), cut != path.startIndex else {
      throw SystemCallError(call: "mkdir", code: code)
    }
    try makeDirectory(String(path[..<cut]))
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw failure("mkdir") }
  }

  package func resolve(_ path: String) throws(SystemCallError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw failure("realpath") }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  package func destination(ofLink path: String) throws(SystemCallError) -> String {
    let size = 4096
    var text = [CChar](repeating: 0, count: size)
    let count = unsafe readlink(path, &text, size)
    guard count >= 0 else { throw failure("readlink") }
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package func status(of path: String) throws(SystemCallError) -> FileStatus {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw failure("stat") }
    let kind: FileStatus.Kind =
      switch status.st_mode & S_IFMT {
      case S_IFCHR: .characterDevice
      case S_IFDIR: .directory
      case S_IFREG: .file
      default: .other
      }
    let device = kind == .characterDevice ? status.st_rdev : 0
    return FileStatus(
      kind: kind,
      major: UInt32(truncatingIfNeeded: device >> 8 & 0xfff | device >> 32 & ~0xfff),
      minor: UInt32(truncatingIfNeeded: device & 0xff | device >> 12 & ~0xff),
      mode: UInt32(status.st_mode) & 0o7777,
      user: status.st_uid,
      group: status.st_gid
    )
  }
}

// MARK: Users

extension LinuxKernel {
  package var credentials: ProcessCredentials {
    let user = geteuid()
    var groups = [gid_t](repeating: 0, count: Swift.max(Int(getgroups(0, nil)), 0))
    let count = unsafe getgroups(CInt(groups.count), &groups)
    groups = Array(groups.prefix(Swift.max(Int(count), 0))) + [getegid()]
    return ProcessCredentials(
      process: getpid(),
      user: user,
      groups: groups,
      recordedGroups: recordedGroups(of: user)
    )
  }

  private func recordedGroups(of user: UInt32) -> [UInt32] {
    var record = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var text = [CChar](repeating: 0, count: 16 * 1024)
    let code = unsafe getpwuid_r(user, &record, &text, text.count, &found)
    guard code == 0, let entry = unsafe found, let name = unsafe entry.pointee.pw_name else {
      return []
    }
    var count: CInt = 256
    var groups = [gid_t](repeating: 0, count: Int(count))
    guard unsafe getgrouplist(name, entry.pointee.pw_gid, &groups, &count) >= 0 else { return [] }
    return Array(groups.prefix(Int(count)))
  }

  package func groupName(_ group: UInt32) -> String {
    var record = unsafe Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    var text = [CChar](repeating: 0, count: 64 * 1024)
    let code = unsafe getgrgid_r(group, &record, &text, text.count, &found)
    guard code == 0, let entry = unsafe found, let name = unsafe entry.pointee.gr_name else {
      return String(group)
    }
    return unsafe String(cString: name)
  }

  package func userName(_ user: UInt32) -> String {
    var record = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var text = [CChar](repeating: 0, count: 16 * 1024)
    let code = unsafe getpwuid_r(user, &record, &text, text.count, &found)
    guard code == 0, let entry = unsafe found, let name = unsafe entry.pointee.pw_name else {
      return String(user)
    }
    return unsafe String(cString: name)
  }
}
