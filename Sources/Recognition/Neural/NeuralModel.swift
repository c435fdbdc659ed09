import COpenVINO
import FoundationEssentials
import Glibc

/// A model that is ready to run; its weights are shared by all that run it.
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

  /// Makes something to run the model with; each has memory of its own and one owner.
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

  /// As many threads as cores, one for each request that runs: one pool for all readers of a process.
  ///
  /// Full precision, so that all machines read alike; few prepared shapes are kept, as each costs memory.
  private static func withProperties(
    _ body: (UnsafeBufferPointer<COpenVINO_Property>) -> Int32
  ) -> Int32 {
    let threads = "\(ProcessInfo.processInfo.activeProcessorCount)"
    let texts: [String] = [
      "PERFORMANCE_HINT", "LATENCY", "INFERENCE_NUM_THREADS", threads, "NUM_STREAMS", threads,
      "INFERENCE_PRECISION_HINT", "f32", "CPU_RUNTIME_CACHE_CAPACITY", "100",
    ]
    let copies = unsafe texts.map { unsafe strdup($0) }
    defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
    let properties = unsafe stride(from: 0, to: copies.count, by: 2).map { index in
      unsafe COpenVINO_Property(key: copies[index], value: copies[index + 1])
    }
    return unsafe properties.withUnsafeBufferPointer { unsafe body($0) }
  }
}
