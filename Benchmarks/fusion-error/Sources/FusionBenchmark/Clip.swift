import Lectern

/// A text field seen in the frames of a clip, as a line of the data has it.
struct Clip: Decodable {
  /// What a reader made of one frame.
  struct Frame: Decodable {
    /// The text; empty where nothing was read.
    let text: String

    /// How sure the reader was of each character, 0…1.
    let confidences: [Double]

    /// The reading as the library takes it.
    var reading: LineReading {
      LineReading(
        symbols: text.enumerated().map { place, character in
          LineReading.Symbol(
            character: character,
            confidence: place < confidences.count ? confidences[place] : 0
          )
        }
      )
    }
  }

  /// What the field says.
  let truth: String

  /// The frames, in the order of time.
  let frames: [Frame]

  /// A frame by its number; the clip begins again where it is over.
  func frame(_ number: Int) -> Frame { frames[number % frames.count] }
}
