import Foundation
import Imaging
import Recognition
import Testing

@testable import Scanner

/// One item a code, as long as it stays in view.
@Suite struct CodeTrackerTests {
  private static func code(
    _ symbology: BarcodeSymbology,
    _ payload: String,
    x: Int = 100,
    y: Int = 100
  ) -> BarcodeObservation {
    BarcodeObservation(
      symbology: symbology,
      payload: payload,
      payloadData: Array(payload.utf8),
      bounds: Quadrilateral(
        PixelRect(x: x, y: y, width: 100, height: 100),
        in: PixelSize(width: 1000, height: 1000)
      ),
      confidence: 0.99
    )
  }

  private func texts(_ changes: [PageReader.Change]) -> [String] {
    changes.map { change in
      switch change {
      case .added(let item): "+" + item.text
      case .updated(let item): "~" + item.text
      case .settled(let item): "=" + item.text
      case .removed(let item): "-" + item.text
      case .page: "page"
      }
    }
  }

  @Test func `a code with error correction settles at once and is told once`() {
    var tracker = CodeTracker()
    tracker.pageCameToRest(isReplaced: false)
    let code = Self.code(.qr, "x")
    #expect(texts(tracker.add([code], at: .zero)) == ["+QR:x", "=QR:x"])
    #expect(!tracker.needsReading)
    #expect(tracker.add([code], at: .zero).isEmpty)
    #expect(tracker.items.map(\.readings) == [2])
  }

  @Test(arguments: [BarcodeSymbology.code39, .ean13])
  func `a weak code settles when two frames agree`(symbology: BarcodeSymbology) {
    var tracker = CodeTracker()
    tracker.pageCameToRest(isReplaced: false)
    #expect(texts(tracker.add([Self.code(symbology, "1")], at: .zero)) == ["+\(symbology.label):1"])
    #expect(tracker.items.isEmpty)
    #expect(tracker.needsReading)
    #expect(texts(tracker.add([Self.code(symbology, "1")], at: .zero)) == ["=\(symbology.label):1"])
    #expect(!tracker.needsReading)
  }

  @Test func `readings that never agree end, and what they said is taken back`() {
    var tracker = CodeTracker()
    tracker.pageCameToRest(isReplaced: false)
    var readings = 0
    var changes: [String] = []
    repeat {
      readings += 1
      changes += texts(tracker.add([Self.code(.code39, "\(readings)")], at: .zero))
    } while tracker.needsReading
    #expect(readings == CodeTracker.maximumReadings)
    #expect(!changes.contains { $0.hasPrefix("=") })
    #expect(changes.count { $0.hasPrefix("-") } == readings)
    #expect(tracker.items.isEmpty)
  }

