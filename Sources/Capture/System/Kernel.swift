/// Everything Capture asks of the operating system, so that a test can answer instead.
///
/// Each member is one call and reports its `errno`; nothing here retries or decides. `EINTR` is
/// dealt with above, in `Kernel+Retry.swift`, where the double can produce it too.
package protocol Kernel: Sendable {
  /// Opens a node for reading and writing, never blocking, closed on `exec`.
  func open(_ path: String) throws(SystemCallError) -> CInt

  /// Closes a descriptor. Never repeated: Linux has released it whatever `close` answers.
  func close(_ descriptor: CInt)

  /// Makes one V4L2 request. The corresponding C function is `ioctl`.
  func send(
    _ request: DeviceRequest,
    to descriptor: CInt,
    _ argument: UnsafeMutableRawPointer
  )
    throws(SystemCallError)

  /// Maps a driver's buffer for reading.
  func map(
    _ descriptor: CInt,
    offset: Int,
    length: Int
  )
    throws(SystemCallError) -> UnsafeMutableRawPointer

  /// Gives a mapping back.
  func unmap(_ base: UnsafeMutableRawPointer, length: Int)

  /// Waits once for a device, a wake event, or the time.
  ///
  /// - Parameters:
  ///   - device: The device to wait for, if any.
  ///   - wake: The event descriptor that ends the wait.
  ///   - timeout: The longest wait, rounded up to whole milliseconds; none when it is negative.
  /// - Returns: What happened; nothing, when the time was over.
  /// - Throws: The `errno` of `poll`.
  func poll(device: CInt?, wake: CInt, timeout: Duration) throws(SystemCallError) -> PollResult

  /// Makes an event descriptor, never blocking, closed on `exec`.
  func makeEvent() throws(SystemCallError) -> CInt

  /// Raises an event. Safe from any thread and from a signal handler.
  func raise(_ event: CInt)

  /// Takes an event back down.
  func lower(_ event: CInt)

  /// Makes a watch for changes of files, never blocking, closed on `exec`. The corresponding C
  /// function is `inotify_init1`.
  func makeWatch() throws(SystemCallError) -> CInt

  /// Watches a path from now on; harmless when it is watched already. The corresponding C function
  /// is `inotify_add_watch`.
  func watch(_ path: String, with watch: CInt, for changes: WatchedChanges) throws(SystemCallError)

  /// Takes the changes that have gathered.
  ///
  /// - Returns: The names that changed in watched directories; an empty one for a watched path itself
  ///   and for changes that were too many to be kept.
  func changes(of watch: CInt) throws(SystemCallError) -> [String]

  /// `CLOCK_MONOTONIC`.
  var now: Duration { get }

  /// The names in a directory, in no order, without `.` and `..`.
  func entries(of directory: String) throws(SystemCallError) -> [String]

  /// Fills an array with a file's bytes and keeps its storage where that is large enough.
  func read(_ path: String, into bytes: inout [UInt8], limit: Int) throws(SystemCallError)

  /// Writes a whole file under a temporary name and moves it into place.
  func write(_ bytes: [UInt8], to path: String) throws(SystemCallError)

  /// Adds to the end of a file, which is made where it does not exist.
  func append(_ bytes: [UInt8], to path: String, flushing: Bool) throws(SystemCallError)

  /// Makes a directory and those above it; harmless where it exists.
  func makeDirectory(_ path: String) throws(SystemCallError)

  /// The path with every link followed.
  func resolve(_ path: String) throws(SystemCallError) -> String

  /// What a link says, not followed further.
  func destination(ofLink path: String) throws(SystemCallError) -> String

  /// What `stat` says about a path, links followed.
  func status(of path: String) throws(SystemCallError) -> FileStatus

  /// Who this process is and who it may be after the next log-in.
  var credentials: ProcessCredentials { get }

  /// The name of a group, or its number where it has none.
  func groupName(_ group: UInt32) -> String

  /// The name of a user, or its number where it has none.
  func userName(_ user: UInt32) -> String
}

/// What a wait ended with.
package struct PollResult: Sendable, Hashable {
  /// What the device reports; empty when there was none or nothing happened.
  package var device: PollEvents

  /// Whether the wake event is raised.
  package var isWoken: Bool

  /// Makes a result.
  package init(device: PollEvents = [], isWoken: Bool = false) {
    self.device = device
    self.isWoken = isWoken
  }
}

/// `revents` of one descriptor.
package struct PollEvents: OptionSet, Sendable, Hashable {
  package var rawValue: Int16

  package init(rawValue: Int16) {
    self.rawValue = rawValue
  }

  /// A buffer can be dequeued (`POLLIN`).
  package static let readable = PollEvents(rawValue: 0x01)

  /// An event can be dequeued (`POLLPRI`).
  package static let priority = PollEvents(rawValue: 0x02)

  /// The queue is in error or not streaming (`POLLERR`).
  package static let error = PollEvents(rawValue: 0x08)

  /// The device is gone (`POLLHUP`).
  package static let hangUp = PollEvents(rawValue: 0x10)

  /// The descriptor is not open (`POLLNVAL`).
  package static let invalid = PollEvents(rawValue: 0x20)
}

/// What is watched for.
package enum WatchedChanges: Sendable, Hashable {
  /// Entries of a directory come, go, or change their rights.
  case entries

  /// A program closes the file.
  case closing
}

/// What `stat` says, as far as cameras need it.
package struct FileStatus: Sendable, Hashable {
  /// The kinds of file that matter here.
  package enum Kind: Sendable, Hashable {
    /// A character device.
    case characterDevice

    /// A directory.
    case directory

    /// A regular file.
    case file

    /// Anything else.
    case other
  }

  /// The kind of file.
  package var kind: Kind

  /// The device's major number; 0 for what is no device.
  package var major: UInt32

  /// The device's minor number; 0 for what is no device.
  package var minor: UInt32

  /// The permission bits.
  package var mode: UInt32

  /// The owner.
  package var user: UInt32

  /// The group.
  package var group: UInt32

  /// Makes a status.
  package init(
    kind: Kind,
    major: UInt32 = 0,
    minor: UInt32 = 0,
    mode: UInt32 = 0o660,
    user: UInt32 = 0,
    group: UInt32 = 0
  ) {
    self.kind = kind
    self.major = major
    self.minor = minor
    self.mode = mode
    self.user = user
    self.group = group
  }
}

/// Who a process is.
package struct ProcessCredentials: Sendable, Hashable {
  /// The process itself.
  package var process: Int32

  /// The effective user.
  package var user: UInt32

  /// The groups this process has.
  package var groups: [UInt32]

  /// The groups the user database gives the user now: what a new log-in would have.
  package var recordedGroups: [UInt32]

  /// Makes credentials.
  package init(process: Int32, user: UInt32, groups: [UInt32], recordedGroups: [UInt32]) {
    self.process = process
    self.user = user
    self.groups = groups
    self.recordedGroups = recordedGroups
  }
}
