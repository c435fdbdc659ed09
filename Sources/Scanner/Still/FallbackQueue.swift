/// Which fallback pictures are to be read next, which are done, which are still being written.
///
/// Pure: what a look at the paths found goes in with the time. It remembers no more than there is: a
/// name that is gone from its folder is forgotten, so that the same name is a new picture later.
struct FallbackQueue: Sendable {
  /// What tells a version of a file from another.
  struct Stamp: Sendable, Hashable {
    var inode: UInt64
    var size: Int
    var modified: Duration
  }

  /// One thing that a look at the paths found.
  struct Finding: Sendable, Hashable {
    /// The picture, or what is wrong with a path.
    var entry: PictureList.Entry

    /// The file's version; `nil` for what is no file.
    var stamp: Stamp?

    /// How long ago the file was written; less than nothing when its clock is ahead of ours.
    var age = Duration.zero

    /// Whether it was found in a folder, rather than named.
    var isListed = false
  }

  /// A file that was written to within this time may not be whole.
  static let quietTime = Duration.seconds(2)

  /// One that reads as damaged is given this time to become whole.
  static let patience = Duration.seconds(10)

  private struct Picture: Sendable {
    var finding: Finding
    var since: Duration
    var quietTime = FallbackQueue.quietTime
    var isDone = false

    /// Whether nobody writes to it any more, as far as its times tell.
    func isWhole(at now: Duration) -> Bool {
      finding.stamp == nil || finding.age >= quietTime || now - since >= quietTime
    }
  }

  private var pictures: [PictureList.Entry: Picture] = [:]
  private var order: [PictureList.Entry] = []

  /// How many names are remembered.
  var count: Int { pictures.count }

  /// Takes what a look at the paths found.
  ///
  /// - Parameters:
  ///   - findings: Everything there is, in the order to read it in.
  ///   - now: When, on a monotonic clock.
  mutating func update(_ findings: [Finding], at now: Duration) {
    let old = pictures
    pictures = kept(findings)
    order = findings.map(\.entry)
    for finding in findings {
      var picture = old[finding.entry] ?? Picture(finding: finding, since: now)
      if picture.finding.stamp != finding.stamp {
        // A file that was named is read once; another version in a folder is another picture.
        let isDone = picture.isDone && !finding.isListed
        picture = Picture(finding: finding, since: now, isDone: isDone)
      }
      picture.finding = finding
      pictures[finding.entry] = picture
    }
  }

  /// What is done for good, or lies in a folder that cannot be looked at now.
  private func kept(_ findings: [Finding]) -> [PictureList.Entry: Picture] {
    let closed = findings.compactMap { finding in
      if case .problem(let path, _) = finding.entry { path } else { nil }
    }
    return pictures.filter { entry, picture in
      guard case .file(let path) = entry else { return entry == .standardInput }
      return !picture.finding.isListed || closed.contains { path.hasPrefix($0) }
    }
  }

  /// The next picture to read; it stays the next until it is finished or postponed.
  func next(at now: Duration) -> PictureList.Entry? {
    order.first { entry in
      guard let picture = pictures[entry] else { return false }
      return !picture.isDone && picture.isWhole(at: now)
    }
  }

  /// A picture has been read and reported.
  mutating func finish(_ entry: PictureList.Entry) {
    pictures[entry]?.isDone = true
  }

  /// A picture read as damaged: while it is young it may only be unfinished.
  ///
  /// - Parameters:
  ///   - entry: The picture.
  ///   - now: When, on a monotonic clock.
  /// - Returns: Whether it comes again later; else what was read of it counts.
  mutating func postpone(_ entry: PictureList.Entry, at now: Duration) -> Bool {
    guard var picture = pictures[entry] else { return false }
    picture.quietTime = Self.patience
    guard !picture.isWhole(at: now) else { return false }
    pictures[entry] = picture
    return true
  }
}
