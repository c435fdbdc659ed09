import COpenVINO

/// Runs a model on one input after the other, on a thread of OpenVINO's; one owner.
@safe
final class NeuralRequest {
  private let pointer: OpaquePointer
  private let model: NeuralModel
  private let library: OpenVINO
  private var input: UnsafeMutableBufferPointer<Float>
  private var isRunning = false

  init(_ pointer: OpaquePointer, model: NeuralModel, library: OpenVINO) {
    unsafe self.pointer = pointer
    self.model = model
    self.library = library
    unsafe input = .allocate(capacity: 0)
  }

  deinit {
    stop()
    unsafe library.requestFree(pointer)
    unsafe input.deallocate()
  }

  /// Starts the model on an input; an input before it that nobody waited for is given up.
  ///
  /// - Parameters:
  ///   - shape: The input's sizes, the outermost first.
  ///   - fill: Writes the input's values, `shape`'s product of them; they are 0 before.
  /// - Throws: ``RecognitionError`` when the model cannot take the input, or memory has run out.
  func start(
    shape: [Int],
    _ fill: (UnsafeMutableBufferPointer<Float>) -> Void
  ) throws(RecognitionError) {
    stop()
    let count = shape.reduce(1, *)
    if unsafe input.count < count {
      unsafe input.deallocate()
      unsafe input = .allocate(capacity: count)
    }
    let values = unsafe UnsafeMutableBufferPointer(rebasing: input[..<count])
    unsafe values.initialize(repeating: 0)
    unsafe fill(values)
    var tensor: OpaquePointer?
    var sizes = shape.map(Int64.init)
    let status = unsafe sizes.withUnsafeMutableBufferPointer { sizes in
      let shape = unsafe COpenVINO_Shape(
        rank: Int64(sizes.count),
        dimensions: sizes.baseAddress
      )
      return unsafe library.tensorCreate(COpenVINO_Float32, shape, values.baseAddress, &tensor)
    }
    try library.check(status, "take a picture")
    // The request keeps what it needs of the tensor; the values are this object's and stay.
    defer { unsafe library.tensorFree(tensor) }
    try library.check(unsafe library.requestSetInput(pointer, tensor), "take a picture")
    try library.check(unsafe library.requestStart(pointer), "run a model")
    isRunning = true
  }

  /// Waits for the output; stops within some 50 ms when the work is cancelled.
  ///
  /// - Parameters:
  ///   - watch: Is asked whether to go on.
  ///   - body: Reads the output's values and sizes; they do not outlive it.
  /// - Returns: What `body` returns.
  /// - Throws: ``RecognitionError`` when the work was cancelled or the model failed.
  func finish<R>(
    _ watch: RecognitionWatch,
    _ body: (UnsafeBufferPointer<Float>, [Int]) -> R
  ) throws(RecognitionError) -> R {
    var status = COpenVINO_NotReady
    while status == COpenVINO_NotReady {
      status = unsafe library.requestWaitFor(pointer, Self.patience)
      if watch.shouldStop() { stop() }
      try watch.check()
    }
    isRunning = false
    try library.check(status, "run a model")
    var output: OpaquePointer?
    try library.check(unsafe library.requestGetOutput(pointer, &output), "give its result")
    defer { unsafe library.tensorFree(output) }
    var shape = unsafe COpenVINO_Shape()
    try library.check(unsafe library.tensorGetShape(output, &shape), "give its result")
    defer { _ = unsafe library.shapeFree(&shape) }
    let sizes = unsafe UnsafeBufferPointer(start: shape.dimensions, count: Int(shape.rank))
    let dimensions = unsafe sizes.map { Int($0) }
    var data: UnsafeMutableRawPointer?
    try library.check(unsafe library.tensorGetData(output, &data), "give its result")
    let values = unsafe UnsafeBufferPointer(
      start: data?.assumingMemoryBound(to: Float.self),
      count: data == nil ? 0 : dimensions.reduce(1, *)
    )
    return unsafe body(values, dimensions)
  }

  // Milliseconds between two looks at whether the work was cancelled.
  private static let patience: Int64 = 50

  /// Stops what runs and waits until nothing touches the input any more.
  private func stop() {
    guard isRunning else { return }
    _ = unsafe library.requestCancel(pointer)
    _ = unsafe library.requestWait(pointer)
    isRunning = false
  }
}
