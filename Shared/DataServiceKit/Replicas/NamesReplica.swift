public import Contracts
public import Storage

/// A replica of coaches: the schools' names in a table `schools`, and the required fields of each
/// coach in a table `coaches`. Both are the service's own tables with the key (family_unit_id, id).
public struct NamesReplica<Coach: Decodable & Sendable>: Replica {
    /// The payload of an import of coaches.
    private struct Coaches: Decodable {
        var coaches: [Coach]
    }

    public var producer: ServiceName { .coaches }

    private let schools = NamesTable("schools")
    private let store: @Sendable (Coach, WriteTransaction) throws -> Void

    /// Creates a replica. `store` inserts or updates a coach.
    public init(store: @escaping @Sendable (Coach, WriteTransaction) throws -> Void) {
        self.store = store
    }

    /// Applies a change of coaches.
    public func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case CoachesFeed.schoolChanged, CoachesFeed.schoolMerged, CoachesFeed.schoolSeparated:
            try storeSchool(try change.decodedPayload(), in: transaction)
        case CoachesFeed.coachChanged, CoachesFeed.coachRestored, CoachesFeed.coachMerged,
            CoachesFeed.coachSeparated:
            // A coach comes back without a school that was erased in the meantime.
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
        try schools.store(school.name, of: school.id, school.familyUnitID, in: transaction)
    }

    private func remove(
        _ removed: CoachesFeed.RemovedPayload, from table: StaticString,
        in transaction: WriteTransaction
    ) throws {
        for id in removed.ids.compactMap({ RecordID(text: $0) }) {
            try transaction.execute(
                "DELETE FROM \(table) WHERE family_unit_id = ?1 AND id = ?2", removed.familyUnitID,
                id)
        }
    }

    /// Removes all rows, which the feed recreates.
    public func clear(in transaction: WriteTransaction) throws {
        try schools.clear(in: transaction)
        try transaction.execute("DELETE FROM coaches /* all families: a rebuild */")
    }
}
