/// How far a text is from the truth: 2d / (both lengths + d), with d the edit distance.
///
/// Letter case does not count, nor whether an O is a letter or a zero, which the reader behind the
/// data did not tell apart.
func error(of text: String, truth: String) -> Double {
  let (read, meant) = (folded(text), folded(truth))
  guard !read.isEmpty || !meant.isEmpty else { return 0 }
  let distance = editDistance(read, meant)
  return 2 * Double(distance) / Double(read.count + meant.count + distance)
}

/// The text with what does not count made the same.
func folded(_ text: String) -> [Character] {
  text.uppercased().map { $0 == "O" ? "0" : $0 }
}

private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var row = Array(0...second.count)
  for (index, character) in first.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for place in second.indices {
      let above = row[place + 1]
      let change = diagonal + (second[place] == character ? 0 : 1)
      row[place + 1] = min(above + 1, row[place] + 1, change)
      diagonal = above
    }
  }
  return row[second.count]
}
