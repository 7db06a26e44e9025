public import Contracts
public import ServiceKit
public import Storage

/// A repository that reads what one family has, for a caller or for background work.
public protocol FamilyReading {
    init(_ family: FamilyID, _ transaction: ReadTransaction)
}

extension FamilyReading {
    /// Creates a repository of the caller's family.
    public init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        self.init(scope.familyID, transaction)
    }
}
