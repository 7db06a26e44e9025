import Foundation
import SQLite
import Support
import Synchronization
import Testing

@testable import Storage

/// A full disk stops writing, and nothing else.
@Suite struct FullDiskTests {
    private static let body = String(repeating: "x", count: 8_000)

    private func open(_ disk: SmallDisk, reserve: Int64 = 1 << 20) throws -> Database {
        try DatabaseFixture.open(disk.url.appendingPathComponent("a.sqlite").path) {
            $0.reserveBytes = reserve
        }
    }

    private func count(_ database: Database) throws -> Int64 {
        try database.read { try $0.scalar("SELECT count(*) FROM notes") ?? 0 }
    }

    private func integrity(_ database: Database) throws -> String? {
        try database.read { try $0.first("PRAGMA integrity_check") { try $0.text(0) } }
    }

    /// Writes until the disk refuses; answers what was acknowledged.
    private func writeUntilRefused(_ database: Database) throws -> Int64 {
        for number in 0..<100_000 {
            do {
                try database.write(insert("\(number)-\(Self.body)"))
            } catch let error as StorageError where error.code == .noSpace {
                return Int64(number)
            }
        }
        throw SmallDisk.Failure(description: "the disk never became full")
    }

    @Test func writesAreRefusedReadsGoOnAndAllRecovers() throws {
        try SmallDisk.run(megabytes: 12) { disk in
            let turns = Mutex<[Bool]>([])
            let path = disk.url.appendingPathComponent("a.sqlite").path
            let database = try DatabaseFixture.open(path) {
                $0.reserveBytes = 1 << 20
                $0.onSpaceChange = { hasRoom in turns.withLock { $0.append(hasRoom) } }
            }
            try database.write(insert("first"))
            try disk.fill()
            let kept = try writeUntilRefused(database)
            let refusal = #expect(throws: StorageError.self) { try database.write(insert("no")) }
            #expect(refusal?.code == .noSpace)
            #expect(refusal?.message.contains("Free space where \(disk.url.path) lies") == true)
            #expect(database.statistics.isOutOfSpace)
            #expect(database.statistics.refusedForSpace >= 2)
            #expect(try count(database) == kept + 1)
            disk.free()
            try database.write(insert("after"))
            #expect(!database.statistics.isOutOfSpace)
            #expect(turns.withLock { $0 } == [false, true])
            #expect(try count(database) == kept + 2)
            #expect(try integrity(database) == "ok")
            database.close()
            let again = try open(disk)
            #expect(try count(again) == kept + 2)
        }
    }

    /// Without any command the writer notices by itself that there is room again.
    @Test func roomIsNoticedWithoutACommand() throws {
        try SmallDisk.run(megabytes: 12) { disk in
            let roomAgain = Collector<Bool>()
            let database = try DatabaseFixture.open(
                disk.url.appendingPathComponent("a.sqlite").path
            ) {
                $0.reserveBytes = 1 << 20
                $0.onSpaceChange = { if $0 { roomAgain.add(true) } }
            }
            try disk.fill()
            _ = try writeUntilRefused(database)
            disk.free()
            #expect(roomAgain.wait(for: 1) == [true])
        }
    }

    /// The disk becomes full at each page that a group writes: the group is kept or refused whole,
    /// the process lives, and what was acknowledged is there.
    @Test func theDiskIsFullAtEachPageOfAGroup() throws {
        try SmallDisk.run(megabytes: 24) { disk in
            var kept: Set<String> = []
            var refused: Set<String> = []
            for round in 0..<60 {
                // What a log has allocated is written over without asking the disk: a new one.
                let database = try open(disk)
                defer { database.close() }
                try disk.fill(leaving: round * 4_096)
                let gate = Gate()
                let done = Collector<(String, Bool)>()
                database.write { _ in
                    gate.pass()
                } completion: { (_: Result<Void, any Error>) in
                }
                gate.waitUntilEntered()
                for number in 0..<5 {
                    let name = "\(round).\(number)"
                    database.write(isRepeatable: number % 2 == 0) { transaction in
                        try insert(name + Self.body + Self.body)(transaction)
                    } completion: { result in
                        if case .failure(let error) = result {
                            #expect((error as? StorageError)?.isRetryable == true)
                        }
                        done.add((name, (try? result.get()) != nil))
                    }
                }
                gate.open()
                for (name, isKept) in done.wait(for: 5) {
                    if isKept { kept.insert(name) } else { refused.insert(name) }
                }
                disk.free()
                try database.write(insert("free \(round)"))
            }
            let database = try open(disk)
            #expect(kept.count + refused.count == 300)
            #expect(!kept.isEmpty)
            #expect(!refused.isEmpty)
            let found = try database.read { transaction in
                try transaction.rows("SELECT substr(body, 1, instr(body, 'x') - 1) FROM notes") {
                    try $0.text(0)
                }
            }.filter { !$0.isEmpty }
            #expect(Set(found) == kept)
            #expect(found.count == kept.count)
            #expect(try integrity(database) == "ok")
        }
    }

