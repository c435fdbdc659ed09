/// The help texts, made from the tables that parsing uses, so that they cannot differ from it.
enum Usage {
  /// The help for a command, or the general one.
  static func text(for command: Command?) -> String {
    guard let command else { return general }
    let options = Option.all.filter { $0.commands.contains(command) }
    let columns = options.map {
      ([$0.name, $0.value].compactMap(\.self).joined(separator: " "), $0.help)
    }
    return """
      lectern \(command.rawValue) [options]\(command.operands.isEmpty ? "" : " \(command.operands)")

      \(sentence(command.summary))

      \(table(columns))

      """
  }

  private static var general: String {
    let commands = Command.allCases.map { ("\($0.rawValue) \($0.operands)", $0.summary) }
    return """
      lectern reads documents under a camera: their lines come out on standard output.

      lectern COMMAND [options] …

      \(table(commands.map { ($0.0.hasSuffix(" ") ? String($0.0.dropLast()) : $0.0, $0.1) }))
        lectern COMMAND --help    the command's options
        lectern --version         the version

      Exit status: 0 done, also for a picture without text; 1 some input could not be read;
      2 wrong usage; 3 not supported here (no camera, no engine, language missing);
      4 not available now (permission, busy).

      """
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { name, help in
      "  " + name + String(repeating: " ", count: width - name.count) + help
    }.joined(separator: "\n")
  }
}
