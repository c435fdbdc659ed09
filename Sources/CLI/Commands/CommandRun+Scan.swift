import CMalloc
import Imaging
import Scanner

extension CommandRun {
  /// `lectern scan`: reads what a camera sees, live.
  func scan() async throws -> ExitStatus {
    // One reading is under way at a time, on whichever thread a queue gives it; an arena of the C
    // library for each of these threads would keep some 4 MB.
    _ = mallopt(M_ARENA_MAX, 1)
    returnLargeBlocks()
    let quality = options.quality ?? .balanced
    let settings = ScanSettings(
      source: source(rows: quality.wantedRows),
      request: request(quality: .balanced),
      contentKinds: options.contentKinds,
      isGuidanceEnabled: options.verbosity >= .normal || options.format == .jsonl,
      types: types(quality: .balanced),
      orientation: orientation ?? .up,
      endsAfterFirstPage: options.endsAfterFirstPage,
      fallback: operands,
      waitsForCamera: options.waits,
      recognizesMultipleItems: options.recognizesMultipleItems
    )
    let statusLine = options.verbosity >= .normal ? StatusLine() : nil
    let printer = EventPrinter(options.style, output: output, statusLine: statusLine)
    let reporter = StatusReporter(
      diagnostics: Diagnostics(level: options.verbosity, statusLine: statusLine),
      types: options.types
    )
    let interruptible = Interruptible(
      output: output,
      duration: options.duration,
      statusLine: statusLine
    )
    let result: Result<StillSummary?, ScanError> = await interruptible.run {
      do throws(ScanError) {
        let summary = try await DataScanner.run(settings) { event in
          printer.print(event)
          reporter.report(event)
        }
        return .success(summary)
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let summary): return summary?.exitStatus ?? .done
    case .failure(let error): return status(for: error, isSaid: reporter.hasSaid(error.message))
    }
  }
}

extension StillSummary {
  /// The status of a run that read pictures.
  var exitStatus: ExitStatus { unreadable > 0 ? .unreadable : .done }
}
