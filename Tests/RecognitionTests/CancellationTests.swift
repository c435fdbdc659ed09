import Foundation
import Imaging
import Recognition
import TestSupport
import Testing

@Suite
struct CancellationTests {
  let page: LumaImage

  init() throws {
    let line = "Twelve lines of ordinary text take a moment to read, number"
    page = try DrawnText().page((1...12).map { "\(line) \($0)" })
  }

  @Test func `work cancelled before it starts gives no lines`() {
    let control = RecognitionControl()
    control.cancel()
    #expect(code { _ = try read(page, control: control) } == .cancelled)
    #expect(control.progress == 0)
  }

  @Test func `work cancelled under way gives no lines and stops before its end`() {
    let control = RecognitionControl()
    // A thread of its own: a task might wait behind other tests until the reading is over.
    Thread {
      while control.progress < 0.1 { sched_yield() }
      control.cancel()
    }
    .start()
    #expect(code { _ = try read(page, control: control) } == .cancelled)
    #expect(control.progress < 1)
  }

  @Test func `work that takes longer than allowed gives no lines`() {
    let control = RecognitionControl(timeLimit: .milliseconds(1))
    #expect(code { _ = try read(page, control: control) } == .timedOut)
  }

  @Test func `an engine that was cancelled reads the next picture`() throws {
    let request = RecognizeTextRequest()
    var engine = try TesseractRecognizer(request.configuration)
    let late = RecognitionControl(timeLimit: .milliseconds(40))
    #expect(throws: RecognitionError.self) {
      try engine.recognize(page, request: request, control: late)
    }
    let control = RecognitionControl()
    let lines = try engine.recognize(page, request: request, control: control)
    #expect(lines.count == 12)
    #expect(control.progress == 1)
  }
}
