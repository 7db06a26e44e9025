import Foundation
import Support
import Synchronization
import Testing

@testable import Storage

/// Short reads run on the caller's thread, and never hold it up for long.
@Suite struct ShortReadsTests {
    /// A clock that moves by `step` at each look, and as the test says.
    private final class Clock: Sendable {
        private let state = Mutex((now: ContinuousClock.now, step: Duration.zero))

        func look() -> ContinuousClock.Instant {
            state.withLock { state in
                state.now += state.step
                return state.now
            }
        }

        func move(by duration: Duration) { state.withLock { $0.now += duration } }
        func step(by duration: Duration) { state.withLock { $0.step = duration } }
    }

    /// Where a read ran.
    private enum Place { case here, reader }

    private let clock = Clock()
    private let fixture: DatabaseFixture

    init() throws {
        fixture = try DatabaseFixture { [clock] in $0.now = { clock.look() } }
    }

    private static let endless = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n
        """

    /// Runs a read that takes `isLong` on the caller's thread, and returns where it ended.
    private func read(_ kind: String = "list", isLong: Bool = false) throws -> Place {
        let caller = pthread_self()
        let ended = Collector<Result<Place, any Error>>()
        fixture.database.read(shortKind: kind) { [clock] transaction in
            guard pthread_equal(pthread_self(), caller) != 0 else { return Place.reader }
            guard isLong else { return .here }
            // The clock stands still again as soon as the statement is interrupted.
            defer { clock.step(by: .zero) }
            _ = try transaction.scalar(Self.endless)
            return .here
        } completion: { result in
            ended.add(result)
        }
        return try #require(ended.wait(for: 1).first).get()
    }

    /// Runs one that is interrupted on the caller's thread, while the clock moves.
    private func readLong() throws -> Place {
        clock.step(by: .microseconds(100))
        return try read(isLong: true)
    }

    @Test func aShortReadEndsBeforeTheCallReturns() throws {
        _ = try fixture.database.write(insert("a"))
        let ended = Collector<Int64?>()
        fixture.database.read(shortKind: "count") { transaction in
            try transaction.scalar("SELECT count(*) FROM notes")
        } completion: { result in
            ended.add(try? result.get() ?? nil)
        }
        #expect(ended.count == 1)
        #expect(ended.wait(for: 1) == [1])
    }

    @Test func aReadWithoutAKindIsLeftToTheReaders() throws {
        let caller = pthread_self()
        let isHere = try fixture.database.read { _ in pthread_equal(pthread_self(), caller) != 0 }
        #expect(!isHere)
    }

    @Test func aLongReadIsGivenUpAndLeftToAReader() throws {
        #expect(try readLong() == .reader)
    }

    @Test func aKindRestsAfterALongReadAndAnotherKindDoesNot() throws {
        #expect(try readLong() == .reader)
        #expect(try read("another") == .here)
        #expect(try read() == .reader)
        clock.move(by: ShortReads.pauseMin - .microseconds(1))
        #expect(try read() == .reader)
        clock.move(by: .microseconds(1))
        #expect(try read() == .here)
        #expect(try read() == .here)
    }

    @Test func theRestDoublesWithEachLongReadInSuccession() throws {
        var rest = ShortReads.pauseMin
        for _ in 0..<12 {
            #expect(try readLong() == .reader)
            clock.move(by: rest - .microseconds(1))
            #expect(try read() == .reader, "\(rest)")
            clock.move(by: .microseconds(1))
            rest = min(rest * 2, ShortReads.pauseMax)
        }
        #expect(rest == ShortReads.pauseMax)
        // One that is short enough ends the succession.
        #expect(try read() == .here)
        #expect(try readLong() == .reader)
        clock.move(by: ShortReads.pauseMin)
        #expect(try read() == .here)
    }

    @Test func errorsAndExpiredDeadlinesAreTold() throws {
        let ended = Collector<StorageError.Code?>()
        func read(until deadline: ContinuousClock.Instant?, _ sql: String) {
            fixture.database.read(deadline: deadline, shortKind: "list") { transaction in
                try transaction.scalar(sql)
            } completion: { result in
                guard case .failure(let error) = result else { return ended.add(nil) }
                ended.add((error as? StorageError)?.code)
            }
        }
        read(until: nil, "SELECT nothing FROM nowhere")
        #expect(ended.wait(for: 1) == [.statement])
        read(until: clock.look(), "SELECT 1")
        #expect(ended.wait(for: 1) == [.statement, .deadlineExceeded])
        fixture.database.close()
        read(until: nil, "SELECT 1")
        #expect(ended.wait(for: 1) == [.statement, .deadlineExceeded, .closed])
    }
}
