import Foundation
import Support
import Testing

@testable import SQLite

private let application: Int32 = 0x5243_7473

private func open(
    _ folder: TemporaryFolder, _ mode: Connection.Mode = .owner
) throws -> Connection {
    try Connection(path: folder.path("a.sqlite"), mode: mode, applicationID: application)
}

/// Opens a new database in a folder of its own, which stays as long as its owner.
func openInOwnFolder() throws -> (TemporaryFolder, Connection) {
    let folder = try TemporaryFolder()
    return (folder, try open(folder))
}

private func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
}

@Suite struct ConnectionProfileTests {
    @Test(arguments: [
        ("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"),
        ("trusted_schema", "0"), ("cell_size_check", "1"), ("mmap_size", "0"),
        ("wal_autocheckpoint", "0"), ("journal_size_limit", "67108864"),
        ("busy_timeout", "5000"), ("application_id", "\(application)"),
    ])
    func theOwnerHasTheProfile(pragma: String, wanted: String) throws {
        let folder = try TemporaryFolder()
        let connection = try open(folder)
        let found = try connection.withStatement("PRAGMA \(pragma)") { statement in
            _ = try statement.step()
            return try statement.row.storageClass(0) == .text
                ? statement.row.text(0) : statement.row.int64(0).map(String.init)
        }
        #expect(found ?? "0" == wanted)
    }

    @Test func filesAreForTheirOwnerOnly() throws {
        let folder = try TemporaryFolder()
        let connection = try open(folder)
        try connection.runScript("CREATE TABLE t (a INTEGER) STRICT")
        for name in ["a.sqlite", "a.sqlite-wal", "a.sqlite-shm"] {
            #expect(try permissions(folder.path(name)) == 0o600)
        }
    }

    @Test func anOpenFileLosesTheRightsOfOthers() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: folder.path("a.sqlite")))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o666], ofItemAtPath: folder.path("a.sqlite"))
        _ = try open(folder)
        #expect(try permissions(folder.path("a.sqlite")) == 0o600)
    }

    @Test func aForeignDatabaseIsRefusedAndLeftAsItWas() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.sqlite")
        let other = try Connection(path: path, mode: .owner, applicationID: 7)
        other.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let error = #expect(throws: SQLiteError.self) { try open(folder) }
        #expect(error?.code == .notADatabase)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test func textIsNoDatabase() throws {
        let folder = try TemporaryFolder()
        try Data(repeating: 65, count: 5_000).write(
            to: URL(fileURLWithPath: folder.path("a.sqlite")))
        let error = #expect(throws: SQLiteError.self) { try open(folder) }
        #expect(error?.code.primary == .notADatabase)
    }

    @Test func aSymbolicLinkIsNotFollowed() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("a.sqlite"), withDestinationPath: folder.path("b.sqlite"))
        let error = #expect(throws: SQLiteError.self) { try open(folder) }
        #expect(error?.code == .cannotOpen)
    }

    @Test func aMissingFolderIsNamedWithTheRemedy() {
        let error = #expect(throws: SQLiteError.self) {
            try Connection(path: "/nonexistent/a", mode: .owner, applicationID: 1)
        }
        #expect(error?.message.contains("check that the folder exists") == true)
    }

    @Test func doubleQuotedTextIsAMistake() throws {
        let folder = try TemporaryFolder()
        let connection = try open(folder)
        #expect(throws: SQLiteError.self) { try connection.run("SELECT \"no such column\"") }
    }

    @Test func extensionsCannotBeLoaded() throws {
        let folder = try TemporaryFolder()
        let connection = try open(folder)
        #expect(throws: SQLiteError.self) { try connection.run("SELECT load_extension('x')") }
    }

    @Test func otherFilesCannotBeAttached() throws {
        let folder = try TemporaryFolder()
        let connection = try open(folder)
        let target = folder.path("b.sqlite")
        #expect(throws: SQLiteError.self) { try connection.run("ATTACH '\(target)' AS b") }
    }
}

@Suite struct ConnectionLimitTests {
    private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test func sqlTextAtItsLimitRunsAndOnePastItIsRefused() throws {
        let folder = try TemporaryFolder()
        let connection = try open(folder)
        let limit = Int(Connection.Limit.sqlLength.maximum)
        let frame = "SELECT 1 -- "
        try connection.run(frame + text(limit - frame.utf8.count))
        let error = #expect(throws: SQLiteError.self) {
            try connection.run(frame + text(limit - frame.utf8.count + 1))
        }
        #expect(error?.code.primary == .tooBig)
    }

    @Test func aTextAtTheLengthLimitIsBoundAndOnePastItIsRefused() throws {
        let folder = try TemporaryFolder()
        let connection = try open(folder)
        let limit = Int(Connection.Limit.length.maximum)
        try connection.withStatement("SELECT length(?1)") { statement in
            try statement.bind(text(limit), at: 1)
            #expect(try statement.step())
            let length = try statement.row.int64(0)
            #expect(length == Int64(limit))
        }
        try connection.withStatement("SELECT length(?1)") { statement in
            let error = #expect(throws: SQLiteError.self) {
                try statement.bind(text(limit + 1), at: 1)
            }
            #expect(error?.code == .tooBig)
        }
    }

    /// Runs a statement that reaches the limit, and fails at one that goes beyond.
    private func checkLimit(_ limit: Connection.Limit, _ statement: (Int) -> String) throws {
        let folder = try TemporaryFolder()
        let connection = try open(folder)
        let maximum = Int(limit.maximum)
        try connection.run(statement(maximum))
        #expect(throws: SQLiteError.self) { try connection.run(statement(maximum + 1)) }
    }

    @Test func parametersEndAtTheirLimit() throws {
        try checkLimit(.parameters) { "SELECT ?\($0)" }
    }

    @Test func columnsEndAtTheirLimit() throws {
        try checkLimit(.columns) {
            "SELECT " + repeatElement("1", count: $0).joined(separator: ",")
        }
    }

    @Test func nestingEndsAtItsLimit() throws {
        try checkLimit(.expressionDepth) {
            "SELECT " + repeatElement("1", count: $0).joined(separator: "+")
        }
    }

    @Test func joinedSelectsEndAtTheirLimit() throws {
        try checkLimit(.compoundSelects) {
            repeatElement("SELECT 1", count: $0).joined(separator: " UNION ALL ")
        }
    }

    @Test func likePatternsEndAtTheirLimit() throws {
        let folder = try TemporaryFolder()
        let connection = try open(folder)
        let limit = Int(Connection.Limit.likePattern.maximum)
        for (count, isAllowed) in [(limit, true), (limit + 1, false)] {
            try connection.withStatement("SELECT 'a' LIKE ?1") { statement in
                try statement.bind(text(count), at: 1)
                if isAllowed {
                    #expect(try statement.step())
                } else {
                    #expect(throws: SQLiteError.self) { try statement.step() }
                }
            }
        }
    }
}

