import Foundation
import SQLite
import Support

/// A service's database file, opened by the test without the service's code and without a look at
/// the file's application id, which may still be in the log alone.
final class DatabaseFile {
    private let connection: Connection
    private let copy: TemporaryFolder?

    private init(_ connection: Connection, copy: TemporaryFolder?) {
        self.connection = connection
        self.copy = copy
    }

    /// Opens the file of a stopped service for writing.
    static func writable(_ path: String) throws -> DatabaseFile {
        DatabaseFile(
            try Connection(path: path, mode: .owner, applicationID: nil), copy: nil)
    }

    /// Opens a copy of the file and its WAL, so that the committed state of a running or killed
    /// service can be read without changing it.
    static func copied(_ path: String) throws -> DatabaseFile {
        let folder = try TemporaryFolder()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(
                atPath: path + suffix, toPath: folder.path("copy.sqlite") + suffix)
        }
        let copy = folder.path("copy.sqlite")
        return DatabaseFile(
            try Connection(path: copy, mode: .owner, applicationID: nil), copy: folder)
    }

    /// Opens the file of a running service for reading.
    static func reading(_ path: String) throws -> DatabaseFile {
        DatabaseFile(
            try Connection(path: path, mode: .reader, applicationID: nil), copy: nil)
    }

    func close() { connection.close() }

    /// Runs a statement with an integer and a text parameter.
    func execute(_ sql: String, _ integer: Int64, _ text: String) throws {
        try connection.withStatement(sql) { statement in
            try statement.bind(integer, at: 1)
            try statement.bind(text, at: 2)
            while try statement.step() {}
        }
    }

    /// The rows of a query as texts; NULL becomes "NULL".
    func rows(_ sql: String) throws -> [[String]] {
        try connection.withStatement(sql) { statement in
            var rows: [[String]] = []
            while try statement.step() {
                rows.append(
                    try (0..<Int32(statement.row.count)).map { column in
                        try Self.text(statement.row, column)
                    })
            }
            return rows
        }
    }

    /// The result of a query for a single number.
    func number(_ sql: String) throws -> Int64 { try connection.scalar(sql) ?? 0 }

    private static func text(_ row: borrowing Row, _ column: Int32) throws -> String {
        switch row.storageClass(column) {
        case .integer: "\(try row.int64(column) ?? 0)"
        case .text: try row.text(column) ?? "NULL"
        default: "NULL"
        }
    }
}
