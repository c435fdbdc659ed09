import Testing

@testable import Imaging

@Suite struct DecoderMessageTests {
  private func parsed(_ bytes: [UInt8]) -> DecoderMessage? {
    let start = DecoderMessage.prefixLength
    guard let (kind, length) = DecoderMessage.parse(prefix: Array(bytes.prefix(start))),
      bytes.count == start + length
    else { return nil }
    return DecoderMessage(kind: kind, fields: Array(bytes.dropFirst(start)))
  }

  private static let page = PageHeader(
    DecodedPage(
      image: LumaImage(width: 3, height: 2),
      storedSize: PixelSize(width: 6, height: 4),
      scale: .half,
      orientation: .left,
      damage: DecodeDamage(isTruncated: true, decodedRows: 1, reason: "It ends.")
    )
  )

  @Test(arguments: [
    DecoderMessage.page(page), .end,
    .failure(ImageError(.tooLarge, "Too large.", remedy: "Cut it.")),
    .failure(ImageError(.damaged, "Broken.")),
  ])
  func `a message is understood as it was meant`(message: DecoderMessage) {
    #expect(parsed(message.bytes) == message)
  }

  @Test
  func `control characters do not reach a terminal`() {
    let message = DecoderMessage.failure(ImageError(.damaged, "a\u{1b}[2Jb\n"))
    #expect(parsed(message.bytes) == .failure(ImageError(.damaged, "a[2Jb")))
  }

  @Test
  func `whatever bytes come are a message or none`() {
    var generator = SeededGenerator(seed: 9)
    let messages = [DecoderMessage.page(Self.page).bytes, DecoderMessage.end.bytes]
    for round in 0..<4000 {
      var bytes = messages[round % 2]
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      if case .page(let header) = parsed(bytes) {
        #expect(header.scale.reduced(header.storedSize) == header.size)
      }
    }
  }

  @Test
  func `what pdfinfo prints is understood`() {
    let info = PDFInfo(
      "Title:  x\nPages:           12\nPage    3 size: 595.276 x 841.89 pts (A4)\n"
    )
    #expect(info.pages == 12)
    #expect(info.pageSize?.width == 595.276 && info.pageSize?.height == 841.89)
    #expect(PDFInfo("Pages: many\nPage size: x").pages == nil)
  }
}
