import Scanner

extension GuidanceHint {
  /// The hint in words: what is wrong, and what to do.
  var words: String {
    switch self {
    case .tooDark: "The picture is too dark: switch on a lamp."
    case .glare: "A lamp is reflected on the text: move it, or tilt the page."
    case .holdStill: "The picture moves: hold the page still."
    case .tooBlurry: "The picture is blurred: move the page or set the camera's focus."
    case .pageCutOff: "Lines reach beyond the picture: move the page until all of it shows."
    case .moveCloser: "The text is too small to read well: move the camera closer."
    case .noText: "There is no text to see: put a page under the camera."
    }
  }
}
