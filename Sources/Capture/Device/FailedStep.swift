import Glibc

/// A step on the way to frames, for the table that says what a failure of it means.
enum FailedStep {
  /// Opening the node.
  case open

  /// Asking what the node is and offers.
  case query

  /// Setting the format.
  case format

  /// Asking for buffers, or mapping one.
  case buffers

  /// Starting the stream.
  case start

  /// Taking a frame, or waiting for one.
  case stream
}

/// Names one camera in messages, and who might hold it.
struct CameraLabel {
  /// The camera's name and node.
  var name: String
  var node: String
  var kernel: any Kernel

  /// `USB Camera (/dev/video0)`.
  var text: String { name.isEmpty || name == node ? node : "\(name) (\(node))" }
}

extension CameraLabel {
  /// What a failed call means to whoever wants frames.
  ///
  /// One row of the policy for each errno: who must act, and on what.
  func error(_ cause: SystemCallError, at step: FailedStep) -> CaptureError {
    switch (cause.code, step) {
    case (EACCES, .open):
      return AccessAdvice(node: node, name: text, kernel: kernel).denied(cause)
    case (EPERM, .open):
      return AccessAdvice(node: node, name: text, kernel: kernel).forbidden(cause)
    case (ENOENT, .open):
      return CaptureError(
        .noCamera,
        "\(node) does not exist.",
        remedy: "Connect the camera.",
        cause: cause
      )
    case (ENODEV, _), (ENXIO, _):
      return disconnected(cause)
    case (EBUSY, _):
      return busy(cause)
    case (ENOSPC, .format), (ENOSPC, .start), (EMSGSIZE, .start), (EIO, .start):
      return noBandwidth(cause)
    case (EINVAL, .format), (EINVAL, .buffers), (EINVAL, .start):
      return CaptureError(
        .noUsableFormat,
        "\(text) refused every mode it lists (\(cause)).",
        remedy: "Unplug it and plug it in again.",
        cause: cause
      )
    case (EIO, _), (EPIPE, _), (EINVAL, .stream), (ETIMEDOUT, _), (EPROTO, _), (EILSEQ, _):
      return CaptureError(
        .streamError,
        "\(text) reported an error (\(cause)).",
        remedy: "Lectern restarts the stream; if it comes back, try another cable or port.",
        cause: cause
      )
    case (EMFILE, _), (ENFILE, _):
      return CaptureError(
        .system,
        "\(text) cannot be opened: too many open files.",
        remedy: "Raise the limit of open files (ulimit -n).",
        cause: cause
      )
    default:
      return CaptureError(.system, "\(text) failed: \(cause).", cause: cause)
    }
  }

  /// The camera is gone.
  func disconnected(_ cause: SystemCallError?) -> CaptureError {
    CaptureError(
      .disconnected,
      "\(text) was unplugged.",
      remedy: "Plug it in again.",
      cause: cause
    )
  }

  /// Another program has the camera, or this one still does.
  func busy(_ cause: SystemCallError?) -> CaptureError {
    let holders = CameraDirectory(kernel: kernel).holders(of: node)
    let own = kernel.credentials.process
    let others = holders.filter { $0.process != own }
    if others.isEmpty, !holders.isEmpty {
      return CaptureError(
        .busy,
        "\(text) is in use by this program itself.",
        remedy: "Use one camera once.",
        cause: cause
      )
    }
    let names = others.map(\.description).joined(separator: ", ")
    return CaptureError(
      .busy,
      "\(text) is in use by \(names.isEmpty ? "another program" : names).",
      remedy: names.isEmpty
        ? "Close the other program; as root, fuser -v \(node) names it."
        : "Close it there.",
      cause: cause
    )
  }

  /// The input has no signal.
  ///
  /// - Parameter fault: What is wrong with the input, in words.
  /// - Returns: The error.
  func noSignal(_ fault: String) -> CaptureError {
    CaptureError(
      .noSignal,
      "\(text) has no picture: \(fault).",
      remedy: "Check the cable and the device that sends the picture."
    )
  }

  /// A loopback node to which no program sends a picture.
  ///
  /// It cannot capture then, or has no format; neither makes it something else than a camera.
  var noProducer: CaptureError {
    CaptureError(
      .noSignal,
      "\(text) has no picture: no program sends one to this virtual camera.",
      remedy: "Start the program that is to send the picture."
    )
  }

  private func noBandwidth(_ cause: SystemCallError) -> CaptureError {
    CaptureError(
      .noBandwidth,
      "The USB bus has no bandwidth left for \(text) (\(cause)).",
      remedy: "Plug it into another port, not a shared hub, or unplug another camera.",
      cause: cause
    )
  }
}
