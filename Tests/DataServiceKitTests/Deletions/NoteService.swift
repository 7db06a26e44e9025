import Contracts
import ServiceKit
import Storage
import Support

@testable import DataServiceKit

/// A service of notes on coaches and schools, with lines as parts, that takes part in deletions.
final class NoteService {
    static let notes = DependentTable(
        "notes", coach: "coach_id", school: "school_id", isVersioned: true)
    static let lines = DependentTable("lines", partOf: "notes", by: "note_id")
    static let family = FamilyID(high: 0xFA, low: 1)
    static let otherFamily = FamilyID(high: 0xFA, low: 2)
    static let actor = UserID(high: 0xA, low: 1)

    static let schema = DataServiceAssembly.Schema(
        applicationID: 6,
        migrations: [
            Migration(
                "notes",
                sql: """
                    CREATE TABLE notes (
                        family_unit_id BLOB NOT NULL, id BLOB NOT NULL, url TEXT,
                        coach_id BLOB, school_id BLOB, version INTEGER NOT NULL DEFAULT 1,
                        deleted_at INTEGER, operation_id BLOB,
                        PRIMARY KEY (family_unit_id, id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE UNIQUE INDEX notes_by_url ON notes (family_unit_id, url)
                        WHERE deleted_at IS NULL AND url IS NOT NULL;
                    CREATE INDEX notes_by_coach ON notes (family_unit_id, coach_id)
                        WHERE coach_id IS NOT NULL AND deleted_at IS NULL;
                    CREATE INDEX notes_by_school ON notes (family_unit_id, school_id)
                        WHERE school_id IS NOT NULL AND deleted_at IS NULL;
                    CREATE INDEX notes_by_operation ON notes (family_unit_id, operation_id)
                        WHERE operation_id IS NOT NULL;
                    CREATE TABLE lines (
                        family_unit_id BLOB NOT NULL, id BLOB NOT NULL, note_id BLOB NOT NULL,
                        deleted_at INTEGER, operation_id BLOB,
                        PRIMARY KEY (family_unit_id, id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX lines_by_note ON lines (family_unit_id, note_id);
                    CREATE INDEX lines_by_operation ON lines (family_unit_id, operation_id)
                        WHERE operation_id IS NOT NULL;
                    CREATE TABLE rollup (count INTEGER NOT NULL CHECK (count >= 0)) STRICT;
                    INSERT INTO rollup VALUES (0);
                    """)
        ], replicaTracks: [DeletionTables.track])

    /// Keeps the number of notes.
    struct Rollup: DeletionObserver {
        func marked(_ ids: [RecordID], _ batch: DeletionBatch) throws {
            try add(-ids.count, batch)
        }

        func restored(_ ids: [RecordID], _ batch: DeletionBatch) throws {
            try add(ids.count, batch)
        }

        private func add(_ count: Int, _ batch: DeletionBatch) throws {
            guard batch.table.type == "notes" else { return }
            try batch.unit.transaction.execute("UPDATE rollup SET count = count + ?1", count)
        }
    }

    let fixture: ServiceFixture
    let coaches = ListedSource()
    private let consumer: FeedConsumer
    private var operations: UInt64 = 0

    init() throws {
        fixture = try ServiceFixture(.interactions, schema: Self.schema)
        consumer = try FeedConsumer(
            .coaches, source: coaches,
            replicas: [DeletionParticipant([Self.notes, Self.lines], observer: Rollup())],
            database: fixture.service.database, feed: fixture.service.feed,
            clock: fixture.service.clock, logger: fixture.service.logger)
    }

    // MARK: Records

    func add(
        _ number: UInt64, coach: CoachID? = nil, school: SchoolID? = nil, url: String? = nil,
        in family: FamilyID = family, lines: UInt64 = 0
    ) throws {
        try fixture.service.database.write { transaction in
            let id = RecordID(high: 1, low: number)
            try transaction.execute(
                """
                INSERT INTO notes (family_unit_id, id, url, coach_id, school_id)
                VALUES (?1, ?2, ?3, ?4, ?5)
                """, family, id, url, coach, school)
            for line in 0..<lines {
                try transaction.execute(
                    "INSERT INTO lines (family_unit_id, id, note_id) VALUES (?1, ?2, ?3)", family,
                    RecordID(high: number, low: line), id)
            }
            try transaction.execute("UPDATE rollup SET count = count + 1")
        }
    }

    /// Every column of every note and line that is there for people.
    var present: [String] {
        get throws {
            try fixture.service.database.read { transaction in
                try ["notes", "lines"].flatMap { table in
                    try transaction.rows(
                        """
                        SELECT hex(family_unit_id) || hex(id) FROM \(table)
                        WHERE deleted_at IS NULL AND operation_id IS NULL ORDER BY 1
                        """
                    ) { "\(table) \(try $0.text(0).suffix(18))" }
                }
            }
        }
    }

    /// What notes that are there name.
    var names: [String] {
        get throws {
            try fixture.service.database.read { transaction in
                try transaction.rows(
                    """
                    SELECT trim(iif(coach_id IS NULL, '', 'coach ')
                        || iif(school_id IS NULL, '', 'school')) FROM notes
                    WHERE deleted_at IS NULL ORDER BY id
                    """
                ) { try $0.text(0) }
            }
        }
    }

    var rollup: Int64? {
        get throws {
            try fixture.service.database.read { try $0.scalar("SELECT count FROM rollup") }
        }
    }

    // MARK: Coaches' feed

    func delete(
        _ coaches: [CoachID], school: SchoolID? = nil, in family: FamilyID = family
    ) throws -> OperationID {
        operations += 1
        let id = OperationID(high: 0x0F, low: operations)
        try self.coaches.appendDeletion(
            id, of: school, coaches: coaches, in: family, by: Self.actor)
        try follow()
        return id
    }

    func undo(_ operation: OperationID) throws {
        try coaches.append(DeletionFeed.undone, operation, in: Self.family)
        try follow()
    }

    func purge(_ operation: OperationID) throws {
        try coaches.append(DeletionFeed.purged, operation, in: Self.family)
        try follow()
    }

    func follow() throws {
        repeat { try consumer.step() } while consumer.cursor.sequence < coaches.told.count
        if let poison = consumer.poison { throw ServiceError(.internal, poison.reason) }
    }

    /// The answers in this service's feed.
    var answers: [String] {
        get throws {
            try fixture.changes().filter { $0.type != DeletionFeed.removing }.map { change in
                let payload: DeletionFeed.CountsPayload = try change.decodedPayload()
                let counts = payload.counts.sorted { $0.key < $1.key }
                    .map { " \($0.key) \($0.value)" }
                return "\(payload.operationID.low) \(change.type)" + counts.joined()
            }
        }
    }
}
