public import Storage

/// Thrown by a query that finds rows which were correct only at an earlier time of day. Writes
/// refresh the rows, and then the query runs again, so that a list filtered and sorted by such rows
/// in SQL is always correct.
public struct StaleRows: Error, Sendable {
    /// The number of refreshes after which a query is refused as busy.
    static let refreshesMax = 100

    /// Refreshes some of the rows; returns true if there may be more.
    let refresh: @Sendable (WriteTransaction) throws -> Bool

    /// Creates the error with the function that refreshes rows. It does one step at a time, each in
    /// its own transaction and as short as a command, and returns true if there may be more.
    public init(_ refresh: @escaping @Sendable (WriteTransaction) throws -> Bool) {
        self.refresh = refresh
    }
}
