import DataServiceKit

/// The SQL for interactions. A test checks every query plan: none may scan a whole table.
enum InteractionStatements {
    /// The optional parts of a statement over many rows.
    struct Shape: OptionSet, Sendable {
        let rawValue: Int
        /// Only the rows of one logger, using the index by logger.
        static let byLogger = Shape(rawValue: 1)
        /// Only the rows that match further filters.
        static let isNarrowed = Shape(rawValue: 2)
        /// Only the rows after a cursor, whose `newest_first` is also the lower bound ?3.
        static let isContinued = Shape(rawValue: 4)
        /// Only the rows of certain types and directions.
        static let ofKinds = Shape(rawValue: 8)
        /// Only the rows of a single type, using the index by type unless they have one logger.
        static let byType = Shape(rawValue: 16)

        static let all = (0..<32).map { Shape(rawValue: $0) }
    }

    /// The columns of a record, in the order in which `InteractionRow` and `InteractionRowWriter`
    /// read them.
    static let columns = """
        i.id, i.logged_by, i.type, i.direction, i.sentiment, i.school_id, i.coach_id, i.event_id,
        i.occurred_at, i.created_at, i.updated_at, i.interest_level, i.interest_answers,
        i.other_coach_name, i.subject, i.attachments, i.content, i.version, i.newest_first,
        s.name, c.name, i.edition, i.entered_by, i.occurred_precision
        """

    static let withNames = """
        LEFT JOIN schools AS s ON s.family_unit_id = i.family_unit_id AND s.id = i.school_id
        LEFT JOIN coaches AS c ON c.family_unit_id = i.family_unit_id AND c.id = i.coach_id
        """

    /// Without statistics SQLite would read the whole family for one logger, so the statement names
    /// its index (<https://sqlite.org/lang_indexedby.html>).
    private static func table(_ shape: Shape) -> String {
        if shape.contains(.byLogger) {
            return "interactions AS i INDEXED BY interactions_by_logger"
        }
        return shape.contains(.byType)
            ? "interactions AS i INDEXED BY interactions_by_type" : "interactions AS i"
    }

    /// ?1 family, ?2 logger, ?3 and ?4 bounds of the window, ?6 and ?7 cursor, ?8 to ?19 types and
    /// directions, ?20 and following: other filters.
    private static func conditions(_ shape: Shape) -> String {
        var text = """
            i.family_unit_id = ?1 AND i.newest_first BETWEEN ?3 AND ?4 AND i.deleted_at IS NULL
            """
        if shape.contains(.byLogger) {
            text += " AND i.logged_by = ?2"
        }
        if shape.contains(.byType) {
            text += " AND i.type = ?\(InteractionSelection.firstType)"
        } else if shape.contains(.ofKinds) {
            text += InteractionSelection.types.sql
        }
        if shape.contains(.ofKinds) {
            text += InteractionSelection.directions.sql
        }
        if shape.contains(.isNarrowed) {
            text += InteractionSelection.others.sql
        }
        if shape.contains(.isContinued) {
            // The unary plus keeps SQLite from using an index for each operand of OR.
            text += " AND (+i.newest_first > ?6 OR +i.id > ?7)"
        }
        return text
    }

    /// Rows in order (D-06). ?5 limit, or -1 for all.
    private static let rows = Shape.all.map { shape in
        """
        SELECT \(columns) FROM \(table(shape)) \(withNames)
        WHERE \(conditions(shape))
        ORDER BY i.newest_first, i.id LIMIT ?5
        """
    }

    /// The four totals. ?5 `newest_first` of the start of "This Week".
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

    /// ?1 family, ?2 `newest_first` of the start of the week, ?3 logger.
    static let weekOfFamily = """
        SELECT count(*) FROM interactions
        WHERE family_unit_id = ?1 AND newest_first <= ?2 AND deleted_at IS NULL
        """
    static let weekOfLogger = weekOfFamily + " AND logged_by = ?3"

    static let countersOfFamily = """
        SELECT direction, row_count FROM interaction_counters WHERE family_unit_id = ?1
        """
    static let countersOfLogger = countersOfFamily + " AND logged_by = ?2"

