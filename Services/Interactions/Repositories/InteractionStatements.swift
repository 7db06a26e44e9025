import DataServiceKit

/// The SQL texts over interactions. A test asks for the plan of each one: none may read a whole
/// table.
enum InteractionStatements {
    /// Which parts a statement over many rows has.
    struct Shape: OptionSet, Sendable {
        let rawValue: Int
        /// Only the rows of one logger, through the index that knows them.
        static let byLogger = Shape(rawValue: 1)
        /// Only the rows that further filters leave.
        static let isNarrowed = Shape(rawValue: 2)
        /// Only the rows behind a place in the order, of which ?3 is the first part.
        static let isContinued = Shape(rawValue: 4)

        static let all = (0..<8).map { Shape(rawValue: $0) }
    }

    /// The columns that make a record, in the order in which `InteractionRow` and
    /// `InteractionRowWriter` read them.
    private static let columns = """
        i.id, i.logged_by, i.type, i.direction, i.sentiment, i.school_id, i.coach_id, i.event_id,
        i.occurred_at, i.created_at, i.updated_at, i.interest_level, i.interest_answers,
        i.other_coach_name, i.subject, i.attachments, i.content, i.version, i.newest_first,
        s.name, c.name
        """

    /// The names of schools and coaches, where they can be resolved.
    private static let withNames = """
        LEFT JOIN schools AS s ON s.family_unit_id = i.family_unit_id AND s.id = i.school_id
        LEFT JOIN coaches AS c ON c.family_unit_id = i.family_unit_id AND c.id = i.coach_id
        """

    /// Without figures about the rows SQLite would read the whole family for one logger, so the
    /// index is named (<https://sqlite.org/lang_indexedby.html>): a sibling's rows cost nothing.
    private static func table(_ shape: Shape) -> String {
        shape.contains(.byLogger)
            ? "interactions AS i INDEXED BY interactions_by_logger" : "interactions AS i"
    }

    /// ?1 family, ?2 logger, ?3 and ?4 the ends of the window, ?6 and ?7 the place to go
    /// on behind, ?8 on the other filters.
    private static func conditions(_ shape: Shape) -> String {
        var text = """
            i.family_unit_id = ?1 AND i.newest_first BETWEEN ?3 AND ?4 AND i.deleted_at IS NULL
            """
        if shape.contains(.byLogger) {
            text += " AND i.logged_by = ?2"
        }
        if shape.contains(.isNarrowed) {
            text += InteractionSelection.conditions.sql
        }
        if shape.contains(.isContinued) {
            // The signs keep SQLite from looking for an index for each half.
            text += " AND (+i.newest_first > ?6 OR +i.id > ?7)"
        }
        return text
    }

    /// Rows in their order (D-06); ?5 is how many at most, -1 for all.
    private static let rows = Shape.all.map { shape in
        """
        SELECT \(columns) FROM \(table(shape)) \(withNames)
        WHERE \(conditions(shape))
        ORDER BY i.newest_first, i.id LIMIT ?5
        """
    }

    /// The four figures; ?5 is where "This Week" begins.
    private static let figures = Shape.all.map { shape in
        """
        SELECT count(*), count(*) FILTER (WHERE direction = 'outbound'),
            count(*) FILTER (WHERE direction = 'inbound'),
            count(*) FILTER (WHERE newest_first <= ?5)
        FROM \(table(shape)) WHERE \(conditions(shape))
        """
    }

    static func rows(_ shape: Shape) -> String { rows[shape.rawValue] }
    static func figures(_ shape: Shape) -> String { figures[shape.rawValue] }

    /// ?1 family, ?2 where the week begins, ?3 logger.
    static let weekOfFamily = """
        SELECT count(*) FROM interactions
        WHERE family_unit_id = ?1 AND newest_first <= ?2 AND deleted_at IS NULL
        """
    static let weekOfLogger = weekOfFamily + " AND logged_by = ?3"

    static let countersOfFamily = """
        SELECT direction, row_count FROM interaction_counters WHERE family_unit_id = ?1
        """
    static let countersOfLogger = countersOfFamily + " AND logged_by = ?2"

    /// One record; ?3 is the only logger whose rows count, or NULL.
    static let byID = """
        SELECT \(columns) FROM interactions AS i \(withNames)
        WHERE i.family_unit_id = ?1 AND i.id = ?2 AND i.deleted_at IS NULL
            AND (?3 IS NULL OR i.logged_by = ?3)
        """

