import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// All SQL about the records that a family has twice. Statements name their index, because without
/// statistics SQLite would read the whole family for one address.
@Memberwise(labels: false)
struct DuplicateRepository {
    /// What coaches may share, by name. ?1 family.
    static let coachesSQL = """
        SELECT id, school_id, name_key, lower(email), phone_digits
        FROM coaches INDEXED BY coaches_by_name
        WHERE family_unit_id = ?1 AND deleted_at IS NULL ORDER BY name_folded, id
        """
    /// What schools may share, by name. ?1 family.
    static let schoolsSQL = """
        SELECT id, name_key, state, catalogue_id IS NOT NULL
        FROM schools INDEXED BY schools_by_name_key
        WHERE family_unit_id = ?1 AND deleted_at IS NULL ORDER BY name_key, id
        """
    private static let others = "AND id <> ?3 AND deleted_at IS NULL ORDER BY id LIMIT ?4"
    /// Coaches with an e-mail address, a phone number, a name at a school. ?1 family, ?2 the
    /// address, the number or the name, ?3 the coach whose likes are sought, ?4 limit.
    static let byEmailSQL = """
        SELECT id FROM coaches INDEXED BY coaches_by_email
        WHERE family_unit_id = ?1 AND lower(email) = ?2 AND email IS NOT NULL \(others)
        """
    static let byPhoneSQL = """
        SELECT id FROM coaches INDEXED BY coaches_by_phone
        WHERE family_unit_id = ?1 AND phone_digits = ?2 AND phone_digits IS NOT NULL \(others)
        """
    /// ?5 school.
    static let byNameSQL = """
        SELECT id FROM coaches INDEXED BY coaches_by_name_key
        WHERE family_unit_id = ?1 AND name_key = ?2 AND school_id IS ?5 \(others)
        """
    /// Schools of one name. ?1 family, ?2 name.
    static let schoolsByNameSQL = """
        SELECT id, name_key, state, catalogue_id IS NOT NULL
        FROM schools INDEXED BY schools_by_name_key
        WHERE family_unit_id = ?1 AND name_key = ?2 AND deleted_at IS NULL ORDER BY id
        """

    private let family: FamilyID
    private let transaction: ReadTransaction

    // MARK: All of a family

    /// Collects the family's coaches in sets of those who are probably one.
    func coachSets() throws -> DuplicateSets<CoachID> {
        typealias Key = DuplicateSets<CoachID>.Key
        var groups = DuplicateSets<CoachID>()
        try transaction.query(Self.coachesSQL, family) { row in
            let school: SchoolID? = try row.identifierOrNil(1)
            let name = "\(school?.text ?? "")\(CaseFolding.separator)\(try row.text(2))"
            groups.add(
                try row.identifier(0),
                [
                    Key(.name, name), Key(.email, try row.textOrNil(3)),
                    Key(.phone, try row.textOrNil(4)),
                ])
        }
        return groups
    }

    /// Finds the family's schools that are probably one.
    func schoolGroups() throws -> [[SchoolID]] {
        var groups: [[SchoolID]] = []
        var (name, part): (String?, [SchoolLikeness<SchoolID>]) = (nil, [])
        try transaction.query(Self.schoolsSQL, family) { row in
            let next = try row.text(1)
            if next != name {
                groups += SchoolLikeness.groups(of: part)
                (name, part) = (next, [])
            }
            part.append(try Self.likeness(row))
        }
        return groups + SchoolLikeness.groups(of: part)
    }

    private static func likeness(_ row: borrowing Row) throws -> SchoolLikeness<SchoolID> {
        SchoolLikeness(
            id: try row.identifier(0), state: try row.textOrNil(2), isInCatalogue: try row.bool(3))
    }

    // MARK: One record

    /// Says which of the family's coaches a coach probably is, at most `DuplicateLimit.namedMax` of
    /// each kind.
    func warnings(about coach: Coach) throws -> [String] {
        var reasons: [CoachID: [DuplicateReason]] = [:]
        var order: [CoachID] = []
        func note(_ reason: DuplicateReason, _ ids: [CoachID]) {
            for id in ids {
                if reasons[id] == nil { order.append(id) }
                reasons[id, default: []].append(reason)
            }
        }
        if let email = coach.email?.lowercased() {
            note(.email, try ids(Self.byEmailSQL, email, coach))
        }
        if let digits = coach.phone.flatMap(CoachSearchText.digits) {
            note(.phone, try ids(Self.byPhoneSQL, digits, coach))
        }
        let name = NameFolding.key([coach.lastName, coach.firstName])
        note(
            .name,
            try transaction.rows(
                Self.byNameSQL, family, name, coach.id, DuplicateLimit.namedMax, coach.schoolID
            ) { try $0.identifier(0) })
        let coaches = CoachRepository(family, transaction)
        return try order.prefix(DuplicateLimit.namedMax).compactMap { id in
            guard let other = try coaches.find(id) else { return nil }
            return DuplicateText.warning(
                other.fullName, at: other.schoolName, reasons[id] ?? [])
        }
    }

    private func ids(_ sql: String, _ text: String, _ coach: Coach) throws -> [CoachID] {
        try transaction.rows(sql, family, text, coach.id, DuplicateLimit.namedMax) {
            try $0.identifier(0)
        }
    }

    /// Says which of the family's schools a school probably is.
    func warnings(about school: School) throws -> [String] {
        let named = try transaction.rows(
            Self.schoolsByNameSQL, family, NameFolding.key([school.name])
        ) { try Self.likeness($0) }
        let own = SchoolLikeness(
            id: school.id, state: school.state, isInCatalogue: school.catalogueID != nil)
        let all = named.filter { $0.id != school.id } + [own]
        let group = SchoolLikeness.groups(of: all).first { $0.contains(school.id) } ?? []
        let schools = SchoolRepository(family, transaction)
        return try group.filter { $0 != school.id }.prefix(DuplicateLimit.namedMax).compactMap {
            guard let other = try schools.find($0) else { return nil }
            return DuplicateText.warning(other.name, at: other.placeText, [.name])
        }
    }
}
