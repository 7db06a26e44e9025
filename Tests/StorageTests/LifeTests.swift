import Foundation
import SQLite
import Support
import Testing

@testable import Storage

/// A database that is missing, older than it was left, or another one, is not written to.
@Suite struct LifeTests {
    private let life: LifeFixture

    init() throws { life = try LifeFixture() }

    @Test func aFileThatWasLeftAloneIsWrittenTo() throws {
        try life.closed(writing: ["a"])
        try life.expectTrust(rows: ["a"])
        #expect(try life.opening().refusal == nil)
    }

    @Test func whatAKillLeavesIsWrittenTo() throws {
        let database = try life.opened(writing: ["a", "b"])
        let killed = try life.killed()
        database.close()
        try killed.expectTrust(rows: ["a", "b"])
    }

    /// A command without any write costs no write: on a full disk it goes on.
    @Test func aTransactionThatWritesNothingIsNotCounted() throws {
        let database = try life.opened(writing: ["a"])
        let before = try LifeRecord(path: life.record).entry
        let log = try life.bytes(of: life.log).count
        _ = try database.write { try $0.scalar("SELECT count(*) FROM notes") }
        #expect(try LifeRecord(path: life.record).entry == before)
        #expect(try life.bytes(of: life.log).count == log)
        try database.write(insert("b"))
        let after = try LifeRecord(path: life.record).entry
        #expect(after?.state.commits == (before?.state.commits ?? 0) + 1)
        database.close()
    }

    @Test func aMissingFileIsNotMadeAnew() throws {
        try life.closed(writing: ["a"])
        try life.remove(life.path)
        for _ in 0..<2 {
            let error = life.refusalToOpen()
            #expect(error?.code == .untrusted)
            #expect(error?.message.contains("\(life.path) is missing") == true)
            #expect(error?.message.contains("make accept-loss") == true)
            #expect(!life.exists(life.path))
        }
        let told = try String(contentsOfFile: life.refusal, encoding: .utf8)
        #expect(told.contains("is missing") && told.contains("pid=\(getpid())"))
    }

    /// The home's list remembers it when every file beside it went too.
    @Test(arguments: [false, true])
    func aFileWhoseRecordIsGoneTooIsMissed(isListed: Bool) throws {
        try life.closed(writing: ["a"])
        try life.remove(life.path)
        try life.remove(life.record)
        if !isListed { try life.remove(life.folder.path("databases")) }
        #expect((life.refusalToOpen()?.code == .untrusted) == isListed)
        #expect(life.exists(life.path) != isListed)
    }

    // N-161
    @Test func aFileThatIsRenamedWhileItIsOpenIsNotWrittenToUntilItIsBack() throws {
        let told = Collector<StorageError>()
        let database = try life.open { $0.onRefusal = { told.add($0) } }
        try database.write(insert("a"))
        database.checkPath()
        #expect(database.writeRefusal == nil && told.count == 0)
        try FileManager.default.moveItem(atPath: life.path, toPath: life.aside)
        for _ in 0..<2 { database.checkPath() }
        let refusal = try #require(database.writeRefusal)
        #expect(refusal.code == .untrusted && refusal.message.contains("is missing"))
        #expect(told.count == 1)
        #expect(throws: refusal) { try database.write(insert("b")) }
        #expect(try database.read { try $0.scalar("SELECT count(*) FROM notes") } == 1)
        #expect(try String(contentsOfFile: life.refusal, encoding: .utf8).contains("is missing"))
        database.close()
        #expect(life.refusalToOpen()?.message.contains("is missing") == true)
        try FileManager.default.moveItem(atPath: life.aside, toPath: life.path)
        try life.expectTrust(rows: ["a"])
    }

    // N-161
    @Test func aFileThatIsReplacedWhileItIsOpenIsNotWrittenTo() throws {
        let database = try life.opened(writing: ["a"])
        try FileManager.default.copyItem(atPath: life.path, toPath: life.aside)
        try life.remove(life.path)
        try FileManager.default.moveItem(atPath: life.aside, toPath: life.path)
        let before = try life.bytes(of: life.path)
        database.checkPath()
        let refusal = try #require(database.writeRefusal)
        #expect(refusal.message.contains("is not the file that was left here"))
        #expect(throws: refusal) { try database.write(insert("b")) }
        database.close()
        #expect(try life.bytes(of: life.path) == before)
    }

