import DataServiceKit
import Storage

extension Migration {
    static let metrics = Migration.records(
        "metrics",
        columns: """
            user_id BLOB NOT NULL,
            event_id BLOB,
            metric_type TEXT NOT NULL,
            value REAL NOT NULL,
            unit TEXT NOT NULL,
            recorded_date TEXT NOT NULL CHECK (length(recorded_date) = 10),
            notes TEXT,
            verified INTEGER NOT NULL,
            search_text TEXT NOT NULL,
            version INTEGER NOT NULL DEFAULT 1,
            created_at INTEGER NOT NULL
            """,
        sql: """
            CREATE INDEX metrics_by_date ON metrics (family_unit_id, recorded_date, id)
                WHERE deleted_at IS NULL;
            CREATE INDEX metrics_by_event
                ON metrics (family_unit_id, event_id, recorded_date, id)
                WHERE event_id IS NOT NULL AND deleted_at IS NULL;
            CREATE INDEX metrics_by_operation ON metrics (family_unit_id, operation_id)
                WHERE operation_id IS NOT NULL;
            """)
}
