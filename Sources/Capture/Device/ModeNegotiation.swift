import Imaging

/// Chooses how to run a camera, from what it lists and what the user wants.
///
/// For reading a document the rows decide, then whether frames come often enough to follow a page
/// being moved; more frames than that only cost bandwidth and heat. So: the smallest size with the
/// rows wanted, the lowest rate of at least ``goodRate``, raw luma where it is offered that fast,
/// else JPEG. A pure function of the lists, without any request to the camera.
package struct ModeNegotiation {
  /// Fewer frames a second than this make the picture lag behind the page.
  package static let goodRate = 10.0

  private let formats: [CameraFormat]
  private let settings: CameraSettings

  package init(formats: [CameraFormat], settings: CameraSettings) {
    self.formats = formats
    self.settings = settings
  }

  /// The modes to try, best first: all of the best size, then the smaller sizes, then the larger.
  ///
  /// - Returns: At least one mode.
  /// - Throws: ``CaptureError/Code/invalidSetting`` when the camera does not have the size or rate
  ///   asked for, ``CaptureError/Code/noUsableFormat`` when nothing it has can be read.
  package func candidates() throws(CaptureError) -> [CameraMode] {
    let offers = try matchingOffers()
    let sizes = ranked(sizesOf: offers)
    return sizes.flatMap { size in
      let here = offers.filter { $0.mode.size == size }
      // The best rate of every format first, then what is left, slower and slower: the next in the
      // list is what a bus with too little bandwidth is offered next.
      let first = here.filter(\.isPreferredRate).sorted(by: isBetter)
      let rest = here.filter { !$0.isPreferredRate }.sorted(by: isBetter)
      return (first + rest).map(\.mode)
    }
  }

  /// The bandwidth a mode takes, in bits a second: exact for raw formats, an estimate for others.
  package static func bandwidth(of mode: CameraMode) -> Double {
    let bits = FormatTraits(mode.format)?.bitsPerPixel ?? 16
    return Double(mode.size.area * bits) * (mode.frameRate ?? 30)
  }
}

extension ModeNegotiation {
  private struct Offer {
    var mode: CameraMode
    var traits: FormatTraits
    /// The rate to choose among those of the same format and size; `nil` where none is known.
    var preferredRate: Double?

    var isPreferredRate: Bool { mode.frameRate == preferredRate }
    var isFast: Bool { mode.frameRate.map { $0 >= goodRate - 0.01 } ?? false }
  }

  private func matchingOffers() throws(CaptureError) -> [Offer] {
    var offers = offers(where: { $0 != .converted })
    if offers.isEmpty { offers = self.offers(where: { $0 == .converted }) }
    guard !offers.isEmpty else { throw noUsableFormat }
    if let size = settings.size {
      offers.removeAll { $0.mode.size != size }
      guard !offers.isEmpty else { throw missing(size) }
    }
    guard settings.frameRate != nil else {
      // Faster than preferred is never tried: it can only be harder on the bus.
      return offers.filter { ($0.mode.frameRate ?? 0) <= ($0.preferredRate ?? .infinity) }
    }
    offers.removeAll { !$0.isPreferredRate }
    guard !offers.isEmpty else { throw missingRate }
    return offers
  }

  /// Every format, size and rate that can be read.
  private func offers(where isWanted: (FormatTraits.Reading) -> Bool) -> [Offer] {
    formats.flatMap { format -> [Offer] in
      guard let traits = FormatTraits(format.format), isWanted(traits.reading) else { return [] }
      return sizes(of: format).flatMap { size -> [Offer] in
        let rates: [Double?] = size.frameRates.isEmpty ? [settings.frameRate] : size.frameRates
        let preferred = preferredRate(of: size.frameRates)
        return rates.map { rate in
          Offer(
            mode: CameraMode(format: format.format, size: size.size, frameRate: rate),
            traits: traits,
            preferredRate: preferred
          )
        }
      }
    }
  }

