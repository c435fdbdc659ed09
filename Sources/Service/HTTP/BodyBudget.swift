import Synchronization

/// How much memory the bodies of all requests may take together, whoever sends them.
final class BodyBudget: Sendable {
  private let left: Atomic<Int>

  /// Makes a budget of so many bytes.
  init(_ bytes: Int) { left = Atomic(bytes) }

  /// Takes bytes out of the budget.
  ///
  /// - Returns: Whether they were there.
  func take(_ bytes: Int) -> Bool {
    if left.subtract(bytes, ordering: .relaxed).newValue >= 0 { return true }
    left.add(bytes, ordering: .relaxed)
    return false
  }

  /// Gives bytes back.
  func giveBack(_ bytes: Int) { left.add(bytes, ordering: .relaxed) }
}
