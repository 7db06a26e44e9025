import Contracts
import DataServiceKit
import Storage

/// Reads and stores a family's table of contact windows.
@Memberwise(labels: false)
struct ContactWindowRepository {
    /// The table's version, and the time at which a file was last stored; nil after its removal.
    struct File {
        let version: Int64
        let importedAt: Instant?
    }

    let familyID: FamilyID
    let transaction: ReadTransaction

    /// ?1 family.
    static let all = """
        SELECT division, types, direction, kind, first_day, last_day, note, source, checked_on
        FROM contact_windows WHERE family_unit_id = ?1 ORDER BY position
        """
    /// ?1 family.
    static let file = """
        SELECT version, imported_at FROM contact_window_files WHERE family_unit_id = ?1
        """
    /// ?1 family, ?2 school.
    static let division = """
        SELECT division FROM school_divisions WHERE family_unit_id = ?1 AND id = ?2
        """
    /// ?1 family.
    static let remove = "DELETE FROM contact_windows WHERE family_unit_id = ?1"
    /// ?1 family, ?2 position, ?3 and following: the rule.
    static let insert = """
        INSERT INTO contact_windows (family_unit_id, position, division, types, direction, kind,
            first_day, last_day, note, source, checked_on)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """
    /// ?1 family, ?2 version, ?3 time.
    static let storeFile = """
        INSERT INTO contact_window_files (family_unit_id, version, imported_at)
        VALUES (?1, ?2, ?3)
        ON CONFLICT (family_unit_id) DO UPDATE
        SET version = excluded.version, imported_at = excluded.imported_at
        """

    /// Every statement that reads, and the removal, for tests of their plans.
    static let statements = [all, file, division, remove]

    /// The family's rules, in the order in which they were stored.
    func windows() throws -> [ContactWindow] {
        try transaction.rows(Self.all, familyID) { row in
            ContactWindow(
                division: try row.wordOrNil(0),
                types: try row.text(1).split(separator: " ").compactMap {
                    InteractionType(rawValue: String($0))
                },
                direction: try row.wordOrNil(2), kind: try row.word(3),
                firstDay: CivilDay(daysSince1970: try row.int64(4)),
                lastDay: try row.int64OrNil(5).map { CivilDay(daysSince1970: $0) },
                note: try row.textOrNil(6), source: try row.text(7),
                checkedOn: CivilDay(daysSince1970: try row.int64(8)))
        }
    }

    /// What is known of the stored file; nil if there was never one.
    func file() throws -> File? {
        try transaction.first(Self.file, familyID) {
            File(version: try $0.int64(0), importedAt: try $0.instantOrNil(1))
        }
    }

    /// A school's division; nil if it is not known.
    func division(of school: SchoolID) throws -> Division? {
        let word = try transaction.first(Self.division, familyID, school) { try $0.text(0) }
        return word.flatMap(Division.init(rawValue:))
    }

    /// Replaces all rules; `time` is nil if they are removed.
    func replace(
        with windows: [ContactWindow], version: Int64, at time: Instant?,
        in transaction: WriteTransaction
    ) throws {
        try transaction.execute(Self.remove, familyID)
        for (place, window) in windows.enumerated() {
            try transaction.execute(
                Self.insert, familyID, Int64(place + 1), window.division?.rawValue,
                window.types.map(\.rawValue).joined(separator: " "), window.direction?.rawValue,
                window.kind.rawValue, window.firstDay.daysSince1970,
                window.lastDay?.daysSince1970, window.note, window.source,
                window.checkedOn.daysSince1970)
        }
        try transaction.execute(Self.storeFile, familyID, version, time)
    }
}
