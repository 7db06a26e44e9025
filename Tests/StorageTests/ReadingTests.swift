import Foundation
import Support
import Testing

@testable import Storage

@Suite struct ReadingTests {
    @Test func aReadIsOneSnapshot() throws {
        let fixture = try DatabaseFixture()
        _ = try fixture.database.write(insert("a"))
        let database = fixture.database
        let counts = try database.read { transaction in
            let before = try transaction.scalar("SELECT count(*) FROM notes")
            _ = try database.write(insert("b"))
            return [before, try transaction.scalar("SELECT count(*) FROM notes")]
        }
        #expect(counts == [1, 1])
        #expect(try fixture.bodies == ["a", "b"])
    }

    @Test func readersWorkBesideEachOther() throws {
        let fixture = try DatabaseFixture { $0.readerCount = 2 }
        let first = Collector<Bool>()
        let gate = fixture.holdReader { first.add(true) }
        #expect(try fixture.bodies.isEmpty)
        gate.open()
        _ = first.wait(for: 1)
    }

    /// What computes stands back behind the threads that carry messages.
    @Test func threadsAreNicerThanTheirProcess() throws {
        let ownNiceness = { @Sendable in getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
        let fixture = try DatabaseFixture()
        let expected = min(ownNiceness() + DatabaseThread<Void>.niceness, 19)
        #expect(try fixture.database.read { _ in ownNiceness() } == expected)
        #expect(try fixture.database.write { _ in ownNiceness() } == expected)
    }

    @Test func aReadCannotWrite() throws {
        let fixture = try DatabaseFixture()
        let error = #expect(throws: StorageError.self) {
            try fixture.database.read { transaction in
                try transaction.query("DELETE FROM notes") { _ in }
            }
        }
        #expect(error?.code == .statement)
    }