    /// One record, whoever logged it, also a deleted one.
    static let anyByID = """
        SELECT \(columns) FROM interactions AS i \(withNames)
        WHERE i.family_unit_id = ?1 AND i.id = ?2
        """

    /// Records whose id ends in the digits ?3, of which there are ?2; ?4 is the only logger whose
    /// rows count, or NULL, ?5 how many at most. The ids alone are read from an index: no content
    /// is passed over.
    static let byEnding = """
        SELECT i.id, i.subject, i.type, coalesce(i.occurred_at, i.created_at)
        FROM interactions AS i
        WHERE i.family_unit_id = ?1 AND i.id IN (
            SELECT k.id FROM interactions AS k INDEXED BY interactions_by_id
            WHERE k.family_unit_id = ?1 AND substr(hex(k.id), -?2) = ?3)
        AND i.deleted_at IS NULL AND (?4 IS NULL OR i.logged_by = ?4)
        LIMIT ?5
        """

    /// What an operation deleted.
    static let byOperation = """
        SELECT \(columns) FROM interactions AS i \(withNames)
        WHERE i.family_unit_id = ?1 AND i.operation_id = ?2 AND i.deleted_at IS NOT NULL
        """

    static let insert = """
        INSERT INTO interactions (
            family_unit_id, newest_first, id, logged_by, version, type, direction, sentiment,
            school_id, coach_id, event_id, occurred_at, created_at, updated_at, interest_level,
            interest_answers, other_coach_name, subject, attachments, content, search_text,
            deleted_at, operation_id)
        VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
            ?18, ?19, ?20, ?21, ?22)
        """

    static let markDeleted = """
        UPDATE interactions SET deleted_at = ?1, operation_id = ?2, version = version + 1
        WHERE family_unit_id = ?3 AND id = ?4 AND logged_by = ?5 AND deleted_at IS NULL
        """

    /// Comes before the marks of an operation are taken away.
    static let countRestoration = """
        UPDATE interactions SET version = version + 1
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
        """

    /// The name of a coach who is no record of the family; ?4 is what searches look into.
    static let nameOther = """
        UPDATE interactions SET other_coach_name = ?3, search_text = ?4
        WHERE family_unit_id = ?1 AND id = ?2
        """

    static let count = """
        INSERT INTO interaction_counters (family_unit_id, logged_by, direction, row_count)
        VALUES (?1, ?2, ?3, 1)
        ON CONFLICT (family_unit_id, logged_by, direction)
        DO UPDATE SET row_count = row_count + 1
        """

    static let discount = """
        UPDATE interaction_counters SET row_count = row_count - 1
        WHERE family_unit_id = ?1 AND logged_by = ?2 AND direction = ?3
        """

    /// How many records of an import are there, outbound and inbound; ?2 is the import.
    static let ofImport = """
        SELECT count(*) FILTER (WHERE i.direction = 'outbound'),
            count(*) FILTER (WHERE i.direction = 'inbound')
        FROM import_records AS r
        JOIN interactions AS i ON i.family_unit_id = r.family_unit_id AND i.id = r.record_id
        WHERE r.family_unit_id = ?1 AND r.import_id = ?2 AND r.table_name = 'interactions'
            AND i.deleted_at IS NULL
        """

    /// How many records of an import one change tells of, outbound and inbound; ?1 is its payload.
    static let ofImported = """
        SELECT count(*) FILTER (WHERE json_extract(value, '$.direction') = 'outbound'),
            count(*) FILTER (WHERE json_extract(value, '$.direction') = 'inbound')
        FROM json_each(?1, '$.interactions')
        """

    static let countMany = """
        INSERT INTO interaction_counters (family_unit_id, logged_by, direction, row_count)
        VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (family_unit_id, logged_by, direction)
        DO UPDATE SET row_count = row_count + excluded.row_count
        """

    static let discountMany = """
        UPDATE interaction_counters SET row_count = row_count - ?4
        WHERE family_unit_id = ?1 AND logged_by = ?2 AND direction = ?3
        """

    /// Every statement above that reads a table.
    static let all =
        rows + figures + [
            weekOfFamily, weekOfLogger, countersOfFamily, countersOfLogger, byID, anyByID, byEnding,
            byOperation,
            insert, markDeleted, countRestoration, nameOther, count, discount, ofImport, countMany,
            discountMany,
        ]
}
