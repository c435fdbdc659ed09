import Capture
import Imaging
import Recognition
import Scanner
import Testing

@testable import CLI

@Suite struct InvocationTests {
  private func options(_ words: String...) throws -> Options {
    guard case .run(_, let options, _) = try Invocation.parse(words) else {
      throw UsageError("not a run: \(words)")
    }
    return options
  }

  @Test func `options, values after = and operands may come in any order`() throws {
    let parsed = try Invocation.parse(
      ["scan", "a.jpg", "--size=640x480", "--once", "--device", "Logi", "--", "--odd.jpg"])
    guard case .run(.scan, let options, let operands) = parsed else {
      Issue.record("unexpected: \(parsed)")
      return
    }
    #expect(operands == ["a.jpg", "--odd.jpg"])
    #expect(options.size == PixelSize(width: 640, height: 480))
    #expect(options.endsAfterFirstPage)
    #expect(options.device == "Logi")
  }

  @Test func `a single dash is standard input`() throws {
    #expect(try Invocation.parse(["read", "-"]) == .run(.read, Options(), operands: ["-"]))
  }

  @Test func `controls and variables may be given again`() throws {
    let options = try options(
      "scan",
      "--control",
      "focus_absolute=30",
      "--control=exposure_time_absolute=200",
      "--tesseract",
      "textord_min_xheight=8"
    )
    #expect(
      options.controls == [
        ControlSetting(name: "focus_absolute", value: 30),
        ControlSetting(name: "exposure_time_absolute", value: 200),
      ]
    )
    #expect(options.request.tesseract.variables == ["textord_min_xheight": "8"])
  }

  @Test func `kinds of content are listed, and the option may be given again`() throws {
    let options = try options("scan", "--content", "url,email", "--content=iban")
    #expect(options.contentKinds == [.url, .email, .iban])
  }

  @Test func `one item is reported when one is asked for`() throws {
    #expect(try options("scan").recognizesMultipleItems)
    #expect(try !options("scan", "--single").recognizesMultipleItems)
  }

  @Test func `types are text, codes, or both, and codes can be narrowed`() throws {
    #expect(try options("read", "x").types == .text)
    let codes = try options("read", "--types", "codes", "x").types
    #expect(!codes.readsText && codes.codes?.symbologies == BarcodeSymbology.allCases)
    let both = try options("scan", "--types=text,codes:qr,ean-13").types
    #expect(both.readsText && both.codes?.symbologies == [.qr, .ean13])
    let turned = try options("scan", "--types", "codes:upc,text").types
    #expect(turned.readsText && turned.codes?.symbologies == [.upca, .upce])
  }

  @Test(arguments: [
    ("codes:foo", "There are: aztec, codabar"), ("qr", "text, codes or text,codes, not 'qr'"),
    ("text,qr", "not 'qr'"), ("", "not ''"), ("codes:", "no code ''"),
  ])
  func `types that do not exist are named, with those that do`(
    list: String,
    expected: String
  ) throws {
    let error = #expect(throws: UsageError.self) { try options("read", "--types", list, "x") }
    let words = "\(error?.message ?? "") \(error?.remedy ?? "")"
    #expect(words.contains(expected))
  }

  @Test func `a region is fractions from the top left`() throws {
    let options = try options("read", "--roi", "0.1,0.2,0.5,0.25", "x.png")
    #expect(
      options.request.regionOfInterest == NormalizedRect(x: 0.1, y: 0.2, width: 0.5, height: 0.25)
    )
  }

  @Test(arguments: [
    (["frobnicate"], "There is no command 'frobnicate'."),
    (["scna"], "Did you mean 'scan'?"),
    (["--once", "scan"], "The command comes before its options."),
    (["read"], "read needs FILE|DIR|-…."),
    (["snap", "a.jpg", "b.jpg"], "'b.jpg' is one too many for snap."),
    (["scan", "--sise", "640x480"], "Did you mean --size?"),
    (["read", "--once", "a.jpg"], "--once is no option of read."),
    (["scan", "--size"], "--size needs a value: --size WxH."),
    (["scan", "--size", "wide"], "--size takes width and height like 1280x720, not 'wide'."),
    (["scan", "--once=yes"], "--once takes no value."),
    (["scan", "--duration", "-1"], "--duration takes a number from 0"),
    (["scan", "--roi", "0.5,0,0.6,1"], "--roi takes x,y,w,h as fractions inside the picture"),
    (["read", "--quality", "best", "a"], "--quality takes one of fast, balanced, accurate"),
    (["read", "--format", "docx", "a"], "--format takes one of text, jsonl, tsv"),
    (["read", "--engine", "best", "a"], "--engine takes one of auto, tesseract, neural"),
    (["read", "--candidates", "11", "a"], "--candidates takes a number from 1 to 10, not '11'."),
    (["read", "--psm", "12", "a"], "--psm takes"),
    (
      ["read", "--content", "url,telefon", "a"], "--content takes a list of url, email, phone, date"
    ),
    (["scan", "--rotate", "45"], "--rotate takes 0, 90, 180 or 270, not '45'."),
    (["scan", "--control", "focus"], "--control takes NAME=VALUE, not 'focus'."),
    (["scan", "--control", "focus=near"], "--control focus takes a whole number, not 'near'."),
    (["read", "--languages", "klingon", "a"], "klingon"),
    (
      ["read", "--words", "/nonexistent/words", "a"], "the file '/nonexistent/words' cannot be read"
    ),
  ])
  func `a wrong word is named, with what to type instead`(words: [String], expected: String) {
    do {
      _ = try Invocation.parse(words)
      Issue.record("accepted: \(words)")
    } catch {
      let said = [error.message, error.remedy ?? ""].joined(separator: " ")
      #expect(said.contains(expected), "said: \(said)")
    }
  }

  @Test(arguments: Command.allCases)
  func `the help of a command lists each of its options and no other`(command: Command) {
    let help = Usage.text(for: command)
    for option in Option.all {
      #expect(help.contains("  \(option.name) ") == option.commands.contains(command))
    }
  }

  @Test func `no words at all, --help and -h show the help; --version the version`() throws {
    #expect(try Invocation.parse([]) == .help(nil))
    #expect(try Invocation.parse(["--help"]) == .help(nil))
    #expect(try Invocation.parse(["scan", "-h"]) == .help(.scan))
    #expect(try Invocation.parse(["help", "read"]) == .help(.read))
    #expect(try Invocation.parse(["--version"]) == .version)
  }
}
