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
    /// The lines and names of coaches that an import has staged. ?3 import, the others as above.
    static let stagedByEmailSQL = stagedSQL(
        "coaches_staged_by_email", "lower(email) = ?2 AND email IS NOT NULL")
    static let stagedByPhoneSQL = stagedSQL(
        "coaches_staged_by_phone", "phone_digits = ?2 AND phone_digits IS NOT NULL")
    static let stagedByNameSQL = stagedSQL(
        "coaches_staged_by_name_key", "name_key = ?2 AND school_id IS ?5")
    /// Schools of one name that an import has staged, with their lines. ?1 family, ?2 name, ?3
    /// import.
    static let stagedSchoolsByNameSQL = """
        SELECT schools.id, schools.name, schools.state, schools.catalogue_id IS NOT NULL,
            import_lines.line
        FROM schools INDEXED BY schools_staged_by_name_key
        CROSS JOIN import_lines ON import_lines.family_unit_id = ?1
            AND import_lines.import_id = ?3 AND import_lines.record_id = schools.id
        WHERE schools.family_unit_id = ?1 AND schools.operation_id = ?3
            AND schools.name_key = ?2 AND schools.deleted_at IS NOT NULL
        """
    /// The statements about one record, for tests of their plans.
    static let statementsOfOne = [
        byEmailSQL, byPhoneSQL, byNameSQL, schoolsByNameSQL, stagedByEmailSQL, stagedByPhoneSQL,
        stagedByNameSQL, stagedSchoolsByNameSQL,
    ]

    private static func stagedSQL(_ index: String, _ condition: String) -> String {
        """
        SELECT import_lines.line, coaches.first_name || ' ' || coaches.last_name
        FROM coaches INDEXED BY \(index)
        CROSS JOIN import_lines ON import_lines.family_unit_id = ?1
            AND import_lines.import_id = ?3 AND import_lines.record_id = coaches.id
        WHERE coaches.family_unit_id = ?1 AND coaches.operation_id = ?3 AND \(condition)
            AND coaches.deleted_at IS NOT NULL LIMIT ?4
        """
    }

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

    /// The folded names of the family's coaches with their schools.
    func coachNames() throws -> [(name: String, school: SchoolID)] {
        var names: [(name: String, school: SchoolID)] = []
        try transaction.query(Self.coachesSQL, family) { row in
            if let school: SchoolID = try row.identifierOrNil(1) {
                names.append((try row.text(2), school))
            }
        }
        return names
    }

    /// Says what the catalogue knows of a school that was added by hand: that the family follows
    /// the same one, or which one it may be; nil if nothing.
    func proposal(for school: School, of catalogue: Catalogue) throws -> String? {
        guard school.catalogueID == nil else { return nil }
        if let entry = catalogue.meant(by: school) {
            let known = try SchoolRepository(family, transaction)
                .find(catalogueID: entry.catalogueID)
            return known.map { DuplicateText.warning($0.name, at: $0.placeText, [.name]) }
                ?? DuplicateText.proposal([entry])
        }
        let meant = catalogue.find(school.name, state: school.state).schools
        let likely = meant.isEmpty ? catalogue.schools(spelled: school.name) : meant
        return DuplicateText.proposal(
            likely.filter { school.state == nil || school.state == $0.state })
    }

    private static func likeness(_ row: borrowing Row) throws -> SchoolLikeness<SchoolID> {
        SchoolLikeness(
            id: try row.identifier(0), state: try row.textOrNil(2), isInCatalogue: try row.bool(3))
    }

    // MARK: One record

    /// The texts of a coach that only one coach should have, and the statements that find who else
    /// has them: in the family, and among the rows of a file.
    private static func keys(
        of coach: Coach
    ) -> [(reason: DuplicateReason, text: String?, known: String, staged: String)] {
        [
            (.email, coach.email?.lowercased(), byEmailSQL, stagedByEmailSQL),
            (
                .phone, coach.phone.flatMap(CoachSearchText.digits(ofPhone:)), byPhoneSQL,
                stagedByPhoneSQL
            ),
            (
                .name, NameFolding.key([coach.lastName, coach.firstName]), byNameSQL,
                stagedByNameSQL
            ),
        ]
    }

    /// Says which of the family's coaches, and of those that an import has staged, a coach probably
    /// is, at most `DuplicateLimit.namedMax`.
    func warnings(
        about coach: Coach, besides importID: OperationID? = nil
    ) throws -> [String] {
        var known = CommonTexts<CoachID>()
        var staged = CommonTexts<FileRow>()
        for key in Self.keys(of: coach) {
            guard let text = key.text else { continue }
            known.add(
                key.reason,
                try sharing(key.known, text, coach.id, coach, key.reason) { try $0.identifier(0) })
            guard let importID else { continue }
            staged.add(
                key.reason,
                try sharing(key.staged, text, importID, coach, key.reason) { row in
                    FileRow(line: Int(try row.int64(0)), name: try row.text(1))
                })
        }
        let coaches = CoachRepository(family, transaction)
        let there = try known.found.prefix(DuplicateLimit.namedMax).compactMap {
            (id, reasons) -> String? in
            guard let other = try coaches.find(id) else { return nil }
            return DuplicateText.warning(other.fullName, at: other.schoolName, reasons)
        }
        let inFile = staged.found.sorted { $0.record.line < $1.record.line }
        return Self.limited(
            there + inFile.map { DuplicateText.warning($0.name, inLine: $0.line, $1) })
    }

    /// Reads the records that share a text with a coach, at most `DuplicateLimit.namedMax`. `own`
    /// is the third value of the statement.
    private func sharing<Own: SQLBindable, Found>(
        _ sql: String, _ text: String, _ own: Own, _ coach: Coach, _ reason: DuplicateReason,
        _ map: (borrowing Row) throws -> Found
    ) throws -> [Found] {
        let limit = DuplicateLimit.namedMax
        guard reason == .name else {
            return try transaction.rows(sql, family, text, own, limit, map: map)
        }
        return try transaction.rows(sql, family, text, own, limit, coach.schoolID, map: map)
    }

    /// Says which of the family's schools, and of those that an import has staged, a school
    /// probably is, at most `DuplicateLimit.namedMax`.
    func warnings(
        about school: School, besides importID: OperationID? = nil
    ) throws -> [String] {
        let name = NameFolding.key([school.name])
        var others = try transaction.rows(Self.schoolsByNameSQL, family, name) {
            try Self.likeness($0)
        }
        var lines: [SchoolID: FileRow] = [:]
        if let importID {
            try transaction.query(Self.stagedSchoolsByNameSQL, family, name, importID) { row in
                let likeness = try Self.likeness(row)
                others.append(likeness)
                lines[likeness.id] = FileRow(line: Int(try row.int64(4)), name: try row.text(1))
            }
        }
        let own = SchoolLikeness(
            id: school.id, state: school.state, isInCatalogue: school.catalogueID != nil)
        let all = others.filter { $0.id != school.id } + [own]
        let group = (SchoolLikeness.groups(of: all).first { $0.contains(school.id) } ?? [])
            .filter { $0 != school.id }
        let schools = SchoolRepository(family, transaction)
        let there = try group.filter { lines[$0] == nil }.prefix(DuplicateLimit.namedMax)
            .compactMap { id -> String? in
                guard let other = try schools.find(id) else { return nil }
                return DuplicateText.warning(other.name, at: other.placeText, [.name])
            }
        let inFile = group.compactMap { lines[$0] }.sorted { $0.line < $1.line }
        return Self.limited(
            there + inFile.map { DuplicateText.warning($0.name, inLine: $0.line, [.name]) })
    }

    private static func limited(_ warnings: [String]) -> [String] {
        Array(warnings.prefix(DuplicateLimit.namedMax))
    }
}

/// A row of a file that is being imported, with the name of its record.
private struct FileRow: Hashable {
    let line: Int
    let name: String
}

/// Records that share texts with another one, in the order in which they were found.
private struct CommonTexts<Record: Hashable> {
    /// The records, each with what it shares.
    private(set) var found: [(record: Record, reasons: [DuplicateReason])] = []
    private var places: [Record: Int] = [:]

    mutating func add(_ reason: DuplicateReason, _ records: [Record]) {
        for record in records {
            if let place = places[record] {
                found[place].reasons.append(reason)
            } else {
                places[record] = found.count
                found.append((record, [reason]))
            }
        }
    }
}
