import Capture

extension CommandRun {
  /// `lectern devices`: lists the cameras.
  func devices() throws -> ExitStatus {
    let cameras = CameraDirectory().cameras()
    if options.printsJSON {
      try printJSON(cameras)
      return .done
    }
    guard !cameras.isEmpty else {
      diagnostics.error(
        "No camera is connected.",
        remedy: "Plug one in; lsusb shows whether the system sees it."
      )
      return .done
    }
    output.write(cameras.map(describe).joined(separator: "\n"))
    return .done
  }

  private func describe(_ camera: CameraInfo) -> String {
    var rows = [["  id", camera.identity.id]]
    if let serial = camera.identity.serial { rows.append(["  serial", serial]) }
    if let port = camera.identity.port { rows.append(["  port", port]) }
    if let driver = camera.driver { rows.append(["  driver", driver]) }
    rows += camera.links.map { ["  link", $0] }
    rows.append(["  available", camera.unavailable.map { "no: \($0)" } ?? "yes"])
    for format in camera.formats {
      rows.append(["  \(format.format)", format.sizes.map(describe).joined(separator: ", ")])
    }
    if options.verbosity == .verbose {
      rows += camera.controls.map { control in
        let range = "\(control.minimum)…\(control.maximum), default \(control.defaultValue)"
        let value = control.value.map(String.init) ?? "unknown"
        return [
          "  \(control.name)", "\(value) (\(range))\(control.isSettable ? "" : ", fixed now")",
        ]
      }
    }
    return "\(camera.node)  \(camera.name)\n" + columns(rows)
  }

  private func describe(_ size: FrameSize) -> String {
    guard let fastest = size.frameRates.first else { return "\(size.size)" }
    return "\(size.size) (\(rate(fastest)) fps)"
  }

  private func rate(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String((value * 10).rounded() / 10)
  }
}
