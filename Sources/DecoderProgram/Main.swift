import Decoding
import Glibc
import Imaging

/// The `lectern-decode` program: reads a picture from standard input in a process without rights, and
/// writes its pages to standard output. It is Lectern's own and takes what Lectern gives it:
///
///     lectern-decode FORMAT PIXELS STORED-PIXELS MEGABYTES SECONDS PAGES upright|raw   < FILE
///     lectern-decode run MEGABYTES SECONDS PROGRAM [ARGUMENT…]                         < FILE
///
/// The second form becomes another program, with bounds of memory and without network.
@main
enum Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "run", arguments.count >= 4, let memory = Int(arguments[1]),
      let seconds = Int(arguments[2])
    {
      Bounds(memory: memory << 20, seconds: seconds).enforce()
      Sandbox.enterForPrograms()
      replaceProcess(with: Array(arguments[3...]))
      exit(127)
    }
    guard let task = DecodingTask(arguments) else {
      Output.say("lectern-decode is started by lectern; it is of no use alone.\n")
      exit(2)
    }
    task.bounds.enforce()
    guard let file = unsafe Input.map() else { exit(3) }
    // From here on nothing but decoding, reading and writing is possible.
    guard Sandbox.enter() else { exit(4) }
    unsafe task.run(on: file)
  }

  private static func replaceProcess(with words: [String]) {
    var pointers = unsafe words.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    if let program = unsafe pointers[0] { _ = unsafe execv(program, pointers) }
  }
}

/// What is to be decoded, and how.
struct DecodingTask {
  let format: HelperFormat
  let limits: StillLimits
  let bounds: Bounds
  let ignoresTransforms: Bool

  /// Understands the program's arguments.
  init?(_ arguments: [String]) {
    guard arguments.count == 7, let format = HelperFormat(rawValue: arguments[0]),
      let pixels = Int(arguments[1]), let stored = Int(arguments[2]),
      let memory = Int(arguments[3]),
      let seconds = Int(arguments[4]), let pages = Int(arguments[5]), pixels > 0, stored > 0,
      (1...1 << 20).contains(memory), (0...1 << 20).contains(seconds)
    else { return nil }
    self.format = format
    limits = StillLimits(
      maximumPixels: pixels,
      maximumStoredPixels: stored,
      memory: memory << 20,
      maximumPages: pages
    )
    bounds = Bounds(memory: limits.memory, seconds: seconds)
    ignoresTransforms = arguments[6] == "raw"
  }

  /// Decodes all pages and writes them as they are done.
  func run(on file: UnsafeRawBufferPointer) {
    let decoder = PageDecoder(limits: limits, ignoresTransforms: ignoresTransforms)
    unsafe decoder.decode(file, as: format) { page in
      bounds.beginPage()
      return switch page {
      case .success(let page):
        Output.write(DecoderMessage.page(PageHeader(page)).bytes) && Output.write(page.image.pixels)
      case .failure(let error): Output.write(DecoderMessage.failure(error).bytes)
      }
    }
    _ = Output.write(DecoderMessage.end.bytes)
  }
}

/// Standard input, a file without a name.
enum Input {
  /// Maps it whole; `nil` when it is no file, or empty.
  static func map() -> UnsafeRawBufferPointer? {
    var status = stat()
    guard unsafe fstat(STDIN_FILENO, &status) == 0, status.st_size > 0 else { return nil }
    let length = Int(status.st_size)
    let start = unsafe mmap(nil, length, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { return nil }
    return unsafe UnsafeRawBufferPointer(start: start, count: length)
  }
}

/// Standard output, a pipe.
enum Output {
  /// Writes everything; `false` when nobody reads it.
  static func write(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.write(
          STDOUT_FILENO,
          bytes.baseAddress?.advanced(by: offset),
          bytes.count - offset
        )
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  /// Tells somebody who started the program by hand.
  static func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
