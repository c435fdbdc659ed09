import Capture
import Imaging
import Recognition
import Scanner

/// One option: how it is written, what it is for, and what it does.
struct Option: Sendable {
  /// The name with its dashes.
  var name: String

  /// What its value is called in the help; `nil` for a switch.
  var value: String?

  /// The help text.
  var help: String

  /// The commands that take it.
  var commands: Set<Command>

  /// Takes the value, empty for a switch.
  var apply: @Sendable (inout Options, String) throws(UsageError) -> Void
}

extension Option {
  private static let reading: Set<Command> = [.scan, .read]
  private static let serving: Set<Command> = [.scan, .read, .serve]
  private static let camera: Set<Command> = [.scan, .snap, .record, .check, .serve]
  private static let mode: Set<Command> = [.scan, .snap, .record]
  private static let listing: Set<Command> = [.devices, .check, .languages]

  /// Every option, in the order of the help.
  static let all: [Option] =
    source + text + output + limits + stills + service + general

  private static let source: [Option] = [
    Option(
      name: "--device",
      value: "CAMERA",
      help: "auto, /dev/videoN, a link to one, part of a camera's name, or replay:DIR",
      commands: camera
    ) { options, value in
      options.device = value
      options.setsDevice = true
    },
    Option(
      name: "--size",
      value: "WxH",
      help: "the frame size; devices lists what there is",
      commands: mode
    ) { (options, value) throws(UsageError) in options.size = try Values.size(value) },
    Option(
      name: "--frame-rate",
      value: "N",
      help: "frames a second to ask of the camera",
      commands: mode
    ) { (options, value) throws(UsageError) in
      options.frameRate = try Values.number(value, in: 0.01...1000, of: "--frame-rate")
    },
    Option(
      name: "--fps",
      value: "N",
      help: "play replay:DIR at this rate instead of its recorded times",
      commands: [.scan, .serve]
    ) { (options, value) throws(UsageError) in
      options.playbackRate = try Values.number(value, in: 0.01...1000, of: "--fps")
    },
    Option(
      name: "--control",
      value: "NAME=VALUE",
      help: "set a camera control; may be given again",
      commands: mode
    ) { (options, value) throws(UsageError) in
      let (name, text) = try Values.pair(value, of: "--control")
      guard let number = Int(text) else {
        throw UsageError("--control \(name) takes a whole number, not '\(text)'.")
      }
      options.controls.append(ControlSetting(name: name, value: number))
    },
    Option(
      name: "--rotate",
      value: "DEGREES",
      help: "turn the picture clockwise by 0, 90, 180 or 270 to stand upright",
      commands: serving
    ) { (options, value) throws(UsageError) in
      guard let degrees = Int(value), [0, 90, 180, 270].contains(degrees) else {
        throw UsageError("--rotate takes 0, 90, 180 or 270, not '\(value)'.")
      }
      options.rotation = degrees
      options.setsOrientation = true
    },
    Option(
      name: "--mirror",
      value: nil,
      help: "the picture is seen in a mirror",
      commands: serving
    ) { options, _ in
      options.isMirrored = true
      options.setsOrientation = true
    },
  ]

