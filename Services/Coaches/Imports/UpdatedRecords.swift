import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Schools that imports change.
enum UpdatedSchools: ImportTarget {
    typealias Records = SchoolRepository
    static let table = SchoolImport.table.table

    static func store(
        _ school: School, _ scope: FamilyScope, _ unit: UnitOfWork, _ mark: ImportMark
    ) throws {
        try School.table.store(school, unit.transaction)
        try unit.record(mark.on(NewChange(CoachesFeed.schoolChanged, of: school)))
    }
}

/// Coaches whom imports change.
enum UpdatedCoaches: ImportTarget {
    typealias Records = CoachRepository
    static let table = CoachImport.table.table

    static func store(
        _ changed: Coach, _ scope: FamilyScope, _ unit: UnitOfWork, _ mark: ImportMark
    ) throws {
        var coach = changed
        coach.schoolName = try coach.schoolID.flatMap {
            try SchoolRepository(scope, unit.transaction).find($0)?.name
        }
        _ = try CoachChange.store(coach, unit, mark: mark)
    }

    static func obstacle(
        to before: Coach, from current: Coach, _ scope: FamilyScope,
        _ transaction: ReadTransaction
    ) throws -> String? {
        guard let school = before.schoolID, school != current.schoolID else { return nil }
        let isThere = try SchoolRepository(scope, transaction).find(school) != nil
        return isThere ? nil : "was at a school that is no longer there"
    }

    static func changes(from old: Coach, to new: Coach) throws -> [FieldChange] {
        try changes(from: old, to: new, school: \.schoolName)
    }
}

extension KnownRecord {
    /// Returns the record that a row means by what else it has; `nil` if there is none. Throws if
    /// there are several. `plural` is the noun of several records.
    init?(_ match: RowMatch<Identifier<Tag>>, field: String, plural: String) throws {
        switch match {
        case .none: return nil
        case .one(let id): self.init(id: id, isByID: false)
        case .several(let count):
            throw ServiceError.invalid(
                field, "The row may mean \(CountedNoun.text(count, plural)); give the id")
        }
    }
}