    @Test func aFileCutToNothingIsMissed() throws {
        try life.closed(writing: ["a"])
        try life.write(Data(), to: life.path)
        #expect(life.refusalToOpen()?.message.contains("is missing") == true)
        #expect(try life.bytes(of: life.path).isEmpty)
    }

    @Test func aRemovedLogIsNoticedByTheTransactionsThatAreMissing() throws {
        try life.closed(writing: ["a"])
        let database = try life.opened(writing: ["b", "c", "d"])
        let killed = try life.killed()
        database.close()
        try killed.remove(killed.log)
        // The take-over and three rows.
        try killed.expectRefusal("its last 4 transactions are missing", rows: ["a"])
        // A start that is refused changes nothing: the log can still be put back.
        try killed.expectRefusal("its last 4 transactions are missing", rows: ["a"])
    }

    /// Wherever the log is cut, a transaction that is missing is noticed, and none that is not.
    @Test func aLogThatIsCutAnywhereIsNoticed() throws {
        try life.closed(writing: ["a"])
        let database = try life.opened(writing: ["b", "c"])
        let killed = try life.killed()
        database.close()
        let log = try killed.bytes(of: killed.log)
        let frame = 24 + 4_096
        let frames = (log.count - 32) / frame
        #expect(frames > 5)
        var refused = 0
        for count in 0...frames {
            for extra in [0, 100] where count < frames || extra == 0 {
                let cut = try killed.killed()
                try cut.write(log.prefix(32 + count * frame + extra), to: cut.log)
                let (refusal, bodies, _) = try cut.opening()
                #expect((refusal == nil) == (bodies == ["a", "b", "c"]), "\(count) frames")
                refused += refusal == nil ? 0 : 1
            }
        }
        #expect(refused == 2 * frames)
    }

    @Test func anOlderCopyIsNoticed() throws {
        try life.closed(writing: ["a"])
        let copy = try life.killed()
        try life.closed(writing: ["b"])
        try copy.copy("a.sqlite", to: life)
        try life.expectRefusal("older than it was left", rows: ["a"])
        // The right file is taken again without a word.
        let other = try copy.killed()
        try other.closed(writing: ["b"])
        try other.copy("a.sqlite", to: life)
        try other.copy("a.sqlite.life", to: life)
        try life.expectTrust(rows: ["a", "b"])
    }

    /// A copy that went on by itself has as many transactions, but another mark.
    @Test func aCopyThatWentItsOwnWayIsNoticed() throws {
        try life.closed(writing: ["a"])
        let copy = try life.killed()
        try copy.closed(writing: ["x", "y", "z"])
        try life.closed(writing: ["b"])
        try copy.copy("a.sqlite", to: life)
        try life.expectRefusal("is not the file that was left here", rows: ["a", "x", "y", "z"])
    }

    /// An older copy beside the log of the newer file: SQLite would make one database of both.
    @Test func aCopyBesideTheLogOfTheNewerFileIsNoticed() throws {
        try life.closed(writing: ["a"])
        let copy = try life.killed()
        try life.closed(writing: ["b"])
        let database = try life.opened(writing: ["c"])
        let killed = try life.killed()
        database.close()
        try copy.copy("a.sqlite", to: killed)
        let log = try killed.bytes(of: killed.log)
        let error = killed.refusalToOpen()
        #expect(error?.code == .untrusted)
        #expect(error?.message.contains("is older than the log beside it") == true)
        #expect(try killed.bytes(of: killed.log) == log)
        killed.touch(killed.acceptance)
        try killed.expectTrust(rows: ["a"])
        #expect(try killed.bytes(of: killed.log + ".aside") == log)
    }

    /// A checkpoint moves pages into a file that grows. If a kill or a full disk ends it early, the
    /// first page may count pages that only the log has.
    @Test func aFileWhoseCheckpointEndedEarlyIsCompletedByItsLog() throws {
        try life.closed(writing: ["a"])
        let bodies = (0..<60).map { "\($0) " + String(repeating: "x", count: 900) }
        let database = try life.opened(writing: bodies)
        let killed = try life.killed()
        database.close()
        let header = try #require(try killed.lastLogged(page: 1))
        var file = try killed.bytes(of: killed.path)
        file.replaceSubrange(0..<header.count, with: header)
        try killed.write(file, to: killed.path)
        let configuration = DatabaseConfiguration(
            path: killed.path, applicationID: DatabaseFixture.applicationID)
        let entry = try #require(LifeRecord.entry(at: killed.record))
        #expect(entry.settledCommits > 0)
        #expect(Judge.log(of: DatabaseFiles(configuration), entry) == .unknown)
        try killed.expectTrust(rows: ["a"] + bodies)
    }

