import Support
import Testing

@testable import Storage

/// Writes who left something, as one note.
private final class LeftNotes: GroupWork {
    var names = ""
    var isWrong = false

    func write(in transaction: WriteTransaction) throws {
        _ = try insert("left by \(names)")(transaction)
        if isWrong { throw Refused() }
    }
}

@Suite struct GroupWorkTests {
    /// A command that stores a note and leaves one to the end of its group.
    private struct Command {
        let body: String
        var isRepeatable = true
        var leaves = true
        var fails = false
        var leavesWrong = false

        func run(_ transaction: WriteTransaction) throws {
            _ = try insert(body)(transaction)
            if leaves {
                let left = transaction.groupWork(LeftNotes.self)
                left.names += body
                left.isWrong = left.isWrong || leavesWrong
            }
            if fails { throw Refused() }
        }
    }

    /// Runs commands in one group. Returns which of them succeeded.
    private func run(_ commands: [Command], in fixture: DatabaseFixture) -> [Bool] {
        let gate = fixture.holdWriter(isRepeatable: true)
        let results = Collector<(Int, Bool)>()
        for (index, command) in commands.enumerated() {
            fixture.database.write(isRepeatable: command.isRepeatable) {
                try command.run($0)
            } completion: {
                results.add((index, (try? $0.get()) != nil))
            }
        }
        gate.open()
        return results.wait(for: commands.count).sorted { $0.0 < $1.0 }.map(\.1)
    }

    @Test func workIsWrittenOnceForTheGroup() throws {
        let fixture = try DatabaseFixture()
        #expect(
            run([.init(body: "a"), .init(body: "b"), .init(body: "c")], in: fixture)
                == [true, true, true])
        #expect(try fixture.bodies == ["a", "b", "c", "left by abc"])
        #expect(fixture.database.statistics.groups == 1)
    }

    @Test func nextGroupBeginsWithoutWork() throws {
        let fixture = try DatabaseFixture()
        _ = run([.init(body: "a")], in: fixture)
        _ = run([.init(body: "b", leaves: false)], in: fixture)
        #expect(try fixture.bodies == ["a", "left by a", "b"])
    }

    @Test(arguments: [true, false])
    func workOfAFailedCommandIsDropped(isRepeatable: Bool) throws {
        let fixture = try DatabaseFixture()
        let results = run(
            [
                .init(body: "a"), .init(body: "b", isRepeatable: isRepeatable, fails: true),
                .init(body: "c"),
            ], in: fixture)
        #expect(results == [true, false, true])
        // From the failure on, or from the command that cannot run again, each has its own work.
        #expect(try fixture.bodies == ["a", "left by a", "c", "left by c"])
    }

    @Test func commandThatCannotRunAgainHasItsOwnWork() throws {
        let fixture = try DatabaseFixture()
        let results = run(
            [
                .init(body: "a"), .init(body: "b"), .init(body: "once", isRepeatable: false),
                .init(body: "c"),
            ], in: fixture)
        #expect(results == [true, true, true, true])
        #expect(
            try fixture.bodies == [
                "a", "b", "left by ab", "once", "left by once", "c", "left by c",
            ])
        #expect(fixture.database.statistics.groups == 1)
    }

    @Test func commandWithWrongWorkFailsAlone() throws {
        let fixture = try DatabaseFixture()
        let results = run(
            [.init(body: "a"), .init(body: "b", leavesWrong: true), .init(body: "c")], in: fixture)
        #expect(results == [true, false, true])
        #expect(try fixture.bodies == ["a", "left by a", "c", "left by c"])
    }

    @Test func wrongWorkOfALoneCommandFailsIt() throws {
        let fixture = try DatabaseFixture()
        #expect(throws: Refused.self) {
            try fixture.database.write { try Command(body: "a", leavesWrong: true).run($0) }
        }
        #expect(try fixture.bodies.isEmpty)
    }

    @Test func migrationWritesItsWork() throws {
        let fixture = try DatabaseFixture()
        let more = Migration("more") { transaction in
            transaction.groupWork(LeftNotes.self).names += "more"
        }
        fixture.database.close()
        let database = try DatabaseFixture.open(
            fixture.folder.path("a.sqlite"),
            tracks: [
                MigrationTrack(
                    DatabaseFixture.track.name, DatabaseFixture.track.migrations + [more])
            ])
        defer { database.close() }
        let bodies = try database.read {
            try $0.rows("SELECT body FROM notes") { try $0.text(0) }
        }
        #expect(bodies == ["left by more"])
    }
}
