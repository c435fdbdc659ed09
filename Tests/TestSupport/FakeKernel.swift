import CV4L2
package import Capture
import Glibc
import Synchronization

/// A kernel in miniature: video nodes with videobuf2's queue rules, a file system, a clock.
///
/// What the rules are was measured on the real one: buffers before the stream, `EBUSY` for a second
/// opener, `POLLERR` while nothing streams, `ENODEV` and `POLLPRI|POLLERR|POLLHUP` for a lost
/// device. Any call can be made to fail. What a test left open shows in ``leaks``.
package final class FakeKernel: Kernel {
  /// How waiting passes.
  package enum Pacing: Sendable {
    /// Time stands still except in `poll`, which jumps to whatever comes next.
    case jumping

    /// Time is the machine's; `poll` blocks, and other threads can end it.
    case real
  }

  enum Descriptor {
    case device(node: String, isLost: Bool)
    case event

    /// What changed in `/dev` since it was asked last, and the nodes whose closing counts.
    case watch([String], closingOf: Set<String> = [])
  }

  struct Failure {
    /// The call, or any when `nil`.
    var call: String?
    /// How many matching calls go through before.
    var passes: Int
    var times: Int
    var code: Int32
  }

  struct State {
    var time = Duration.seconds(1000)
    var tree = FakeTree()
    var devices: [String: FakeDevice] = [:]
    var descriptors: [CInt: Descriptor] = [:]
    var nextDescriptor: CInt = 1_000_000
    var mappings: [UInt: Int] = [:]
    var failures: [Failure] = []
    var counts: [String: Int] = [:]
    var total = 0
    var credentials = ProcessCredentials(
      process: 77,
      user: 1000,
      groups: [1000, 44],
      recordedGroups: [1000, 44]
    )
    var events: [(at: Duration, action: @Sendable (FakeKernel) -> Void)] = []
  }

  let pacing: Pacing
  let state = Mutex(State())

  /// Makes a machine without cameras.
  package init(_ pacing: Pacing = .jumping) {
    self.pacing = pacing
  }

  // MARK: What a test does to the machine

  /// Makes a call fail.
  ///
  /// - Parameters:
  ///   - call: The call's name, such as `VIDIOC_S_FMT` or `open`; `nil` for every call.
  ///   - code: The `errno`.
  ///   - nth: Which of the calls to come fails first.
  ///   - times: How many fail from there on.
  package func fail(_ call: String?, with code: Int32, nth: Int = 1, times: Int = 1) {
    state.withLock {
      $0.failures.append(Failure(call: call, passes: nth - 1, times: times, code: code))
    }
  }

  /// Lets time pass.
  package func advance(by duration: Duration) {
    state.withLock { $0.time += duration }
  }

  /// Does something once time has come to a point; `poll` gets there.
  package func after(_ duration: Duration, _ action: @escaping @Sendable (FakeKernel) -> Void) {
    let time = now + duration
    state.withLock { $0.events.append((time, action)) }
  }

  /// Who the process is.
  package func setCredentials(_ credentials: ProcessCredentials) {
    state.withLock { $0.credentials = credentials }
  }

  // MARK: What a test asks the machine

  /// How often a call was made, failed ones included.
  package func count(of call: String) -> Int { state.withLock { $0.counts[call] ?? 0 } }

  /// How many calls are still to fail.
  package var pendingFailures: Int { state.withLock { $0.failures.reduce(0) { $0 + $1.times } } }

  /// How many calls were made in all.
  package var callCount: Int { state.withLock { $0.total } }

  /// What is still held: descriptors, mappings, buffers.
  ///
  /// Empty is what every test ends with.
  package var leaks: [String] {
    state.withLock { state in
      state.descriptors.map { "descriptor \($0.key): \($0.value)" }
        + state.mappings.map { "mapping of \($0.value) bytes" }
        + state.devices.filter { !$0.value.buffers.isEmpty }.map { "buffers of \($0.key)" }
    }
  }

  /// How many buffers the driver has in its queue.
  package func queuedBuffers(_ node: String) -> Int {
    state.withLock { state in
      state.devices[node]?.buffers.count { $0.place != .user } ?? 0
    }
  }

  // MARK: The clock and events

  package var now: Duration {
    switch pacing {
    case .jumping: state.withLock { $0.time }
    case .real: LinuxKernel().now
    }
  }

  package func makeEvent() throws(SystemCallError) -> CInt {
    try call("eventfd") { state throws(SystemCallError) in
      let event = try LinuxKernel().makeEvent()
      state.descriptors[event] = .event
      return event
    }
  }

  package func makeWatch() throws(SystemCallError) -> CInt {
    try call("inotify_init1") { state in
      state.nextDescriptor += 1
      state.descriptors[state.nextDescriptor] = .watch([])
      return state.nextDescriptor
    }
  }

  package func watch(
    _ path: String,
    with watch: CInt,
    for changes: WatchedChanges
  ) throws(SystemCallError) {
    try call("inotify_add_watch") { state throws(SystemCallError) in
      guard case .watch(let names, var nodes) = state.descriptors[watch] else {
        throw SystemCallError(call: "inotify_add_watch", code: EBADF)
      }
      if changes == .closing { nodes.insert(path) }
      state.descriptors[watch] = .watch(names, closingOf: nodes)
    }
  }

  package func changes(of watch: CInt) throws(SystemCallError) -> [String] {
    try call("read") { state throws(SystemCallError) in
      guard case .watch(let names, let nodes) = state.descriptors[watch] else {
        throw SystemCallError(call: "read", code: EBADF)
      }
      state.descriptors[watch] = .watch([], closingOf: nodes)
      return names
    }
  }

  package func raise(_ event: CInt) { LinuxKernel().raise(event) }

  package func lower(_ event: CInt) { LinuxKernel().lower(event) }

  // MARK: Users

  package var credentials: ProcessCredentials { state.withLock { $0.credentials } }

  package func groupName(_ group: UInt32) -> String {
    [0: "root", 44: "video", 1000: "anna"][group] ?? String(group)
  }

  package func userName(_ user: UInt32) -> String {
    [0: "root", 1000: "anna"][user] ?? String(user)
  }

  // MARK: Calls

  /// Counts a call, lets it fail where the script says so, and else carries it out.
  func call<R>(
    _ name: String,
    _ body: (inout State) throws(SystemCallError) -> R
  ) throws(SystemCallError) -> sending R where R: Sendable {
    try state.withLock { state throws(SystemCallError) in
      state.counts[name, default: 0] += 1
      state.total += 1
      if let code = state.scriptedFailure(of: name) {
        throw SystemCallError(call: name, code: code)
      }
      return try body(&state)
    }
  }
}

extension FakeKernel.State {
  mutating func scriptedFailure(of name: String) -> Int32? {
    for index in failures.indices where failures[index].call == nil || failures[index].call == name
    {
      guard failures[index].passes == 0 else {
        failures[index].passes -= 1
        continue
      }
      guard failures[index].times > 0 else { continue }
      failures[index].times -= 1
      return failures[index].code
    }
    return nil
  }
}