    /// A file of which the first page is left, beside its log, which has that page.
    private func spoilt() throws -> LifeFixture {
        try life.closed(writing: (0..<60).map { "\($0) " + String(repeating: "x", count: 900) })
        let database = try life.opened(writing: ["b"])
        let killed = try life.killed()
        database.close()
        var file = try killed.bytes(of: killed.path)
        // All but the first page, which the log has.
        file.resetBytes(in: 4_096..<file.count)
        try killed.write(file, to: killed.path)
        return killed
    }

    /// A damaged file is not completed by its log.
    @Test func aSpoiltFileBesideItsLogIsRefused() throws {
        let killed = try spoilt()
        let error = killed.refusalToOpen()
        #expect(error?.code == .untrusted)
        #expect(error?.message.contains("is damaged") == true)
    }

    /// A copy of the file from after its log began is what it was: the log has the rest.
    @Test func aCopyThatTheLogContinuesIsWrittenTo() throws {
        try life.closed(writing: ["a"])
        let database = try life.opened(writing: ["b"])
        let copy = try life.killed()
        try database.write(insert("c"))
        let killed = try life.killed()
        database.close()
        try copy.copy("a.sqlite", to: killed)
        try killed.expectTrust(rows: ["a", "b", "c"])
    }

    @Test func aFileWithoutItsRecordIsNotTrusted() throws {
        try life.closed(writing: ["a"])
        try life.remove(life.record)
        try life.expectRefusal("has lost its record", rows: ["a"])
    }

    /// Either slot of the record may be spoilt; with both gone there is no record.
    @Test func aSpoiltSlotLeavesTheOther() throws {
        try life.closed(writing: ["a"])
        let whole = try life.bytes(of: life.record)
        #expect(whole.count == 512 + 72)
        for slots in [[0], [512], [0, 512]] {
            let other = try life.killed()
            var bytes = whole
            for slot in slots { bytes[slot + 40] ^= 1 }
            try other.write(bytes, to: other.record)
            // The older slot knows less, and refuses nothing for that.
            let record = try LifeRecord(path: other.record)
            #expect((record.entry != nil) == (slots.count == 1))
            if slots.count == 2 { try other.expectRefusal("lost its record", rows: ["a"]) }
        }
    }

    /// A file from before there were records is opened, and nothing in it is lost.
    @Test(arguments: [true, false]) func anOlderHomeOpens(isListed: Bool) throws {
        try life.closed(writing: ["a"])
        let file = try Connection(
            path: life.path, mode: .owner, applicationID: DatabaseFixture.applicationID)
        try file.runScript(LifeFixture.removingMarks)
        file.close()
        try life.remove(life.record)
        if isListed {
            #expect(life.refusalToOpen()?.message.contains("lost its record") == true)
        } else {
            try life.remove(life.folder.path("databases"))
            try life.expectTrust(rows: ["a"])
            #expect(life.exists(life.record))
        }
    }

    // MARK: Taking a file as it is

    @Test func anAcceptedFileIsWrittenToAndOthersAreTold() throws {
        try life.closed(writing: ["a"])
        let copy = try life.killed()
        try life.closed(writing: ["b"])
        try copy.copy("a.sqlite", to: life)
        life.touch(life.acceptance)
        let database = try life.open { configuration in
            configuration.onAcceptance = { _ = try insert("accepted")($0) }
        }
        #expect(database.writeRefusal == nil)
        database.close()
        try life.expectTrust(rows: ["a", "accepted"])
    }

    /// The older file has fewer transactions than the record told of: none of that is held against
    /// its new log.
    @Test func anAcceptedFileIsTrustedAfterAKill() throws {
        try life.closed(writing: ["a"])
        let copy = try life.killed()
        try life.closed(writing: ["b", "c", "d", "e"])
        try copy.copy("a.sqlite", to: life)
        life.touch(life.acceptance)
        let database = try life.opened(writing: ["f"])
        let killed = try life.killed()
        database.close()
        try killed.expectTrust(rows: ["a", "f"])
    }

