import FoundationEssentials
import Recognition

/// The engines that `perform(on:)` shares: at most one a core, made when needed and kept.
actor ReadingPool {
  /// The process's pool.
  static let shared = ReadingPool(size: ProcessInfo.processInfo.activeProcessorCount)

  private var idle: [ReadingWorker] = []
  private var unmade: Int
  private var waiting: [CheckedContinuation<ReadingWorker, Never>] = []

  /// Makes a pool of at most so many workers.
  init(size: Int) {
    unmade = max(size, 1)
  }

  /// Lends a worker to a closure; callers wait their turn in order.
  nonisolated func withWorker<R: Sendable>(
    _ body: @Sendable (ReadingWorker) async throws -> R
  ) async throws -> R {
    let worker = await take()
    do {
      let result = try await body(worker)
      await giveBack(worker)
      return result
    } catch {
      await giveBack(worker)
      throw error
    }
  }

  /// Lends a worker to a recognition; cancelling the task cancels it.
  ///
  /// - Parameters:
  ///   - control: Cancels the recognition from elsewhere.
  ///   - body: The recognition.
  /// - Returns: What the closure returned.
  /// - Throws: `CancellationError` when the task or `control` was cancelled, else what `body` throws.
  nonisolated func perform<R: Sendable>(
    _ control: RecognitionControl,
    _ body: @Sendable (ReadingWorker) async throws -> R
  ) async throws -> R {
    try await withTaskCancellationHandler {
      do {
        return try await withWorker(body)
      } catch let error as RecognitionError where error.code == .cancelled {
        throw CancellationError()
      }
    } onCancel: {
      control.cancel()
    }
  }

  private func take() async -> ReadingWorker {
    if let worker = idle.popLast() { return worker }
    if unmade > 0 {
      unmade -= 1
      return ReadingWorker(number: unmade)
    }
    return await withCheckedContinuation { waiting.append($0) }
  }

  private func giveBack(_ worker: ReadingWorker) {
    if waiting.isEmpty {
      idle.append(worker)
    } else {
      waiting.removeFirst().resume(returning: worker)
    }
  }
}
