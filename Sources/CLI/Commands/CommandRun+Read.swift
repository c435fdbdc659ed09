import Glibc
import Scanner
import Synchronization

extension CommandRun {
  /// `lectern read`: reads still pictures.
  func read() async throws -> ExitStatus {
    returnLargeBlocks()
    if options.format == .pdf, options.outputFolder == nil, output.isTerminal {
      throw UsageError(
        "A PDF is nothing a terminal can show.",
        remedy: "Write it to a file: lectern read --format pdf … > all.pdf, or --output DIR."
      )
    }
    let job = ReadJob(operands: operands, options: options)
    let statusLine = options.verbosity >= .normal ? StatusLine() : nil
    let diagnostics = Diagnostics(level: options.verbosity, statusLine: statusLine)
    let reporter = StatusReporter(diagnostics: diagnostics, types: options.types)
    let files = options.outputFolder.map { folder in
      OutputFolder(path: folder, names: job.names, style: options.style, diagnostics: diagnostics)
    }
    let printer =
      files == nil ? EventPrinter(options.style, output: output, statusLine: statusLine) : nil
    let progress = ProgressReporter(total: job.pictures.items.count, statusLine: statusLine)
    let batch = StillBatch(
      pictures: job.pictures,
      request: request(quality: .accurate),
      types: types(quality: .accurate),
      contentKinds: options.contentKinds,
      orientation: orientation,
      limits: options.limits,
      page: options.page,
      jobs: options.jobs,
      keepsPictures: options.format == .pdf
    ) { event in
      files?.add(event)
      printer?.print(event)
      reporter.report(event)
      progress.report(event)
    }
    let interruptible = Interruptible(output: output, statusLine: statusLine)
    let result: Result<StillSummary, ScanError> = await interruptible.run {
      do throws(ScanError) {
        return .success(try await batch.run())
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let summary):
      printer?.end()
      if job.count > 1 { diagnostics.note(summary.words(skipped: job.skipped)) }
      return files?.hasFailed == true ? .unreadable : summary.exitStatus
    case .failure(let error):
      return status(for: error)
    }
  }
}

/// Which pictures are to be read, and what their results are called.
struct ReadJob: Sendable {
  /// The pictures to read.
  private(set) var pictures: PictureList

  /// The names of their results, in the same order.
  private(set) var names: [String]

  /// How many pictures were named, read or not.
  let count: Int

  /// How many are left out because their results are there.
  var skipped: Int { count - pictures.items.count }

  /// Finds the pictures that operands mean.
  init(operands: [String], options: Options) {
    pictures = PictureList(operands, isRecursive: options.isRecursive)
    count = pictures.items.count
    names =
      OutputNames(
        pictures: pictures.items.map(\.name),
        ending: options.fileEnding
      ).names
    guard options.skipsExisting, let folder = options.outputFolder else { return }
    let isWanted = names.map { name in
      unsafe access(OutputFolder.path(of: name, in: folder), F_OK) != 0
    }
    var number = 0
    pictures = pictures.filter { _ in
      defer { number += 1 }
      return isWanted[number]
    }
    names = zip(names, isWanted).filter(\.1).map(\.0)
  }
}

/// Shows on a terminal how far a batch is.
final class ProgressReporter: Sendable {
  private let statusLine: StatusLine?
  private let progress: Mutex<BatchProgress>
  private let start = ContinuousClock.now

  /// Makes a reporter; for a single picture it stays silent.
  init(total: Int, statusLine: StatusLine?) {
    self.statusLine = total > 1 ? statusLine : nil
    let progress = BatchProgress(total: total)
    self.progress = Mutex(progress)
    self.statusLine?.show(progress.line)
  }

  /// Takes the end of a picture.
  func report(_ event: ScanEvent) {
    guard let statusLine, case .file(let outcome) = event.content, outcome.isLast else { return }
    let line = progress.withLock { progress in
      progress.finish(at: ContinuousClock.now - start)
      return progress.line
    }
    statusLine.show(line)
  }
}

extension StillSummary {
  /// The summary in words.
  ///
  /// For example: `200 pictures: 195 with text, 3 without, 2 could not be read.`
  func words(skipped: Int) -> String {
    let total = withText + empty + unreadable + cancelled + skipped
    let parts = [
      (withText, "with text"), (empty, "without"), (unreadable, "could not be read"),
      (skipped, "done before"), (cancelled, "not read because of the interruption"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(total) \(total == 1 ? "picture" : "pictures"): \(parts.joined(separator: ", "))."
  }
}