  @Test func `a code keeps its identity while it moves and while one reading misses it`() {
    var tracker = CodeTracker()
    tracker.pageCameToRest(isReplaced: false)
    _ = tracker.add([Self.code(.qr, "x")], at: .zero)
    let id = tracker.items.first?.id
    #expect(tracker.add([], at: .zero).isEmpty)
    for step in 1...20 {
      #expect(
        tracker.add([Self.code(.qr, "x", x: 100 + step * 30)], from: .glance, at: .zero).isEmpty
      )
    }
    #expect(tracker.items.map(\.id) == [id])
    #expect(tracker.items.first?.bounds.topLeft.x == 0.7)
  }

  @Test func `a code that left and came back is another`() {
    var tracker = CodeTracker()
    tracker.pageCameToRest(isReplaced: false)
    _ = tracker.add([Self.code(.qr, "x")], at: .zero)
    let id = tracker.items.first?.id
    tracker.pageCameToRest(isReplaced: true)
    #expect(texts(tracker.add([], at: .zero)) == ["-QR:x"])
    tracker.pageCameToRest(isReplaced: true)
    #expect(texts(tracker.add([Self.code(.qr, "x")], at: .zero)) == ["+QR:x", "=QR:x"])
    #expect(tracker.items.first?.id != id)
  }

  @Test func `the next copy of a code that lies where the last one lay is another`() {
    var tracker = CodeTracker()
    tracker.pageCameToRest(isReplaced: false)
    _ = tracker.add([Self.code(.qr, "x")], at: .zero)
    // The copy that lay there went, and was not seen any more; nothing was read in between.
    _ = tracker.add([], from: .glance, at: .seconds(1))
    tracker.pageCameToRest(isReplaced: true)
    let changes = tracker.add([Self.code(.qr, "x")], at: .seconds(2))
    #expect(texts(changes) == ["-QR:x", "+QR:x", "=QR:x"])
  }

  @Test func `a page that is pushed aside keeps its code when a glance followed it`() {
    var tracker = CodeTracker()
    tracker.pageCameToRest(isReplaced: false)
    _ = tracker.add([Self.code(.qr, "x")], at: .zero)
    _ = tracker.add([Self.code(.qr, "x", x: 160)], from: .glance, at: .zero)
    tracker.pageCameToRest(isReplaced: true)
    #expect(tracker.add([Self.code(.qr, "x", x: 190)], at: .zero).isEmpty)
    tracker.pageCameToRest(isReplaced: true)
    #expect(texts(tracker.add([Self.code(.qr, "x", x: 240)], at: .zero)).contains("+QR:x"))
  }

  @Test func `a page that moves fast is blurred now and then and keeps its code`() {
    var tracker = CodeTracker()
    for step in 0..<8 {
      let codes = step % 2 == 0 ? [Self.code(.qr, "x", x: step * 100)] : []
      let changes = tracker.add(codes, from: .glance, at: .milliseconds(150 * step))
      #expect(texts(changes) == (step == 0 ? ["+QR:x", "=QR:x"] : []))
    }
    tracker.pageCameToRest(isReplaced: true)
    #expect(tracker.add([Self.code(.qr, "x", x: 850)], at: .seconds(9)).isEmpty)
  }

  @Test func `what a hand hid is the same afterwards`() {
    var tracker = CodeTracker()
    tracker.pageCameToRest(isReplaced: false)
    _ = tracker.add([Self.code(.qr, "x")], at: .zero)
    for second in 1...5 { _ = tracker.add([], from: .glance, at: .seconds(second)) }
    let changes = tracker.add([Self.code(.qr, "x", x: 104)], from: .glance, at: .seconds(6))
    #expect(changes.isEmpty)
    tracker.pageCameToRest(isReplaced: false)
    #expect(tracker.add([Self.code(.qr, "x", x: 104)], at: .seconds(7)).isEmpty)
  }

  @Test func `a glance at the next copy leaves it to the page at rest whether it is the next`() {
    var tracker = CodeTracker()
    tracker.pageCameToRest(isReplaced: false)
    _ = tracker.add([Self.code(.qr, "x")], at: .zero)
    for second in 1...5 { _ = tracker.add([], from: .glance, at: .seconds(second)) }
    _ = tracker.add([Self.code(.qr, "x", x: 104)], from: .glance, at: .seconds(6))
    tracker.pageCameToRest(isReplaced: true)
    let changes = tracker.add([Self.code(.qr, "x", x: 104)], at: .seconds(7))
    #expect(texts(changes) == ["-QR:x", "+QR:x", "=QR:x"])
  }

  @Test func `a blurred moment does not end a code, many in a row do`() {
    var tracker = CodeTracker()
    _ = tracker.add([Self.code(.qr, "x")], from: .glance, at: .zero)
    for _ in 1..<CodeTracker.maximumMissedGlances {
      #expect(tracker.add([], from: .glance, at: .zero).isEmpty)
    }
    #expect(texts(tracker.add([], from: .glance, at: .zero)) == ["-QR:x"])
  }

  @Test func `the same payload at two places is two codes`() {
    var tracker = CodeTracker()
    tracker.pageCameToRest(isReplaced: false)
    let codes = [Self.code(.qr, "x"), Self.code(.qr, "x", x: 600)]
    #expect(texts(tracker.add(codes, at: .zero)) == ["+QR:x", "+QR:x", "=QR:x", "=QR:x"])
    #expect(tracker.add(codes, at: .zero).isEmpty)
    #expect(Set(tracker.items.map(\.id)).count == 2)
  }

  @Test func `an empty glance at a page that was replaced does not forget that it was`() {
    var tracker = CodeTracker()
    tracker.pageCameToRest(isReplaced: false)
    _ = tracker.add([Self.code(.qr, "x")], at: .zero)
    tracker.pageCameToRest(isReplaced: true)
    #expect(tracker.add([], from: .glance, at: .zero).isEmpty)
    #expect(texts(tracker.add([], at: .zero)) == ["-QR:x"])
  }
}