    @Test func aStartOnAFullDiskReadsAndWritesOnceThereIsRoom() throws {
        try SmallDisk.run(megabytes: 12) { disk in
            let first = try open(disk)
            try first.write(insert("kept"))
            first.close()
            try disk.fill()
            for _ in 0..<3 {
                let database = try open(disk)
                #expect(try count(database) == 1)
                // The reserve gave room for the start: it is to be made whole before others write.
                #expect(database.statistics.isOutOfSpace)
                #expect(database.statistics.reserveBytes < 1 << 20)
                database.close()
                try disk.fill()
            }
            let database = try open(disk)
            let error = #expect(throws: StorageError.self) { try database.write(insert("no")) }
            #expect(error?.code == .noSpace)
            disk.free()
            try database.write(insert("after"))
            #expect(database.ownerEpoch > 1)
            #expect(database.statistics.reserveBytes == 1 << 20)
            #expect(try integrity(database) == "ok")
        }
    }

    /// Without any reserve a start cannot take the file over: it reads, and takes over later.
    @Test func aStartWithoutAReserveTakesOverLater() throws {
        try SmallDisk.run(megabytes: 12) { disk in
            let first = try open(disk, reserve: 0)
            try first.write(insert("kept"))
            first.close()
            // Room for the wal-index alone, which reading needs.
            try disk.fill(leaving: 32_768)
            let database = try open(disk, reserve: 0)
            #expect(try count(database) == 1)
            #expect(database.ownerEpoch == 0)
            // A passport is issued so: on the thread that writes, without writing.
            let read = try database.write(isRepeatable: true, need: .mustGoOn) {
                try $0.scalar("SELECT count(*) FROM notes")
            }
            #expect(read == 1)
            let error = #expect(throws: StorageError.self) { try database.write(insert("no")) }
            #expect(error?.code == .noSpace)
            disk.free()
            try database.write(insert("after"))
            #expect(database.ownerEpoch == 2)
            #expect(try count(database) == 2)
        }
    }

    /// What must go on (a sign-in writes as much as two of these) goes on for hundreds of commands,
    /// although somebody takes all room that becomes free.
    @Test func whatMustGoOnUsesTheReserve() throws {
        try SmallDisk.run(megabytes: 24) { disk in
            let database = try open(disk, reserve: 4 << 20)
            try disk.fill()
            _ = try writeUntilRefused(database)
            let before = try count(database)
            for number in 0..<500 {
                try database.write(isRepeatable: true, need: .mustGoOn) {
                    _ = try insert("must go on \(number)")($0)
                }
                try disk.fill()
            }
            #expect(try count(database) == before + 500)
            #expect(database.statistics.isOutOfSpace)
            let usual = #expect(throws: StorageError.self) { try database.write(insert("no")) }
            #expect(usual?.code == .noSpace)
            disk.free()
            try database.write(insert("after"))
            #expect(database.statistics.reserveBytes == 4 << 20)
        }
    }

    /// A transaction that is too large is refused, and the room that its pages took in the log is
    /// given back.
    @Test func aCommandTooLargeForTheDiskLeavesRoomForOthers() throws {
        try SmallDisk.run(megabytes: 24) { disk in
            let database = try open(disk)
            let error = #expect(throws: StorageError.self) {
                try database.write { transaction in
                    for number in 0..<5_000 { _ = try insert("\(number)\(Self.body)")(transaction) }
                }
            }
            #expect(error?.code == .noSpace)
            try database.write(insert("small"))
            #expect(try count(database) == 1)
            #expect(disk.freeBytes > 16 << 20)
        }
    }

    /// A file that may not grow (RLIMIT_FSIZE) refuses like a full disk, with its own text.
    @Test func theLimitOfAFilesSizeRefusesAndSaysSo() async throws {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let fixture = try DatabaseFixture { $0.onFatal = { _ in _exit(9) } }
            let database = fixture.database
            let body = String(repeating: "x", count: 4_000)
            try database.write(insert("first"))
            limitFileSizes(to: 1 << 20)
            var refusal: StorageError?
            for number in 0..<1_000 where refusal == nil {
                do {
                    try database.write(insert("\(number)-\(body)"))
                } catch { refusal = error as? StorageError }
            }
            precondition(refusal?.code == .noSpace, "\(String(describing: refusal))")
            precondition(refusal?.message.contains("ulimit -f") == true)
            let first = try fixture.bodies.first
            precondition(first == "first")
            limitFileSizes(to: rlim_t.max)
            try database.write(insert("after"))
            let last = try fixture.bodies.last
            precondition(last == "after")
            fixture.database.close()
        }
    }
}

private func limitFileSizes(to bytes: rlim_t) {
    var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
    guard unsafe setrlimit(__rlimit_resource_t(1), &limit) == 0 else { _exit(8) }
}
