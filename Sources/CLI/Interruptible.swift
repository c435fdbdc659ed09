import Dispatch
import Glibc

/// Runs work until it ends, a signal comes, nobody reads its output any more, or its time is up.
struct Interruptible: Sendable {
  /// How long work may take to end once it was told to.
  ///
  /// A kernel call that hangs must not keep the
  /// process: whatever was printed is out, and the kernel frees the camera with the process.
  static let grace = 0.9

  var output: StandardOutput
  var duration: Duration?

  /// The line that is cleared as soon as the work has to end.
  var statusLine: StatusLine?

  private enum Outcome<R: Sendable>: Sendable {
    case done(R)
    case stopped
  }

  /// Runs the work and cancels it when it has to end.
  ///
  /// - Parameter work: What to do; it ends soon after it is cancelled.
  /// - Returns: What the work returned, cancelled or not.
  func run<R: Sendable>(_ work: @escaping @Sendable () async -> R) async -> R {
    let termination = Termination()
    return await withTaskGroup(of: Outcome<R>.self, returning: R.self) { group in
      group.addTask { .done(await work()) }
      group.addTask {
        for await _ in termination.signals { break }
        return .stopped
      }
      group.addTask {
        await output.closed()
        return .stopped
      }
      if let duration {
        group.addTask {
          try? await Task.sleep(for: duration)
          return .stopped
        }
      }
      while let outcome = await group.next() {
        statusLine?.end()
        if case .done(let result) = outcome {
          output.endWatch()
          group.cancelAll()
          return result
        }
        endSoon(group.isCancelled)
        group.cancelAll()
      }
      // The work's own task returns before the group is empty.
      preconditionFailure("the work ended without a result")
    }
  }

  /// Makes sure that the process ends although the work may hang.
  private func endSoon(_ isEnding: Bool) {
    guard !isEnding else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) { @Sendable in
      exit(ExitStatus.done.rawValue)
    }
  }
}
