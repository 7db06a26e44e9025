public import Contracts
public import Storage

/// What a service keeps of coaches: the schools' names in a table `schools`, and in a table
/// `coaches` of each coach what the service needs of the record. Both tables are the service's own
/// and have the key (family_unit_id, id).
public struct NamesReplica<Coach: Decodable & Sendable>: Replica {
    /// Coaches that were imported together.
    private struct Coaches: Decodable {
        var coaches: [Coach]
    }

    /// Coaches.
    public var producer: ServiceName { .coaches }

    private let store: @Sendable (Coach, WriteTransaction) throws -> Void

    /// A replica that stores a coach so, who may be there already.
    public init(store: @escaping @Sendable (Coach, WriteTransaction) throws -> Void) {
        self.store = store
    }

    /// Applies one of coaches' changes.
    public func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case CoachesFeed.schoolChanged:
            try storeSchool(try change.decodedPayload(), in: transaction)
        case CoachesFeed.coachChanged:
            try store(try change.decodedPayload(), transaction)
        case CoachesFeed.schoolsImported:
            let imported: CoachesFeed.SchoolsPayload = try change.decodedPayload()
            for school in imported.schools { try storeSchool(school, in: transaction) }
        case CoachesFeed.coachesImported:
            let imported: Coaches = try change.decodedPayload()
            for coach in imported.coaches { try store(coach, transaction) }
        case CoachesFeed.schoolsRemoved:
            try remove(try change.decodedPayload(), from: "schools", in: transaction)
        case CoachesFeed.coachesRemoved:
            try remove(try change.decodedPayload(), from: "coaches", in: transaction)
        default:
            break
        }
    }

    private func storeSchool(
        _ school: CoachesFeed.SchoolPayload, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO schools (family_unit_id, id, name) VALUES (?1, ?2, ?3)
            ON CONFLICT (family_unit_id, id) DO UPDATE SET name = excluded.name
            """, SQLValue(school.familyUnitID), SQLValue(school.id), .text(school.name))
    }

    private func remove(
        _ removed: CoachesFeed.RemovedPayload, from table: StaticString,
        in transaction: WriteTransaction
    ) throws {
        for id in removed.ids.compactMap({ RecordID(text: $0) }) {
            try transaction.execute(
                "DELETE FROM \(table) WHERE family_unit_id = ?1 AND id = ?2",
                SQLValue(removed.familyUnitID), SQLValue(id))
        }
    }

    /// Forgets all of them; the feed tells of them again.
    public func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM schools /* all families: a rebuild */")
        try transaction.execute("DELETE FROM coaches /* all families: a rebuild */")
    }
}
