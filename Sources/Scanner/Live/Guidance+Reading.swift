import Glibc
import Imaging
import Recognition

extension Guidance {
  /// What a reading says about how the page lies.
  struct Reading: Sendable, Hashable {
    /// How many lines it found.
    var lines: Int

    /// The middle of the lines' heights in pixels, from the top of the tallest letter to the bottom of
    /// the lowest.
    var height: Double

    /// The middle of the lines' confidences, 0…1.
    var confidence: Double

    /// How many lines touch the edge of what is read.
    var linesAtEdge: Int

    /// Makes a reading as it would be measured.
    init(lines: Int, height: Double, confidence: Double, linesAtEdge: Int = 0) {
      self.lines = lines
      self.height = height
      self.confidence = confidence
      self.linesAtEdge = linesAtEdge
    }

    /// Measures a reading.
    ///
    /// - Parameters:
    ///   - lines: The lines found.
    ///   - size: The upright picture's size.
    ///   - region: The part of it that was read.
    init(_ lines: [RecognizedTextObservation], size: PixelSize, region: NormalizedRect) {
      self.lines = lines.count
      height = Self.middle(lines.map { Self.height(of: $0.bounds, in: size) })
      confidence = Self.middle(lines.map(\.confidence))
      linesAtEdge = lines.count { line in
        line.transcript.count >= 3 && Self.touchesEdge(line.bounds, of: region, in: size)
      }
    }

    /// Whether the lines read well as they are.
    var isGood: Bool { lines > 0 && confidence >= 0.8 }

    /// Whether the lines read badly.
    var isUnsure: Bool { lines > 0 && confidence < 0.6 }

    /// Whether the letters are too small: an x of less than six pixels, and not quite sure.
    ///
    /// Of such print an engine misses whole lines, of which no reading tells.
    var isSmall: Bool { lines > 0 && height < 12 && confidence < 0.9 }

    /// Whether part of the page lies outside; one line in many may be something else's.
    var isCutOff: Bool { linesAtEdge >= 1 && linesAtEdge * 8 >= lines }

    private static func middle(_ values: [Double]) -> Double {
      values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }

    private static func height(of bounds: Quadrilateral, in size: PixelSize) -> Double {
      let x = (bounds.bottomLeft.x - bounds.topLeft.x) * Double(size.width)
      let y = (bounds.bottomLeft.y - bounds.topLeft.y) * Double(size.height)
      return hypot(x, y)
    }

    /// Whether a line reaches within three pixels of the edge.
    private static func touchesEdge(
      _ bounds: Quadrilateral,
      of region: NormalizedRect,
      in size: PixelSize
    ) -> Bool {
      let box = Box(bounds)
      let x = 3 / Double(max(size.width, 1))
      let y = 3 / Double(max(size.height, 1))
      return box.left < region.x + x || box.right > region.x + region.width - x
        || box.top < region.y + y || box.bottom > region.y + region.height - y
    }
  }
}

extension Guidance.Look {
  /// What is seen of a frame by the gate's measures and the light.
  init(_ measure: Gate.Measure, _ light: PictureLight) {
    self.init(
      moves: measure.motion?.isAny ?? true,
      movesMost: measure.motion?.isMost ?? false,
      shift: measure.shift ?? 0,
      isReplaced: measure.sinceRead?.isMost ?? false,
      sharpness: measure.sharpness,
      light: light
    )
  }
}
