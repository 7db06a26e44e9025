internal import CSQLite

extension Connection {
    /// A limit of a connection (<https://sqlite.org/c3ref/c_limit_attached.html>).
    public struct Limit: Sendable {
        let category: Int32
        /// The largest value allowed.
        public let maximum: Int32

        /// The longest text, blob or row, in bytes.
        public static let length = Limit(category: SQLITE_LIMIT_LENGTH, maximum: 64 << 20)
        /// The longest SQL text, in bytes.
        public static let sqlLength = Limit(category: SQLITE_LIMIT_SQL_LENGTH, maximum: 100_000)
        /// The most columns of a table, an index or a result.
        public static let columns = Limit(category: SQLITE_LIMIT_COLUMN, maximum: 100)
        /// The deepest nesting of an expression.
        public static let expressionDepth = Limit(category: SQLITE_LIMIT_EXPR_DEPTH, maximum: 50)
        /// The most SELECTs joined by UNION and the like.
        public static let compoundSelects = Limit(
            category: SQLITE_LIMIT_COMPOUND_SELECT, maximum: 5)
        /// The longest program of a prepared statement, in instructions.
        public static let instructions = Limit(category: SQLITE_LIMIT_VDBE_OP, maximum: 25_000)
        /// The most attached files: none, one connection sees one file.
        public static let attached = Limit(category: SQLITE_LIMIT_ATTACHED, maximum: 0)
        /// The longest pattern of LIKE and GLOB, in bytes.
        public static let likePattern = Limit(
            category: SQLITE_LIMIT_LIKE_PATTERN_LENGTH, maximum: 200)
        /// The highest number of a parameter; lists of values go through `json_each`.
        public static let parameters = Limit(
            category: SQLITE_LIMIT_VARIABLE_NUMBER, maximum: 100)
        /// The deepest recursion of triggers.
        public static let triggerDepth = Limit(category: SQLITE_LIMIT_TRIGGER_DEPTH, maximum: 10)
        /// Helper threads of one statement: none.
        public static let workerThreads = Limit(
            category: SQLITE_LIMIT_WORKER_THREADS, maximum: 0)

        /// All of them.
        public static let all: [Limit] = [
            length, sqlLength, columns, expressionDepth, compoundSelects, instructions, attached,
            likePattern, parameters, triggerDepth, workerThreads,
        ]
    }

    /// How long a connection waits for another one's lock, in milliseconds.
    public static let busyTimeoutMilliseconds: Int32 = 5_000
    /// The size of the log that remains on disk after a checkpoint, in bytes.
    public static let journalBytesMax: Int64 = 64 << 20

    /// What holds for every connection, set and then read back.
    func applyProfile(applicationID: Int32?) throws(SQLiteError) {
        for limit in Limit.all {
            _ = unsafe sqlite3_limit(handle, limit.category, limit.maximum)
        }
        try check(
            unsafe sqlite3_busy_timeout(handle, Self.busyTimeoutMilliseconds),
            call: "sqlite3_busy_timeout")
        try turn(SQLITE_DBCONFIG_DEFENSIVE, on: true)
        try turn(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, on: false)
        try turn(SQLITE_DBCONFIG_ENABLE_FKEY, on: true)
        try turn(SQLITE_DBCONFIG_TRUSTED_SCHEMA, on: false)
        let isStamped = try applicationID.map(checkApplication) ?? true
        // A double-quoted name that matches no column is an error, not a text.
        try turn(SQLITE_DBCONFIG_DQS_DML, on: false)
        try turn(SQLITE_DBCONFIG_DQS_DDL, on: false)
        try set("cell_size_check", to: 1)
        // With a mapped file an I/O error would be SIGBUS and end the process.
        try set("mmap_size", to: 0, orNothing: true)
        try set("temp_store", to: 2)
        switch mode {
        case .owner:
            try useWriteAheadLog()
            try set("synchronous", to: 2)
            try set("wal_autocheckpoint", to: 0)
            try set("journal_size_limit", to: Self.journalBytesMax)
            // Setting it writes, which a full disk refuses: only a new file needs it.
            if let applicationID, !isStamped {
                try set("application_id", to: Int64(applicationID))
            }
            unsafe log.install(on: handle)
        case .reader, .fileAlone:
            try set("query_only", to: 1)
        }
        unsafe watch.install(on: handle)
    }

    /// Returns whether the file already has its application id. Runs before the first pragma that
    /// writes, so that another application's file stays unchanged.
    private func checkApplication(_ wanted: Int32) throws(SQLiteError) -> Bool {
        let found = try scalar("PRAGMA application_id") ?? 0
        if found == Int64(wanted) { return true }
        let tables = try scalar("SELECT count(*) FROM sqlite_schema")
        guard mode == .owner, found == 0, tables == 0 else {
            throw SQLiteError(
                code: .notADatabase,
                message: "\(path) belongs to application \(found), not \(wanted); "
                    + "give the path of this service's own file")
        }
        return false
    }

    private func useWriteAheadLog() throws(SQLiteError) {
        let reached = try scalarText("PRAGMA journal_mode = WAL")
        guard reached == "wal" else {
            throw SQLiteError(
                code: .error,
                message: "the file stays in journal mode \(reached ?? "?") instead of WAL; "
                    + "put it on a local disk")
        }
    }

    /// Sets a pragma and reads it back.
    private func set(
        _ pragma: String, to value: Int64, orNothing: Bool = false
    ) throws(SQLiteError) {
        try runScript("PRAGMA \(pragma) = \(value)")
        let reached = try scalar("PRAGMA \(pragma)")
        guard reached == value || (orNothing && reached == nil) else {
            throw SQLiteError(
                code: .error,
                message: "PRAGMA \(pragma) is \(reached.map(String.init) ?? "nothing") instead of "
                    + "\(value); use Debian's SQLite library")
        }
    }

    func turn(_ option: Int32, on wanted: Bool) throws(SQLiteError) {
        var reached: Int32 = -1
        try check(
            unsafe csqlite_db_config_switch(handle, option, wanted ? 1 : 0, &reached),
            call: "sqlite3_db_config")
        guard reached == (wanted ? 1 : 0) else {
            throw SQLiteError(
                code: .error, message: "option \(option) cannot be set; use Debian's SQLite library"
            )
        }
    }
}
