import Foundation
import SQLite
import Support

/// A service's database file, opened by the test itself and not by the service's code.
final class DatabaseFile {
    private let connection: Connection
    private let copy: TemporaryFolder?

    private init(_ connection: Connection, copy: TemporaryFolder?) {
        self.connection = connection
        self.copy = copy
    }

    /// The file of a service that has stopped.
    static func writable(_ path: String) throws -> DatabaseFile {
        DatabaseFile(
            try Connection(path: path, mode: .owner, applicationID: try mark(of: path)), copy: nil)
    }

    /// What a service has committed, whether it runs or was killed: read from a copy of the file
    /// and its log where the service is dead, so that nothing of it is touched.
    static func copied(_ path: String) throws -> DatabaseFile {
        let folder = try TemporaryFolder()
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(
                atPath: path + suffix, toPath: folder.path("copy.sqlite") + suffix)
        }
        let copy = folder.path("copy.sqlite")
        return DatabaseFile(
            try Connection(path: copy, mode: .owner, applicationID: try mark(of: copy)),
            copy: folder)
    }

    /// The file of a service that runs, read beside it.
    static func reading(_ path: String) throws -> DatabaseFile {
        DatabaseFile(
            try Connection(path: path, mode: .reader, applicationID: try mark(of: path)),
            copy: nil)
    }

    /// The mark in the file's header (<https://sqlite.org/fileformat2.html#application_id>).
    private static func mark(of path: String) throws -> Int32 {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        try handle.seek(toOffset: 68)
        let bytes = try handle.read(upToCount: 4) ?? Data()
        return bytes.reduce(0) { $0 << 8 | Int32($1) }
    }

    func close() { connection.close() }

    /// Runs a statement with an integer and a text.
    func execute(_ sql: String, _ integer: Int64, _ text: String) throws {
        try connection.withStatement(sql) { statement in
            try statement.bind(integer, at: 1)
            try statement.bind(text, at: 2)
            while try statement.step() {}
        }
    }

    /// The rows of a query as texts; NULL reads as "NULL".
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

    /// The one number that a query finds.
    func number(_ sql: String) throws -> Int64 { try connection.scalar(sql) ?? 0 }

    private static func text(_ row: borrowing Row, _ column: Int32) throws -> String {
        switch row.storageClass(column) {
        case .integer: "\(try row.int64(column) ?? 0)"
        case .text: try row.text(column) ?? "NULL"
        default: "NULL"
        }
    }
}
