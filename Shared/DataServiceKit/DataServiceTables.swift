import Contracts
import Storage

/// The tables of every data service, and those of its replica of identity.
enum DataServiceTables {
    static let track = MigrationTrack(
        "data_service",
        [
            Migration("command log", sql: commandLog),
            Migration("change feed", sql: changes),
            Migration("producer epoch") { transaction in
                // Identifies the numbering of this file; a restore draws a new one.
                try transaction.execute(
                    "INSERT INTO feed_state (id, producer_epoch) VALUES (1, ?1)", randomEpoch)
            },
            Migration("cursors", sql: cursors),
            Migration("undoable operations", sql: operations),
            Migration("trash", sql: trash),
            Migration("history", sql: history),
            Migration("marks of changes", sql: changeMarks),
            Migration("housekeeping", sql: housekeeping),
            Migration(
                "records changed by operations",
                sql: "ALTER TABLE operations ADD COLUMN updated TEXT"),
        ])

    /// A random epoch, different from those of all feeds.
    static var randomEpoch: ProducerEpoch {
        ProducerEpoch(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }

    /// Rows are appended and swept from the oldest. The index finds a caller's key.
    private static let commandLog = """
        CREATE TABLE command_log (
            id INTEGER PRIMARY KEY,
            idempotency_key BLOB NOT NULL CHECK (length(idempotency_key) = 16),
            principal BLOB NOT NULL CHECK (length(principal) BETWEEN 1 AND 64),
            request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
            response BLOB NOT NULL,
            stored_at INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX command_log_key ON command_log (idempotency_key, principal);
        """

    /// AUTOINCREMENT: a number is never reused, even after deletions.
    private static let changes = """
        CREATE TABLE changes (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            event_id BLOB NOT NULL CHECK (length(event_id) = 16),
            aggregate TEXT NOT NULL,
            aggregate_id TEXT NOT NULL,
            aggregate_version INTEGER NOT NULL,
            type TEXT NOT NULL,
            schema_version INTEGER NOT NULL,
            occurred_at INTEGER NOT NULL,
            trace_id BLOB,
            actor BLOB,
            role TEXT,
            family_unit_id BLOB,
            payload TEXT NOT NULL
        ) STRICT;
        CREATE TABLE feed_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            producer_epoch BLOB NOT NULL CHECK (length(producer_epoch) = 16)
        ) STRICT;
        """

    private static let cursors = """
        CREATE TABLE feed_cursors (
            producer TEXT PRIMARY KEY,
            producer_epoch BLOB NOT NULL CHECK (length(producer_epoch) = 16),
            seq INTEGER NOT NULL CHECK (seq >= 0)
        ) STRICT, WITHOUT ROWID;
        """

    private static let operations = """
        CREATE TABLE operations (
            family_unit_id BLOB NOT NULL,
            operation_id BLOB NOT NULL CHECK (length(operation_id) = 16),
            actor BLOB,
            kind TEXT NOT NULL,
            counts TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            undone_at INTEGER,
            PRIMARY KEY (family_unit_id, operation_id)
        ) STRICT, WITHOUT ROWID;
        """

    /// The effect of each operation and when its records will be erased (NULL: not scheduled).
    /// `erasures` lists the pending erasures.
    private static let trash = """
        ALTER TABLE operations ADD COLUMN effect TEXT NOT NULL DEFAULT 'deleted'
            CHECK (effect IN ('deleted', 'added'));
        ALTER TABLE operations ADD COLUMN purged_at INTEGER;
        ALTER TABLE operations ADD COLUMN expires_at INTEGER;
        UPDATE operations SET effect = 'added' WHERE kind LIKE '%.commitImport';
        UPDATE operations SET expires_at = coalesce(undone_at, created_at) + 2592000000
            WHERE (effect = 'added') = (undone_at IS NOT NULL);
        CREATE INDEX operations_by_expiry ON operations (expires_at)
            WHERE expires_at IS NOT NULL;
        CREATE TABLE erasures (
            family_unit_id BLOB NOT NULL,
            operation_id BLOB NOT NULL CHECK (length(operation_id) = 16),
            PRIMARY KEY (family_unit_id, operation_id)
        ) STRICT, WITHOUT ROWID;
        """

    /// The elapsed time (`HousekeepingClock`), and in that time the due time of each operation's
    /// erasure. A missing due time falls back to the displayed expiry.
    private static let housekeeping = """
        CREATE TABLE housekeeping (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            time INTEGER NOT NULL,
            machine_start BLOB NOT NULL CHECK (length(machine_start) = 16),
            machine_ms INTEGER NOT NULL,
            time_of_day INTEGER NOT NULL,
            is_fixed INTEGER NOT NULL,
            ahead_ms INTEGER NOT NULL,
            settles_at INTEGER
        ) STRICT;
        ALTER TABLE operations ADD COLUMN due_at INTEGER;
        """

    /// The history indexes on the change feed: a family's changes by time, and users' changes
    /// outside any family.
    private static let history = """
        CREATE INDEX changes_by_family ON changes (family_unit_id, occurred_at)
            WHERE family_unit_id IS NOT NULL;
        CREATE INDEX changes_by_user ON changes (actor, occurred_at)
            WHERE family_unit_id IS NULL AND actor IS NOT NULL;
        """

    /// The checksum that detects damage, and the change id by which a consumer recognizes its
    /// position. Older rows have neither.
    private static let changeMarks = """
        ALTER TABLE changes ADD COLUMN checksum INTEGER;
        ALTER TABLE feed_cursors ADD COLUMN event_id BLOB;
        """

    /// The tables of the replica of identity's feed.
    static let identityReplicaTrack = MigrationTrack(
        "identity_replica",
        [
            Migration(
                "members, families, revocations",
                sql: """
                    CREATE TABLE replica_members (
                        family_unit_id BLOB NOT NULL,
                        user_id BLOB NOT NULL,
                        full_name TEXT NOT NULL,
                        role TEXT NOT NULL,
                        inbound_alerts INTEGER NOT NULL,
                        left_at INTEGER,
                        PRIMARY KEY (family_unit_id, user_id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE replica_families (
                        family_unit_id BLOB PRIMARY KEY,
                        name TEXT NOT NULL,
                        time_zone TEXT NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE revoked_sessions (
                        session_id BLOB PRIMARY KEY,
                        revoked_at INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE revoked_users (
                        user_id BLOB PRIMARY KEY,
                        not_before INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """),
            // Passports from before generations have all expired.
            Migration(
                "revocations by generation",
                sql: """
                    ALTER TABLE revoked_sessions DROP COLUMN revoked_at;
                    DROP TABLE revoked_users;
                    CREATE TABLE revoked_users (
                        user_id BLOB PRIMARY KEY,
                        generation INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """),
            // No family had decided before.
            Migration(
                "parents who log",
                sql: """
                    ALTER TABLE replica_families ADD COLUMN parents_log INTEGER
                        CHECK (parents_log IN (0, 1));
                    """),
        ])
}
