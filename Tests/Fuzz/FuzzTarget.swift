import Imaging

@testable import Decoding
@testable import Imaging

/// What libFuzzer calls with bytes of its own: every decoder, in this process, with no sandbox to hide
/// what is wrong.
///
/// The bytes' beginning chooses the decoder, as a file's does. The libraries are Debian's and not
/// instrumented: what is looked for is errors in the code of this project.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
  let limits = StillLimits(maximumPixels: 1 << 16, maximumStoredPixels: 1 << 18, memory: 64 << 20)
  switch unsafe StillFormat(RawSpan(_unsafeBytes: bytes), limits) {
  case .helper(let format):
    let isOdd = unsafe bytes[count - 1] & 1 == 1
    let decoder = PageDecoder(limits: limits, ignoresTransforms: isOdd)
    var pages = 0
    unsafe decoder.decode(bytes, as: format) { page in
      if case .success(let page) = page { check(page, limits) }
      pages += 1
      return pages < 8
    }
  case .jpeg, .png:
    _ = try? StillDecoder().decode(unsafe Array(bytes), named: "x", limits: limits)
  case .pdf, .foreign, .text, .unknown:
    // The other things that are read from a process or a file.
    let text = unsafe Array(bytes)
    _ = PDFInfo(String(decoding: text, as: UTF8.self))
    if let (kind, length) = DecoderMessage.parse(prefix: Array(text.prefix(8))) {
      _ = DecoderMessage(kind: kind, fields: Array(text.dropFirst(8).prefix(length)))
    }
  }
  return 0
}

private func check(_ page: DecodedPage, _ limits: StillLimits) {
  precondition(page.image.size.area <= limits.maximumPixels, "a page over the limit")
  precondition(page.scale.reduced(page.storedSize) == page.image.size, "a size that does not fit")
  let message = DecoderMessage.page(PageHeader(page)).bytes
  let fields = Array(message.dropFirst(DecoderMessage.prefixLength))
  precondition(DecoderMessage(kind: 1, fields: fields) == .page(PageHeader(page)), "a lost field")
}
