import Foundation
import Support
import Testing

@testable import Storage

/// A home with one database, whose files a test removes, copies and spoils as people and disks do.
struct LifeFixture {
    /// Makes a file one from before there were marks.
    static let removingMarks = """
        ALTER TABLE storage_owner DROP COLUMN mark;
        ALTER TABLE storage_owner DROP COLUMN commits;
        UPDATE schema_tracks SET version = 1 WHERE name = 'storage';
        PRAGMA user_version = 2;
        """

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.path("a.sqlite") }
    var log: String { path + "-wal" }
    var record: String { path + ".life" }
    var acceptance: String { path + ".accepted" }
    var refusal: String { path + ".refused" }
    var loss: String { path + ".loss" }
    /// Where a database is kept that cannot be used, if `accept` was called.
    var aside: String { path + ".damaged-1" }

    func open(change: (inout DatabaseConfiguration) -> Void = { _ in }) throws -> Database {
        try DatabaseFixture.open(path) { configuration in
            configuration.listPath = folder.path("databases")
            configuration.acceptanceCommand = "make accept-loss"
            change(&configuration)
        }
    }

    /// Writes these rows, each in a transaction of its own, and answers while the file is open.
    func opened(writing bodies: [String]) throws -> Database {
        let database = try open()
        for body in bodies { try database.write(insert(body)) }
        return database
    }

    /// Writes these rows and ends cleanly.
    func closed(writing bodies: [String]) throws { try opened(writing: bodies).close() }

    /// The files as a kill would leave them now, in another home: what is in the kernel's cache
    /// outlives a process.
    func killed() throws -> LifeFixture {
        let other = try LifeFixture()
        for name in ["a.sqlite", "a.sqlite-wal", "a.sqlite.life", "databases"] {
            try copy(name, to: other)
        }
        return other
    }

    func copy(_ name: String, to other: LifeFixture) throws {
        let target = other.folder.path(name)
        try? FileManager.default.removeItem(atPath: target)
        guard FileManager.default.fileExists(atPath: folder.path(name)) else { return }
        try FileManager.default.copyItem(atPath: folder.path(name), toPath: target)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Accepts the file as it is, or an empty one instead if it cannot be used.
    func accept() throws { try write(Data("a.sqlite.damaged-1\n".utf8), to: acceptance) }

    func touch(_ path: String) { _ = FileManager.default.createFile(atPath: path, contents: nil) }

    func bytes(of path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// The newest content of a page in the log (https://sqlite.org/fileformat2.html, section 4.1);
    /// nil if the log does not have the page.
    func lastLogged(page: UInt32) throws -> Data? {
        let log = try bytes(of: log)
        let (header, frameHeader, pageBytes) = (32, 24, 4_096)
        var newest: Data?
        for start in stride(from: header, to: log.count, by: frameHeader + pageBytes) {
            let number = log[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard number == page else { continue }
            newest = log[start + frameHeader..<start + frameHeader + pageBytes]
        }
        return newest
    }

    func write(_ bytes: Data, to path: String) throws {
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    /// Why the database does not even open.
    func refusalToOpen() -> StorageError? {
        let told = refusalOfBackup()
        do {
            try open().close()
            return nil
        } catch {
            let refusal = error as? StorageError
            let isDamaged = refusal?.message.contains("is damaged") == true
            if refusal?.code == .untrusted, !isDamaged { #expect(told == refusal) }
            return refusal
        }
    }

    /// What a backup is told of the files, which it leaves as they are.
    func refusalOfBackup() -> StorageError? {
        var configuration = DatabaseConfiguration(path: path, applicationID: nil)
        configuration.listPath = folder.path("databases")
        configuration.acceptanceCommand = "make accept-loss"
        let names = [path, log, record, refusal]
        // Looking leaves an empty log where there was none, which says nothing.
        func held() -> [Data] { names.map { (try? bytes(of: $0)) ?? Data() } }
        let before = held()
        defer { #expect(held() == before) }
        do {
            return try DatabaseFile.refusal(configuration)
        } catch {
            return error as? StorageError
        }
    }

    /// Why nothing is written, the rows that are read, and what a write says.
    func opening() throws -> (refusal: StorageError?, bodies: [String], write: StorageError?) {
        let database = try open()
        defer { database.close() }
        let bodies = try database.read {
            try $0.rows("SELECT body FROM notes ORDER BY id") { try $0.text(0) }
        }
        do {
            try database.write(insert("probe \(UUID())"))
            return (database.writeRefusal, bodies, nil)
        } catch {
            return (database.writeRefusal, bodies, error as? StorageError)
        }
    }

    /// Expects that the file is read and not written to, for this reason.
    func expectRefusal(
        _ words: String, rows: [String], at location: SourceLocation = #_sourceLocation
    ) throws {
        let before = try bytes(of: path)
        let told = refusalOfBackup()
        let (refusal, bodies, write) = try opening()
        #expect(told == refusal, sourceLocation: location)
        #expect(refusal?.code == .untrusted, sourceLocation: location)
        #expect(refusal?.message.contains(words) == true, sourceLocation: location)
        #expect(refusal?.message.contains("\(path) ") == true, sourceLocation: location)
        #expect(refusal?.message.contains("make accept-loss") == true, sourceLocation: location)
        #expect(write == refusal && bodies == rows, sourceLocation: location)
        let said = try String(contentsOfFile: self.refusal, encoding: .utf8)
        #expect(said.hasPrefix((refusal?.message ?? "?") + "\n"), sourceLocation: location)
        #expect(try bytes(of: path) == before, sourceLocation: location)
    }

    /// Expects that the file is written to.
    func expectTrust(
        rows: [String], at location: SourceLocation = #_sourceLocation
    ) throws {
        if !exists(acceptance) { #expect(refusalOfBackup() == nil, sourceLocation: location) }
        let (refusal, bodies, write) = try opening()
        #expect(refusal == nil && write == nil, sourceLocation: location)
        #expect(bodies == rows, sourceLocation: location)
        #expect(!exists(self.refusal) && !exists(acceptance), sourceLocation: location)
    }
}
