/// Says why a node may not be opened, and what the user has to do about it.
struct AccessAdvice {
  /// The node, and the camera's name for messages.
  var node: String
  var name: String
  var kernel: any Kernel

  /// What `EACCES` means: the node's mode, or an access list, leaves this user out.
  func denied(_ cause: SystemCallError) -> CaptureError {
    guard let status = try? kernel.status(of: node) else {
      return CaptureError(
        .permissionDenied,
        "No permission to open \(name).",
        remedy: nil,
        cause: cause
      )
    }
    let group = kernel.groupName(status.group)
    let owner = kernel.userName(status.user)
    let rights = "it belongs to \(owner) and the group \(group), mode \(String.octal(status.mode))"
    return CaptureError(
      .permissionDenied,
      "No permission to open \(name): \(rights).",
      remedy: remedy(status, group: group),
      cause: cause
    )
  }

  private func remedy(_ status: FileStatus, group: String) -> String {
    let credentials = kernel.credentials
    let user = kernel.userName(credentials.user)
    guard status.mode & 0o060 == 0o060, status.group != 0 else {
      return """
        Install Lectern's udev rules (sudo make install), or for now run: \(grant(to: user)); if it \
        was plugged in just now, wait a moment.
        """
    }
    if credentials.groups.contains(status.group) {
      return """
        This user is in group \(group), so an access list (getfacl \(node)) or a security module \
        forbids it.
        """
    }
    if credentials.recordedGroups.contains(status.group) {
      return """
        User \(user) was put in group \(group) after this session began: log out and in again, or \
        restart the service.
        """
    }
    return """
      Run: sudo usermod -aG \(group) \(user), then log out and in again; or log in at this machine's \
      own screen; or for now run: \(grant(to: user)).
      """
  }

  /// Lets a user in until the camera is plugged in anew.
  private func grant(to user: String) -> String { "sudo setfacl -m u:\(user):rw \(node)" }

  /// What `EPERM` means: a device policy, whatever the node's mode says.
  func forbidden(_ cause: SystemCallError) -> CaptureError {
    CaptureError(
      .deniedByPolicy,
      "A sandbox forbids \(name).",
      remedy: """
        In a systemd service set DeviceAllow=char-video4linux rw; in a container pass the device in \
        (--device \(node)).
        """,
      cause: cause
    )
  }
}

extension String {
  /// Permission bits as `ls` counts them, four digits.
  fileprivate static func octal(_ mode: UInt32) -> String {
    let digits = String(mode & 0o7777, radix: 8)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
