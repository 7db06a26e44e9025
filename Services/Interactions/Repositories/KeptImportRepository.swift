import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Reads and stores what a player keeps of files for later.
@Memberwise(labels: false)
struct KeptImportRepository {
    /// ?1 family, ?2 user, ?3 the time of day. The ids begin with the times.
    static let all = """
        SELECT id, kind, name, row_count, kept_at, expires_at FROM kept_imports
        WHERE family_unit_id = ?1 AND user_id = ?2 AND expires_at > ?3 ORDER BY id DESC
        """
    /// ?1 family, ?2 user, ?3 the time of day.
    static let count = """
        SELECT count(*) FROM kept_imports
        WHERE family_unit_id = ?1 AND user_id = ?2 AND expires_at > ?3
        """
    /// ?1 family, ?2 user, ?3 id, ?4 the time of day.
    static let one = """
        SELECT id, kind, name, row_count, kept_at, expires_at, rows, answers FROM kept_imports
        WHERE family_unit_id = ?1 AND user_id = ?2 AND id = ?3 AND expires_at > ?4
        """
    /// ?1 family, ?2 user, ?3 id, ?4 and following: the content.
    static let insert = """
        INSERT INTO kept_imports (family_unit_id, user_id, id, name, row_count, rows, answers,
            kind, kept_at, expires_at, due_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        """
    /// ?1 family, ?2 user, ?3 id, ?4 and following: the content.
    static let replace = """
        UPDATE kept_imports SET name = ?4, row_count = ?5, rows = ?6, answers = ?7, kind = ?8
        WHERE family_unit_id = ?1 AND user_id = ?2 AND id = ?3
        """
    /// ?1 family, ?2 user, ?3 id.
    static let erase =
        "DELETE FROM kept_imports WHERE family_unit_id = ?1 AND user_id = ?2 AND id = ?3"
    /// ?1 family, ?2 user, ?3 the last time of day.
    static let eraseAll = """
        DELETE FROM kept_imports WHERE family_unit_id = ?1 AND user_id = ?2 AND kept_at <= ?3
        """

    /// One that expired, by the time of day (?1) and by the housekeeping time (?2).
    static let expired = """
        SELECT family_unit_id, user_id, id FROM kept_imports
        WHERE expires_at <= ?1 AND due_at <= ?2 ORDER BY expires_at LIMIT 1
        /* all families: the housekeeper erases what nobody went on with */
        """

    /// Every statement of a family that reads, replaces or erases, for tests of their plans.
    static let statements = [all, count, one, replace, erase, eraseAll]

    private let scope: FamilyScope
    private let transaction: ReadTransaction

    /// The kept imports, newest first.
    func list(at now: Instant) throws -> [KeptImport] {
        try transaction.rows(Self.all, scope.familyID, scope.userID, now, map: Self.record)
    }

    func count(at now: Instant) throws -> Int {
        try transaction.count(Self.count, scope.familyID, scope.userID, now)
    }

    /// Throws `not_found` if the player has no such kept import, or if it is past its time.
    func find(_ id: KeptImportID, at now: Instant) throws -> ShowKeptImport.Response {
        let found = try transaction.first(Self.one, scope.familyID, scope.userID, id, now) { row in
            ShowKeptImport.Response(
                keptImport: try Self.record(row), rows: try row.text(6),
                answers: try JSONCoding.decodedText([String].self, from: try row.text(7)))
        }
        guard let found else { throw ServiceError.notFound(.keptImport) }
        return found
    }

    private static func record(_ row: borrowing Row) throws -> KeptImport {
        KeptImport(
            id: try row.identifier(0), kind: try row.word(1), name: try row.text(2),
            rowCount: Int(try row.int64(3)), keptAt: try row.instant(4),
            expiresAt: try row.instant(5))
    }

    // MARK: Writes

    /// Stores a new one. It is erased at the earliest at `due`, a housekeeping time.
    func insert(
        _ record: KeptImport, _ input: KeepImport.Input, due: Instant,
        in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            Self.insert, scope.familyID, scope.userID, record.id, input.name,
            Int64(input.rowCount), input.rows, try JSONCoding.encodedText(input.answers),
            input.kind.rawValue, record.keptAt, record.expiresAt, due)
    }

    /// Replaces the content. The times stay as they are.
    func replace(
        _ id: KeptImportID, _ input: KeepImport.Input, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            Self.replace, scope.familyID, scope.userID, id, input.name, Int64(input.rowCount),
            input.rows, try JSONCoding.encodedText(input.answers), input.kind.rawValue)
    }

    func erase(_ id: KeptImportID, in transaction: WriteTransaction) throws {
        try transaction.execute(Self.erase, scope.familyID, scope.userID, id)
    }

    /// Erases what a user kept in a family up to a time of day.
    static func eraseAll(
        of user: UserID, in family: FamilyID, keptUpTo time: Instant,
        _ transaction: WriteTransaction
    ) throws {
        try transaction.execute(eraseAll, family, user, time)
    }

    /// Erases one kept import that is past its time; returns false if there is none.
    static func eraseNextExpired(_ unit: UnitOfWork) throws -> Bool {
        let found = try unit.transaction.first(expired, unit.now, unit.housekeepingTime) { row in
            (
                family: try row.identifier(0, as: FamilyID.self),
                user: try row.identifier(1, as: UserID.self),
                id: try row.identifier(2, as: KeptImportID.self)
            )
        }
        guard let found else { return false }
        try unit.transaction.execute(erase, found.family, found.user, found.id)
        return true
    }
}
