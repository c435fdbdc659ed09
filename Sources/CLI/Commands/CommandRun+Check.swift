import Capture
import Recognition
import Scanner

extension CommandRun {
  /// `lectern check`: says whether scanning works here, and what to do if not.
  func check() throws -> ExitStatus {
    let quality = QualityLevel.balanced
    let found = ScannerAvailability.current(
      for: ScanSettings(
        source: source(rows: quality.wantedRows),
        request: request(quality: quality),
        types: types(quality: quality)
      )
    )
    if options.printsJSON {
      try printJSON(found)
    } else {
      output.write(describe(found))
    }
    if found.isAvailable { return .done }
    return found.isSupported ? .unavailable : .unsupported
  }

  private func describe(_ found: ScannerAvailability) -> String {
    var rows = [
      ["Supported", found.isSupported ? "yes" : "no"],
      ["Available", found.isAvailable ? "yes" : "no"],
      ["Camera", found.camera.map { "\($0.name) (\($0.node))" } ?? "none"],
    ]
    if let engine = found.engine {
      let models = engine.models.joined(separator: ", ")
      rows.append(["Engine", "\(engine.name) \(engine.version), \(models)"])
    } else {
      rows.append(["Engine", "none"])
    }
    if let advice = NeuralEngine.advice { rows.append(["Neural", advice]) }
    if let reader = found.codeReader {
      rows.append(["Codes", "\(reader.name) \(reader.version)"])
    } else {
      rows.append(["Codes", "none: the code reader is missing; make engines builds it"])
    }
    for reason in found.reasons {
      rows.append(["Reason", reason.message])
      if let remedy = reason.remedy { rows.append(["Remedy", remedy]) }
    }
    return columns(rows)
  }
}
