/// A change of the light on a whole scene: later = gain × earlier + offset.
struct LightChange {
  var gain: Double
  var offset: Double

  /// Estimates the change from what places of the scene looked like before and after.
  ///
  /// Least trimmed squares: fit, keep the half that fits best, fit again. Two starts, because a gain
  /// and an offset look alike where most of the scene is equally bright.
  ///
  /// - Parameters:
  ///   - earlier: Mean luma of places before.
  ///   - later: Of the same places after.
  /// - Returns: The change that explains half of the places best.
  static func estimated(from earlier: [Float], to later: [Float]) -> LightChange {
    // A few hundred places tell the light as well as ten thousand.
    let step = max(1, earlier.count / 256)
    let places = stride(from: 0, to: earlier.count, by: step).map { (earlier[$0], later[$0]) }
    let shift = median(places.map { $1 - $0 })
    let still = LightChange(gain: 1, offset: Double(shift))
    // The usual case, a scene at rest in steady light, needs no fit.
    if abs(shift) < 1, still.medianError(on: places) < 1 { return still }
    let bright = places.filter { $0.0 >= 16 }
    let factor = bright.isEmpty ? 1 : min(max(median(bright.map { $1 / $0 }), 0.25), 4)
    let scaled = LightChange(gain: Double(factor), offset: 0)
    let (first, second) = (still.refined(on: places), scaled.refined(on: places))
    return first.medianError(on: places) <= second.medianError(on: places) ? first : second
  }

  private func refined(on places: [(Float, Float)]) -> LightChange {
    var change = self
    for _ in 0..<4 {
      change = change.fitted(to: change.nearestHalf(of: places))
    }
    return change
  }

  private func error(at place: (Float, Float)) -> Float {
    abs(Float(gain) * place.0 + Float(offset) - place.1)
  }

  private func medianError(on places: [(Float, Float)]) -> Float {
    Self.median(places.map(error(at:)))
  }

  private func nearestHalf(of places: [(Float, Float)]) -> [(Float, Float)] {
    let limit = medianError(on: places)
    return places.filter { error(at: $0) <= limit }
  }

  private func fitted(to places: [(Float, Float)]) -> LightChange {
    let count = Double(places.count)
    guard count > 0 else { return self }
    let meanX = places.reduce(0) { $0 + Double($1.0) } / count
    let meanY = places.reduce(0) { $0 + Double($1.1) } / count
    var squares = 0.0
    var products = 0.0
    for (x, y) in places {
      squares += (Double(x) - meanX) * (Double(x) - meanX)
      products += (Double(x) - meanX) * (Double(y) - meanY)
    }
    // Equally bright places say nothing about the gain: it stays what it was.
    let fit = squares > count * 4 ? min(max(products / squares, 0.25), 4) : gain
    return LightChange(gain: fit, offset: meanY - fit * meanX)
  }

  private static func median(_ values: [Float]) -> Float {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[values.count / 2]
  }
}
