/// What a command line asks for.
enum Invocation: Sendable, Equatable {
  /// Print the help for a command, or the general one.
  case help(Command?)

  /// Print the version.
  case version

  /// Run a command.
  case run(Command, Options, operands: [String])

  /// Understands a command line.
  ///
  /// - Parameter arguments: The words after the program's name.
  /// - Returns: What they ask for.
  /// - Throws: ``UsageError`` that names the wrong word and what to type instead.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let first = arguments.first else { return .help(nil) }
    switch first {
    case "--help", "-h", "help":
      return .help(arguments.dropFirst().first.flatMap(Command.init(rawValue:)))
    case "--version", "-V":
      return .version
    default:
      break
    }
    guard let command = Command(rawValue: first) else {
      let near = closest(to: first, among: Command.allCases.map(\.rawValue))
      throw UsageError(
        first.hasPrefix("-")
          ? "The command comes before its options." : "There is no command '\(first)'.",
        remedy: near.map { "Did you mean '\($0)'?" } ?? "lectern --help lists the commands."
      )
    }
    var words = Words(arguments.dropFirst())
    var options = Options()
    var operands: [String] = []
    while let word = words.next() {
      if words.allowsOptions, word == "--" {
        words.allowsOptions = false
      } else if words.allowsOptions, word.hasPrefix("-"), word != "-" {
        try apply(word, of: command, to: &options, from: &words)
      } else {
        operands.append(word)
      }
    }
    if options.wantsHelp { return .help(command) }
    try check(operands, of: command)
    try options.check(for: command)
    return .run(command, options, operands: operands)
  }

  private static func apply(
    _ word: String,
    of command: Command,
    to options: inout Options,
    from words: inout Words
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = word == "-h" ? "--help" : String(parts[0])
    guard let option = Option.all.first(where: { $0.name == name }) else {
      let mine = Option.all.filter { $0.commands.contains(command) }.map(\.name)
      throw UsageError(
        "There is no option \(name).",
        remedy: closest(to: name, among: mine).map { "Did you mean \($0)?" }
          ?? "lectern \(command.rawValue) --help lists the options."
      )
    }
    guard option.commands.contains(command) else {
      let users = Command.allCases.filter(option.commands.contains).map(\.rawValue)
      throw UsageError(
        "\(name) is no option of \(command.rawValue).",
        remedy: "It belongs to: \(users.joined(separator: ", "))."
      )
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let placeholder = option.value else {
      guard attached == nil else { throw UsageError("\(name) takes no value.") }
      try option.apply(&options, "")
      return
    }
    guard let value = attached ?? words.next() else {
      throw UsageError("\(name) needs a value: \(name) \(placeholder).")
    }
    try option.apply(&options, value)
  }

  private static func check(_ operands: [String], of command: Command) throws(UsageError) {
    guard
      operands.count < command.operandCount.lowerBound
        || operands.count > command.operandCount.upperBound
    else { return }
    let usage = "lectern \(command.rawValue) [options] \(command.operands)"
    if operands.count < command.operandCount.lowerBound {
      throw UsageError("\(command.rawValue) needs \(command.operands).", remedy: "Usage: \(usage)")
    }
    let extra = operands[command.operandCount.upperBound]
    throw UsageError(
      "'\(extra)' is one too many for \(command.rawValue).",
      remedy: "Usage: \(usage)"
    )
  }

  private struct Words {
    private var rest: ArraySlice<String>
    var allowsOptions = true

    init(_ words: ArraySlice<String>) { rest = words }

    mutating func next() -> String? { rest.popFirst() }
  }
}

/// The name nearest to a mistyped one, if one is near.
private func closest(to word: String, among names: [String]) -> String? {
  let best = names.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
  guard let (name, distance) = best, distance <= 2 else { return nil }
  return name
}

private func distance(_ first: String, _ second: String) -> Int {
  let a = Array(first)
  let b = Array(second)
  var row = Array(0...b.count)
  for i in a.indices {
    var diagonal = row[0]
    row[0] = i + 1
    for j in b.indices {
      let cost = a[i] == b[j] ? 0 : 1
      let value = min(row[j + 1] + 1, row[j] + 1, diagonal + cost)
      diagonal = row[j + 1]
      row[j + 1] = value
    }
  }
  return row[b.count]
}
