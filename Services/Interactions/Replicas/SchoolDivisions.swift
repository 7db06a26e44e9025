import Contracts
import DataServiceKit
import Storage

/// The divisions of schools, which rules of contact windows speak of.
struct SchoolDivisions: Replica {
    /// A school, reduced to its division.
    private struct School: Decodable {
        enum CodingKeys: String, CodingKey {
            case familyUnitID = "family_unit_id"
            case id
            case division
        }

        var familyUnitID: FamilyID
        var id: SchoolID
        /// A word of `Division`, or one that is unknown here.
        var division: String?
    }

    /// The payload of an import of schools.
    private struct Schools: Decodable {
        var schools: [School]
    }

    /// ?1 family, ?2 school, ?3 division.
    static let store = """
        INSERT INTO school_divisions (family_unit_id, id, division) VALUES (?1, ?2, ?3)
        ON CONFLICT (family_unit_id, id) DO UPDATE SET division = excluded.division
        """
    /// ?1 family, ?2 school.
    static let remove = "DELETE FROM school_divisions WHERE family_unit_id = ?1 AND id = ?2"

    var producer: ServiceName { .coaches }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case CoachesFeed.schoolChanged, CoachesFeed.schoolMerged, CoachesFeed.schoolSeparated:
            try store(try change.decodedPayload(), transaction)
        case CoachesFeed.schoolsImported:
            let imported: Schools = try change.decodedPayload()
            for school in imported.schools { try store(school, transaction) }
        case CoachesFeed.schoolsRemoved:
            let removed: CoachesFeed.RemovedPayload = try change.decodedPayload()
            for id in removed.ids.compactMap({ SchoolID(text: $0) }) {
                try transaction.execute(Self.remove, removed.familyUnitID, id)
            }
        default:
            break
        }
    }

    private func store(_ school: School, _ transaction: WriteTransaction) throws {
        guard let division = school.division else {
            try transaction.execute(Self.remove, school.familyUnitID, school.id)
            return
        }
        try transaction.execute(
            Self.store, school.familyUnitID, school.id, division)
    }

    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM school_divisions /* all families: a rebuild */")
    }
}
