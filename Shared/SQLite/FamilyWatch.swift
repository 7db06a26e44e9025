#if DEBUG
    internal import CSQLite

    /// Refuses statements that read, change or delete rows of families without naming one (S31).
    ///
    /// SQLite tells, while it prepares a statement, each table and column that the statement uses
    /// (<https://sqlite.org/c3ref/set_authorizer.html>). Of each table with a family's column, that
    /// column must be used besides the results, and the text must compare it with a value. A
    /// statement that is meant for all families says so and why in a comment: `/* all families: …
    /// */`. Tests turn this on; release builds do not have it.
    final class FamilyWatch {
        /// How tables name the family of a row.
        static let columns: Set<String> = ["family_unit_id", "family_no"]
        /// How a statement says that it is meant for all families.
        static let exemption = "/* all families:"

        /// The family's column of each table that has one.
        private let tables: [String: String]
        private var used: Set<String> = []
        private var references: [String: Int] = [:]

        init(tables: [String: String]) { self.tables = tables }

        /// The connection keeps the watch for as long as SQLite may call it.
        func install(on handle: OpaquePointer) {
            _ = unsafe sqlite3_set_authorizer(
                handle,
                { context, action, first, second, _, _ in
                    guard let context = unsafe context, let first = unsafe first else {
                        return SQLITE_OK
                    }
                    let watch = unsafe Unmanaged<FamilyWatch>.fromOpaque(context)
                        .takeUnretainedValue()
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

        /// Forgets what was noted of the statement before.
        func begin() {
            used = []
            references = [:]
        }

        /// Throws if the statement that was just prepared lacks the family's condition.
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

        /// Whether a text compares a family's column with a value that is bound.
        private static func comparesFamily(_ sql: String) -> Bool {
            let words = sql.split(whereSeparator: \.isWhitespace)
            return words.indices.dropFirst(2).contains { index in
                switch words[index - 1] {
                case "=": words[index].hasPrefix("?") && isFamily(words[index - 2])
                case "IN": isFamily(words[index - 2])
                // A row that is there already is found by its key.
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
        /// From now on, statements that touch rows of families must name one.
        public func requireFamilies() throws(SQLiteError) {
            var tables: [String: String] = [:]
            do {
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
            let watch = FamilyWatch(tables: tables)
            unsafe watch.install(on: handle)
            familyWatch = watch
        }
    }
#endif
