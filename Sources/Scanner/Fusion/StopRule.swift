/// When more readings of a line will not help.
///
/// Either two sure readings say exactly the fused text, or the text has stood for so long that another
/// reading is unlikely to change it.
public struct StopRule: Sendable, Hashable {
  /// How sure of each of its characters a reading must be for two of them to do, 0…1.
  public var sureConfidence: Double

  /// How much evidence the text must have withstood unchanged, in readings of full weight.
  public var patience: Double

  /// Makes a rule.
  public init(sureConfidence: Double, patience: Double) {
    self.sureConfidence = sureConfidence
    self.patience = patience
  }

  /// Loses next to nothing against 30 readings and needs a third of them.
  public static let thorough = StopRule(sureConfidence: 0.99, patience: 6)

  /// For lines that have settled, while the page lies there: what two readings agreed on without being
  /// sure of every character is read again.
  static let careful = StopRule(sureConfidence: 0.9, patience: 4)

  /// For a person waiting: two readings that agree well, or three that leave the text as it is.
  public static let prompt = StopRule(sureConfidence: 0.8, patience: 1.5)
}
