import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Schools that imports change.
enum UpdatedSchools: ImportTarget {
    static let table = SchoolImport.table.table

    static func find(
        _ id: SchoolID, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> School? { try SchoolRepository(scope, transaction).find(id) }

    static func store(
        _ school: School, _ scope: FamilyScope, _ unit: UnitOfWork, _ mark: ImportMark
    ) throws {
        try School.table.store(school, unit.transaction)
        try unit.record(
            mark.on(
                NewChange(
                    CoachesFeed.schoolChanged, of: "school", school.id,
                    version: Int64(school.version), family: scope.familyID, payload: school)))
    }

    static func obstacle(
        to before: School, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> String? { nil }

    static func changes(from old: School, to new: School) throws -> [FieldChange] {
        try new.changes(since: old)
    }
}

/// Coaches whom imports change.
enum UpdatedCoaches: ImportTarget {
    static let table = CoachImport.table.table

    static func find(
        _ id: CoachID, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Coach? { try CoachRepository(scope, transaction).find(id) }

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
        to before: Coach, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> String? {
        guard let school = before.schoolID else { return nil }
        let isThere = try SchoolRepository(scope, transaction).find(school) != nil
        return isThere ? nil : "was at a school that is no longer there"
    }

    static func changes(from old: Coach, to new: Coach) throws -> [FieldChange] {
        try changes(from: old, to: new, school: \.schoolName)
    }
}

/// A record that a row means.
struct KnownRecord<Tag> {
    let id: Identifier<Tag>
    /// Whether the row has its id. What the record was found by otherwise stays as it is written.
    let isByID: Bool
}

extension KnownRecord where Tag: NamedTag {
    /// Returns the record that a row means by its id or its key in an archive; `nil` if it has no
    /// id. Throws if it has one that is not the family's.
    init?(
        id: String?, key: String?, isThere: (Identifier<Tag>) throws -> Bool
    ) throws {
        if let text = id?.trimmed, !text.isEmpty {
            guard let id = Identifier<Tag>(text: text) else {
                throw ServiceError.invalid("id", "This is not the id of a \(Tag.noun)")
            }
            guard try isThere(id) else {
                throw ServiceError.invalid("id", "Your family has no \(Tag.noun) with this id")
            }
            self.init(id: id, isByID: true)
            return
        }
        guard let id = key.flatMap({ Identifier<Tag>(text: $0.trimmed) }), try isThere(id) else {
            return nil
        }
        self.init(id: id, isByID: true)
    }

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