  private static let text: [Option] = [
    Option(
      name: "--languages",
      value: "LIST",
      help: "most important first: en,de or eng+deu (default: the locale's, else en)",
      commands: serving.union([.check])
    ) { (options, value) throws(UsageError) in
      options.languages = try Values.languages(value)
    },
    Option(
      name: "--quality",
      value: "LEVEL",
      help: "fast, balanced or accurate (default: scan balanced, read accurate)",
      commands: serving
    ) { (options, value) throws(UsageError) in
      options.quality = try Values.choice(value, of: "--quality")
    },
    Option(
      name: "--engine",
      value: "NAME",
      help: "auto, tesseract or neural (default: auto)",
      commands: serving.union([.check])
    ) { (options, value) throws(UsageError) in
      options.request.engine = try Values.choice(value, of: "--engine")
    },
    Option(
      name: "--content",
      value: "LIST",
      help: "keep only these parts of lines, each an item of its own: " + Values.contentKinds,
      commands: serving
    ) { (options, value) throws(UsageError) in
      options.contentKinds.formUnion(try Values.content(value))
    },
    Option(
      name: "--types",
      value: "LIST",
      help: "text, codes or text,codes; codes:qr,ean13 narrows (default: text)",
      commands: serving.union([.check])
    ) { (options, value) throws(UsageError) in
      options.types = try Values.types(value)
      options.setsTypes = true
    },
    Option(
      name: "--roi",
      value: "x,y,w,h",
      help: "the part of the picture to read, as fractions, origin top left",
      commands: reading
    ) { (options, value) throws(UsageError) in
      options.request.regionOfInterest = try Values.region(value)
    },
    Option(
      name: "--single",
      value: nil,
      help: "only the item nearest the middle of the picture",
      commands: [.scan]
    ) { options, _ in options.recognizesMultipleItems = false },
    Option(
      name: "--min-text-height",
      value: "F",
      help: "leave out text lower than this fraction of the picture's height",
      commands: reading
    ) { (options, value) throws(UsageError) in
      options.request.minimumTextHeightFraction = try Values.number(
        value,
        in: 0...1,
        of: "--min-text-height"
      )
    },
    Option(
      name: "--words",
      value: "FILE",
      help: "words to prefer over similar ones, one a line",
      commands: reading
    ) { (options, value) throws(UsageError) in
      options.request.customWords = try Values.words(value)
    },
    Option(
      name: "--no-correction",
      value: nil,
      help: "do not let dictionaries weigh in: for serial numbers",
      commands: reading
    ) { options, _ in options.request.usesLanguageCorrection = false },
    Option(
      name: "--candidates",
      value: "N",
      help: "up to N readings a line in jsonl, 1 to 10",
      commands: reading
    ) { (options, value) throws(UsageError) in
      options.request.maximumCandidateCount = Int(
        try Values.number(value, in: 1...10, of: "--candidates")
      )
    },
    Option(
      name: "--psm",
      value: "N",
      help: "Tesseract's page segmentation mode, 3 to 13",
      commands: reading
    ) { (options, value) throws(UsageError) in
      guard let mode = Int(value).flatMap(TesseractOptions.PageSegmentationMode.init) else {
        throw UsageError("--psm takes 3 to 11 or 13, not '\(value)'.")
      }
      options.request.tesseract.pageSegmentationMode = mode
    },
    Option(
      name: "--allow",
      value: "CHARS",
      help: "the only characters to recognize",
      commands: reading
    ) { options, value in options.request.tesseract.allowedCharacters = value },
    Option(
      name: "--deny",
      value: "CHARS",
      help: "characters never to recognize",
      commands: reading
    ) { options, value in options.request.tesseract.deniedCharacters = value },
    Option(
      name: "--tesseract",
      value: "NAME=VALUE",
      help: "set any variable of Tesseract; may be given again",
      commands: reading
    ) { (options, value) throws(UsageError) in
      let (name, text) = try Values.pair(value, of: "--tesseract")
      options.request.tesseract.variables[name] = text
    },
  ]

  private static let output: [Option] = [
    Option(
      name: "--format",
      value: "FORMAT",
      help: "text, jsonl or tsv; read also hocr, alto or pdf (default: text)",
      commands: reading
    ) { (options, value) throws(UsageError) in
      options.format = try Values.choice(value, of: "--format")
    },
    Option(
      name: "--paragraphs",
      value: nil,
      help: "one line of text for each paragraph; words divided between lines are joined",
      commands: [.read]
    ) { options, _ in options.joinsParagraphs = true },
    Option(
      name: "--table",
      value: "csv|tsv",
      help: "the cells of tables, a row a line, in place of lines of text",
      commands: [.read]
    ) { (options, value) throws(UsageError) in
      options.table = try Values.choice(value, of: "--table")
    },
    Option(
      name: "-H",
      value: nil,
      help: "print the picture's name before each line of text, as grep does",
      commands: [.read]
    ) { options, _ in options.printsNames = true },
    Option(
      name: "--output",
      value: "DIR",
      help: "write NAME.txt (.jsonl, .tsv, .hocr, .xml, .pdf) here for each picture",
      commands: [.read]
    ) { options, value in options.outputFolder = value },
    Option(
      name: "--skip-existing",
      value: nil,
      help: "leave out pictures whose file is in --output already, as after an interruption",
      commands: [.read]
    ) { options, _ in options.skipsExisting = true },
    Option(
      name: "-r",
      value: nil,
      help: "search the folders in a folder too; --output keeps them",
      commands: [.read]
    ) { options, _ in options.isRecursive = true },
    Option(
      name: "--json",
      value: nil,
      help: "print JSON instead of text",
      commands: listing
    ) { options, _ in options.printsJSON = true },
  ]

