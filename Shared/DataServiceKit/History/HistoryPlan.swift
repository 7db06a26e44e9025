/// The part of a service's change feed that people may read.
public struct HistoryPlan: Sendable {
    /// The SQL condition for a family's changes that a player sees: `?1` is the player's id, `?2`
    /// the same as text. Parents see all.
    let playerCondition: String
    /// The types of changes that are always hidden, as a list in SQL.
    let hiddenTypes: String
    /// The statements that select the name of a record into which another one was merged, by the
    /// kind of record: ?1 is the family, ?2 the record.
    let keptNames: [String: String]

    /// Creates a plan; by default members see all changes of their family, and no records of the
    /// service are merged.
    public init(
        playerSees playerCondition: StaticString = "1", hiding hiddenTypes: StaticString = "''",
        namingKept keptNames: [String: StaticString] = [:]
    ) {
        self.playerCondition = "\(playerCondition)"
        self.hiddenTypes = "\(hiddenTypes)"
        self.keptNames = keptNames.mapValues { "\($0)" }
    }
}
