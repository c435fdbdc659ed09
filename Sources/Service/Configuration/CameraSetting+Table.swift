import Capture
import Imaging
import Recognition
import Scanner

extension CameraSetting {
  static let source: [CameraSetting] = [
    CameraSetting(
      key: "device",
      help: "auto, /dev/videoN, a link to one, part of a camera's name, or replay:DIR",
      schema: ["type": "string", "minLength": 1, "maxLength": 4096]
    ) {
      .string($0.device)
    } apply: { (plan, node) throws(SettingError) in
      let device = try node.string()
      guard !device.isEmpty, device.utf8.count <= 4096, !device.utf8.contains(0) else {
        throw node.error("This has to name a camera.", remedy: "lectern devices lists them.")
      }
      plan.device = device
    },
    CameraSetting(
      key: "enabled",
      help: "whether it scans; off, the camera is free",
      schema: ["type": "boolean"]
    ) {
      .bool($0.isEnabled)
    } apply: { (plan, node) throws(SettingError) in
      plan.isEnabled = try node.bool()
    },
    CameraSetting(
      key: "size",
      help: "the frame size, such as 1280x720; null lets quality choose",
      schema: ["type": ["string", "null"], "pattern": "^[1-9][0-9]{0,4}x[1-9][0-9]{0,4}$"]
    ) {
      $0.size.map { .string("\($0.width)x\($0.height)") } ?? .null
    } apply: { (plan, node) throws(SettingError) in
      plan.size = try node.size()
    },
    CameraSetting(
      key: "frameRate",
      help: "frames a second to ask of the camera; null lets it choose",
      schema: ["type": ["number", "null"], "minimum": 0.01, "maximum": 1000]
    ) {
      $0.frameRate.map(JSONValue.number) ?? .null
    } apply: { (plan, node) throws(SettingError) in
      plan.frameRate = node.value == .null ? nil : try node.number(0.01...1000)
    },
    CameraSetting(
      key: "fps",
      help: "play replay:DIR at this rate instead of its recorded times",
      schema: ["type": ["number", "null"], "minimum": 0.01, "maximum": 1000]
    ) {
      $0.playbackRate.map(JSONValue.number) ?? .null
    } apply: { (plan, node) throws(SettingError) in
      plan.playbackRate = node.value == .null ? nil : try node.number(0.01...1000)
    },
    CameraSetting(
      key: "controls",
      help: "the camera's controls by name, such as {\"focus_absolute\": 30}",
      schema: ["type": "object", "additionalProperties": ["type": "integer"]]
    ) { plan in
      .object(
        Dictionary(plan.controls.map { ($0.name, .number(Double($0.value))) }) { $1 }
      )
    } apply: { (plan, node) throws(SettingError) in
      guard case .object(let controls) = node.value else {
        throw node.error("This has to be an object of whole numbers, not \(node.value.kind).")
      }
      var settings: [ControlSetting] = []
      for name in controls.keys.sorted() {
        let value = JSONNode(controls[name] ?? .null, at: node.path + [name])
        let range = Int(Int32.min)...Int(Int32.max)
        settings.append(ControlSetting(name: name, value: try value.integer(range)))
      }
      plan.controls = settings
    },
    CameraSetting(
      key: "rotate",
      help: "turn the picture clockwise by so many degrees to stand upright",
      schema: ["type": "integer", "enum": [0, 90, 180, 270]]
    ) {
      .number(Double($0.rotation))
    } apply: { (plan, node) throws(SettingError) in
      let degrees = try node.integer(0...270)
      guard degrees % 90 == 0 else {
        throw node.error("This has to be 0, 90, 180 or 270, not \(degrees).")
      }
      plan.rotation = degrees
    },
    CameraSetting(
      key: "mirror",
      help: "the picture is seen in a mirror",
      schema: ["type": "boolean"]
    ) {
      .bool($0.isMirrored)
    } apply: { (plan, node) throws(SettingError) in
      plan.isMirrored = try node.bool()
    },
  ]

