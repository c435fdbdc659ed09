import Scanner

extension CommandRun {
  /// `lectern read`: reads still pictures.
  func read() async throws -> ExitStatus {
    let reporter = StatusReporter(diagnostics: diagnostics, types: options.types)
    let print: @Sendable (ScanEvent) -> Void
    let files = try options.outputFolder.map { folder in
      try OutputFolder(path: folder, format: options.format, diagnostics: diagnostics)
    }
    if let files {
      print = { files.add($0) }
    } else {
      let printer = EventPrinter(format: options.format, output: output)
      print = { printer.print($0) }
    }
    let batch = StillBatch(
      paths: operands,
      request: request(quality: .accurate),
      types: types(quality: .accurate),
      contentKinds: options.contentKinds,
      orientation: orientation,
      jobs: options.jobs
    ) { event in
      print(event)
      reporter.report(event)
    }
    let result: Result<StillSummary, ScanError> = await Interruptible(output: output).run {
      do throws(ScanError) {
        return .success(try await batch.run())
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let summary): return files?.hasFailed == true ? .unreadable : summary.exitStatus
    case .failure(let error): return status(for: error)
    }
  }
}
