import Contracts
public import Storage

/// The tables of searches.
///
/// `search_documents` has the texts of each record, and `search_index` their words. Each word
/// begins with the key of its scope: the records of a family that the same members find
/// (`search_scopes`, whose `owner` is empty for all members). So a search reads the words of its
/// scopes only, whatever is typed. Triggers note each changed record in `search_pending`, in the
/// record's own transaction; before a search the noted records of the family are indexed. FTS5
/// cannot be written by triggers themselves, since the schema is not trusted.
public enum SearchTables {
    /// Creates the tables and triggers and notes all records. As the last step of a service's own
    /// migrations; a later one with other sources replaces the triggers and indexes all records
    /// again.
    public static func migration(_ sources: [SearchSource]) -> Migration {
        Migration("search", sql: ([tables] + sources.map(\.schemaSQL)).joined(separator: "\n"))
    }

    /// Notes all records and empties the index, whose words are split otherwise from now on.
    public static func splittingAgain(_ sources: [SearchSource]) -> Migration {
        Migration("words of searches") { _ = try SearchIndexer(sources).rebuild($0) }
    }

    private static let tables = """
        CREATE TABLE IF NOT EXISTS search_scopes (
            no INTEGER PRIMARY KEY,
            family_unit_id BLOB NOT NULL,
            owner BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX IF NOT EXISTS search_scopes_by_owner
            ON search_scopes (family_unit_id, owner);
        CREATE TABLE IF NOT EXISTS search_documents (
            no INTEGER PRIMARY KEY,
            family_unit_id BLOB NOT NULL,
            noun TEXT NOT NULL,
            record_id BLOB NOT NULL CHECK (length(record_id) = 16),
            scope_no INTEGER NOT NULL,
            type TEXT,
            at INTEGER,
            day TEXT,
            placed_at INTEGER NOT NULL,
            title TEXT NOT NULL,
            coach TEXT NOT NULL,
            school TEXT NOT NULL,
            text TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX IF NOT EXISTS search_documents_by_record
            ON search_documents (family_unit_id, noun, record_id);
        CREATE VIRTUAL TABLE IF NOT EXISTS search_index USING fts5(
            title, coach, school, text, content = 'search_documents', content_rowid = 'no',
            tokenize = 'unicode61 remove_diacritics 2', prefix = '\(prefixLengths)');
        CREATE TABLE IF NOT EXISTS search_pending (
            family_unit_id BLOB NOT NULL,
            noun TEXT NOT NULL,
            record_id BLOB NOT NULL,
            PRIMARY KEY (family_unit_id, noun, record_id)
        ) STRICT, WITHOUT ROWID;
        """

    /// The lengths of beginnings that have indexes of their own: two and three letters after the
    /// key of the scope.
    private static let prefixLengths = "\(SearchScope.keyLength + 2) \(SearchScope.keyLength + 3)"
}

extension SearchSource {
    /// The triggers, and the note of all records.
    fileprivate var schemaSQL: String {
        let isThere = "deleted_at IS NULL"
        let own = [
            trigger("added", "AFTER INSERT ON \(table) WHEN NEW.\(isThere)", note("NEW", "NEW.id")),
            trigger(
                "changed",
                "AFTER UPDATE OF deleted_at, \(columns) ON \(table) WHEN NEW.\(isThere) "
                    + "OR OLD.\(isThere)", note("NEW", "NEW.id")),
            trigger(
                "removed", "AFTER DELETE ON \(table) WHEN OLD.\(isThere)", note("OLD", "OLD.id")),
        ]
        return (own + companions.flatMap(triggers) + [noteAllSQL + ";"]).joined(separator: "\n")
    }

    /// Notes all records of the table.
    var noteAllSQL: String {
        """
        INSERT INTO search_pending (family_unit_id, noun, record_id)
        SELECT family_unit_id, '\(noun.rawValue)', id FROM \(table) WHERE deleted_at IS NULL
        ON CONFLICT DO NOTHING
        """
    }

    /// The number of searchable records of all families.
    var countSQL: String {
        "SELECT count(*) FROM \(table) WHERE deleted_at IS NULL /* all families: a check */"
    }

    private func triggers(of companion: Companion) -> [String] {
        let events = [
            ("added", "INSERT", "NEW"), ("changed", "UPDATE OF \(companion.columns)", "NEW"),
            ("removed", "DELETE", "OLD"),
        ]
        return events.map { name, event, row in
            trigger(
                "\(companion.table)_\(name)", "AFTER \(event) ON \(companion.table)",
                """
                INSERT INTO search_pending (family_unit_id, noun, record_id)
                SELECT \(row).family_unit_id, '\(noun.rawValue)', found.id
                FROM (\(companion.records.replacing("ROW", with: row))) AS found
                WHERE true ON CONFLICT DO NOTHING;
                """)
        }
    }

    /// A statement that adds a row unless it is there. It is no `INSERT OR IGNORE`, because the
    /// statement that fires a trigger decides about conflicts in it
    /// (<https://sqlite.org/lang_createtrigger.html>), and an upsert has them fail.
    private func note(_ row: String, _ id: String) -> String {
        """
        INSERT INTO search_pending (family_unit_id, noun, record_id)
        VALUES (\(row).family_unit_id, '\(noun.rawValue)', \(id)) ON CONFLICT DO NOTHING;
        """
    }

    private func trigger(_ name: String, _ event: String, _ body: String) -> String {
        """
        DROP TRIGGER IF EXISTS search_\(noun.rawValue)_\(name);
        CREATE TRIGGER search_\(noun.rawValue)_\(name) \(event) BEGIN \(body) END;
        """
    }
}
