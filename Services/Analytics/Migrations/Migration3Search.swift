import DataServiceKit
import Storage

extension Migration {
    /// The names of coaches, for searches. Feeds hold the names of all coaches, so that the feed of
    /// coaches is read once more from its beginning; `applied_changes` keeps how far it was read
    /// (`UnappliedOnly`).
    static let coachNames = Migration(
        "names of coaches",
        sql: """
            ALTER TABLE family_coaches ADD COLUMN name TEXT;
            \(UnappliedOnly.readAgainSQL)
            """)

    /// The index of searches (`PostSearch`).
    ///
    /// Posts are added by the thousand and never edited, so that they have no triggers: each
    /// command notes the numbers of its posts as one range (`search_ranges`, whose family is 0 for
    /// all). The index holds the number of a post's school and coach instead of names. Posts in the
    /// trash stay in it and are left out when they match. What an indexed post had in it before it
    /// was removed, or got another school or coach, is kept in `search_stale` until its words are
    /// removed.
    static let search = Migration(
        "search",
        sql: """
            CREATE VIEW search_posts AS
                SELECT no, family_no, \(searched("posts")) FROM posts;
            CREATE VIRTUAL TABLE search_index USING fts5(
                author, coach, school, text, content = 'search_posts', content_rowid = 'no',
                tokenize = 'unicode61 remove_diacritics 2');

            CREATE TABLE search_ranges (
                no INTEGER PRIMARY KEY,
                family_no INTEGER NOT NULL,
                first_no INTEGER NOT NULL,
                last_no INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX search_ranges_by_family
                ON search_ranges (family_no, no, first_no, last_no);
            INSERT INTO search_ranges (family_no, first_no, last_no)
                SELECT 0, 1, no FROM posts ORDER BY no DESC LIMIT 1;

            CREATE TABLE search_stale (
                no INTEGER PRIMARY KEY,
                family_no INTEGER NOT NULL,
                author TEXT NOT NULL,
                coach TEXT NOT NULL,
                school TEXT NOT NULL,
                text TEXT NOT NULL
            ) STRICT;
            CREATE INDEX search_stale_by_family ON search_stale (family_no);
            CREATE TRIGGER search_post_changed AFTER UPDATE OF school, coach ON posts
            WHEN (OLD.school IS NOT NEW.school OR OLD.coach IS NOT NEW.coach)
                AND EXISTS (SELECT 1 FROM search_index_docsize WHERE id = OLD.no)
            BEGIN
                \(keepStale)
            END;
            CREATE TRIGGER search_post_removed AFTER DELETE ON posts
            WHEN EXISTS (SELECT 1 FROM search_index_docsize WHERE id = OLD.no)
            BEGIN
                \(keepStale)
            END;
            """)

    /// Empties the index, whose words are split otherwise from now on (`SearchWords`).
    static let searchWords = Migration("words of searches") { _ = try PostSearch().rebuild($0) }

    /// The columns of a post's words.
    private static func searched(_ row: String) -> String {
        """
        trim(coalesce(\(row).author_name, '') || ' ' || coalesce(\(row).author_handle, ''))
            AS author,
        CAST(coalesce(\(row).coach, '') AS TEXT) AS coach,
        CAST(coalesce(\(row).school, '') AS TEXT) AS school,
        coalesce(\(row).content, '') AS text
        """
    }

    private static let keepStale = """
        INSERT INTO search_stale (no, family_no, author, coach, school, text)
        SELECT OLD.no, OLD.family_no, \(searched("OLD")) WHERE true ON CONFLICT DO NOTHING;
        """
}
