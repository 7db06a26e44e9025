import Foundation
import Glibc
import Support
import Testing

@testable import Storage

/// What a backup needs of the writer and of files that others have open.
@Suite struct PauseTests {
    @Test func whileTheWriterWaitsNothingIsAddedAndReadsGoOn() throws {
        let fixture = try DatabaseFixture()
        try fixture.database.write(insert("before"))
        let gate = Gate()
        try fixture.database.pauseWrites { gate.pass() }
        gate.waitUntilEntered()
        let later = Collector<Result<Int64, any Error>>()
        fixture.database.write(insert("after")) { later.add($0) }
        let snapshot = try DatabaseSnapshot(path: fixture.folder.path("a.sqlite"))
        try snapshot.take()
        #expect(try fixture.bodies == ["before"])
        #expect(later.count == 0)
        gate.open()
        #expect(try later.wait(for: 1)[0].get() == 2)
        try snapshot.copy(to: fixture.folder.path("copy.sqlite"))
        snapshot.end()
        let copy = try DatabaseFixture.open(fixture.folder.path("copy.sqlite"))
        let bodies = try copy.read { try $0.rows("SELECT body FROM notes") { try $0.text(0) } }
        #expect(bodies == ["before"])
        #expect(try fixture.bodies == ["before", "after"])
    }

    /// What came before the pause in one group is committed and answered before it begins.
    @Test func aPauseBeginsBetweenTwoGroups() throws {
        let fixture = try DatabaseFixture()
        let answers = Collector<Bool>()
        let first = fixture.holdWriter { answers.add(true) }
        fixture.database.write(insert("same group")) { _ in answers.add(true) }
        let pause = Gate()
        let answered = Collector<Int>()
        try fixture.database.pauseWrites {
            answered.add(answers.count)
            pause.pass()
        }
        fixture.database.write(insert("next group")) { _ in answers.add(true) }
        first.open()
        #expect(answered.wait(for: 1) == [2])
        #expect(try fixture.bodies == ["same group"])
        pause.open()
        _ = answers.wait(for: 3)
    }

    @Test func aFullQueueAndAClosedDatabaseTakeNoPause() throws {
        let fixture = try DatabaseFixture()
        let gate = fixture.holdWriter()
        for _ in 0..<Database.waitingCommandsMax {
            fixture.database.write { _ in
            } completion: { _ in
            }
        }
        let full = #expect(throws: StorageError.self) { try fixture.database.pauseWrites {} }
        #expect(full?.code == .busy)
        gate.open()
        fixture.database.close()
        let closed = #expect(throws: StorageError.self) { try fixture.database.pauseWrites {} }
        #expect(closed?.code == .closed)
    }

    @Test func theLogIsLeftAloneAsLongAsReadersAreSpared() throws {
        let fixture = try DatabaseFixture()
        let text = String(repeating: "x", count: 1 << 20)
        func fill(_ name: String) throws {
            // More than the log that a busy writer empties: 64 MiB.
            for number in 0..<72 {
                try fixture.database.write(insert("\(name)\(number)" + text))
            }
        }
        fixture.database.spareReaders(until: ContinuousClock.now + .seconds(600))
        try fill("a")
        #expect(fixture.database.statistics.checkpoints == 0)
        fixture.database.spareReaders(until: nil)
        try fixture.database.write(insert("last"))
        // The log is moved after the answer, and before the next command.
        try fixture.database.write(insert("after it"))
        #expect(fixture.database.statistics.checkpoints >= 1)
    }

    /// A pause asks for no room and gives none.
    @Test func aPauseOnAFullDiskHoldsAndWritesStayRefused() throws {
        try SmallDisk.run(megabytes: 12) { disk in
            let path = disk.url.appendingPathComponent("a.sqlite").path
            let database = try DatabaseFixture.open(path) { $0.reserveBytes = 1 << 20 }
            try database.write(insert("first"))
            database.spareReaders(until: ContinuousClock.now + .seconds(600))
            try disk.fill()
            var refusal: StorageError?
            for number in 0..<100_000 where refusal == nil {
                do {
                    try database.write(insert("\(number)" + String(repeating: "x", count: 8_000)))
                } catch { refusal = error as? StorageError }
            }
            #expect(refusal?.code == .noSpace)
            // The log is moved although readers are spared: it takes the room of what must go on.
            #expect(database.statistics.checkpoints >= 1)
            let gate = Gate()
            try database.pauseWrites { gate.pass() }
            gate.waitUntilEntered()
            let snapshot = try DatabaseSnapshot(path: path)
            try snapshot.take()
            snapshot.end()
            gate.open()
            let later = #expect(throws: StorageError.self) { try database.write(insert("no")) }
            #expect(later?.code == .noSpace)
            disk.free()
            try database.write(insert("after"))
            database.close()
        }
    }

