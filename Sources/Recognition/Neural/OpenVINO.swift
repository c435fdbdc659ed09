import COpenVINO
import Glibc

/// OpenVINO's C interface, loaded at run time.
///
/// The library stays loaded for as long as the process runs: it starts threads of its own, and code
/// that threads may be in cannot be taken away.
@safe
struct OpenVINO: Sendable {
  /// The library's version, such as `2026.4.1`.
  let version: String

  // What dlsym gives is the address of code, which never changes.
  nonisolated(unsafe) let coreCreate: COpenVINO_core_create
  nonisolated(unsafe) let readModel: COpenVINO_core_read_model
  nonisolated(unsafe) let compileModel: COpenVINO_core_compile_model
  nonisolated(unsafe) let modelFree: COpenVINO_model_free
  nonisolated(unsafe) let compiledModelFree: COpenVINO_compiled_model_free
  nonisolated(unsafe) let createRequest: COpenVINO_create_request
  nonisolated(unsafe) let requestFree: COpenVINO_request_free
  nonisolated(unsafe) let requestSetInput: COpenVINO_request_set_input
  nonisolated(unsafe) let requestGetOutput: COpenVINO_request_get_output
  nonisolated(unsafe) let requestStart: COpenVINO_request_start
  nonisolated(unsafe) let requestWaitFor: COpenVINO_request_wait_for
  nonisolated(unsafe) let requestWait: COpenVINO_request_wait
  nonisolated(unsafe) let requestCancel: COpenVINO_request_cancel
  nonisolated(unsafe) let tensorCreate: COpenVINO_tensor_create
  nonisolated(unsafe) let tensorGetShape: COpenVINO_tensor_get_shape
  nonisolated(unsafe) let tensorGetData: COpenVINO_tensor_get_data
  nonisolated(unsafe) let tensorFree: COpenVINO_tensor_free
  nonisolated(unsafe) let shapeFree: COpenVINO_shape_free
  nonisolated(unsafe) private let getLastMessage: COpenVINO_get_last_message

  /// Loads the library.
  ///
  /// - Parameter path: The file of the C interface; the libraries it needs lie beside it.
  /// - Throws: ``RecognitionError`` with the code `engineMissing` when it cannot be loaded.
  init(path: String) throws(RecognitionError) {
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? path
      throw RecognitionError(
        .engineMissing,
        "The neural engine cannot be loaded: \(reason).",
        remedy: NeuralFiles.remedy
      )
    }
    unsafe coreCreate = try Self.function("ov_core_create", handle)
    unsafe readModel = try Self.function("ov_core_read_model", handle)
    unsafe compileModel = try Self.function("ov_core_compile_model_props", handle)
    unsafe modelFree = try Self.function("ov_model_free", handle)
    unsafe compiledModelFree = try Self.function("ov_compiled_model_free", handle)
    unsafe createRequest = try Self.function("ov_compiled_model_create_infer_request", handle)
    unsafe requestFree = try Self.function("ov_infer_request_free", handle)
    unsafe requestSetInput = try Self.function("ov_infer_request_set_input_tensor", handle)
    unsafe requestGetOutput = try Self.function("ov_infer_request_get_output_tensor", handle)
    unsafe requestStart = try Self.function("ov_infer_request_start_async", handle)
    unsafe requestWaitFor = try Self.function("ov_infer_request_wait_for", handle)
    unsafe requestWait = try Self.function("ov_infer_request_wait", handle)
    unsafe requestCancel = try Self.function("ov_infer_request_cancel", handle)
    unsafe tensorCreate = try Self.function("ov_tensor_create_from_host_ptr", handle)
    unsafe tensorGetShape = try Self.function("ov_tensor_get_shape", handle)
    unsafe tensorGetData = try Self.function("ov_tensor_data", handle)
    unsafe tensorFree = try Self.function("ov_tensor_free", handle)
    unsafe shapeFree = try Self.function("ov_shape_free", handle)
    unsafe getLastMessage = try Self.function("ov_get_last_err_msg", handle)
    let getVersion: COpenVINO_get_version = unsafe try Self.function(
      "ov_get_openvino_version",
      handle
    )
    let freeVersion: COpenVINO_version_free = unsafe try Self.function("ov_version_free", handle)
    var version = unsafe COpenVINO_Version()
    let isKnown = unsafe getVersion(&version) == 0
    // `2026.4.1-22982-…`: the build is of no use to anybody here.
    let build = unsafe isKnown ? version.build.map { unsafe String(cString: $0) } : nil
    self.version = build?.split(separator: "-").first.map(String.init) ?? "unknown"
    if isKnown { unsafe freeVersion(&version) }
  }

  /// Turns the answer of a call into an error.
  ///
  /// - Parameters:
  ///   - status: What the call answered.
  ///   - work: What it was to do, as a sentence goes on after "failed to".
  /// - Throws: ``RecognitionError`` with the code `engineFailed` for everything but success.
  func check(_ status: Int32, _ work: String) throws(RecognitionError) {
    guard status != 0 else { return }
    let message = unsafe getLastMessage().map { unsafe String(cString: $0) } ?? ""
    let reason = message.split(separator: "\n").first.map { ": \($0)" } ?? ""
    throw RecognitionError(.engineFailed, "OpenVINO failed to \(work) (\(status))\(reason).")
  }

  private static func function<F>(
    _ name: String,
    _ handle: UnsafeMutableRawPointer
  )
    throws(RecognitionError) -> F
  {
    guard let address = unsafe dlsym(handle, name) else {
      throw RecognitionError(
        .engineMissing,
        "The neural engine's library is of another version: it has no \(name).",
        remedy: NeuralFiles.remedy
      )
    }
    return unsafe unsafeBitCast(address, to: F.self)
  }
}
