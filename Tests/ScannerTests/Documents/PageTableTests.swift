import Imaging
import Testing

@testable import Scanner

@Suite struct PageTableTests {
  /// Pages are drawn with 20 pixels a character: runs of blanks are columns.
  private func rows(_ texts: [String], slope: Double = 0) -> [[String]] {
    PageTable(PrintedPage(DrawnPages.table(texts, slope: slope))).rows
  }

  @Test func `words below each other are cells of a column, also of lines that fall`() {
    for slope in [0, 0.08] {
      let rows = rows(
        [
          "Item           Count    Price",
          "Red apples         3     1.20",
          "Pears             12    10.00",
        ],
        slope: slope
      )
      #expect(
        rows == [
          ["Item", "Count", "Price"], ["Red apples", "3", "1.20"], ["Pears", "12", "10.00"],
        ]
      )
    }
  }

  @Test func `a cell that is missing leaves its place empty`() {
    #expect(
      rows(["one     two     three", "four            six", "seven   eight   nine"])
        == [["one", "two", "three"], ["four", "", "six"], ["seven", "eight", "nine"]]
    )
  }

  @Test func `what is no table comes as rows of one cell`() {
    #expect(
      rows(["A heading over all", "one     two", "three   four", "and text below it"])
        == [["A heading over all"], ["one", "two"], ["three", "four"], ["and text below it"]]
    )
    #expect(rows(["one     two", "running text"]) == [["one two"], ["running text"]])
    #expect(rows([]) == [])
  }

  @Test func `a long cell in one of many rows does not make two columns one`() {
    var texts = (1...8).map { "name\($0)      \($0)00" }
    texts[4] = "an exceptional    500"
    #expect(rows(texts).allSatisfy { $0.count == 2 })
  }

  @Test func `cells with commas and quotes are quoted in CSV`() {
    let page = PrintedPage(DrawnPages.table(["a,b     say \"x\"", "c       d"], slope: 0))
    #expect(PageTable(page).text(.csv) == "\"a,b\",\"say \"\"x\"\"\"\nc,d\n")
    #expect(PageTable(page).text(.tsv) == "a,b\tsay \"x\"\nc\td\n")
  }
}
