/// What of a service's change feed people may read.
public struct HistoryPlan: Sendable {
    /// Which of a family's changes a player sees, as a condition in SQL: `?1` is the player's id,
    /// `?2` the same as text. Parents see all.
    let playerCondition: String
    /// Types of changes that nobody is shown, as a list in SQL.
    let hiddenTypes: String

    /// A plan with these limits; by default members see all that is their family's.
    public init(
        playerSees playerCondition: StaticString = "1", hiding hiddenTypes: StaticString = "''"
    ) {
        self.playerCondition = "\(playerCondition)"
        self.hiddenTypes = "\(hiddenTypes)"
    }
}