@Suite struct ConnectionReadingTests {
    @Test func aReaderSeesTheNewestCommitAndCannotWrite() throws {
        let folder = try TemporaryFolder()
        let owner = try open(folder)
        try owner.runScript("CREATE TABLE t (a INTEGER) STRICT")
        let reader = try open(folder, .reader)
        try owner.run("INSERT INTO t VALUES (1)")
        #expect(try reader.scalar("SELECT count(*) FROM t") == 1)
        let error = #expect(throws: SQLiteError.self) {
            try reader.run("INSERT INTO t VALUES (2)")
        }
        #expect(error?.code.primary == .readOnly)
    }

    @Test func aReaderOpensAfterACleanClose() throws {
        let folder = try TemporaryFolder()
        let owner = try open(folder)
        try owner.runScript("CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (5)")
        owner.close()
        #expect(!FileManager.default.fileExists(atPath: folder.path("a.sqlite-wal")))
        let reader = try open(folder, .reader)
        #expect(try reader.scalar("SELECT a FROM t") == 5)
    }

    @Test func aReaderOpensAfterTheOwnerWasKilled() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.sqlite")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let owner = try Connection(path: path, mode: .owner, applicationID: application)
            try owner.runScript("CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (5)")
            try owner.runScript("BEGIN IMMEDIATE; INSERT INTO t VALUES (6)")
            kill(getpid(), SIGKILL)
        }
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        let reader = try open(folder, .reader)
        #expect(try reader.scalar("SELECT sum(a) FROM t") == 5)
        let owner = try open(folder)
        #expect(try owner.scalar("SELECT sum(a) FROM t") == 5)
        #expect(try owner.scalarText("PRAGMA integrity_check") == "ok")
    }

    @Test func aStatementIsCutAtItsDeadlineByTheGivenClock() throws {
        let folder = try TemporaryFolder()
        let connection = try open(folder)
        let start = ContinuousClock.now
        let endless =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
        connection.useClock { start + .seconds(10) }
        connection.deadline = start + .seconds(10)
        let error = #expect(throws: SQLiteError.self) { try connection.run(endless) }
        #expect(error?.code == .interrupt)
        connection.deadline = start + .seconds(11)
        let bounded = endless.replacing("FROM n)", with: "FROM n LIMIT 100000)")
        #expect(try connection.scalar(bounded) == 100_000)
    }
}

@Suite struct ConnectionMaintenanceTests {
    @Test func theLogIsCountedAndCheckpointsMoveIt() throws {
        let folder = try TemporaryFolder()
        let owner = try open(folder)
        try owner.runScript("CREATE TABLE t (a INTEGER) STRICT")
        try owner.checkpoint(.truncate)
        #expect(owner.walPages == 0)
        try owner.run("INSERT INTO t VALUES (1)")
        #expect(owner.unmovedLogPages > 0)
        let result = try owner.checkpoint(.passive)
        #expect(result.movedPages == result.walPages)
        #expect(owner.unmovedLogPages == 0)
        try owner.run("INSERT INTO t VALUES (2)")
        #expect(owner.unmovedLogPages > 0)
    }

    @Test func aBackupIsOneSnapshotUnderItsFinalName() throws {
        let folder = try TemporaryFolder()
        let owner = try open(folder)
        try owner.runScript("CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (1)")
        let reader = try open(folder, .reader)
        let copy = folder.path("copy.sqlite")
        try reader.run("BEGIN")
        #expect(try reader.scalar("SELECT count(*) FROM t") == 1)
        try owner.run("INSERT INTO t VALUES (2)")
        try reader.backUp(to: copy)
        try reader.run("COMMIT")
        #expect(try permissions(copy) == 0o600)
        #expect(!FileManager.default.fileExists(atPath: copy + ".part"))
        let restored = try Connection(path: copy, mode: .owner, applicationID: application)
        #expect(try restored.scalar("SELECT count(*) FROM t") == 1)
        #expect(try restored.scalarText("PRAGMA integrity_check") == "ok")
    }

    @Test func aBackupNeverReplacesAFile() throws {
        let folder = try TemporaryFolder()
        let owner = try open(folder)
        try Data([1]).write(to: URL(fileURLWithPath: folder.path("copy")))
        let error = #expect(throws: SQLiteError.self) { try owner.backUp(to: folder.path("copy")) }
        #expect(error?.code == .cannotOpen)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("copy"))) == Data([1]))
    }
}
