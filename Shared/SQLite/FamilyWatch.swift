#if DEBUG
    internal import CSQLite

    /// Refuses statements that read, change or delete rows of families without naming one.
    ///
    /// While SQLite prepares a statement it reports each table and column used
    /// (<https://sqlite.org/c3ref/set_authorizer.html>). For each table with a family column, the
    /// statement must use that column outside its results, and the SQL must compare it with a
    /// value. A statement for all families says so and why in a comment: `/* all families: … */`.
    /// Enabled in tests; not part of release builds.
    final class FamilyWatch {
        /// The names of family columns.
        static let columns: Set<String> = ["family_unit_id", "family_no"]
        /// The beginning of the comment that exempts a statement.
        static let exemption = "/* all families:"

        /// The family column of each table that has one.
        private let tables: [String: String]
        private let triggers: Set<String>
        private var used: Set<String> = []
        private var references: [String: Int] = [:]

        init(tables: [String: String], triggers: Set<String>) {
            self.tables = tables
            self.triggers = triggers
        }

        /// Installs the watch, which the connection must keep as long as SQLite may call it.
        func install(on handle: OpaquePointer) {
            _ = unsafe sqlite3_set_authorizer(
                handle,
                { context, action, first, second, _, cause in
                    guard let context = unsafe context, let first = unsafe first else {
                        return SQLITE_OK
                    }
                    let watch = unsafe Unmanaged<FamilyWatch>.fromOpaque(context)
                        .takeUnretainedValue()
                    // A trigger is a part of the schema and works on the family of its row.
                    let source = unsafe cause.map { unsafe String(cString: $0) }
                    if let source, watch.triggers.contains(source) { return SQLITE_OK }
                    let table = unsafe String(cString: first)
                    let column = unsafe second.map { unsafe String(cString: $0) }
                    watch.note(action, table, column)
                    return SQLITE_OK
                }, Unmanaged.passUnretained(self).toOpaque())
        }

        private func note(_ action: Int32, _ table: String, _ column: String?) {
            guard let family = tables[table] else { return }
            switch action {
            case SQLITE_READ:
                used.insert(table)
                if column == family { references[table, default: 0] += 1 }
            case SQLITE_UPDATE, SQLITE_DELETE:
                used.insert(table)
            default: break
            }
        }

        /// Clears the notes about the previous statement.
        func begin() {
            used = []
            references = [:]
        }

        /// Throws if the prepared statement lacks a condition on the family.
        func check(_ statement: Statement) throws(SQLiteError) {
            guard !used.isEmpty, !statement.sql.contains(Self.exemption) else { return }
            var left = references
            for origin in statement.resultOrigins where origin.column == tables[origin.table] {
                left[origin.table, default: 0] -= 1
            }
            let missing = used.filter { left[$0, default: 0] < 1 }.sorted()
            guard missing.isEmpty, Self.comparesFamily(statement.sql) else {
                throw SQLiteError(
                    code: .error,
                    message: "the statement touches \(used.sorted().joined(separator: ", ")) "
                        + "without the family's condition",
                    sql: statement.sql)
            }
        }

        /// Returns whether the SQL compares a family column with a bound value.
        private static func comparesFamily(_ sql: String) -> Bool {
            let words = sql.split(whereSeparator: \.isWhitespace)
            return words.indices.dropFirst(2).contains { index in
                switch words[index - 1] {
                case "=": words[index].hasPrefix("?") && isFamily(words[index - 2])
                case "IN": isFamily(words[index - 2])
                // ON CONFLICT finds an existing row by its key.
                case "CONFLICT": isFamily(words[index].split(separator: ",").first ?? "")
                default: false
                }
            }
        }

        private static func isFamily(_ word: Substring) -> Bool {
            let name = word.drop { "(+".contains($0) }.prefix { $0 != ")" }
            return columns.contains(String(name.split(separator: ".").last ?? ""))
        }
    }

    extension Connection {
        /// Requires from now on that statements on rows of families name a family.
        public func requireFamilies() throws(SQLiteError) {
            var tables: [String: String] = [:]
            var triggers: Set<String> = []
            do {
                try withStatement("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
                    while try $0.step() {
                        if let name = try $0.row.text(0) { triggers.insert(name) }
                    }
                }
                try withStatement(
                    """
                    SELECT t.name, c.name FROM sqlite_schema AS t
                    JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table'
                    """
                ) { statement in
                    while try statement.step() {
                        guard let table = try statement.row.text(0),
                            let column = try statement.row.text(1),
                            FamilyWatch.columns.contains(column)
                        else { continue }
                        tables[table] = column
                    }
                }
            } catch let error as SQLiteError {
                throw error
            } catch {
                throw SQLiteError(code: .error, message: "\(error)")
            }
            let watch = FamilyWatch(tables: tables, triggers: triggers)
            unsafe watch.install(on: handle)
            familyWatch = watch
        }
    }
#endif
