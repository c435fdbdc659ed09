import Capture
import Scanner

extension StateChange {
  /// The state in words, for people.
  var words: String {
    let name = camera.map { $0.name } ?? "the camera"
    return switch state {
    case .disabled: "The camera is switched off."
    case .absent: "Waiting for a camera."
    case .settling: "A camera appears."
    case .denied: "Waiting for the right to open \(name)."
    case .probing, .configuring: "Opening \(name)."
    case .busy: "Waiting for another program to let go of \(name)."
    case .steppingDown: "Trying a smaller picture of \(name)."
    case .noBandwidth: "Waiting for bandwidth for \(name)."
    case .warming: "Looking through \(name)."
    case .streaming: "Scanning with \(name)."
    case .degraded: "Scanning with \(name), many frames are damaged."
    case .noSignal: "Waiting for a signal on \(name)."
    case .recovering: "Starting \(name) again."
    case .lost: "Waiting for \(name) to come back."
    case .unsupported: "Nothing can be read here."
    case .stopping: "Ending."
    }
  }
}
