import Foundation
import SQLite
import Support
import Testing

@testable import Storage

@Suite struct OwnershipTests {
    @Test func aSecondOwnerIsRefusedUntilTheFirstLeaves() throws {
        let fixture = try DatabaseFixture()
        let path = fixture.folder.path("a.sqlite")
        let error = #expect(throws: StorageError.self) { try DatabaseFixture.open(path) }
        #expect(error?.code == .owned)
        #expect(fixture.database.ownerEpoch == 1)
    }

    @Test func eachTakeOverAddsOneToTheEpoch() throws {
        let folder = try TemporaryFolder()
        for epoch: Int64 in 1...3 {
            let database = try DatabaseFixture.open(folder.path("a.sqlite"))
            #expect(database.ownerEpoch == epoch)
            database.close()
        }
    }

    @Test func aKilledOwnerLeavesNoLock() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.sqlite")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let database = try DatabaseFixture.open(path)
            try withExtendedLifetime(database) {
                _ = try database.write(insert("a"))
                kill(getpid(), SIGKILL)
            }
        }
        let database = try DatabaseFixture.open(path)
        #expect(database.ownerEpoch == 2)
    }

    /// A stale owner's transaction aborts, whatever made it stale.
    @Test func aStaleOwnerWritesNothing() throws {
        let fatal = Collector<StorageError.Code>()
        let fixture = try DatabaseFixture { $0.onFatal = { fatal.add($0.code) } }
        let thief = try Connection(
            path: fixture.folder.path("a.sqlite"), mode: .owner,
            applicationID: DatabaseFixture.applicationID)
        try thief.run("UPDATE storage_owner SET owner_epoch = owner_epoch + 1")
        let error = #expect(throws: StorageError.self) {
            try fixture.database.write(insert("stale"))
        }
        #expect(error?.code == .fenced)
        #expect(fatal.wait(for: 1) == [.fenced])
        let later = #expect(throws: StorageError.self) {
            try fixture.database.write(insert("later"))
        }
        #expect(later?.code == .outcomeUnknown)
        #expect(try fixture.bodies.isEmpty)
    }
}

/// What was acknowledged before a kill is there once; what was refused is not.
@Suite struct KillTests {
    private static let commands = 400

    /// Runs a child that writes until it kills itself, and returns what it acknowledged.
    private func acknowledged(path: String, ledger: String, hooks: String) async -> [String] {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, ledger = ledger as String, hooks = hooks as String] in
            setHooks(hooks)
            let database = try DatabaseFixture.open(path)
            let log = try Ledger(path: ledger)
            let done = Collector<Bool>()
            for number in 0..<Self.commands {
                database.write { transaction in
                    _ = try insert("n\(number)")(transaction)
                    if number % 7 == 3 { throw Refused() }
                } completion: { result in
                    if (try? result.get()) != nil {
                        log.append("n\(number)")
                    }
                    done.add(true)
                }
                // A window of 20 keeps groups of several sizes coming.
                if number >= 20 { _ = done.wait(for: 1) }
            }
            _ = done.wait(for: 20)
            kill(getpid(), SIGKILL)
        }
        return Ledger.lines(path: ledger)
    }

    @Test(arguments: ["kill-before-commit", "kill-after-commit"], [1, 3, 9])
    func everythingAcknowledgedIsThereOnce(point: String, count: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.sqlite")
        let kept = await acknowledged(
            path: path, ledger: folder.path("ledger"), hooks: "\(point):\(count)")
        let database = try DatabaseFixture.open(path)
        let found = try database.read {
            try $0.rows("SELECT body FROM notes") { try $0.text(0) }
        }
        #expect(Set(kept).isSubset(of: found))
        #expect(Set(found).count == found.count)
        #expect(found.allSatisfy { (Int($0.dropFirst()) ?? 3) % 7 != 3 })
        let integrity = try database.read {
            try $0.first("PRAGMA integrity_check") { try $0.text(0) }
        }
        #expect(integrity == "ok")
        if point == "kill-before-commit" && count > 1 { #expect(!kept.isEmpty) }
    }

    /// The ledger catches a writer that answers too early.
    @Test func answeringBeforeTheCommitIsCaught() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.sqlite")
        let kept = await acknowledged(
            path: path, ledger: folder.path("ledger"),
            hooks: "answer-before-commit,kill-before-commit:3")
        let database = try DatabaseFixture.open(path)
        let found = try database.read {
            try $0.rows("SELECT body FROM notes") { try $0.text(0) }
        }
        #expect(!Set(kept).isSubset(of: found))
    }
}