  private static let limits: [Option] = [
    Option(
      name: "--once",
      value: nil,
      help: "end after the first page that settled",
      commands: [.scan]
    ) { options, _ in options.endsAfterFirstPage = true },
    Option(
      name: "--duration",
      value: "S",
      help: "end after this many seconds",
      commands: [.scan, .record]
    ) { (options, value) throws(UsageError) in
      options.duration = .seconds(try Values.number(value, in: 0...1e9, of: "--duration"))
    },
    Option(
      name: "--wait",
      value: nil,
      help: "with no camera at the start, read FALLBACK and then wait for one",
      commands: [.scan]
    ) { options, _ in options.waits = true },
    Option(
      name: "--jobs",
      value: "N",
      help: "pictures to read at once (default: one a core)",
      commands: [.read]
    ) { (options, value) throws(UsageError) in
      options.jobs = Int(try Values.number(value, in: 1...1024, of: "--jobs"))
    },
  ]

  private static let stills: [Option] = [
    Option(
      name: "--page",
      value: "N",
      help: "the only page to read of a TIFF or PDF, or all (default: all)",
      commands: [.read]
    ) { (options, value) throws(UsageError) in
      guard value != "all" else {
        options.page = nil
        return
      }
      guard let page = Int(value), page > 0 else {
        throw UsageError("--page takes a number from 1, or all, not '\(value)'.")
      }
      options.page = page
    },
    Option(
      name: "--max-pixels",
      value: "N",
      help: "millions of pixels a picture may be stored with (default: 600)",
      commands: [.read]
    ) { (options, value) throws(UsageError) in
      let millions = try Values.number(value, in: 1...4000, of: "--max-pixels")
      options.limits.maximumStoredPixels = Int(millions * 1e6)
    },
    Option(
      name: "--max-memory",
      value: "MB",
      help: "memory that decoding a picture may take (default: 1024)",
      commands: [.read]
    ) { (options, value) throws(UsageError) in
      let megabytes = try Values.number(value, in: 64...262_144, of: "--max-memory")
      options.limits.memory = Int(megabytes) << 20
    },
    Option(
      name: "--decode-time",
      value: "S",
      help: "processor time that decoding a page may take (default: 10)",
      commands: [.read]
    ) { (options, value) throws(UsageError) in
      let seconds = try Values.number(value, in: 1...3600, of: "--decode-time")
      options.limits.decodingTime = .seconds(Int(seconds))
    },
  ]

  private static let service: [Option] = [
    Option(
      name: "--port",
      value: "N",
      help: "the port to serve on, 0 for one that is free (default: 8733)",
      commands: [.serve]
    ) { (options, value) throws(UsageError) in
      options.port = Int(try Values.number(value, in: 0...65535, of: "--port"))
    },
    Option(
      name: "--listen",
      value: "ADDRESS",
      help: "the address to serve on, which needs a token when it is not this machine's own; "
        + "may be given again (default: 127.0.0.1 and ::1)",
      commands: [.serve]
    ) { options, value in options.addresses.append(value) },
    Option(
      name: "--token-file",
      value: "FILE",
      help: "the file with the token that clients must show; LECTERN_TOKEN may hold it instead",
      commands: [.serve]
    ) { options, value in options.tokenFile = value },
    Option(
      name: "--config",
      value: "FILE",
      help: "the configuration (default: /etc/lectern/config.json where it is there)",
      commands: [.serve]
    ) { options, value in options.configurationFile = value },
    Option(
      name: "--check-config",
      value: nil,
      help: "say whether the configuration can be used, and end",
      commands: [.serve]
    ) { options, _ in options.checksConfiguration = true },
  ]

  private static let general: [Option] = [
    Option(
      name: "--verbose",
      value: nil,
      help: "say more on standard error",
      commands: Set(Command.allCases)
    ) { options, _ in options.verbosity = .verbose },
    Option(
      name: "--quiet",
      value: nil,
      help: "say nothing but errors on standard error",
      commands: Set(Command.allCases)
    ) { options, _ in options.verbosity = .quiet },
    Option(
      name: "--help",
      value: nil,
      help: "print this and end",
      commands: Set(Command.allCases)
    ) { options, _ in options.wantsHelp = true },
  ]
}
