import Storage

extension Migration {
    /// Families, schools, coaches and posts, keyed by small integers.
    ///
    /// A family's `version` counts the changes that affect its figures. A school keeps its number
    /// after it is removed; its name is then NULL. Posts are in insertion order. `posts_by_time`
    /// covers every column that figures need, including `deleted_at`, without which SQLite would
    /// read the post itself. A post's address is found by the number at its end (0 if none), which
    /// keeps neighbouring posts of a feed together, and by a hash of the whole address.
    static let posts = Migration(
        "posts",
        sql: """
            CREATE TABLE families (
                no INTEGER PRIMARY KEY,
                family_unit_id BLOB NOT NULL UNIQUE CHECK (length(family_unit_id) = 16),
                version INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE family_schools (
                family_no INTEGER NOT NULL,
                number INTEGER NOT NULL,
                school_id BLOB NOT NULL CHECK (length(school_id) = 16),
                name TEXT,
                PRIMARY KEY (family_no, number)
            ) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX family_schools_by_id ON family_schools (family_no, school_id);

            CREATE TABLE family_coaches (
                no INTEGER PRIMARY KEY,
                family_no INTEGER NOT NULL,
                coach_id BLOB NOT NULL CHECK (length(coach_id) = 16),
                is_there INTEGER NOT NULL
            ) STRICT;
            CREATE UNIQUE INDEX family_coaches_by_id ON family_coaches (family_no, coach_id);

            CREATE TABLE posts (
                no INTEGER PRIMARY KEY,
                family_no INTEGER NOT NULL,
                id BLOB NOT NULL CHECK (length(id) = 16),
                posted_at INTEGER NOT NULL,
                platform INTEGER NOT NULL CHECK (platform IN (0, 1)),
                recruiting INTEGER NOT NULL CHECK (recruiting IN (0, 1)),
                sentiment INTEGER CHECK (sentiment BETWEEN 0 AND 3),
                school INTEGER,
                coach INTEGER,
                engagement INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                created_by BLOB NOT NULL,
                import_no INTEGER,
                deleted_at INTEGER,
                operation_id BLOB,
                url_number INTEGER NOT NULL,
                url_hash INTEGER NOT NULL,
                url TEXT,
                author_handle TEXT,
                author_name TEXT,
                content TEXT
            ) STRICT;
            CREATE UNIQUE INDEX posts_by_id ON posts (id);
            CREATE INDEX posts_by_time
                ON posts (
                    family_no, posted_at, school, sentiment, recruiting, platform, deleted_at)
                WHERE deleted_at IS NULL;
            CREATE INDEX posts_recruiting ON posts (family_no, posted_at)
                WHERE recruiting = 1 AND deleted_at IS NULL;
            CREATE INDEX posts_by_url ON posts (family_no, url_number, url_hash)
                WHERE url IS NOT NULL AND deleted_at IS NULL;
            CREATE INDEX posts_by_coach ON posts (family_no, coach)
                WHERE coach IS NOT NULL AND deleted_at IS NULL;
            CREATE INDEX posts_by_operation ON posts (family_no, operation_id)
                WHERE operation_id IS NOT NULL;

            -- As the trash reads posts, and removes them for good.
            CREATE VIEW social_media_posts AS
                SELECT f.family_unit_id AS family_unit_id, p.id AS id, p.deleted_at AS deleted_at,
                    p.operation_id AS operation_id, p.content AS content,
                    p.author_name AS author_name, p.no AS no
                FROM families AS f CROSS JOIN posts AS p ON p.family_no = f.no;
            CREATE TRIGGER social_media_posts_erased INSTEAD OF DELETE ON social_media_posts
            BEGIN
                DELETE FROM posts WHERE no = OLD.no AND deleted_at IS NOT NULL;
            END;
            """)

    /// Imports of posts. Batches arrive in sequence, so only the reply to the last one is kept.
    /// `post_import_lines` holds the lines to report; duplicates have no errors. `post_import_urls`
    /// holds the addresses seen by a dry run. `unreadable_posts` holds rows without a readable
    /// date, by a hash of their address, or of their line and fields.
    static let postImports = Migration(
        "imports of posts",
        sql: """
            CREATE TABLE post_imports (
                no INTEGER PRIMARY KEY,
                family_no INTEGER NOT NULL,
                import_id BLOB NOT NULL CHECK (length(import_id) = 16),
                actor BLOB NOT NULL,
                state TEXT NOT NULL CHECK (state IN (
                    'open', 'finished', 'removing', 'discarded')),
                is_check INTEGER NOT NULL,
                batches INTEGER NOT NULL,
                new_count INTEGER NOT NULL,
                duplicate_count INTEGER NOT NULL,
                rejected_count INTEGER NOT NULL,
                first_no INTEGER NOT NULL,
                last_no INTEGER NOT NULL,
                last_answer BLOB,
                touched_at INTEGER NOT NULL
            ) STRICT;
            CREATE UNIQUE INDEX post_imports_by_id ON post_imports (family_no, import_id);
            CREATE INDEX post_imports_open ON post_imports (touched_at) WHERE state = 'open';
            CREATE INDEX post_imports_removing ON post_imports (state) WHERE state = 'removing';

            CREATE TABLE post_import_lines (
                import_no INTEGER NOT NULL,
                line INTEGER NOT NULL,
                errors TEXT,
                PRIMARY KEY (import_no, line)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE post_import_urls (
                import_no INTEGER NOT NULL,
                url_number INTEGER NOT NULL,
                url_hash INTEGER NOT NULL,
                PRIMARY KEY (import_no, url_number, url_hash)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE unreadable_posts (
                family_no INTEGER NOT NULL,
                row_hash INTEGER NOT NULL,
                import_no INTEGER NOT NULL,
                PRIMARY KEY (family_no, row_hash)
            ) STRICT, WITHOUT ROWID;
            """)
}
