import Synchronization

/// The process's OpenVINO, loaded once, whoever asks.
@safe
final class NeuralLibrary: Sendable {
  /// OpenVINO's version.
  var version: String { library.version }

  private let files: NeuralFiles
  private let library: OpenVINO
  // Lives as long as the process, as the library does; any thread may use it.
  private nonisolated(unsafe) let core: OpaquePointer
  private let state = Mutex(State())

  private struct State {
    var characters: [NeuralFiles.Tier: CharacterSet] = [:]
    var stations: [NeuralFiles.Tier: [WeakStation]] = [:]
  }

  // Models go when their last reader does.
  private struct WeakStation {
    weak var station: NeuralStation?
  }

  private static let loaded = Mutex<[NeuralFiles: NeuralLibrary]>([:])

  /// The library of a folder, loaded when it is asked for first.
  ///
  /// - Throws: ``RecognitionError`` with the code `engineMissing` when it cannot be loaded.
  static func shared(_ files: NeuralFiles) throws(RecognitionError) -> NeuralLibrary {
    try loaded.withLock { (loaded) throws(RecognitionError) -> NeuralLibrary in
      if let library = loaded[files] { return library }
      let library = try NeuralLibrary(files)
      loaded[files] = library
      return library
    }
  }

  private init(_ files: NeuralFiles) throws(RecognitionError) {
    self.files = files
    library = try OpenVINO(path: files.library)
    var core: OpaquePointer?
    try library.check(unsafe library.coreCreate(&core), "start")
    guard let core = unsafe core else {
      throw RecognitionError(.engineFailed, "OpenVINO did not start.")
    }
    unsafe self.core = core
  }

  /// Loads a model, which takes from 0.05 to 0.5 s.
  ///
  /// - Parameters:
  ///   - task: What the model is for.
  ///   - tier: Which pair it belongs to.
  /// - Returns: The model, ready to run.
  /// - Throws: ``RecognitionError`` when the file is missing or damaged.
  func model(
    _ task: NeuralFiles.Task,
    _ tier: NeuralFiles.Tier
  )
    throws(RecognitionError) -> NeuralModel
  {
    try unsafe NeuralModel(path: files.model(task, tier), library: library, core: core)
  }

  /// A place at the models of a pair, which readers of other pictures may share.
  ///
  /// - Parameter tier: Which pair.
  /// - Returns: A place at models that have one left, or at new ones.
  /// - Throws: ``RecognitionError`` when a file is missing or damaged, or memory has run out.
  func seat(_ tier: NeuralFiles.Tier) throws(RecognitionError) -> NeuralStation.Seat {
    try state.withLock { (state) throws(RecognitionError) -> NeuralStation.Seat in
      let stations = (state.stations[tier] ?? []).compactMap(\.station)
      for station in stations {
        if let seat = station.seat() { return seat }
      }
      let station = try NeuralStation(tier, library: self)
      state.stations[tier] = (stations + [station]).map(WeakStation.init)
      guard let seat = station.seat() else {
        throw RecognitionError(
          .engineFailed,
          "A new pair of models has no reader yet and no place."
        )
      }
      return seat
    }
  }

  /// The characters a recognition model knows.
  ///
  /// - Throws: ``RecognitionError`` when the file is missing or damaged.
  func characters(_ tier: NeuralFiles.Tier) throws(RecognitionError) -> CharacterSet {
    let path = files.characters(tier)
    return try state.withLock { (state) throws(RecognitionError) -> CharacterSet in
      if let set = state.characters[tier] { return set }
      let set = try CharacterSet(path: path)
      state.characters[tier] = set
      return set
    }
  }
}
