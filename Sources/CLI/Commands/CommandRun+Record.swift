import Capture
import Scanner

extension CommandRun {
  /// `lectern record`: keeps the camera's frames as they come.
  func record() async throws -> ExitStatus {
    let folder = operands[0]
    guard case .camera(let selector, let settings) = source(rows: QualityLevel.balanced.wantedRows)
    else {
      throw UsageError("record takes frames from a camera; copy a recording's folder instead.")
    }
    let recorder = FrameRecorder(selector: selector, settings: settings, folder: folder)
    let interruptible = Interruptible(output: output, duration: options.duration)
    let result: Result<FrameRecorder.Summary, CaptureError> = await interruptible.run {
      do throws(CaptureError) {
        return .success(try await recorder.run())
      } catch {
        return .failure(error)
      }
    }
    let summary = try result.get()
    diagnostics.note(
      "\(folder): \(summary.frames) frames from \(summary.source.name); "
        + "\(summary.counters.missing) missing, "
        + "\(summary.counters.damaged.values.reduce(0, +)) damaged. "
        + "Play them with: lectern scan --device replay:\(folder)"
    )
    return .done
  }
}
