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

/// A repository of records that people edit with a form.
public protocol FamilyRecords: FamilyReading {
    associatedtype Record: FormRecord
    /// What the error about a record that is not there concerns.
    static var subject: ErrorSubject { get }
    /// Returns one record of the family, or `nil`.
    func find(_ id: Identifier<Record.Tag>) throws -> Record?
}

extension FamilyRecords {
    /// Returns one record of the family, or throws `not_found`.
    public func require(_ id: Identifier<Record.Tag>) throws -> Record {
        guard let record = try find(id) else { throw ServiceError.notFound(Self.subject) }
        return record
    }
}
