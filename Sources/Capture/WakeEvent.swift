/// PLACEHOLDER replaced by Capture's own: an eventfd that ends a blocked wait.
public final class WakeEvent: Sendable {
  init() {}
  /// Ends the wait.
  public func signal() {}
}
