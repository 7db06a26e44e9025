import Foundation
import Support
import Testing

@testable import Storage

/// How long the write-ahead log gets.
struct LogTests {
    @Test func aLongLogIsMovedWhenTheWriterIsIdle() throws {
        let fixture = try DatabaseFixture()
        try fixture.database.write { transaction in
            for number in 0..<Writer.idleCheckpointPages {
                let body = "\(number)" + String(repeating: "x", count: 4_000)
                _ = try insert(body)(transaction)
            }
        }
        let limit = ContinuousClock.now + .seconds(60)
        while fixture.database.statistics.checkpoints == 0, ContinuousClock.now < limit {}
        _ = try fixture.database.write(insert("next"))
        #expect(fixture.database.statistics.checkpoints == 1)
        #expect(fixture.database.statistics.walPages < Writer.idleCheckpointPages)
    }

    @Test func aQuarterOfTheDatabaseAndNoLessThanOnAFullDiskIsKept() {
        let least = DiskSpace.keptLogBytes
        #expect(Writer.keptLogBytes(beside: 0) == least)
        #expect(Writer.keptLogBytes(beside: least * 4) == least)
        #expect(Writer.keptLogBytes(beside: least * 4 + 4) == least + 1)
    }

    /// The space of a long log goes back to the disk once nobody writes. The home is trusted as it
    /// was with the log, also after a kill.
    @Test func anIdleWriterGivesTheSpaceOfALongLogBack() throws {
        let life = try LifeFixture()
        let database = try life.open { $0.longLogKeptFor = .zero }
        let rows = (0..<Writer.idleCheckpointPages).map {
            "\($0)" + String(repeating: "x", count: 4_000)
        }
        try database.write { transaction in
            for row in rows { _ = try insert(row)(transaction) }
        }
        func logBytes() throws -> Int {
            try FileManager.default.attributesOfItem(atPath: life.log)[.size] as? Int ?? -1
        }
        let limit = ContinuousClock.now + .seconds(60)
        while try logBytes() > 0, ContinuousClock.now < limit {}
        #expect(try logBytes() == 0)
        // A log that is short for any database stays as it is, to be overwritten.
        try database.write(insert("next"))
        let checkpoints = database.statistics.checkpoints
        try database.write(insert("last"))
        #expect(database.statistics.checkpoints == checkpoints)
        let bytes = try logBytes()
        #expect(bytes > 0 && bytes < Int(DiskSpace.keptLogBytes))
        let killed = try life.killed()
        database.close()
        try killed.expectTrust(rows: rows + ["next", "last"])
    }

    /// Reads that overlap without end keep every page of the log in use by one of them. On a busy
    /// machine, readers may miss the writer's patience several times.
    @Test func theLogOfABusyWriterBeginsAnewWhileReadsOverlap() throws {
        let fixture = try DatabaseFixture()
        let reads = OverlappingReads(of: fixture.database)
        reads.start()
        defer { reads.stop() }
        // A body stands in its table and in an index.
        let pagesOfOne = 512
        let body = String(repeating: "x", count: pagesOfOne / 2 * 4_096)
        var (pages, longest, number) = (0, 0, 0)
        while pages >= longest, longest < Writer.busyCheckpointPages * 10 {
            longest = pages
            number += 1
            _ = try fixture.database.write(insert("\(number)" + body))
            pages = fixture.database.statistics.walPages
        }
        #expect(longest > Writer.busyCheckpointPages)
        #expect(pages < longest)
    }
}

/// Reads of a millisecond, one after the other on each of the two threads.
private final class OverlappingReads: Sendable {
    private let database: Database
    private let stopped = Collector<Bool>()
    private let ended = Collector<Bool>()

    init(of database: Database) { self.database = database }

    func start() {
        for _ in 0..<2 { readOn() }
    }

    func stop() {
        stopped.add(true)
        _ = ended.wait(for: 2)
    }

    private func readOn() {
        database.read { transaction in
            let end = ContinuousClock.now + .milliseconds(1)
            while ContinuousClock.now < end {
                _ = try transaction.scalar("SELECT count(*) FROM notes")
            }
        } completion: { [self] (_: Result<Void, any Error>) in
            if stopped.count == 0 { readOn() } else { ended.add(true) }
        }
    }
}