    /// A copy is made of what was left, and leaves it as it was, log and all.
    @Test func aSnapshotOfAKilledServiceLeavesItsLog() throws {
        let life = try LifeFixture()
        let database = try life.opened(writing: ["a", "b"])
        let killed = try life.killed()
        database.close()
        let before = try (killed.bytes(of: killed.path), killed.bytes(of: killed.log))
        let snapshot = try DatabaseSnapshot(path: killed.path)
        try snapshot.take()
        try snapshot.copy(to: killed.folder.path("copy.sqlite"))
        snapshot.end()
        #expect(try killed.bytes(of: killed.path) == before.0)
        #expect(try killed.bytes(of: killed.log) == before.1)
        #expect(
            try DatabaseFile.read(at: killed.folder.path("copy.sqlite")) {
                try $0.scalar("SELECT count(*) FROM notes")
            } == 2)
        try killed.expectTrust(rows: ["a", "b"])
    }

    @Test func aFileThatIsRefusedTakesNoPause() throws {
        let fixture = try DatabaseFixture()
        fixture.database.refuseWrites(damaged: "a test says so")
        let refusal = #expect(throws: StorageError.self) { try fixture.database.pauseWrites {} }
        #expect(refusal?.code == .untrusted)
    }

    /// Whoever waited for the lock of a folder that a restore replaced waits for the new one.
    @Test func aLockIsOfTheFileThatHasTheNameThen() throws {
        let folder = try TemporaryFolder()
        for name in ["old", "new"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(name), withIntermediateDirectories: false)
        }
        let path = folder.path("old/a.sqlite")
        let first = try FileOwnership(ofDatabase: path)
        let second = try FileOwnership(ofDatabase: folder.path("new/a.sqlite"))
        let waiting = Collector<StorageError.Code?>()
        Thread {
            do {
                _ = try OwnerLock(path: path + ".lock", patience: .seconds(2))
                waiting.add(nil)
            } catch { waiting.add((error as? StorageError)?.code) }
        }.start()
        // This process has the file open twice once the other one waits for it.
        while try opened(path + ".lock") < 2 { sched_yield() }
        try FileManager.default.moveItem(atPath: folder.path("old"), toPath: folder.path("gone"))
        try FileManager.default.moveItem(atPath: folder.path("new"), toPath: folder.path("old"))
        first.release()
        #expect(waiting.wait(for: 1) == [.owned])
        second.release()
        try FileOwnership(ofDatabase: path).release()
    }

    /// How often this process has a file open.
    private func opened(_ path: String) throws -> Int {
        let folder = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
        }.count
    }

    @Test func whoeverHasAFileOpenKeepsOthersOut() throws {
        let fixture = try DatabaseFixture()
        let path = fixture.folder.path("a.sqlite")
        let owned = #expect(throws: StorageError.self) {
            try FileOwnership(ofDatabase: path)
        }
        #expect(owned?.code == .owned)
        fixture.database.close()
        let ownership = try FileOwnership(ofDatabase: path)
        let refused = #expect(throws: StorageError.self) { try DatabaseFixture.open(path) }
        #expect(refused?.code == .owned)
        ownership.release()
        try DatabaseFixture.open(path).close()
    }

    @Test func damageIsNamedAndASoundFileHasNone() throws {
        let fixture = try DatabaseFixture()
        for number in 0..<200 {
            try fixture.database.write(insert("\(number)" + String(repeating: "y", count: 400)))
        }
        fixture.database.close()
        let path = fixture.folder.path("a.sqlite")
        #expect(DatabaseFile.damages(at: path) == [])
        #expect(
            try DatabaseFile.read(at: path) { try $0.scalar("SELECT count(*) FROM notes") } == 200)
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: 5 * 4_096)
        try file.write(contentsOf: Data(repeating: 0xAB, count: 300))
        try file.close()
        #expect(!DatabaseFile.damages(at: path).isEmpty)
        #expect(!DatabaseFile.damages(at: fixture.folder.path("none.sqlite")).isEmpty)
    }
}
