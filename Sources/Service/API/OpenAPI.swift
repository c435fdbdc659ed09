/// The interface's description in OpenAPI 3.1, made from its routes.
struct OpenAPI: Sendable {
  /// What is described.
  let routes: [Route]

  /// The program's version.
  let version: String

  /// The description.
  var document: JSONValue {
    var paths: [String: JSONValue] = [:]
    for route in routes {
      var operations: [String: JSONValue] = [:]
      if case .object(let known) = paths[route.path] { operations = known }
      operations[route.method.lowercased()] = operation(route)
      paths[route.path] = .object(operations)
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Lectern",
        "version": .string(version),
        "description": "Reads what cameras see, and pictures.",
        "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
      ],
      "security": [[:], ["token": []]],
      "paths": .object(paths),
      "components": [
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
        "schemas": Self.schemas,
      ],
    ]
  }

  private func operation(_ route: Route) -> JSONValue {
    var operation: [String: JSONValue] = [
      "summary": .string(route.summary),
      "operationId": .string(name(of: route)),
      "responses": responses(of: route),
    ]
    if !route.parameters.isEmpty {
      operation["parameters"] = .array(
        route.parameters.map { parameter in
          [
            "name": .string(parameter.name),
            "in": parameter.isInPath ? "path" : "query",
            "required": .bool(parameter.isInPath),
            "description": .string(parameter.help),
            "schema": parameter.schema,
          ]
        }
      )
    }
    if let body = body(of: route) { operation["requestBody"] = body }
    return .object(operation)
  }

  private func responses(of route: Route) -> JSONValue {
    var responses: [String: JSONValue] = [:]
    for answer in route.answers {
      var response: [String: JSONValue] = ["description": .string(route.summary)]
      if !answer.type.isEmpty {
        var content: [String: JSONValue] = [:]
        if case .object(let response) = responses["\(answer.status)"],
          case .object(let known) = response["content"]
        {
          content = known
        }
        content[answer.type] = ["schema": answer.schema]
        response["content"] = .object(content)
      }
      responses["\(answer.status)"] = .object(response)
    }
    let always = [400, 403, 413, 421] + (route.isOpen ? [] : [401])
    for status in Set(route.problems + always) {
      responses["\(status)"] = [
        "description": "The request is not obeyed, and why.",
        "content": [
          "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]
        ],
      ]
    }
    return .object(responses)
  }

  private func body(of route: Route) -> JSONValue? {
    switch route.body {
    case .none: return nil
    case .json(let schema):
      return ["required": true, "content": ["application/json": ["schema": schema]]]
    case .form:
      let schema: JSONValue = ["type": "object", "properties": ["token": ["type": "string"]]]
      return [
        "required": true, "content": ["application/x-www-form-urlencoded": ["schema": schema]],
      ]
    case .pictures:
      let picture: JSONValue = ["type": "string", "format": "binary"]
      let form: JSONValue = [
        "type": "object", "required": ["file"],
        "properties": ["file": ["type": "array", "items": picture]],
      ]
      return [
        "required": true,
        "content": [
          "multipart/form-data": ["schema": form], "image/jpeg": ["schema": picture],
          "image/png": ["schema": picture], "application/octet-stream": ["schema": picture],
        ],
      ]
    }
  }

  private func name(of route: Route) -> String {
    let words = route.path.split { !$0.isLetter }.filter { $0 != "v" }
    return route.method.lowercased()
      + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
