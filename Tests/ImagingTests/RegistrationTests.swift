import Imaging
import TestSupport
import Testing

struct RegistrationTests {
  /// A page of short lines as a thumbnail, with a frame of white around it.
  private let page: LumaImage

  init() throws {
    let text = try DrawnText()
    var image = LumaImage(width: 1280, height: 720, filledWith: 235)
    for row in 0..<14 {
      let line = "LINE \(row * 7919 % 1000) OF THE PAGE \(row)"
      text.draw(line, into: &image, x: 120 + row % 3 * 30, y: 40 + row * 46)
    }
    page = image.resized(to: PixelSize(width: 320, height: 180), filter: .area)
  }

  private func registered(
    _ movement: Similarity,
    guess: Similarity = .identity
  )
    -> Registration?
  {
    let later = page.moved(by: movement)
    return Registration(from: DetailMap(page), to: DetailMap(later), guess: guess)
  }

  /// How far apart two movements bring a corner of the page at most, in pixels.
  private func distance(_ one: Similarity, _ other: Similarity) -> Double {
    one.after(other.inverse).reach(in: page.size)
  }

  @Test(arguments: [
    Similarity.identity,
    .shift(0.5, -0.3), .shift(3.2, 2.1), .shift(-21, 9), .shift(40, -12),
    Similarity(a: 0.9998, b: 0.02, dx: 1, dy: -2),
    Similarity(a: 1.01, b: -0.01, dx: -2, dy: 1),
  ])
  func `a page that moved is found where it went`(movement: Similarity) throws {
    let registration = try #require(registered(movement))
    #expect(distance(registration.movement, movement) < 0.6)
    #expect(registration.agreement > 0.5)
  }

  @Test func `a hand over a third of the page does not move it`() throws {
    var later = page
    for y in 60..<180 { for x in 180..<300 { later[x, y] = UInt8(90 + (x * y) % 23) } }
    let registration = try #require(
      Registration(from: DetailMap(page), to: DetailMap(later))
    )
    #expect(registration.movement.reach(in: page.size) < 0.3)
  }

  @Test func `half the light is the same page`() throws {
    var darker = page
    for y in 0..<180 { for x in 0..<320 { darker[x, y] = darker[x, y] / 2 } }
    let registration = try #require(
      Registration(from: DetailMap(page), to: DetailMap(darker))
    )
    #expect(registration.movement.reach(in: page.size) < 0.3)
  }

  @Test func `an empty table has nothing to go by`() {
    let blank = LumaImage(width: 320, height: 180, filledWith: 120)
    #expect(Registration(from: DetailMap(blank), to: DetailMap(blank)) == nil)
    #expect(Registration(from: DetailMap(page), to: DetailMap(blank)) == nil)
  }

  @Test func `the way there and back ends where it began`() {
    let movement = Similarity(a: 0.98, b: 0.1, dx: 12, dy: -7)
    #expect(movement.inverse.after(movement).reach(in: page.size) < 1e-9)
  }
}
