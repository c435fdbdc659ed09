import FoundationEssentials
import Imaging
import Recognition
import Scanner
import Testing

@testable import Service

/// What is said about a configuration that cannot be used, and what comes of one that can.
@Suite struct ConfigurationTests {
  private static func read(_ text: String) throws -> ServiceConfiguration {
    try ServiceConfiguration(json: JSONValue(parsing: Array(text.utf8), name: "The file"))
  }

  @Test func `a whole configuration is taken over`() throws {
    let configuration = try Self.read(
      """
      {"port": 80, "listen": "0.0.0.0", "tokenFile": "/etc/lectern/token", "hosts": ["Desk.local"],
       "limits": {"bodyMegabytes": 8, "pendingReads": 2, "connections": 64},
       "cameras": [
         {"name": "desk", "device": "C920", "languages": ["de", "en"], "quality": "accurate",
          "types": ["text", "qr"], "content": ["iban"], "roi": [0, 0, 1, 0.5], "zoom": 2,
          "rotate": 90, "mirror": true, "size": "1280x720", "controls": {"focus_absolute": 30}},
         {"enabled": false}]}
      """
    )
    #expect(configuration.port == 80)
    #expect(configuration.addresses == ["0.0.0.0"])
    #expect(configuration.hosts == ["desk.local"])
    #expect(configuration.bodyLimit == 8 << 20)
    #expect(configuration.cameras.map(\.name) == ["desk", "camera2"])
    let desk = configuration.cameras[0]
    #expect(desk.languages.map(\.code) == ["deu", "eng"])
    #expect(desk.types.codes?.symbologies == [.qr])
    #expect(desk.request.regionOfInterest.height == 0.5)
    #expect(!configuration.cameras[1].isEnabled)
    // What is written is what is read.
    var again = CameraPlan(name: "desk")
    try CameraSetting.apply(JSONNode(CameraSetting.values(of: desk)), to: &again)
    #expect(again == desk)
  }

  @Test func `nothing in the file means one camera, the first there is, on this machine only`()
    throws
  {
    let configuration = try Self.read("{}")
    #expect(configuration == ServiceConfiguration())
    #expect(configuration.cameras.map(\.device) == ["auto"])
    #expect(configuration.isLocal)
  }

  @Test(arguments: [
    (
      #"{"port": 70000}"#,
      "port: This has to be a whole number from 0 to 65535, not the number 70000."
    ),
    (
      #"{"port": "80"}"#,
      #"port: This has to be a whole number from 0 to 65535, not the text "80"."#
    ),
    (#"{"prot": 80}"#, "prot: There is no such setting."),
    (#"{"listen": []}"#, "listen: This has to name an address."),
    (#"{"hosts": ["a b"]}"#, #"hosts[0]: This has to be a host's name without a port, not "a b"."#),
    (#"{"limits": {"bodyMegabytes": 0}}"#, "limits.bodyMegabytes: This has to be a whole number"),
    (#"{"cameras": {}}"#, "cameras: This has to be a list, not an object."),
    (
      #"{"cameras": [{}, {"quality": "hihg"}]}"#,
      #"cameras[1].quality: This has to be one of fast, balanced, accurate, not "hihg"."#
    ),
    (
      #"{"cameras": [{"name": "a"}, {"name": "a"}]}"#,
      #"cameras[1].name: Two cameras are called "a"."#
    ),
    (#"{"cameras": [{"name": "a/b"}]}"#, "cameras[0].name: This has to be 1 to 64 letters"),
    (
      #"{"cameras": [{"roi": [0, 0, 2, 1]}]}"#,
      "cameras[0].roi[2]: This has to be a number from 0 to 1"
    ),
    (
      #"{"cameras": [{"roi": [0.5, 0, 1, 1]}]}"#,
      "cameras[0].roi: This has to be x, y, width and height"
    ),
    (#"{"cameras": [{"rotate": 45}]}"#, "cameras[0].rotate: This has to be 0, 90, 180 or 270"),
    (#"{"cameras": [{"languages": ["xx"]}]}"#, "cameras[0].languages[0]:"),
    (#"{"cameras": [{"types": ["txt"]}]}"#, "cameras[0].types[0]: There is nothing called"),
    (#"{"cameras": [{"types": []}]}"#, "cameras[0].types: This has to name what to look for."),
    (
      #"{"cameras": [{"controls": {"focus": 1.5}}]}"#,
      "cameras[0].controls.focus: This has to be a whole"
    ),
    (#"{"cameras": [{"size": "big"}]}"#, "cameras[0].size: This has to be width and height like"),
    ("[]", "This has to be an object, not a list."),
    ("{", "The file is not JSON:"),
    ("", "The file is not JSON"),
  ])
  func `what cannot be used is named with its place, the reason and what to write`(
    text: String,
    message: String
  ) {
    #expect { try Self.read(text) } throws: {
      let said = ($0 as? SettingError)?.text ?? "\($0)"
      return said.hasPrefix(message)
    }
  }

  @Test func `a file that is named and missing is an error, the usual one need not be there`() {
    #expect(throws: ServiceError.self) { try ServiceConfiguration(file: "/nonexistent.json") }
  }

  @Test func `of settings that cannot all be used none is`() {
    var plan = CameraPlan(name: "a")
    let change: JSONValue = ["zoom": 2, "quality": "best"]
    #expect(throws: SettingError.self) { try CameraSetting.apply(JSONNode(change), to: &plan) }
    #expect(plan == CameraPlan(name: "a"))
  }
}
