import Imaging

/// A rectangle as the engine gives it: pixel edges of the picture it was handed.
struct EngineBox: Equatable {
  var left = 0
  var top = 0
  var right = 0
  var bottom = 0

  var width: Int { right - left }
  var height: Int { bottom - top }
}

/// A line as the engine gives it, before anything is judged or put into the picture's fractions.
struct EngineLine {
  var text = ""
  var confidence = 0.0
  var box = EngineBox()
  /// How the baseline climbs to the right, in radians of a picture whose y runs down.
  var slope = 0.0
  /// How the page the line stands on is turned: quarter turns clockwise.
  var quarterTurns = 0
  var direction = TextDirection.leftToRight
  var startsBlock = false
  var startsParagraph = false
  var words: [EngineWord] = []
}

/// A word as the engine gives it.
struct EngineWord {
  var text = ""
  var confidence = 0.0
  var box = EngineBox()
  /// Tesseract's name of the language.
  var language: String?
  var symbols: [EngineSymbol] = []
}

/// A character as the engine gives it.
struct EngineSymbol {
  var text = ""
  var confidence = 0.0
  var box = EngineBox()
  var alternatives: [RecognizedText] = []
}
