import Foundation
import Testing

@testable import Imaging

/// The process that decodes: what it is given, what becomes of it, and what is said when it fails.
@Suite struct HelperDecoderTests {
  /// Runs a shell script in the place of the decoder program.
  private func withProgram<R>(_ script: String, _ body: (HelperProgram) throws -> R) throws -> R {
    let path = FileManager.default.temporaryDirectory.appending(path: "decoder-\(UUID())").path
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(HelperProgram(program: "", override: path))
  }

  private func decoder(
    _ bytes: [UInt8],
    _ format: HelperFormat = .tiff,
    _ limits: StillLimits = StillLimits(),
    program: HelperProgram = .current
  ) throws -> HelperDecoder {
    let raw = unsafe bytes.span.bytes
    return try HelperDecoder(raw, format, limits, ignoresTransforms: false, program: program)
  }

  private func error(
    _ script: String,
    limits: StillLimits = StillLimits(),
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> ImageError? {
    try withProgram(script) { program in
      #expect(throws: ImageError.self) {
        var decoder = try decoder([1, 2, 3], .tiff, limits, program: program)
        _ = try decoder.next(isCancelled: isCancelled)
      }
    }
  }

  @Test
  func `all pages of a file come through`() throws {
    var document = try StillDocument(Fixture.bytes("formats/fax.tif"), named: "fax.tif")
    var count = 0
    while let page = try document.next() {
      count += 1
      #expect(page.format == "TIFF")
      #expect(page.image.size == PixelSize(width: 640, height: 130))
    }
    #expect(count == 3)
  }

  @Test
  func `a crash is an error that names what crashed`() throws {
    let error = try error("kill -SEGV $$")
    #expect(error?.code == .decoderFailed)
    #expect(error?.message.contains("TIFF decoder crashed (signal 11)") == true)
  }

  @Test
  func `an early end and nonsense are errors`() throws {
    #expect(try error("exit 3")?.message.contains("status 3") == true)
    #expect(try error("echo this is no message of ours")?.message.contains("nonsense") == true)
    // A page of 2^31 pixels, a header that contradicts itself.
    let page = #"printf '\001\0\0\0\044\0\0\0\377\377\0\0\377\377\0\0'; head -c 60 /dev/zero"#
    #expect(try error(page)?.message.contains("nonsense") == true)
  }

  @Test
  func `a decoder that computes or waits for ever is ended`() throws {
    let limits = StillLimits(decodingTime: .seconds(1))
    #expect(try error("while :; do :; done", limits: limits)?.code == .tooSlow)
    #expect(try error("exec sleep 1000", limits: limits)?.code == .tooSlow)
    // It may close its output and stay.
    #expect(try error("exec >&-; sleep 1000", limits: limits)?.code == .tooSlow)
  }

  @Test
  func `cancelling ends the decoder`() throws {
    #expect(try error("exec sleep 1000", isCancelled: { true })?.code == .cancelled)
  }

  @Test
  func `no process stays behind`() throws {
    try withProgram("exec sleep 1000") { program in
      let identifier: pid_t
      do {
        let decoder = try decoder([1], program: program)
        identifier = decoder.child.identifier
        #expect(kill(identifier, 0) == 0)
      }
      #expect(kill(identifier, 0) == -1 && errno == ESRCH)
    }
  }

  @Test
  func `a missing decoder program is named with a remedy`() throws {
    let program = HelperProgram(program: "/opt/app/bin/app", override: nil)
    #expect(
      program.candidates.prefix(2) == [
        "/opt/app/bin/lectern-decode", "/opt/app/lib/lectern/lectern-decode",
      ]
    )
    let none = HelperProgram(program: "", override: "/nonexistent/lectern-decode")
    let error = #expect(throws: ImageError.self) { try none.path(for: "WebP") }
    #expect(error?.code == .decoderMissing)
    #expect(error?.message.contains("/nonexistent/lectern-decode") == true)
    #expect(error?.remedy?.contains("LECTERN_DECODER") == true)
  }

  @Test
  func `the decoder has no rights when it sees the first byte`() throws {
    // A picture larger than a pipe holds it up while it is looked at.
    let picture = Array("P5 1000 1000 255\n".utf8) + [UInt8](repeating: 7, count: 1_000_000)
    let decoder = try decoder(picture, .netpbm)
    _ = unsafe try decoder.child.read(8, watch: { _ throws(ImageError) in }, { _ in })
    let folder = "/proc/\(decoder.child.identifier)"
    let status = try String(contentsOfFile: "\(folder)/status", encoding: .utf8)
    #expect(status.contains("Seccomp:\t2"))
    #expect(status.contains("NoNewPrivs:\t1"))
  }

  @Test(arguments: FormatTests.kinds)
  func `damaged files of every format are survived`(kind: FormatTests.Kind) throws {
    let original = try Fixture.bytes("formats/\(kind.name)")
    var generator = SeededGenerator(seed: 7)
    // Damage may ask for much: what is allowed is little, so that the test is short.
    let limits = StillLimits(maximumStoredPixels: 1 << 18, decodingTime: .seconds(2))
    for _ in 0..<8 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      guard var document = try? StillDocument(bytes, named: "x", limits: limits) else { continue }
      var count = 0
      while count < 20 {
        count += 1
        do {
          guard let page = try document.next() else { break }
          #expect(page.image.size.area > 0)
        } catch {
          #expect(error.message.hasPrefix("x"))
        }
      }
    }
  }
}
