import Support
import Testing

@testable import SQLite

/// A statement that touches rows of families names one, or says that it is for all of them.
@Suite struct FamilyWatchTests {
    private let folder: TemporaryFolder
    private let connection: Connection

    init() throws {
        (folder, connection) = try openInOwnFolder()
        try connection.runScript(
            """
            CREATE TABLE families (family_unit_id BLOB PRIMARY KEY, name TEXT);
            CREATE TABLE contacts (
                family_unit_id BLOB, id BLOB UNIQUE, coach_id BLOB, text TEXT,
                UNIQUE (family_unit_id, id));
            CREATE TABLE files (family_unit_id BLOB, id BLOB, contact_id BLOB);
            CREATE TABLE posts (family_no INTEGER, id BLOB);
            CREATE TABLE settings (id INTEGER, value TEXT);
            CREATE VIEW all_posts AS SELECT family_no, id FROM posts;
            """)
        try connection.requireFamilies()
    }

    private func isAllowed(_ sql: String) -> Bool {
        (try? connection.withStatement(sql) { _ in }) != nil
    }

    @Test(arguments: [
        "SELECT text FROM contacts WHERE family_unit_id = ?1 AND id = ?2",
        "SELECT family_unit_id, text FROM contacts WHERE family_unit_id = ?1",
        "SELECT count(*) FROM contacts AS c WHERE c.family_unit_id = ?1",
        "SELECT id FROM contacts WHERE family_unit_id IN (SELECT value FROM json_each(?1))",
        """
        SELECT files.id FROM files JOIN contacts ON contacts.family_unit_id = files.family_unit_id
        AND contacts.id = files.contact_id WHERE files.family_unit_id = ?1 AND files.id = ?2
        """,
        "UPDATE contacts SET text = ?3 WHERE family_unit_id = ?1 AND id = ?2",
        "DELETE FROM posts WHERE family_no = ?1 AND id = ?2",
        "SELECT id FROM all_posts WHERE family_no = ?1",
        "SELECT id FROM contacts WHERE family_unit_id IN (?1, ?2)",
        "SELECT id FROM posts WHERE id = ?1 AND +family_no = ?2",
        "INSERT INTO contacts (family_unit_id, id) VALUES (?1, ?2)",
        """
        INSERT INTO contacts (family_unit_id, id) VALUES (?1, ?2)
        ON CONFLICT (family_unit_id, id) DO UPDATE SET text = excluded.text
        """,
        """
        INSERT INTO families (family_unit_id, name) VALUES (?1, ?2)
        ON CONFLICT (family_unit_id) DO UPDATE SET name = excluded.name
        """,
        "SELECT value FROM settings WHERE id = ?1",
        "DELETE FROM contacts WHERE id = ?1 /* all families: emptied by the housekeeper */",
    ])
    func statementsWithTheConditionAreTaken(sql: String) {
        #expect(isAllowed(sql))
    }

    @Test(arguments: [
        "SELECT text FROM contacts WHERE id = ?1",
        "SELECT family_unit_id, text FROM contacts WHERE id = ?1",
        "SELECT count(*) FROM contacts",
        "SELECT text FROM contacts ORDER BY family_unit_id",
        // The rows are of one family, but nobody says of which one.
        """
        SELECT files.id FROM files JOIN contacts ON contacts.family_unit_id = files.family_unit_id
        AND contacts.id = files.contact_id WHERE files.id = ?1
        """,
        // One of two tables is bound.
        """
        SELECT contacts.text FROM files JOIN contacts ON contacts.id = files.contact_id
        WHERE files.family_unit_id = ?1
        """,
        "UPDATE contacts SET text = ?2 WHERE id = ?1",
        "DELETE FROM posts WHERE id = ?1",
        "SELECT id FROM all_posts WHERE id = ?1",
        "INSERT INTO settings (value) SELECT text FROM contacts WHERE id = ?1",
        """
        INSERT INTO contacts (family_unit_id, id) VALUES (?1, ?2)
        ON CONFLICT (id) DO UPDATE SET text = excluded.text
        """,
    ])
    func statementsWithoutTheConditionAreRefused(sql: String) {
        #expect(!isAllowed(sql))
    }

    /// A statement is judged by itself, whatever was prepared before it.
    @Test func theOneBeforeDoesNotCount() {
        #expect(isAllowed("SELECT text FROM contacts WHERE family_unit_id = ?1"))
        #expect(!isAllowed("SELECT text FROM contacts WHERE id = ?1"))
        #expect(isAllowed("SELECT id FROM contacts WHERE family_unit_id = ?1"))
    }
}
