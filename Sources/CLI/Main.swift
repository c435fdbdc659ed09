import Glibc

/// The `lectern` program: parse, run, exit.
@main
enum Main {
  static func main() async {
    // A reader that went away is an end like any other, found out when writing.
    signal(SIGPIPE, SIG_IGN)
    let status: ExitStatus
    do {
      let output = try StandardOutput()
      let invocation = try Invocation.parse(Array(CommandLine.arguments.dropFirst()))
      status = await invocation.run(output: output)
    } catch let error as UsageError {
      Diagnostics().error(error.message, remedy: error.remedy)
      status = .usage
    } catch {
      Diagnostics().error("\(error)", remedy: nil)
      status = .unavailable
    }
    exit(status.rawValue)
  }
}
