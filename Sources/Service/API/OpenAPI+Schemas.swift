import Scanner

extension OpenAPI {
  private static let text: JSONValue = ["type": "string"]
  private static let textOrNull: JSONValue = ["type": ["string", "null"]]
  private static let count: JSONValue = ["type": "integer", "minimum": 0]

  /// What answers hold.
  static let schemas: JSONValue = [
    "Object": ["type": "object"],
    "Settings": CameraSetting.schema,
    "Problem": [
      "type": "object", "required": ["type", "title", "status", "code", "detail"],
      "properties": [
        "type": text, "title": text, "status": count, "code": text, "detail": text,
        "remedy": text,
      ],
    ],
    "Cameras": [
      "type": "object", "required": ["cameras", "devices"],
      "properties": [
        "cameras": ["type": "array", "items": ["$ref": "#/components/schemas/Camera"]],
        "devices": ["type": "array", "items": ["type": "object"]],
      ],
    ],
    "Camera": [
      "type": "object",
      "required": ["name", "enabled", "state", "words", "viewers", "items", "settings"],
      "properties": [
        "name": text, "enabled": ["type": "boolean"], "state": .words(ScannerState.self),
        "camera": ["type": "object"], "reason": text, "advice": text,
        "hint": .words(GuidanceHint.self), "words": text, "viewers": count, "items": count,
        "settings": ["$ref": "#/components/schemas/Settings"],
      ],
    ],
    "Items": [
      "type": "object", "required": ["camera", "after", "items"],
      "properties": [
        "camera": text, "after": text,
        "items": ["type": "array", "items": ["$ref": "#/components/schemas/Item"]],
      ],
    ],
    "Item": [
      "type": "object", "required": ["id", "kind", "text", "confidence", "bounds"],
      "properties": [
        "id": ["type": "string", "format": "uuid"],
        "kind": ["type": "string", "enum": ["text", "code"]], "text": text,
        "confidence": ["type": "number", "minimum": 0, "maximum": 1],
        "bounds": [
          "type": "array", "minItems": 4, "maxItems": 4,
          "items": ["type": "array", "items": ["type": "number"]],
        ],
      ],
    ],
    "Reading": [
      "type": "object", "required": ["pictures"],
      "properties": [
        "pictures": [
          "type": "array",
          "items": [
            "type": "object", "required": ["name", "outcome", "pages"],
            "properties": [
              "name": text, "reason": textOrNull,
              "outcome": ["type": "string", "enum": ["text", "empty", "unreadable", "cancelled"]],
              "pages": ["type": "array", "items": ["type": "object"]],
            ],
          ],
        ]
      ],
    ],
    "Job": [
      "type": "object", "required": ["id", "phase", "progress", "pictures", "done"],
      "properties": [
        "id": ["type": "string", "format": "uuid"],
        "phase": [
          "type": "string", "enum": ["waiting", "reading", "done", "cancelled", "failed"],
        ],
        "progress": ["type": "number", "minimum": 0, "maximum": 1], "pictures": count,
        "done": count, "result": ["$ref": "#/components/schemas/Reading"],
        "problem": ["$ref": "#/components/schemas/Problem"],
      ],
    ],
  ]
}