    @Test func anAcceptedMissingFileIsMade() throws {
        try life.closed(writing: ["a"])
        try life.remove(life.path)
        #expect(life.refusalToOpen() != nil)
        life.touch(life.acceptance)
        try life.expectTrust(rows: [])
    }

    // MARK: Losses

    private static let garbage = Data(repeating: 7, count: 8_192)

    private func loss() throws -> String { try String(contentsOfFile: life.loss, encoding: .utf8) }

    // N-144: what cannot be used is kept under another name, and an empty file takes its place.
    @Test func anAcceptedFileThatCannotBeUsedIsPutAside() throws {
        try life.closed(writing: ["a"])
        try life.write(Self.garbage, to: life.path)
        let told = life.refusalToOpen()
        #expect(told?.code == .untrusted)
        #expect(told?.message.hasSuffix("kept under another name: make accept-loss") == true)
        try life.accept()
        try life.expectTrust(rows: [])
        #expect(try life.bytes(of: life.aside) == Self.garbage)
        #expect(
            try loss()
                == "started empty after an accepted loss; the damaged file is kept as "
                + "\(life.aside); only a backup has the lost records\n")
    }

    // N-144: an acceptance without a name for the file does not outlast the file that it was for.
    @Test func anAcceptanceHoldsOnce() throws {
        try life.closed(writing: ["a"])
        try life.write(Self.garbage, to: life.path)
        for isAccepted in [true, false] {
            if isAccepted { life.touch(life.acceptance) }
            #expect(life.refusalToOpen()?.code == .untrusted)
            #expect(!life.exists(life.acceptance))
            #expect(try life.bytes(of: life.path) == Self.garbage)
        }
        try life.accept()
        try life.expectTrust(rows: [])
        // The next damage is another loss, and the name is taken.
        try life.write(Self.garbage, to: life.path)
        #expect(life.refusalToOpen()?.code == .untrusted)
        try life.accept()
        #expect(life.refusalToOpen()?.code == .disk)
        #expect(try life.bytes(of: life.path) == Self.garbage)
    }

    @Test func aLogGoesWithTheFileThatIsPutAside() throws {
        let killed = try spoilt()
        #expect(killed.refusalToOpen()?.code == .untrusted)
        try killed.accept()
        try killed.expectTrust(rows: [])
        #expect(killed.exists(killed.aside) && killed.exists(killed.aside + "-wal"))
    }

    @Test func aLossOfAFileThatCanBeUsedIsNotedToo() throws {
        try life.closed(writing: ["a"])
        try life.remove(life.record)
        try life.accept()
        try life.expectTrust(rows: ["a"])
        #expect(try loss().hasPrefix("went on with what it had after an accepted loss; only "))
        try life.remove(life.path)
        try life.accept()
        try life.expectTrust(rows: [])
        #expect(try loss().hasPrefix("started empty after an accepted loss; only "))
        #expect(!life.exists(life.aside))
    }

    /// A restored backup is accepted, too, and has lost nothing.
    @Test func aRestoredFileHasNoLoss() throws {
        try life.closed(writing: ["a"])
        try life.remove(life.record)
        life.touch(life.acceptance)
        try life.expectTrust(rows: ["a"])
        #expect(!life.exists(life.loss))
    }

    @Test(arguments: [
        ("a.sqlite.damaged-1\n", true), ("", false), ("\n", false), ("a.sqlite\n", false),
        ("b.sqlite.damaged-1\n", false), ("a.sqlite.damaged-/../b\n", false),
    ])
    func aFileIsPutAsideUnderANameOfItsOwn(text: String, isTaken: Bool) {
        let files = DatabaseFiles(DatabaseConfiguration(path: life.path, applicationID: nil))
        #expect((Acceptance(text, of: files).asideName != nil) == isTaken)
    }

    @Test func theNameOfAFileThatIsPutAsideHasALimit() {
        let files = DatabaseFiles(DatabaseConfiguration(path: life.path, applicationID: nil))
        let beginning = "a.sqlite.damaged-"
        let most = Acceptance.nameBytesMax - beginning.utf8.count
        for (count, isTaken) in [(most, true), (most + 1, false)] {
            let name = beginning + String(repeating: "1", count: count)
            #expect((Acceptance(name, of: files).asideName == name) == isTaken)
        }
    }
}
