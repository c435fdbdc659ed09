import Capture
import FoundationEssentials
import Imaging
import Recognition
import Scanner
import Service

/// The program's version.
let programVersion = "0.1.0"

extension Invocation {
  /// Does what was asked for.
  ///
  /// - Parameter output: Gets the results.
  /// - Returns: How it went.
  func run(output: StandardOutput) async -> ExitStatus {
    switch self {
    case .help(let command):
      output.write(Usage.text(for: command))
      return .done
    case .version:
      output.write("lectern \(programVersion)\n")
      return .done
    case .run(let command, let options, let operands):
      let run = CommandRun(options: options, operands: operands, output: output)
      let status = await run.status(of: command)
      return run.status(status, afterWritingTo: output)
    }
  }
}

/// One command at work.
struct CommandRun: Sendable {
  let options: Options
  let operands: [String]
  let output: StandardOutput

  /// Where messages for people go.
  var diagnostics: Diagnostics { Diagnostics(level: options.verbosity) }

  /// Runs a command.
  func status(of command: Command) async -> ExitStatus {
    do {
      switch command {
      case .scan: return try await scan()
      case .read: return try await read()
      case .snap: return try await snap()
      case .record: return try await record()
      case .devices: return try devices()
      case .check: return try check()
      case .languages: return try languages()
      case .serve: return try await serve()
      }
    } catch let error as UsageError {
      diagnostics.error(error.message, remedy: error.remedy)
      return .usage
    } catch let error as ServiceError {
      diagnostics.error(error.message, remedy: error.remedy)
      return .usage
    } catch let error as ScanError {
      return status(for: error)
    } catch let error as CaptureError {
      return status(for: .capture(error))
    } catch let error as RecognitionError {
      return status(for: .recognition(error))
    } catch {
      diagnostics.error("\(error)", remedy: nil)
      return .unreadable
    }
  }

  /// Says why nothing can be read, and turns it into the exit status.
  ///
  /// - Parameters:
  ///   - error: Why.
  ///   - isSaid: Whether the user has been told already.
  /// - Returns: The status that fits.
  func status(for error: ScanError, isSaid: Bool = false) -> ExitStatus {
    if !isSaid { diagnostics.error(error.message, remedy: error.remedy) }
    if error.isUsage { return .usage }
    return error.isUnsupported ? .unsupported : .unavailable
  }

  /// A disk that is full is no end of the reader: results are lost, which must show.
  fileprivate func status(
    _ status: ExitStatus,
    afterWritingTo output: StandardOutput
  ) -> ExitStatus {
    guard let code = output.failure else { return status }
    diagnostics.error("Standard output cannot be written: \(describe(errno: code)).", remedy: nil)
    return .unreadable
  }
}
