/// A process that has a node open.
public struct DeviceHolder: Sendable, Hashable, Codable {
  /// The process number.
  public var process: Int32

  /// The program's name, as `ps` shows it.
  public var name: String

  /// Makes a holder.
  public init(process: Int32, name: String) {
    self.process = process
    self.name = name
  }
}

extension DeviceHolder: CustomStringConvertible {
  /// `firefox (process 4711)`.
  public var description: String { "\(name) (process \(process))" }
}

extension CameraDirectory {
  /// The processes that have a node open, this one included.
  ///
  /// Open is not streaming: the kernel does not tell who of them streams. Other users' processes
  /// are visible to root only.
  ///
  /// - Parameter node: The node, or a link to it.
  /// - Returns: The holders `/proc` shows, in order of process number.
  public func holders(of node: String) -> [DeviceHolder] {
    let node = (try? kernel.resolve(node)) ?? node
    // An unplugged camera's node is gone, and whoever still has it open keeps its name from it.
    let names = [node, node + " (deleted)"]
    let processes = ((try? kernel.entries(of: "/proc")) ?? []).compactMap { Int32($0) }
    return processes.sorted().compactMap { process in
      let directory = "/proc/\(process)"
      let descriptors = (try? kernel.entries(of: directory + "/fd")) ?? []
      let isHolder = descriptors.contains { descriptor in
        (try? kernel.destination(ofLink: "\(directory)/fd/\(descriptor)")).map(names.contains)
          ?? false
      }
      guard isHolder else { return nil }
      return DeviceHolder(
        process: process,
        name: kernel.text(of: directory + "/comm") ?? "process"
      )
    }
  }
}