    private static let endless = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n
        """

    @Test func aReadIsCutAtItsDeadlineAndTheNextOneRuns() throws {
        let fixture = try DatabaseFixture { $0.readerCount = 1 }
        let error = #expect(throws: StorageError.self) {
            try fixture.database.read(deadline: .now + .milliseconds(20)) {
                try $0.scalar(Self.endless)
            }
        }
        #expect(error?.code == .deadlineExceeded)
        #expect(try fixture.bodies.isEmpty)
    }

    @Test func aReadWithoutDeadlineEndsAtTheLongestDuration() throws {
        let fixture = try DatabaseFixture { $0.readDurationMax = .milliseconds(20) }
        let error = #expect(throws: StorageError.self) {
            try fixture.database.read { try $0.scalar(Self.endless) }
        }
        #expect(error?.code == .deadlineExceeded)
    }

    @Test func aReadPastItsDeadlineNeverBegins() throws {
        let start = ContinuousClock.now
        let fixture = try DatabaseFixture { $0.now = { start } }
        let error = #expect(throws: StorageError.self) {
            try fixture.database.read(deadline: start) { _ in Issue.record("it began") }
        }
        #expect(error?.code == .deadlineExceeded)
    }

    @Test func aFullQueueTurnsTheNextReadAway() throws {
        let fixture = try DatabaseFixture { $0.readerCount = 1 }
        let done = Collector<Bool>()
        let gate = fixture.holdReader { done.add(true) }
        for _ in 1...Database.waitingReadsMax {
            fixture.database.read { _ in
            } completion: {
                done.add((try? $0.get()) != nil)
            }
        }
        let error = #expect(throws: StorageError.self) { try fixture.database.read { _ in } }
        #expect(error?.code == .busy)
        gate.open()
        #expect(done.wait(for: Database.waitingReadsMax + 1).allSatisfy { $0 })
    }

    @Test func anErrorInsideARowEndsTheQuery() throws {
        let fixture = try DatabaseFixture()
        _ = try fixture.database.write(insert("a"))
        #expect(throws: Refused.self) {
            try fixture.database.read { transaction in
                try transaction.query("SELECT body FROM notes") { _ in throw Refused() }
            }
        }
        #expect(try fixture.bodies == ["a"])
    }

    /// A forgotten value would be NULL, which some statements read as no condition.
    @Test(arguments: [0, 1, 3])
    func anotherNumberOfValuesThanParametersFails(count: Int) throws {
        let fixture = try DatabaseFixture()
        let error = #expect(throws: StorageError.self) {
            try fixture.database.read { transaction in
                try transaction.query("SELECT ?1, ?2", values: Array(0..<count)) { _ in }
            }
        }
        #expect(error?.code == .statement)
    }

    @Test func everyKindOfValueComesBackAsItWent() throws {
        let fixture = try DatabaseFixture()
        try fixture.database.read { transaction in
            let found: [Bool]? = try transaction.first(
                "SELECT ?1, ?2, ?3, ?4, ?5, ?6", 5, 0.5, "é", [UInt8]([0, 1]),
                [128] + [UInt8](repeating: 0, count: 14) + [7], nil as Int64?
            ) { row in
                [
                    try row.int64(0) == 5, try row.double(1) == 0.5, try row.text(2) == "é",
                    row.blob(3) == [UInt8]([0, 1]), try row.id(4) == (1 << 63, 7), row.isNull(5),
                    row.blob(4) == [128] + Array(repeating: 0, count: 14) + [7],
                    try row.textOrNil(5) == nil,
                    try row.int64OrNil(5) == nil, try row.doubleOrNil(5) == nil, try row.bool(0),
                ]
            }
            #expect(found?.allSatisfy { $0 } == true)
            #expect(found?.count == 11)
        }
    }

    @Test func aWrongKindOrAMissingValueIsAMismatch() throws {
        let fixture = try DatabaseFixture()
        let reads: [@Sendable (borrowing Row) throws -> Void] = [
            { _ = try $0.text(0) }, { _ = try $0.int64(1) }, { _ = try $0.id(2) },
            { _ = try $0.id(1) }, { _ = try $0.text(3) }, { _ = try $0.id(3) },
        ]
        for read in reads {
            let error = #expect(throws: StorageError.self) {
                try fixture.database.read { transaction in
                    try transaction.query("SELECT 1, 'a', x'00', NULL", row: read)
                }
            }
            #expect(error?.code == .mismatch)
        }
    }

    @Test(arguments: [
        ("INSERT INTO notes (id, body) VALUES (1, 'a'), (2, 'a')", StorageError.Code.unique),
        ("INSERT INTO notes (id, body) VALUES (1, 'a'), (1, 'b')", .unique),
        ("INSERT INTO notes (body, parent) VALUES ('a', 9)", .foreignKey),
        ("INSERT INTO notes (body) VALUES (NULL)", .check),
        ("INSERT INTO notes (id, body) VALUES ('x', 'a')", .mismatch),
        ("INSERT INTO notes (body, parent) VALUES ('a', 'x')", .check),
        ("INSERT INTO nowhere VALUES (1)", .statement),
    ])
    func violationsAreTold(sql: String, code: StorageError.Code) throws {
        let fixture = try DatabaseFixture()
        let error = #expect(throws: StorageError.self) {
            try fixture.database.write { try $0.execute(sql) }
        }
        #expect(error?.code == code)
        #expect(error?.isRetryable == false)
    }

    @Test func aBackupIsMadeBesideTheWork() throws {
        let fixture = try DatabaseFixture()
        _ = try fixture.database.write(insert("a"))
        let copy = fixture.folder.path("copy.sqlite")
        try fixture.database.backUp(to: copy)
        _ = try fixture.database.write(insert("b"))
        let restored = try DatabaseFixture.open(copy)
        #expect(try restored.read { try $0.scalar("SELECT count(*) FROM notes") } == 1)
        #expect(throws: StorageError.self) { try fixture.database.backUp(to: copy) }
    }

    @Test func aTransactionKeptTooLongTraps() async {
        await #expect(processExitsWith: .failure) {
            final class Leak: @unchecked Sendable {
                // @unchecked: misuse on purpose.
                var transaction: ReadTransaction?
            }
            let fixture = try DatabaseFixture()
            let leak = Leak()
            try fixture.database.read { leak.transaction = $0 }
            _ = try leak.transaction?.scalar("SELECT 1")
        }
    }

    @Test func aBlockingWriteInsideAWriteTraps() async {
        await #expect(processExitsWith: .failure) {
            let fixture = try DatabaseFixture()
            let database = fixture.database
            try database.write { _ in _ = try database.write(insert("never")) }
        }
    }
}