  /// A driver that lists a format without sizes is asked for what is wanted, and may adjust it.
  private func sizes(of format: CameraFormat) -> [FrameSize] {
    guard format.sizes.isEmpty else { return format.sizes }
    let rows = settings.wantedRows
    let size = settings.size ?? PixelSize(width: (rows * 16 / 9 + 7) / 8 * 8, height: rows)
    return [FrameSize(size: size, frameRates: [])]
  }

  /// The user's rate; else the lowest that is good enough, else the highest.
  private func preferredRate(of rates: [Double]) -> Double? {
    if let wanted = settings.frameRate {
      // 29.97 is what cameras mean by 30. A driver that lists no rates may have this one.
      return rates.first { abs($0 - wanted) < 0.05 } ?? wanted
    }
    return rates.filter { $0 >= Self.goodRate - 0.01 }.min() ?? rates.max()
  }

  private func ranked(sizesOf offers: [Offer]) -> [PixelSize] {
    let all = Set(offers.map(\.mode.size)).sorted { ($0.area, $0.width) < ($1.area, $1.width) }
    let fast = Set(offers.filter { $0.isFast || $0.mode.frameRate == nil }.map(\.mode.size))
    let enough = all.filter { $0.height >= settings.wantedRows }
    let best =
      enough.first(where: fast.contains) ?? enough.first
      ?? all.max { ($0.height, $0.area) < ($1.height, $1.area) }
    guard let best else { return [] }
    let smaller = all.filter { $0.area < best.area }.reversed()
    let others = all.filter { $0.area >= best.area && $0 != best }
    return [best] + smaller + others
  }

  /// Raw where it is fast enough, then JPEG, then raw that is slow or does not say; among equals the
  /// fewest bits, and then the higher rate.
  private func isBetter(_ a: Offer, _ b: Offer) -> Bool {
    func rank(_ offer: Offer) -> Int {
      switch offer.traits.reading {
      case .raw: offer.isFast ? 0 : 2
      case .jpeg: 1
      case .converted: 3
      }
    }
    // The driver's order decides between formats that are equal here; sort(by:) is stable.
    return (rank(a), a.traits.bitsPerPixel, -(a.mode.frameRate ?? 0))
      < (rank(b), b.traits.bitsPerPixel, -(b.mode.frameRate ?? 0))
  }
}

// MARK: What to say when it cannot be done

extension ModeNegotiation {
  private var noUsableFormat: CaptureError {
    let names = formats.map { "\($0.format) (\($0.name))" }.joined(separator: ", ")
    return CaptureError(
      .noUsableFormat,
      names.isEmpty
        ? "The camera lists no picture format."
        : "The camera offers only formats Lectern cannot read: \(names).",
      remedy: "Use another camera."
    )
  }

  private func missing(_ size: PixelSize) -> CaptureError {
    let readable = formats.filter { FormatTraits($0.format) != nil }
    let sizes = Set(readable.flatMap { $0.sizes.map(\.size) })
      .sorted { ($0.area, $0.width) < ($1.area, $1.width) }
    return CaptureError(
      .invalidSetting,
      "The camera has no size \(size).",
      remedy: "It has \(sizes.map(\.description).joined(separator: ", "))."
    )
  }

  private var missingRate: CaptureError {
    let sizes = formats.filter { FormatTraits($0.format) != nil }.flatMap(\.sizes)
      .filter { settings.size == nil || $0.size == settings.size }
    let rates = Set(sizes.flatMap(\.frameRates)).sorted().map(CameraMode.text(ofRate:))
    let wanted = CameraMode.text(ofRate: settings.frameRate ?? 0)
    let place = settings.size.map { " at \($0)" } ?? ""
    return CaptureError(
      .invalidSetting,
      "The camera has no rate of \(wanted) fps\(place).",
      remedy: "It has \(rates.joined(separator: ", ")) fps."
    )
  }
}
