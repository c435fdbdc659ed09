public import FoundationEssentials
public import Imaging
public import Recognition
import Synchronization

/// Reads the picture a person chose, one at a time: the model behind an interface.
///
///     let scanner = StillScanner()
///     scanner.perform(on: url)                   // when a picture is chosen; the one before is cancelled
///     for await state in scanner.states {        // the state now, then each change
///       show(state.message ?? state.text)
///     }
///     scanner.cancel()                           // any time
///
/// A new picture clears the text of the one before at once, and what comes of a cancelled one is never
/// shown. An interface that goes away calls ``cancel()``; one that comes back shows ``state``: text that
/// was read is still there, and nothing is read again. Any thread may call any of it.
public final class StillScanner: Sendable {
  /// Where a picture comes from.
  enum Picture: Sendable {
    case file(String)
    case data([UInt8])
    case raster(LumaImage)
  }

  /// Reads a picture; the production one asks the engines that all share.
  typealias Read =
    @Sendable (Picture, ImageOrientation?, RecognitionControl) async -> StillScannerState

  private let read: Read
  private let board = StateBoard()

  /// Makes a scanner that has no picture yet.
  ///
  /// - Parameters:
  ///   - request: How to read text.
  ///   - types: What to look for.
  public convenience init(
    request: RecognizeTextRequest = RecognizeTextRequest(),
    types: RecognizedDataTypes = .text
  ) {
    self.init { picture, orientation, control in
      await picture.read(
        StillSettings(request: request, types: types, orientation: orientation),
        control
      )
    }
  }

  init(read: @escaping Read) {
    self.read = read
  }

  deinit {
    board.end()
  }

  /// What is to be shown now.
  public var state: StillScannerState { board.state }

  /// What is to be shown: the state of the moment first, then each change.
  ///
  /// Each call makes a stream of its own, which ends when the scanner is deallocated; only the newest
  /// state waits for a listener that is slow.
  public var states: AsyncStream<StillScannerState> { board.states() }

  /// Reads a picture file in place of the one before, which is cancelled.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - orientation: How it is stored; `nil` believes the file.
  public func perform(on url: URL, orientation: ImageOrientation? = nil) {
    start(.file(url.path), orientation)
  }

  /// Reads a picture in memory in place of the one before, which is cancelled.
  ///
  /// - Parameters:
  ///   - data: The file's bytes.
  ///   - orientation: How it is stored; `nil` believes the file.
  public func perform(on data: Data, orientation: ImageOrientation? = nil) {
    start(.data([UInt8](data)), orientation)
  }

  /// Reads a raster in place of the picture before, which is cancelled.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - orientation: How it is stored.
  public func perform(on image: LumaImage, orientation: ImageOrientation = .up) {
    start(.raster(image), orientation)
  }

  /// Cancels the reading that is under way; harmless when there is none: text that is there stays.
  public func cancel() {
    board.cancel()
  }

  private func start(_ picture: Picture, _ orientation: ImageOrientation?) {
    let control = RecognitionControl()
    let choice = board.choose(control)
    // Ends soon after its control is cancelled: by another choice, by `cancel`, or with the scanner.
    Task { [read, board] in
      let end = await withTaskGroup(of: StillScannerState?.self) { group in
        group.addTask { await read(picture, orientation, control) }
        group.addTask {
          while !Task.isCancelled {
            board.advance(choice, to: control.progress)
            try? await Task.sleep(for: .milliseconds(100))
          }
          return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
      }
      board.finish(choice, as: end ?? .canceled)
    }
  }
}

extension StillScanner {
  /// What is shown, who is told, and what is cancelled when another picture is chosen.
  private final class StateBoard: Sendable {
    private struct Content {
      var choice = StillChoice()
      var control: RecognitionControl?
      var listeners: [UUID: AsyncStream<StillScannerState>.Continuation] = [:]

      /// Tells every listener what is shown now; in the lock, so that each hears it in order.
      func tell() {
        for listener in listeners.values { listener.yield(choice.state) }
      }
    }

    private let content = Mutex(Content())

    var state: StillScannerState { content.withLock { $0.choice.state } }

    func states() -> AsyncStream<StillScannerState> {
      let (stream, listener) = AsyncStream.makeStream(
        of: StillScannerState.self,
        bufferingPolicy: .bufferingNewest(1)
      )
      let id = UUID()
      listener.onTermination = { [weak self] _ in
        self?.content.withLock { content in
          content.listeners[id] = nil
        }
      }
      content.withLock { content in
        content.listeners[id] = listener
        listener.yield(content.choice.state)
      }
      return stream
    }

    func choose(_ control: RecognitionControl) -> Int {
      content.withLock { content in
        content.control?.cancel()
        content.control = control
        defer { content.tell() }
        return content.choice.choose()
      }
    }

    func advance(_ choice: Int, to progress: Double) {
      content.withLock { content in
        if content.choice.advance(choice, to: progress) { content.tell() }
      }
    }

    func finish(_ choice: Int, as end: StillScannerState) {
      content.withLock { content in
        if content.choice.finish(choice, as: end) { content.tell() }
      }
    }

    func cancel() {
      content.withLock { content in
        content.control?.cancel()
        if content.choice.cancel() { content.tell() }
      }
    }

    func end() {
      let listeners = content.withLock { content in
        content.control?.cancel()
        defer { content.listeners = [:] }
        return content.listeners.values
      }
      for listener in listeners { listener.finish() }
    }
  }
}

extension StillScanner.Picture {
  /// Reads the picture with an engine that all share.
  fileprivate func read(
    _ settings: StillSettings,
    _ control: RecognitionControl
  ) async -> StillScannerState {
    do {
      return try await ReadingPool.shared.perform(control) { worker in
        switch self {
        case .file(let path):
          do {
            return await worker.readStill(
              try await worker.load(path),
              named: path,
              settings,
              control: control
            ).state
          } catch let error as FileBytes.LoadError {
            return .couldNotOpen(reason: error.description)
          }
        case .data(let bytes):
          return await worker.readStill(bytes, named: "picture", settings, control: control)
            .state
        case .raster(let image):
          let content = try await worker.read(
            image.oriented(settings.orientation ?? .up),
            request: settings.request,
            types: settings.types,
            control: control
          )
          return StillScannerState(content)
        }
      }
    } catch is CancellationError {
      return .canceled
    } catch {
      return .couldNotRead(reason: "\(error)")
    }
  }
}

extension StillScannerState {
  fileprivate init(_ content: PictureContent) {
    let items = content.items
    self = items.isEmpty ? .noText : .recognized(items)
  }
}

extension StillReading {
  /// What is shown of a picture.
  fileprivate var state: StillScannerState {
    switch outcome {
    case .read(let lines, _, _): StillScannerState(PictureContent(lines: lines, codes: codes))
    case .unreadable(let reason): .couldNotRead(reason: reason)
    case .failed(let error): .couldNotRead(reason: "\(error)")
    case .cancelled: .canceled
    }
  }
}
