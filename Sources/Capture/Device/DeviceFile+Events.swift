import CV4L2
import Glibc

extension DeviceFile {
  /// Asks to be told when the signal at the input changes, where the driver can tell.
  ///
  /// The corresponding request is `VIDIOC_SUBSCRIBE_EVENT`.
  func subscribeToSourceChange() {
    var subscription = v4l2_event_subscription()
    subscription.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
    _ = attempt(.subscribeEvent, &subscription)
  }

  /// Takes all waiting events and says whether the signal has changed.
  ///
  /// The corresponding request is `VIDIOC_DQEVENT`.
  func takeEvents() throws(SystemCallError) -> Bool {
    var hasChanged = false
    // The kernel keeps a handful for each descriptor; the bound ends a driver that never runs dry.
    for _ in 0..<64 {
      var event = v4l2_event()
      do {
        try send(.dequeueEvent, &event)
      } catch {
        guard error.code == ENOENT || error.code == ENOTTY || error.code == EINVAL else {
          throw error
        }
        break
      }
      if event.type == UInt32(V4L2_EVENT_SOURCE_CHANGE),
        unsafe event.u.src_change.changes & UInt32(V4L2_EVENT_SRC_CH_RESOLUTION) != 0
      {
        hasChanged = true
      }
    }
    return hasChanged
  }
}
