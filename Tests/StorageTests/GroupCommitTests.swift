import Foundation
import Support
import Testing

@testable import Storage

@Suite struct GroupCommitTests {
    @Test func aLoneCommandIsCommittedAtOnce() throws {
        let fixture = try DatabaseFixture()
        #expect(try fixture.database.write(insert("a")) == 1)
        #expect(try fixture.bodies == ["a"])
        #expect(fixture.database.statistics.groups == 1)
        #expect(fixture.database.statistics.largestGroup == 1)
    }

    /// Holds the writer inside one command while `commands` queue up behind it.
    private func run(
        _ commands: [@Sendable (WriteTransaction) throws -> Int64], in fixture: DatabaseFixture,
        areRepeatable: Bool = false
    ) -> [Result<Int64, any Error>] {
        let first = Collector<Bool>()
        let gate = fixture.holdWriter(isRepeatable: areRepeatable) { first.add(true) }
        let results = Collector<(Int, Result<Int64, any Error>)>()
        for (index, command) in commands.enumerated() {
            fixture.database.write(isRepeatable: areRepeatable, command) {
                results.add((index, $0))
            }
        }
        #expect(results.count == 0)
        gate.open()
        _ = first.wait(for: 1)
        return results.wait(for: commands.count).sorted { $0.0 < $1.0 }.map(\.1)
    }

    @Test func whatWaitsIsCommittedInOneTransaction() throws {
        let fixture = try DatabaseFixture()
        let results = run((1...20).map { insert("n\($0)") }, in: fixture)
        #expect(try results.map { try $0.get() } == (1...20).map(Int64.init))
        #expect(fixture.database.statistics.groups == 1)
        #expect(fixture.database.statistics.largestGroup == 21)
    }

    @Test func aGroupEndsAtItsLimit() throws {
        let fixture = try DatabaseFixture()
        let atLimit = Writer.groupCommandsMax - 1
        _ = run((1...atLimit).map { insert("n\($0)") }, in: fixture)
        #expect(fixture.database.statistics.groups == 1)
        #expect(fixture.database.statistics.largestGroup == Writer.groupCommandsMax)
        let second = try DatabaseFixture()
        _ = run((0...atLimit).map { insert("n\($0)") }, in: second)
        #expect(second.database.statistics.groups == 2)
        #expect(second.database.statistics.largestGroup == Writer.groupCommandsMax)
    }

    @Test(arguments: [false, true])
    func aThrowingCommandIsUndoneAlone(areRepeatable: Bool) throws {
        let fixture = try DatabaseFixture()
        let throwing: @Sendable (WriteTransaction) throws -> Int64 = { transaction in
            _ = try insert("gone")(transaction)
            throw Refused()
        }
        let results = run(
            [insert("a"), throwing, insert("b"), throwing, insert("c")], in: fixture,
            areRepeatable: areRepeatable)
        #expect(try fixture.bodies == ["a", "b", "c"])
        #expect(results.map { (try? $0.get()) != nil } == [true, false, true, false, true])
        #expect(throws: Refused.self) { try results[1].get() }
        #expect(fixture.database.statistics.groups == 1)
        #expect(fixture.database.statistics.refused == 2)
    }

    @Test func repeatableCommandsRunAgainOnceAndFollowUpsOnlyOnce() throws {
        let fixture = try DatabaseFixture()
        let runs = Collector<String>()
        let followUps = Collector<String>()
        func noting(_ body: String) -> @Sendable (WriteTransaction) throws -> Int64 {
            { transaction in
                runs.add(body)
                transaction.afterCommit { followUps.add(body) }
                return try insert(body)(transaction)
            }
        }
        let throwing: @Sendable (WriteTransaction) throws -> Int64 = { _ in throw Refused() }
        _ = run(
            [noting("a"), throwing, noting("b"), throwing], in: fixture, areRepeatable: true)
        #expect(try fixture.bodies == ["a", "b"])
        // From the first failure on, savepoints keep the others in place.
        #expect(runs.wait(for: 3) == ["a", "a", "b"])
        #expect(followUps.wait(for: 2) == ["a", "b"])
        #expect(fixture.database.statistics.groups == 1)
    }

    @Test func whatIsNotRepeatableRunsOnceWhoeverFails() throws {
        let fixture = try DatabaseFixture()
        let runs = Collector<String>()
        let results = Collector<Result<Void, any Error>>()
        func add(_ name: String, isRepeatable: Bool, fails: Bool = false) {
            fixture.database.write(isRepeatable: isRepeatable) { _ in
                runs.add(name)
                if fails { throw Refused() }
            } completion: { result in
                results.add(result)
            }
        }
        let gate = fixture.holdWriter()
        add("repeatable", isRepeatable: true)
        add("once", isRepeatable: false)
        add("failing", isRepeatable: true, fails: true)
        gate.open()
        #expect(results.wait(for: 3).filter { (try? $0.get()) != nil }.count == 2)
        #expect(runs.wait(for: 3) == ["repeatable", "once", "failing"])
    }

    @Test func aThrowingFirstCommandTakesNobodyWithIt() throws {
        let fixture = try DatabaseFixture()
        let gate = Gate()
        let results = Collector<Bool>()
        fixture.database.write { transaction in
            gate.pass()
            _ = try insert("gone")(transaction)
            throw Refused()
        } completion: { (result: Result<Void, any Error>) in
            results.add((try? result.get()) != nil)
        }
        gate.waitUntilEntered()
        fixture.database.write(insert("a")) { results.add((try? $0.get()) != nil) }
        gate.open()
        #expect(results.wait(for: 2) == [false, true])
        #expect(try fixture.bodies == ["a"])
    }

