import FoundationEssentials
import Glibc

/// Looks at the fallback's paths again and again, and lists a folder anew only when it has changed.
///
/// It asks the file system instead of a watch: that works the same on a network drive, and needs no
/// descriptor.
struct FallbackLook: Sendable {
  private struct Folder: Sendable {
    var modified: Duration
    var names: [String]
  }

  /// A folder that changed within this time may change again under the same time stamp.
  private static let grain = Duration.seconds(2)

  private let paths: [String]
  private var folders: [String: Folder] = [:]

  /// Makes a look at some paths: files, folders, or `-` for standard input.
  init(_ paths: [String]) {
    self.paths = paths
  }

  /// Everything there is now, in the order given; a folder's pictures in natural order.
  mutating func findings() -> [FallbackQueue.Finding] {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return paths.flatMap { findings(at: $0, now: Duration(now)) }
  }

  private mutating func findings(at path: String, now: Duration) -> [FallbackQueue.Finding] {
    guard path != "-" else { return [FallbackQueue.Finding(entry: .standardInput)] }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      return [FallbackQueue.Finding(entry: .missing(path, because: errno))]
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return [.file(path, status, now: now, isListed: false)]
    }
    guard let names = names(in: path, modified: Duration(status.st_mtim), now: now) else {
      return [FallbackQueue.Finding(entry: .unreadable(folder: path))]
    }
    return names.compactMap { name in
      let file = PictureList.path(of: name, inFolder: path)
      // What goes away meanwhile is not there; a folder named like a picture is none.
      guard unsafe stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return .file(file, status, now: now, isListed: true)
    }
  }

  private mutating func names(
    in path: String,
    modified: Duration,
    now: Duration
  ) -> [String]? {
    if let folder = folders[path], folder.modified == modified { return folder.names }
    guard let names = PictureList.pictures(inFolder: path) else { return nil }
    let isSteady = now - modified > Self.grain
    folders[path] = isSteady ? Folder(modified: modified, names: names) : nil
    return names
  }
}

extension FallbackQueue.Finding {
  fileprivate static func file(
    _ path: String,
    _ status: stat,
    now: Duration,
    isListed: Bool
  ) -> FallbackQueue.Finding {
    let modified = Duration(status.st_mtim)
    return FallbackQueue.Finding(
      entry: .file(path),
      stamp: FallbackQueue.Stamp(
        inode: UInt64(status.st_ino),
        size: Int(status.st_size),
        modified: modified
      ),
      age: now - modified,
      isListed: isListed
    )
  }
}

extension Duration {
  /// The time since the clock's beginning.
  fileprivate init(_ time: timespec) {
    self = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
