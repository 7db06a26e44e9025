import Foundation
import SQLite
import Support
import Testing

@testable import Storage

/// What an acceptance covers, and what it does not.
@Suite struct AcceptanceTests {
    private let life: LifeFixture
    private static let garbage = Data(repeating: 7, count: 8_192)

    init() throws { life = try LifeFixture() }

    // MARK: Restored files

    /// What a restore makes of the file, in a home of its own.
    private func restored() throws -> LifeFixture {
        let other = try LifeFixture()
        try life.copy("a.sqlite", to: other)
        try DatabaseFile.recordRestored(at: other.path)
        for ending in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: other.path + ending)
        }
        try other.write(Data(DatabaseFile.restoredAcceptance.utf8), to: other.acceptance)
        return other
    }

    /// Why nothing is written to the file, whether it can be read or not.
    private func code(ofOpening home: LifeFixture) -> StorageError.Code? {
        do {
            let database = try home.open()
            defer { database.close() }
            return database.writeRefusal?.code
        } catch {
            return (error as? StorageError)?.code
        }
    }

    // N-149
    @Test func aRestoredFileIsReadAgainByItsFollowersOnce() throws {
        try life.closed(writing: ["a"])
        let home = try restored()
        for _ in 0..<2 {
            let database = try home.open { configuration in
                configuration.onAcceptance = { _ = try insert("accepted")($0) }
            }
            #expect(database.writeRefusal == nil)
            database.close()
        }
        try home.expectTrust(rows: ["a", "accepted"])
        #expect(!home.exists(home.loss))
    }

    // N-149
    @Test func aRestoredFileThatIsLostIsMissed() throws {
        try life.closed(writing: ["a"])
        let home = try restored()
        try home.remove(home.path)
        for _ in 0..<2 {
            #expect(home.refusalToOpen()?.message.contains("is missing") == true)
            #expect(!home.exists(home.path))
        }
        // Put back, it is what was restored.
        try life.copy("a.sqlite", to: home)
        try home.expectTrust(rows: ["a"])
    }

    // N-149
    @Test func aRestoredFileThatIsDamagedIsRefused() throws {
        try life.closed(writing: (0..<40).map { "\($0)" + String(repeating: "x", count: 1_000) })
        let home = try restored()
        var bytes = try home.bytes(of: home.path)
        bytes[bytes.count - 4_096 + 3] ^= 0xFF
        for spoilt in [bytes, Self.garbage] {
            try home.write(spoilt, to: home.path)
            #expect(code(ofOpening: home) == .untrusted)
            #expect(try home.bytes(of: home.path) == spoilt)
        }
        try accept(home.refusalToOpen(), in: home)
        try home.expectTrust(rows: [])
        #expect(try home.bytes(of: home.aside) == Self.garbage)
    }

    // N-149
    @Test func anotherFileInPlaceOfARestoredOneIsRefused() throws {
        try life.closed(writing: ["a"])
        let older = try life.killed()
        try life.closed(writing: ["b"])
        let home = try restored()
        try older.copy("a.sqlite", to: home)
        try home.expectRefusal("older than it was left", rows: ["a"])
        try life.copy("a.sqlite", to: home)
        try home.expectTrust(rows: ["a", "b"])
    }

    /// A backup of a version without marks has nothing to record.
    @Test func aRestoredFileFromBeforeThereWereMarksIsTrusted() throws {
        try life.closed(writing: ["a"])
        let file = try Connection(
            path: life.path, mode: .owner, applicationID: DatabaseFixture.applicationID)
        try file.runScript(LifeFixture.removingMarks)
        file.close()
        let home = try restored()
        #expect(!home.exists(home.record))
        try home.write(Data("a.sqlite\n".utf8), to: home.folder.path("databases"))
        let lost = try restored()
        try lost.remove(lost.path)
        #expect(lost.refusalToOpen()?.message.contains("is missing") == true)
        try home.expectTrust(rows: ["a"])
    }

    // MARK: Losses

    /// Accepts a refusal as `make accept-loss` does.
    private func accept(_ refusal: StorageError?, in home: LifeFixture) throws {
        let message = try #require(refusal).message
        let reason = try #require(message.components(separatedBy: FileRefusal.middle).first)
        try home.write(Data("a.sqlite.damaged-1\n\(reason)\n".utf8), to: home.acceptance)
    }

    // N-149
    @Test func aLossThatIsStillThereIsAccepted() throws {
        try life.closed(writing: ["a"])
        try life.remove(life.path)
        try accept(life.refusalToOpen(), in: life)
        #expect(life.refusalOfBackup() == nil)
        try life.expectTrust(rows: [])
        #expect(life.exists(life.loss))
    }

    // N-149: the acceptance is used up by the start that did not need it.
    @Test func anAcceptanceThatNothingNeedsIsGone() throws {
        try life.closed(writing: ["a"])
        let whole = try life.killed()
        try life.remove(life.path)
        try accept(life.refusalToOpen(), in: life)
        try whole.copy("a.sqlite", to: life)
        try life.expectTrust(rows: ["a"])
        #expect(!life.exists(life.loss))
        try life.write(Self.garbage, to: life.path)
        #expect(life.refusalToOpen()?.code == .untrusted)
        #expect(try life.bytes(of: life.path) == Self.garbage && !life.exists(life.aside))
    }

    // N-149: what happens after a loss was accepted is another loss.
    @Test func anAcceptanceDoesNotCoverALaterLoss() throws {
        try life.closed(writing: ["a"])
        try life.remove(life.record)
        let database = try life.open()
        let refusal = database.writeRefusal
        database.close()
        try accept(refusal, in: life)
        try life.remove(life.path)
        for _ in 0..<2 {
            #expect(life.refusalToOpen()?.message.contains("is missing") == true)
            #expect(!life.exists(life.acceptance) && !life.exists(life.path))
        }
    }

    @Test func damageMayGetWorse() throws {
        try life.closed(writing: ["a"])
        try life.write(Self.garbage, to: life.path)
        try accept(life.refusalToOpen(), in: life)
        let more = Self.garbage + Data(count: 4_096)
        try life.write(more, to: life.path)
        try life.expectTrust(rows: [])
        #expect(try life.bytes(of: life.aside) == more)
    }

    @Test(arguments: [
        ("", Acceptance.Scope.everything), ("a.sqlite.damaged-1\n", .everything),
        ("a.sqlite.damaged-1\nx is missing\n", .refusal("x is missing")),
        ("\nx is missing", .refusal("x is missing")), ("restored\n", .restored),
        ("restored", .restored), ("restored by hand\n", .everything),
    ])
    func theFileSaysWhatIsAccepted(text: String, scope: Acceptance.Scope) {
        let files = DatabaseFiles(DatabaseConfiguration(path: life.path, applicationID: nil))
        #expect(Acceptance(text, of: files).scope == scope)
    }

    // MARK: Words

    // N-150: SQLite's words are for the log; the remedy fits a file that cannot be opened.
    @Test func aFileThatCannotBeOpenedIsToldInWordsForPeople() throws {
        try life.closed(writing: ["a"])
        try life.write(Self.garbage, to: life.path)
        let refusals = [life.refusalOfBackup(), life.refusalToOpen()]
        for refusal in refusals {
            let message = try #require(refusal?.message)
            #expect(message.contains("is damaged, or is another file. Nothing is recorded. "))
            #expect(message.hasSuffix("kept under another name: make accept-loss"))
            #expect(!message.contains("not a database"))
            #expect(refusal?.detail?.contains("not a database") == true)
        }
        let said = try String(contentsOfFile: life.refusal, encoding: .utf8)
        #expect(said.split(separator: "\n").count == 3)
    }
}