    @Test func aCommandSeesTheOnesBeforeItInItsGroup() throws {
        let fixture = try DatabaseFixture()
        let results = run(
            [insert("a"), { try $0.scalar("SELECT count(*) FROM notes") ?? -1 }], in: fixture)
        #expect(try results[1].get() == 1)
    }

    @Test func aTransactionThatSQLiteEndedTakesItsGroupAndSaysSo() throws {
        let fixture = try DatabaseFixture()
        let ending: @Sendable (WriteTransaction) throws -> Int64 = { transaction in
            _ = try insert("x")(transaction)
            return try transaction.execute(
                "INSERT OR ROLLBACK INTO notes (body) VALUES ('x')")
        }
        let results = run([insert("a"), ending, insert("b")], in: fixture)
        #expect(try fixture.bodies == ["b"])
        let error = #expect(throws: StorageError.self) { try results[0].get() }
        #expect(error?.code == .rolledBack)
        #expect(error?.isRetryable == true)
        #expect(throws: StorageError.self) { try results[1].get() }
        #expect(throws: Never.self) { try results[2].get() }
    }

    @Test func nothingIsWrittenAfterSQLiteEndedTheTransaction() throws {
        let fixture = try DatabaseFixture()
        let error = #expect(throws: StorageError.self) {
            try fixture.database.write { transaction in
                _ = try? transaction.execute("ROLLBACK")
                try transaction.execute("INSERT INTO notes (body) VALUES ('alone')")
            }
        }
        #expect(error?.code == .rolledBack)
        #expect(try fixture.bodies.isEmpty)
    }

    @Test func aCommandThatCommitsByItselfIsNotAcknowledged() throws {
        let fixture = try DatabaseFixture()
        let error = #expect(throws: StorageError.self) {
            try fixture.database.write { try $0.execute("COMMIT") }
        }
        #expect(error?.code == .rolledBack)
    }

    // Whoever has an answer asks again at once: by then this process must know what was committed.
    @Test func whatAnAnswerPresupposesIsThereBeforeTheFirstOneOfItsGroup() throws {
        let fixture = try DatabaseFixture()
        let seen = Collector<String>()
        let gate = fixture.holdWriter()
        for name in ["a", "b", "refused"] {
            fixture.database.write { transaction in
                transaction.afterCommit { seen.add("follow \(name)") }
                transaction.beforeAnswers { seen.add("announce \(name)") }
                if name == "refused" { throw Refused() }
                return try insert(name)(transaction)
            } completion: { _ in
                seen.add("answer \(name)")
            }
        }
        gate.open()
        #expect(
            seen.wait(for: 7) == [
                "announce a", "announce b", "answer a", "answer b", "answer refused", "follow a",
                "follow b",
            ])
    }

    @Test func actionsFollowTheCommitAndOnlyIt() throws {
        let fixture = try DatabaseFixture()
        let seen = Collector<String>()
        let path = fixture.folder.path("a.sqlite")
        #expect(throws: Refused.self) {
            try fixture.database.write { transaction in
                transaction.afterCommit { seen.add("refused") }
                throw Refused()
            }
        }
        try fixture.database.write { transaction in
            _ = try insert("a")(transaction)
            transaction.afterCommit { seen.add("\(FileManager.default.fileExists(atPath: path))") }
        }
        #expect(seen.wait(for: 1) == ["true"])
    }

    @Test func aCommandPastItsDeadlineNeverBegins() throws {
        let start = ContinuousClock.now
        let fixture = try DatabaseFixture { $0.now = { start } }
        let error = #expect(throws: StorageError.self) {
            try fixture.database.write(deadline: start, insert("late"))
        }
        #expect(error?.code == .deadlineExceeded)
        #expect(throws: Never.self) {
            try fixture.database.write(deadline: start + .nanoseconds(1), insert("in time"))
        }
        #expect(try fixture.bodies == ["in time"])
        #expect(fixture.database.statistics.expired == 1)
    }

    @Test func aFullQueueTurnsTheNextCommandAway() throws {
        let fixture = try DatabaseFixture()
        let gate = fixture.holdWriter()
        let results = Collector<Bool>()
        for number in 1...Database.waitingCommandsMax {
            fixture.database.write(insert("n\(number)")) { results.add((try? $0.get()) != nil) }
        }
        #expect(fixture.database.statistics.waitingCommands == Database.waitingCommandsMax)
        let error = #expect(throws: StorageError.self) {
            try fixture.database.write(insert("one too many"))
        }
        #expect(error?.code == .busy)
        gate.open()
        #expect(results.wait(for: Database.waitingCommandsMax).allSatisfy { $0 })
        #expect(try fixture.bodies.count == Database.waitingCommandsMax)
    }

    @Test func whatIsQueuedAtTheCloseIsFinished() throws {
        let fixture = try DatabaseFixture()
        let results = Collector<Bool>()
        for number in 1...100 {
            fixture.database.write(insert("n\(number)")) { results.add((try? $0.get()) != nil) }
        }
        fixture.database.close()
        #expect(results.count == 100)
        let error = #expect(throws: StorageError.self) { try fixture.database.write(insert("x")) }
        #expect(error?.code == .closed)
        let path = fixture.folder.path("a.sqlite")
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        let again = try DatabaseFixture.open(path)
        #expect(try again.read { try $0.scalar("SELECT count(*) FROM notes") } == 100)
    }
}
