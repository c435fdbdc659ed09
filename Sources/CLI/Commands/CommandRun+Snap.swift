import Capture
import FoundationEssentials
import Scanner

extension CommandRun {
  /// `lectern snap`: takes one photo at the camera's highest resolution.
  func snap() async throws -> ExitStatus {
    let path = operands[0]
    guard case .camera(let selector, let settings) = source(rows: .max) else {
      throw UsageError("snap takes a photo with a camera; a recording has no more than its frames.")
    }
    let capture = PhotoCapture(selector: selector, settings: settings)
    let taken: Result<PhotoCapture.Photo, any Error> = await Interruptible(output: output).run {
      do {
        return .success(try await capture.take())
      } catch {
        return .failure(error)
      }
    }
    let photo: PhotoCapture.Photo
    do {
      photo = try taken.get()
    } catch is CancellationError {
      return .done
    }
    try write(photo.jpeg(), to: path)
    let mode = "\(photo.source.width)x\(photo.source.height) \(photo.source.format)"
    diagnostics.note("\(path): \(photo.source.name), \(mode).")
    return .done
  }

  /// Writes a file whole or not at all.
  private func write(_ bytes: [UInt8], to path: String) throws(UsageError) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw UsageError(
        "\(path) cannot be written.",
        remedy: "Name a file in a folder you may write to."
      )
    }
  }
}
