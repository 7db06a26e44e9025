public import Storage

/// Compares the index of searches with the records and builds it again, apart from a running
/// service.
public struct SearchCheck: Sendable {
    private let indexer: SearchIndexer

    public init(sources: [SearchSource]) { indexer = SearchIndexer(sources) }

    /// Returns whether the number of records in the index differs from that in the tables; false
    /// while records wait to be indexed.
    public func differs(_ transaction: ReadTransaction) throws -> Bool {
        try indexer.differs(transaction)
    }

    /// Empties the index and notes all records, which are indexed afterwards. Returns their number.
    @discardableResult
    public func rebuild(_ transaction: WriteTransaction) throws -> Int {
        try indexer.rebuild(transaction)
    }

    /// The statements of searches, for tests of their plans.
    public static let statements = (
        forFamilies: SearchIndexer.statements,
        forWords: [SearchRepository.findSQL, SearchRepository.showSQL]
    )
}
