/// The part of a service's change feed that people may read.
public struct HistoryPlan: Sendable {
    /// The SQL condition for a family's changes that a player sees: `?1` is the player's id, `?2`
    /// the same as text. Parents see all.
    let playerCondition: String
    /// The types of changes that are always hidden, as a list in SQL.
    let hiddenTypes: String

    /// Creates a plan; by default members see all changes of their family.
    public init(
        playerSees playerCondition: StaticString = "1", hiding hiddenTypes: StaticString = "''"
    ) {
        self.playerCondition = "\(playerCondition)"
        self.hiddenTypes = "\(hiddenTypes)"
    }
}