  static let text: [CameraSetting] = [
    CameraSetting(
      key: "languages",
      help: "the languages to read, most important first; none for the locale's",
      schema: ["type": "array", "items": ["type": "string"]]
    ) { plan in
      .array(plan.languages.map { .string($0.identifier) })
    } apply: { (plan, node) throws(SettingError) in
      plan.languages = try node.languages()
    },
    CameraSetting(
      key: "quality",
      help: "how much a picture is worth",
      schema: ["type": "string", "enum": ["fast", "balanced", "accurate"]]
    ) {
      .string($0.quality.rawValue)
    } apply: { (plan, node) throws(SettingError) in
      plan.quality = try node.choice()
    },
    CameraSetting(
      key: "engine",
      help: "which engine reads",
      schema: ["type": "string", "enum": ["auto", "tesseract", "neural"]]
    ) {
      .string($0.request.engine.rawValue)
    } apply: { (plan, node) throws(SettingError) in
      plan.request.engine = try node.choice()
    },
    CameraSetting(
      key: "types",
      help: "text, codes, or single kinds of codes such as qr",
      schema: ["type": "array", "items": ["type": "string"], "minItems": 1]
    ) {
      $0.types.json
    } apply: { (plan, node) throws(SettingError) in
      plan.types = try node.types()
    },
    CameraSetting(
      key: "content",
      help: "keep only these parts of lines, each an item of its own; none for whole lines",
      schema: ["type": "array", "items": .words(RecognizedContent.Kind.self)]
    ) { plan in
      .array(plan.contentKinds.map(\.rawValue).sorted().map { .string($0) })
    } apply: { (plan, node) throws(SettingError) in
      plan.contentKinds = try node.contentKinds()
    },
    CameraSetting(
      key: "minTextHeight",
      help: "leave out text lower than this fraction of the picture's height",
      schema: ["type": "number", "minimum": 0, "maximum": 1]
    ) {
      .number($0.request.minimumTextHeightFraction)
    } apply: { (plan, node) throws(SettingError) in
      plan.request.minimumTextHeightFraction = try node.number(0...1)
    },
    CameraSetting(
      key: "words",
      help: "words to prefer over similar ones",
      schema: ["type": "array", "items": ["type": "string"], "maxItems": 10000]
    ) { plan in
      .array(plan.request.customWords.map { .string($0) })
    } apply: { (plan, node) throws(SettingError) in
      var words: [String] = []
      for word in try node.elements() { words.append(try word.string()) }
      guard words.count <= 10000 else { throw node.error("This may name 10000 words at most.") }
      plan.request.customWords = words
    },
    CameraSetting(
      key: "correction",
      help: "whether dictionaries may weigh in; off for serial numbers",
      schema: ["type": "boolean"]
    ) {
      .bool($0.request.usesLanguageCorrection)
    } apply: { (plan, node) throws(SettingError) in
      plan.request.usesLanguageCorrection = try node.bool()
    },
  ]

  static let view: [CameraSetting] = [
    CameraSetting(
      key: "roi",
      help: "the part of the upright picture to read: x, y, width, height as fractions",
      schema: [
        "type": "array", "items": ["type": "number", "minimum": 0, "maximum": 1], "minItems": 4,
        "maxItems": 4,
      ]
    ) { plan in
      let region = plan.request.regionOfInterest
      return .array([region.x, region.y, region.width, region.height].map { .number($0) })
    } apply: { (plan, node) throws(SettingError) in
      let parts = try node.numbers(4, 0...1)
      guard
        let region = NormalizedRect(x: parts[0], y: parts[1], width: parts[2], height: parts[3])
      else {
        throw node.error(
          "This has to be x, y, width and height of a part inside the picture.",
          remedy: "The upper half is [0, 0, 1, 0.5]."
        )
      }
      plan.request.regionOfInterest = region
    },
    CameraSetting(
      key: "zoom",
      help: "how much larger things appear than at the widest",
      schema: ["type": "number", "minimum": 1, "maximum": 10]
    ) {
      .number($0.zoomFactor)
    } apply: { (plan, node) throws(SettingError) in
      plan.zoomFactor = try node.number(1...10)
    },
    CameraSetting(
      key: "pointOfInterest",
      help: "the place by which the one item is chosen when single is on: x, y",
      schema: [
        "type": "array", "items": ["type": "number", "minimum": 0, "maximum": 1], "minItems": 2,
        "maxItems": 2,
      ]
    ) {
      .array([.number($0.pointOfInterest.x), .number($0.pointOfInterest.y)])
    } apply: { (plan, node) throws(SettingError) in
      let parts = try node.numbers(2, 0...1)
      plan.pointOfInterest = NormalizedPoint(x: parts[0], y: parts[1])
    },
    CameraSetting(
      key: "single",
      help: "only the item nearest the point of interest",
      schema: ["type": "boolean"]
    ) {
      .bool(!$0.recognizesMultipleItems)
    } apply: { (plan, node) throws(SettingError) in
      plan.recognizesMultipleItems = try !node.bool()
    },
  ]
}

extension JSONValue {
  /// The words of an enumeration, as JSON Schema.
  static func words<Words: RawRepresentable & CaseIterable>(_: Words.Type) -> JSONValue
  where Words.RawValue == String {
    ["type": "string", "enum": .array(Words.allCases.map { .string($0.rawValue) })]
  }
}

extension RecognizedDataTypes {
  /// As settings write it.
  var json: JSONValue {
    var words: [JSONValue] = readsText ? ["text"] : []
    if let codes {
      let isAll = codes.symbologies == DetectBarcodesRequest().symbologies
      words += isAll ? ["codes"] : codes.symbologies.map { .string($0.rawValue) }
    }
    return .array(words)
  }
}
