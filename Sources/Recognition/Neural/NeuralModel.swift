import COpenVINO

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

  /// One thread a request, as the pool of readers is what uses the cores; full precision, so that all
  /// machines read alike; and few prepared shapes kept, as each costs memory.
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

/// Runs a model on one input after the other; one owner, and blocks while it works.
@safe
struct NeuralRequest: ~Copyable {
  private let pointer: OpaquePointer
  private let model: NeuralModel
  private let library: OpenVINO

  init(_ pointer: OpaquePointer, model: NeuralModel, library: OpenVINO) {
    unsafe self.pointer = pointer
    self.model = model
    self.library = library
  }

  deinit { unsafe library.requestFree(pointer) }

  /// Runs the model.
  ///
  /// - Parameters:
  ///   - values: The input, `shape`'s product of values.
  ///   - shape: The input's sizes, the outermost first.
  ///   - body: Reads the output's values and sizes; they do not outlive it.
  /// - Returns: What `body` returns.
  /// - Throws: ``RecognitionError`` when the model cannot take the input, or memory has run out.
  mutating func run<R>(
    _ values: inout [Float],
    shape: [Int],
    _ body: (UnsafeBufferPointer<Float>, [Int]) -> R
  ) throws(RecognitionError) -> R {
    precondition(values.count == shape.reduce(1, *), "the values do not fill the shape")
    var input: OpaquePointer?
    var sizes = shape.map(Int64.init)
    // The tensor borrows the array's memory until it is freed at the end of this call, and the
    // request does not touch it before or after.
    return try unsafe values.withUnsafeMutableBufferPointer {
      (buffer) throws(RecognitionError) -> R in
      let status = unsafe sizes.withUnsafeMutableBufferPointer { sizes in
        let shape = unsafe COpenVINO_Shape(
          rank: Int64(sizes.count),
          dimensions: sizes.baseAddress
        )
        return unsafe library.tensorCreate(COpenVINO_Float32, shape, buffer.baseAddress, &input)
      }
      try library.check(status, "take a picture")
      defer { unsafe library.tensorFree(input) }
      try library.check(unsafe library.requestSetInput(pointer, input), "take a picture")
      try library.check(unsafe library.requestInfer(pointer), "run a model")
      var output: OpaquePointer?
      try library.check(unsafe library.requestGetOutput(pointer, &output), "give its result")
      defer { unsafe library.tensorFree(output) }
      let (result, dimensions) = try unsafe contents(of: output)
      return unsafe body(result, dimensions)
    }
  }

  private func contents(
    of tensor: OpaquePointer?
  )
    throws(RecognitionError) -> (UnsafeBufferPointer<Float>, [Int])
  {
    var shape = unsafe COpenVINO_Shape()
    try library.check(unsafe library.tensorGetShape(tensor, &shape), "give its result")
    defer { _ = unsafe library.shapeFree(&shape) }
    let sizes = unsafe UnsafeBufferPointer(start: shape.dimensions, count: Int(shape.rank))
    let dimensions = unsafe sizes.map { Int($0) }
    var data: UnsafeMutableRawPointer?
    try library.check(unsafe library.tensorGetData(tensor, &data), "give its result")
    let values = unsafe UnsafeBufferPointer(
      start: data?.assumingMemoryBound(to: Float.self),
      count: data == nil ? 0 : dimensions.reduce(1, *)
    )
    return unsafe (values, dimensions)
  }
}
