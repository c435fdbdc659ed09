import Foundation
import Lectern

/// The smallest interface over `StillScanner`: a picture's name chooses it, an empty line cancels, the
/// end of input leaves.
///
///     ls ~/Pictures/*.jpg | swift run StillReader     # or type names; ^D ends
@main
enum StillReader {
  static func main() async {
    let scanner = StillScanner()
    Thread.detachNewThread {
      while let name = readLine() {
        if name.isEmpty { scanner.cancel() } else { scanner.perform(on: URL(filePath: name)) }
      }
      scanner.cancel()
      exit(0)
    }
    for await state in scanner.states {
      FileHandle.standardOutput.write(Data("\(state.message ?? state.text)\n".utf8))
    }
  }
}
