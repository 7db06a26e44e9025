import Foundation
import SQLite
import Support
import Testing

@testable import Storage

@Suite struct MigratorTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("a.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func track(_ name: String, _ statements: String...) -> MigrationTrack {
        MigrationTrack(name, statements.map { Migration($0, sql: $0) })
    }

    private func open(_ tracks: MigrationTrack...) throws -> Database {
        try DatabaseFixture.open(path, tracks: tracks)
    }

    private let a = "CREATE TABLE a (x INTEGER) STRICT"
    private let b = "CREATE TABLE b (x INTEGER) STRICT"
    private let c = "CREATE TABLE c (x INTEGER) STRICT"

    private func tables(_ database: Database) throws -> [String] {
        try database.read {
            try $0.rows("SELECT name FROM sqlite_schema WHERE length(name) = 1 ORDER BY name") {
                try $0.text(0)
            }
        }
    }

    @Test func tracksGrowEachByItself() throws {
        let first = try open(track("kit", a), track("own", b))
        #expect(first.appliedMigrationCount == 4)
        first.close()
        let second = try open(track("kit", a, c), track("own", b))
        #expect(second.appliedMigrationCount == 1)
        #expect(try tables(second) == ["a", "b", "c"])
        second.close()
        let third = try open(track("kit", a, c), track("own", b))
        #expect(third.appliedMigrationCount == 0)
        let version = try third.read { try $0.scalar("PRAGMA user_version") }
        #expect(version == 5)
    }

    @Test func anExistingFileIsCopiedFirst() throws {
        let first = try open(track("own", a))
        try first.write { try $0.execute("INSERT INTO a VALUES (5)") }
        first.close()
        try open(track("own", a, "DROP TABLE a")).close()
        let copy = try Connection(
            path: path + ".v3.bak", mode: .owner, applicationID: DatabaseFixture.applicationID)
        #expect(try copy.scalar("SELECT x FROM a") == 5)
        #expect(!FileManager.default.fileExists(atPath: path + ".v0.bak"))
    }

    @Test func aNewerFileIsRefusedAndLeftAsItWas() throws {
        try open(track("own", a, b)).close()
        let error = #expect(throws: StorageError.self) { try open(track("own", a)) }
        #expect(error?.code == .newerFile)
        let other = #expect(throws: StorageError.self) { try open(track("other", a)) }
        #expect(other?.code == .newerFile)
        let again = try open(track("own", a, b))
        #expect(try tables(again) == ["a", "b"])
    }

    @Test func aFailingStepLeavesTheVersionBefore() throws {
        #expect(throws: StorageError.self) { try open(track("own", a, b + "; NONSENSE")) }
        let again = try open(track("own", a))
        #expect(again.appliedMigrationCount == 0)
        #expect(try tables(again) == ["a"])
    }

    @Test func referencesThatPointNowhereStopAStep() throws {
        let error = #expect(throws: StorageError.self) {
            try open(
                track(
                    "own",
                    """
                    CREATE TABLE p (id INTEGER PRIMARY KEY) STRICT;
                    CREATE TABLE q (p INTEGER REFERENCES p (id)) STRICT;
                    INSERT INTO q VALUES (1);
                    """))
        }
        #expect(error?.code == .foreignKey)
    }

    @Test(arguments: 1...4)
    func aKillAtAnyStepLeavesOneVersionOrTheNext(step: Int) async throws {
        let path = path
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, step = step as Int] in
            setHooks("kill-before-migration-commit:\(step)")
            let tracks = ["a", "b", "c"].map { name in
                MigrationTrack(
                    name, [Migration(name, sql: "CREATE TABLE \(name) (x INTEGER) STRICT")])
            }
            _ = try DatabaseFixture.open(path, tracks: tracks)
        }
        let again = try open(track("a", a), track("b", b), track("c", c))
        #expect(try tables(again) == ["a", "b", "c"])
        // The step that makes the table of tracks is the first; the owner's table the second.
        #expect(again.appliedMigrationCount == [5, 5, 4, 3][step - 1])
    }
}
