import FoundationEssentials
import Synchronization

extension NeuralFiles.Tier {
  /// How many pixels of a picture are looked at, at most; time grows with them.
  fileprivate var pixels: Int { self == .tiny ? 850_000 : 1_200_000 }
}

/// A pair of models with the memory they work in, which the readers of a few pictures use in turn.
///
/// While one reader's lines are read on all lanes, another's are looked for, so that two readers keep
/// two cores as busy with one pair as with two, in half the memory.
@safe
final class NeuralStation: Sendable {
  /// Which pair it is.
  let tier: NeuralFiles.Tier

  /// Finds lines.
  let detector: Turnstile<TextDetector>

  /// Each runs the recognition model, at the same time as the others.
  ///
  /// Requests that share a prepared model wait for each other: OpenVINO runs one for several at once only
  /// with several streams, and then the tiny recognition model, whose weights are stored in 8 bits, gives
  /// no numbers (2026.4.1). So each has one of its own.
  let lanes: Turnstile<[NeuralRequest]>

  private let readers = Mutex(0)

  /// Loads a pair of models.
  ///
  /// - Throws: ``RecognitionError`` when a file is missing or damaged, or memory has run out.
  init(_ tier: NeuralFiles.Tier, library: NeuralLibrary) throws(RecognitionError) {
    self.tier = tier
    let detection = try library.model(.detection, tier)
    detector = Turnstile(try TextDetector(detection, limit: tier.pixels))
    // Lines are short, so that two at once are better than two threads on one.
    var requests: [NeuralRequest] = []
    for _ in 0..<min(ProcessInfo.processInfo.activeProcessorCount, 2) {
      requests.append(try library.model(.recognition, tier).request())
    }
    lanes = Turnstile(requests)
  }

  /// A reader's place; it is free again when this is gone.
  final class Seat: Sendable {
    /// The models.
    let station: NeuralStation

    fileprivate init(_ station: NeuralStation) { self.station = station }

    deinit { station.readers.withLock { $0 -= 1 } }
  }

  // As many as keep the lanes and the detector busy.
  private static let most = 2

  /// Takes a place; nothing when none is left.
  func seat() -> Seat? {
    readers.withLock { readers in
      guard readers < Self.most else { return nil }
      readers += 1
      return Seat(self)
    }
  }
}
