/// What the program's end tells a script.
enum ExitStatus: Int32 {
  /// All was done; a picture without text counts as done.
  case done = 0

  /// Some input could not be read.
  case unreadable = 1

  /// The command line is wrong.
  case usage = 2

  /// Something is missing on this machine: a camera, an engine, a language.
  case unsupported = 3

  /// The camera is there and cannot be used now: permission, another program.
  case unavailable = 4
}
