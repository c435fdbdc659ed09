import FoundationEssentials
import Recognition
import Scanner
import Synchronization

/// The reading of a few pictures: how far it is, and what came of it.
final class ReadJob: Sendable {
  /// How far a job is.
  enum Phase: String, Sendable {
    /// It waits for its turn.
    case waiting

    /// It is read.
    case reading

    /// It is done.
    case done

    /// Somebody called it off.
    case cancelled

    /// The engine or a language is missing.
    case failed
  }

  /// What is known of a job now.
  struct Standing: Sendable {
    /// How far it is.
    var phase = Phase.waiting

    /// What was read so far.
    var events: [ScanEvent] = []

    /// How many pictures are done.
    var done = 0

    /// The reading that is under way.
    var control: RecognitionControl?

    /// Why it failed.
    var problem: HTTPProblem?

    /// When it ended.
    var endedAt: ContinuousClock.Instant?

    fileprivate var isCancelled = false
    fileprivate var listeners: [UUID: @Sendable () -> Void] = [:]
  }

  /// The identity.
  let id = UUID()

  /// How it is read; without the pictures, which are kept only until their turn.
  let plan: ReadPlan

  /// Who is told when it has ended.
  let callback: CallbackTarget?

  /// How many pictures there are.
  let pictureCount: Int

  private let state = Mutex(Standing())
  private let pictures: Mutex<[OutsidePicture]>

  /// Makes a job that waits.
  init(_ plan: ReadPlan, callback: CallbackTarget? = nil) {
    self.callback = callback
    pictureCount = plan.pictures.count
    pictures = Mutex(plan.pictures.reversed())
    var plan = plan
    plan.pictures = []
    self.plan = plan
  }

  /// How many bytes of pictures it keeps.
  var byteCount: Int { pictures.withLock { $0.map(\.bytes.count).reduce(0, +) } }

  /// What is known now.
  var standing: Standing { state.withLock { $0 } }

  /// How much is done, 0…1.
  var progress: Double {
    let standing = standing
    let current = standing.phase == .reading ? standing.control?.progress ?? 0 : 0
    return min((Double(standing.done) + current) / Double(max(pictureCount, 1)), 1)
  }

  /// Whether it has ended.
  var isOver: Bool { standing.endedAt != nil }

  /// Reads the pictures, one after the other.
  func run() async {
    while let picture = pictures.withLock({ $0.popLast() }) {
      let control = RecognitionControl()
      let goesOn = state.withLock { state in
        state.phase = .reading
        state.control = control
        return !state.isCancelled
      }
      guard goesOn, !Task.isCancelled else { break }
      do {
        let events = try await picture.read(
          plan.request,
          types: plan.types,
          contentKinds: plan.contentKinds,
          control: control
        )
        change { state in
          // A result of what was called off is no result.
          guard !state.isCancelled, !control.isCancelled else { return }
          state.events += events
          state.done += 1
        }
      } catch is CancellationError {
        break
      } catch {
        end(.failed, HTTPProblem(error))
        return
      }
    }
    end(.done, nil)
  }

  /// Calls it off; nothing is published afterwards.
  func cancel() {
    let control = state.withLock { state -> RecognitionControl? in
      guard state.endedAt == nil else { return nil }
      state.isCancelled = true
      return state.control
    }
    control?.cancel()
    change { _ in }
  }

  /// It will not be run.
  func abandon() { end(.cancelled, nil) }

  /// Wakes a listener whenever something changes.
  func listen(_ wake: @escaping @Sendable () -> Void) -> UUID {
    let id = UUID()
    state.withLock { $0.listeners[id] = wake }
    return id
  }

  /// A listener leaves.
  func leave(_ id: UUID) { state.withLock { _ = $0.listeners.removeValue(forKey: id) } }

  private func end(_ phase: Phase, _ problem: HTTPProblem?) {
    pictures.withLock { $0 = [] }
    change { state in
      let isCancelled = state.isCancelled || Task.isCancelled
      state.phase = isCancelled && state.done < pictureCount ? .cancelled : phase
      state.problem = problem
      state.control = nil
      state.endedAt = .now
    }
  }

  private func change(_ body: (inout Standing) -> Void) {
    let listeners = state.withLock { state in
      body(&state)
      return Array(state.listeners.values)
    }
    for listener in listeners { listener() }
  }
}

extension HTTPProblem {
  /// Why nothing can be read, as a problem of a request.
  init(_ error: any Error) {
    switch error {
    case let error as HTTPProblem: self = error
    case let error as RecognitionError where error.code == .invalidArgument:
      self.init(422, error.code.rawValue, error.message, remedy: error.remedy)
    case let error as RecognitionError:
      self.init(503, error.code.rawValue, error.message, remedy: error.remedy)
    default: self.init(500, "internal", "\(error)")
    }
  }
}
