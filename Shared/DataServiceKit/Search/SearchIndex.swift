public import Contracts
public import ServiceKit
public import Storage

/// An index of the words of a service's records. What changed is noted in the transaction of the
/// record and indexed in steps: those of a family before it searches, the others by housekeeping.
public protocol SearchIndex: Sendable {
    /// Whether records of a family wait to be indexed. Throws `unavailable` if there are too many
    /// to wait for.
    func isPending(_ family: FamilyID, _ transaction: ReadTransaction) throws -> Bool
    /// Indexes some of the records that wait, those of a family or any; returns true if there may
    /// be more.
    func step(_ family: FamilyID?, _ transaction: WriteTransaction) throws -> Bool
    /// Empties the index and notes all records. Returns their number.
    @discardableResult
    func rebuild(_ transaction: WriteTransaction) throws -> Int
    /// Whether the number of records in the index differs from that in the tables; false while
    /// records wait.
    func differs(_ transaction: ReadTransaction) throws -> Bool
    /// The best matches of a search in the family of a reader, the best first.
    func hits(
        _ search: SearchInput, _ window: SearchWindow, of scope: FamilyScope, limit: Int,
        _ transaction: ReadTransaction
    ) throws -> [SearchHit]
}

/// The times and days between which records are found.
@Memberwise
public struct SearchWindow: Hashable, Sendable {
    public var since: Instant?
    public var firstDay: CivilDay?
    public var before: Instant?
    public var endDay: CivilDay?
}

extension SearchIndex {
    /// The error for a search that has no words.
    public static var noWords: ServiceError {
        .invalid("query", "Please enter a word to search for")
    }
}
