import Testing

@testable import Decoding
@testable import Imaging

/// Decodes in this process what the decoder program decodes in its own.
func decodedPages(
  _ bytes: [UInt8],
  as format: HelperFormat,
  limits: StillLimits = StillLimits(),
  ignoresTransforms: Bool = false
) -> [Result<DecodedPage, ImageError>] {
  var pages: [Result<DecodedPage, ImageError>] = []
  unsafe bytes.withUnsafeBytes { bytes in
    let decoder = PageDecoder(limits: limits, ignoresTransforms: ignoresTransforms)
    unsafe decoder.decode(bytes, as: format) { page in
      pages.append(page)
      return true
    }
  }
  return pages
}

/// The only page of a file.
func onlyPage(
  _ bytes: [UInt8],
  as format: HelperFormat,
  limits: StillLimits = StillLimits(),
  ignoresTransforms: Bool = false
) throws -> DecodedPage {
  let pages = decodedPages(
    bytes,
    as: format,
    limits: limits,
    ignoresTransforms: ignoresTransforms
  )
  try #require(pages.count == 1)
  return try pages[0].get()
}
