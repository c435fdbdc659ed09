extension ImageOrientation {
  /// The orientation as a transposition followed by flips, which is what composes easily.
  private struct Steps {
    var transposes: Bool
    var flipsX: Bool
    var flipsY: Bool
  }

  private var steps: Steps {
    switch self {
    case .up: Steps(transposes: false, flipsX: false, flipsY: false)
    case .upMirrored: Steps(transposes: false, flipsX: true, flipsY: false)
    case .down: Steps(transposes: false, flipsX: true, flipsY: true)
    case .downMirrored: Steps(transposes: false, flipsX: false, flipsY: true)
    case .leftMirrored: Steps(transposes: true, flipsX: false, flipsY: false)
    case .right: Steps(transposes: true, flipsX: true, flipsY: false)
    case .rightMirrored: Steps(transposes: true, flipsX: true, flipsY: true)
    case .left: Steps(transposes: true, flipsX: false, flipsY: true)
    }
  }

  private init(_ steps: Steps) {
    switch (steps.transposes, steps.flipsX, steps.flipsY) {
    case (false, false, false): self = .up
    case (false, true, false): self = .upMirrored
    case (false, true, true): self = .down
    case (false, false, true): self = .downMirrored
    case (true, false, false): self = .leftMirrored
    case (true, true, false): self = .right
    case (true, true, true): self = .rightMirrored
    case (true, false, true): self = .left
    }
  }

  /// Makes the orientation that undoes a way of mounting a camera.
  ///
  /// - Parameters:
  ///   - degrees: How far the picture has to be turned clockwise; a multiple of 90, also negative.
  ///   - mirrored: Whether it has to be flipped left to right first.
  public init?(clockwiseDegrees degrees: Int, mirrored: Bool = false) {
    let turn: ImageOrientation
    switch (degrees % 360 + 360) % 360 {
    case 0: turn = .up
    case 90: turn = .right
    case 180: turn = .down
    case 270: turn = .left
    default: return nil
    }
    self = mirrored ? ImageOrientation.upMirrored.then(turn) : turn
  }

  /// One orientation that does what two do, one after the other.
  ///
  /// - Parameter next: What is done to the result of this one.
  /// - Returns: Both as one.
  public func then(_ next: ImageOrientation) -> ImageOrientation {
    let first = steps
    let second = next.steps
    let swapped = second.transposes
    return ImageOrientation(
      Steps(
        transposes: first.transposes != second.transposes,
        flipsX: (swapped ? first.flipsY : first.flipsX) != second.flipsX,
        flipsY: (swapped ? first.flipsX : first.flipsY) != second.flipsY
      )
    )
  }

  /// The orientation that undoes this one.
  public var inverse: ImageOrientation {
    switch self {
    case .right: .left
    case .left: .right
    case .up, .upMirrored, .down, .downMirrored, .leftMirrored, .rightMirrored: self
    }
  }
}

// MARK: - Places

extension ImageOrientation {
  /// The size a picture has when it stands upright.
  ///
  /// - Parameter size: The size as stored.
  /// - Returns: The size upright.
  public func uprightSize(ofStored size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where a place of the stored picture lies in the upright one.
  ///
  /// - Parameter point: A place in the picture as stored.
  /// - Returns: The same place in the upright picture.
  public func upright(_ point: NormalizedPoint) -> NormalizedPoint {
    let steps = steps
    let x = steps.transposes ? point.y : point.x
    let y = steps.transposes ? point.x : point.y
    return NormalizedPoint(x: steps.flipsX ? 1 - x : x, y: steps.flipsY ? 1 - y : y)
  }

  /// Where a place of the upright picture lies in the stored one.
  ///
  /// - Parameter point: A place in the upright picture.
  /// - Returns: The same place in the picture as stored.
  public func stored(_ point: NormalizedPoint) -> NormalizedPoint {
    inverse.upright(point)
  }

  /// Where a shape of the stored picture lies in the upright one.
  ///
  /// Corners keep their meaning: `topLeft` stays the corner where the text starts.
  ///
  /// - Parameter shape: Corners in the picture as stored.
  /// - Returns: The same corners in the upright picture.
  public func upright(_ shape: Quadrilateral) -> Quadrilateral {
    shape.map(upright)
  }

  /// Where a shape of the upright picture lies in the stored one.
  ///
  /// Corners keep their meaning: `topLeft` stays the corner where the text starts.
  ///
  /// - Parameter shape: Corners in the upright picture.
  /// - Returns: The same corners in the picture as stored.
  public func stored(_ shape: Quadrilateral) -> Quadrilateral {
    shape.map(stored)
  }
}
