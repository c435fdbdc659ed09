import COpenVINO

/// A model that is ready to run.
@safe
final class NeuralModel: Sendable {
  private let library: OpenVINO
  // OpenVINO lets any thread make requests of a compiled model.
  private nonisolated(unsafe) let pointer: OpaquePointer

  /// Loads and compiles a model, which takes from 0.05 to 0.5 s.
  ///
  /// - Parameters:
  ///   - path: The model's file.
  ///   - library: OpenVINO.
  ///   - core: OpenVINO's core.
  /// - Throws: ``RecognitionError`` when the file is damaged or memory has run out.
  init(path: String, library: OpenVINO, core: OpaquePointer) throws(RecognitionError) {
    self.library = library
    var model: OpaquePointer?
    try library.check(unsafe library.readModel(core, path, nil, &model), "read \(path)")
    defer { if let model = unsafe model { unsafe library.modelFree(model) } }
    var compiled: OpaquePointer?
    try library.check(
      unsafe Self.withProperties { properties in
        unsafe library.compileModel(
          core,
          model,
          "CPU",
          properties.count,
          properties.baseAddress,
          &compiled
        )
      },
      "prepare \(path)"
    )
    guard let compiled = unsafe compiled else {
      throw RecognitionError(.engineFailed, "OpenVINO prepared nothing of \(path).")
    }
    unsafe pointer = compiled
  }

  deinit { unsafe library.compiledModelFree(pointer) }

  /// Makes something to run the model with; one at a time runs.
  ///
  /// - Throws: ``RecognitionError`` when memory has run out.
  func request() throws(RecognitionError) -> NeuralRequest {
    var request: OpaquePointer?
    try library.check(unsafe library.createRequest(pointer, &request), "make room for a model")
    guard let request = unsafe request else {
      throw RecognitionError(.engineFailed, "OpenVINO made no room for a model.")
    }
    return unsafe NeuralRequest(request, model: self, library: library)
  }

  /// One thread: readers and their lanes are what uses the cores.
  ///
  /// Full precision, so that all machines read alike; few prepared shapes are kept, as each costs memory.
  private static func withProperties(
    _ body: (UnsafeBufferPointer<COpenVINO_Property>) -> Int32
  ) -> Int32 {
    let texts: [StaticString] = [
      "PERFORMANCE_HINT", "LATENCY", "INFERENCE_NUM_THREADS", "1", "NUM_STREAMS", "1",
      "INFERENCE_PRECISION_HINT", "f32", "CPU_RUNTIME_CACHE_CAPACITY", "100",
    ]
    let properties = unsafe stride(from: 0, to: texts.count, by: 2).map { index in
      unsafe COpenVINO_Property(
        key: UnsafeRawPointer(texts[index].utf8Start).assumingMemoryBound(to: CChar.self),
        value: UnsafeRawPointer(texts[index + 1].utf8Start)
      )
    }
    return unsafe properties.withUnsafeBufferPointer { unsafe body($0) }
  }
}
