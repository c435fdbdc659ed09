import Recognition
import TestSupport
import Testing

@testable import Scanner

@Suite struct TrackedLineFusionTests {
  /// A line after some readings, and after which of them it settled.
  private static func track(
    _ readings: [(text: String, confidence: Double)]
  ) -> (line: TrackedLine, settled: Int?) {
    var line = TrackedLine(readLine(readings[0].text, confidence: readings[0].confidence))
    var settled = line.settle(isLastReading: false) ? 1 : nil
    for (number, reading) in readings.enumerated().dropFirst() {
      _ = line.add(readLine(reading.text, confidence: reading.confidence))
      if line.settle(isLastReading: false) { settled = number + 1 }
    }
    return (line, settled)
  }

  @Test func `the line says what its readings say together, though none of them does`() {
    let (line, _) = Self.track([
      ("Total 1l7,50", 0.9), ("Tota1 117,50", 0.9), ("Total 117.50", 0.9), ("Total 117,5O", 0.9),
    ])
    #expect(line.item.text == "Total 117,50")
    #expect(line.item.words.map(\.text) == ["Total", "117,50"])
    #expect(line.item.alternatives.contains { $0.string == "Total 117.50" })
  }

  @Test func `two readings that agree and are sure settle it`() {
    #expect(Self.track([("Total 42", 0.9), ("Total 42", 0.9)]).settled == 2)
  }

  @Test func `where two agree and are unsure it takes a third`() {
    let (_, settled) = Self.track([("Total 42", 0.78), ("Total 42", 0.78)])
    #expect(settled == nil)
    let more = [(text: String, confidence: Double)](repeating: ("Total 42", 0.78), count: 5)
    #expect(Self.track(more).settled ?? 0 > 2)
  }

  @Test func `a better reading of a settled line corrects it, once, when a second one agrees`() {
    var (line, settled) = Self.track([("R00M 1", 0.8), ("R00M 1", 0.8)])
    #expect(settled == 2)
    var changes = 0
    for _ in 0..<5 where line.add(readLine("ROOM 1", confidence: 1)) { changes += 1 }
    #expect(changes == 1)
    #expect(line.item.text == "ROOM 1")
    settled = line.settle(isLastReading: true) ? 1 : nil
    #expect(settled == nil)
  }

  @Test func `a settled line keeps its text when one reading deviates`() {
    var (line, _) = Self.track([("Voltage", 0.9), ("Voltage", 0.9)])
    let changed = line.add(readLine("Vo1tage", confidence: 1))
    #expect(!changed)
    #expect(line.item.text == "Voltage")
  }

  @Test func `the corners follow the newest reading, whatever it says`() {
    var line = TrackedLine(readLine("steady", row: 1))
    _ = line.add(readLine("stead", row: 2))
    #expect(line.item.text == "steady")
    #expect(line.item.bounds == readLine("stead", row: 2).bounds)
    #expect(line.item.readings == 1)
  }
}
