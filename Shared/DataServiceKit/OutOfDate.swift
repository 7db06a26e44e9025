public import Storage

/// Thrown by a query that finds rows which were right at an earlier time of day, but no longer are.
/// They are brought up to date by writes, and then the query runs again; so a list that SQL filters
/// and sorts by such rows is right at every instant.
public struct OutOfDate: Error, Sendable {
    /// How often a query may find such rows before it is refused as busy.
    static let refreshesMax = 100

    /// Brings some of the rows up to date; true if there may be more.
    let refresh: @Sendable (WriteTransaction) throws -> Bool

    /// Names what brings the rows up to date, a step at a time: as much as a command may take, and
    /// the next one in a transaction of its own; true if there may be more.
    public init(_ refresh: @escaping @Sendable (WriteTransaction) throws -> Bool) {
        self.refresh = refresh
    }
}
