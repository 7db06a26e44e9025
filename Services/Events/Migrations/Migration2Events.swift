import DataServiceKit
import Storage

extension Migration {
    /// Events and the coaches seen there. Dates are YYYY-MM-DD, so that they sort as text; costs
    /// are in cents.
    static let events = Migration.records(
        "events",
        columns: """
            user_id BLOB NOT NULL,
            school_id BLOB,
            type TEXT NOT NULL CHECK (type IN
                ('showcase', 'camp', 'official_visit', 'unofficial_visit', 'game')),
            name TEXT NOT NULL,
            name_folded TEXT NOT NULL,
            location TEXT,
            address TEXT,
            city TEXT,
            state TEXT,
            start_date TEXT NOT NULL CHECK (length(start_date) = 10),
            end_date TEXT CHECK (end_date >= start_date),
            last_day TEXT NOT NULL CHECK (last_day = coalesce(end_date, start_date)),
            start_time TEXT CHECK (length(start_time) = 5),
            end_time TEXT CHECK (length(end_time) = 5),
            checkin_time TEXT CHECK (length(checkin_time) = 5),
            url TEXT,
            description TEXT,
            event_source TEXT,
            performance_notes TEXT,
            stats_recorded TEXT,
            cost_cents INTEGER CHECK (cost_cents BETWEEN 0 AND 10000000),
            registered INTEGER NOT NULL,
            attended INTEGER NOT NULL,
            search_text TEXT NOT NULL,
            version INTEGER NOT NULL DEFAULT 1,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
            """,
        sql: """
            CREATE INDEX events_by_date ON events (family_unit_id, start_date, name_folded, id)
                WHERE deleted_at IS NULL;
            CREATE INDEX events_by_name ON events (family_unit_id, name_folded, start_date, id);
            CREATE INDEX events_by_school ON events (family_unit_id, school_id)
                WHERE school_id IS NOT NULL;
            CREATE INDEX events_by_operation ON events (family_unit_id, operation_id)
                WHERE operation_id IS NOT NULL;

            CREATE TABLE event_coaches (
                family_unit_id BLOB NOT NULL CHECK (length(family_unit_id) = 16),
                id BLOB NOT NULL CHECK (length(id) = 16),
                event_id BLOB NOT NULL,
                coach_id BLOB NOT NULL,
                name TEXT NOT NULL,
                role TEXT NOT NULL CHECK (role IN ('head', 'assistant', 'recruiting')),
                created_by BLOB NOT NULL,
                created_at INTEGER NOT NULL,
                deleted_at INTEGER,
                operation_id BLOB,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX event_coaches_by_event
                ON event_coaches (family_unit_id, event_id, coach_id) WHERE deleted_at IS NULL;
            CREATE INDEX event_coaches_by_coach ON event_coaches (family_unit_id, coach_id);
            CREATE INDEX event_coaches_by_operation
                ON event_coaches (family_unit_id, operation_id) WHERE operation_id IS NOT NULL;
            """)
}