    /// One record. ?3 is the only logger whose rows are visible, or NULL.
    static let byID = """
        SELECT \(columns) FROM interactions AS i \(withNames)
        WHERE i.family_unit_id = ?1 AND i.id = ?2 AND i.deleted_at IS NULL
            AND (?3 IS NULL OR i.logged_by = ?3)
        """

    /// One record, deleted or not, regardless of its logger.
    static let anyByID = """
        SELECT \(columns) FROM interactions AS i \(withNames)
        WHERE i.family_unit_id = ?1 AND i.id = ?2
        """

    /// Records whose id ends in certain digits, the last logged first. ?2 number of digits, ?3
    /// digits, ?4 only visible logger or NULL, ?5 limit. The subquery reads ids from an index,
    /// without reading any content.
    static let byEnding = """
        SELECT i.id, i.subject, i.type, coalesce(i.occurred_at, i.created_at),
            i.occurred_precision
        FROM interactions AS i
        WHERE i.family_unit_id = ?1 AND i.id IN (
            SELECT k.id FROM interactions AS k INDEXED BY interactions_by_id
            WHERE k.family_unit_id = ?1 AND substr(hex(k.id), -?2) = ?3)
        AND i.deleted_at IS NULL AND (?4 IS NULL OR i.logged_by = ?4)
        ORDER BY i.id DESC LIMIT ?5
        """

    /// The records that an operation deleted.
    static let byOperation = """
        SELECT \(columns) FROM interactions AS i \(withNames)
        WHERE i.family_unit_id = ?1 AND i.operation_id = ?2 AND i.deleted_at IS NOT NULL
        """

    static let insert = """
        INSERT INTO interactions (
            family_unit_id, newest_first, id, logged_by, version, type, direction, sentiment,
            school_id, coach_id, event_id, occurred_at, created_at, updated_at, interest_level,
            interest_answers, other_coach_name, subject, attachments, content, search_text,
            deleted_at, operation_id, entered_by, occurred_precision)
        VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
            ?18, ?19, ?20, ?21, ?22, ?23, ?24)
        """

    /// Changes one of the member's own records. ?1 family, ?2 id, ?3 logger, ?4 and following: the
    /// values of `insert` from `newest_first` on that an edit can change.
    static let edit = """
        UPDATE interactions SET
            newest_first = ?4, type = ?5, direction = ?6, sentiment = ?7, school_id = ?8,
            coach_id = ?9, event_id = ?10, occurred_at = ?11, updated_at = ?12,
            interest_level = ?13, interest_answers = ?14, other_coach_name = ?15, subject = ?16,
            content = ?17, search_text = ?18, edition = ?19, occurred_precision = ?20,
            version = version + 1
        WHERE family_unit_id = ?1 AND id = ?2 AND logged_by = ?3 AND deleted_at IS NULL
        """

    static let markDeleted = """
        UPDATE interactions SET deleted_at = ?1, operation_id = ?2, version = version + 1
        WHERE family_unit_id = ?3 AND id = ?4 AND logged_by = ?5 AND deleted_at IS NULL
        """

    /// Increments the versions of an operation's records; runs before their marks are removed.
    static let countRestoration = """
        UPDATE interactions SET version = version + 1
        WHERE family_unit_id = ?1 AND operation_id = ?2 AND deleted_at IS NOT NULL
        """

    /// Stores the name of a coach who is not a record of the family. ?4 is the search text.
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

    /// The numbers of outbound and inbound records of import ?2 that are not deleted.
    static let ofImport = """
        SELECT count(*) FILTER (WHERE i.direction = 'outbound'),
            count(*) FILTER (WHERE i.direction = 'inbound')
        FROM import_records AS r
        JOIN interactions AS i ON i.family_unit_id = r.family_unit_id AND i.id = r.record_id
        WHERE r.family_unit_id = ?1 AND r.import_id = ?2 AND r.table_name = 'interactions'
            AND i.deleted_at IS NULL
        """

    /// The numbers of outbound and inbound records in the payload ?1 of an import's change.
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
            byOperation, insert, edit, markDeleted, countRestoration, nameOther, count, discount,
            ofImport, countMany, discountMany,
        ]
}
