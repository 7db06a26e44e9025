import Contracts
import Dispatch
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit

/// kill -9 of a whole data service in the middle of keyed commands, judged from outside.
@Suite struct ServiceKillTests {
    private static let commands: UInt64 = 150
    private static let window: UInt64 = 12

    /// Sends commands 0..<commands, some at a time; the ledger has a line for each that was
    /// acknowledged. Kills itself at the end if no hook did.
    private static func drive(folder: String, ledger: String) throws {
        let service = try ThingService(folder: folder)
        let log = try Ledger(path: ledger)
        let outcomes = Outcomes()
        for number in 0..<commands {
            try service.caller.send(
                AddThing.self, BodyRequest(body: "n\(number)"),
                options: try service.options(key: number)
            ) { outcome in
                if outcome.json != nil { log.append("n\(number)") }
                outcomes.add(outcome)
            }
            if number >= window { _ = outcomes.wait(for: 1) }
        }
        _ = outcomes.wait(for: Int(window))
        kill(getpid(), SIGKILL)
    }

    private struct Verdict {
        var lost: [String] = []
        var doubled: [String] = []
        var acknowledged = 0
        var feedAgrees = true
    }

    /// Kills a service, starts it again, repeats every command under its key, and judges.
    private func judge(hooks: String, repeatingHooks: Bool = false) async throws -> Verdict {
        let folder = try TemporaryFolder()
        let (path, ledger) = (folder.url.path, folder.path("ledger"))
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, ledger = ledger as String, hooks = hooks as String] in
            setHooks(hooks)
            try Self.drive(folder: path, ledger: ledger)
        }
        let acknowledged = Ledger.lines(path: ledger)
        let first = try ThingService(folder: path)
        let before = try first.bodies
        first.close()
        if repeatingHooks {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, hooks = hooks as String] in
                setHooks(hooks.replacing("kill-", with: "not-"))
                try Self.drive(folder: path, ledger: path + "/ledger2")
            }
        }
        let service = try ThingService(folder: path)
        if !repeatingHooks {
            for number in 0..<Self.commands { try service.add("n\(number)", key: number) }
        }
        let after = try service.bodies
        let counts = Dictionary(grouping: after) { $0 }.mapValues(\.count)
        var verdict = Verdict()
        verdict.acknowledged = acknowledged.count
        verdict.lost = acknowledged.filter { !before.contains($0) }
        verdict.doubled = counts.filter { $0.value > 1 }.map(\.key)
        let fed = try service.fetch(limit: 500).changes
        verdict.feedAgrees = fed.count == after.count
        #expect(fed.map(\.sequence) == (0..<fed.count).map { Int64($0) + 1 })
        if !repeatingHooks { #expect(Set(after).count == Int(Self.commands)) }
        return verdict
    }

    @Test(arguments: ["kill-before-commit", "kill-after-commit"], [1, 4, 11])
    func acknowledgedCommandsAreThereOnce(point: String, count: Int) async throws {
        let verdict = try await judge(hooks: "\(point):\(count)")
        #expect(verdict.lost.isEmpty)
        #expect(verdict.doubled.isEmpty)
        #expect(verdict.feedAgrees)
        if count > 1 { #expect(verdict.acknowledged > 0) }
    }

    @Test func answeringBeforeTheCommitIsCaught() async throws {
        let verdict = try await judge(hooks: "answer-before-commit,kill-before-commit:4")
        #expect(!verdict.lost.isEmpty)
    }

    @Test func notCheckingTheKeyIsCaught() async throws {
        let verdict = try await judge(
            hooks: "key-not-checked,kill-after-commit:4", repeatingHooks: true)
        #expect(!verdict.doubled.isEmpty)
    }

    // MARK: Consumers

    /// Follows a scripted producer of 60 changes in batches of 5 until a hook kills the process.
    private static func follow(folder: String) throws -> [Int64] {
        let service = try ThingService(folder: folder)
        let source = ScriptedSource()
        let consumer = try FeedConsumer(
            .coaches, source: source, replicas: [CountingReplica()],
            database: service.data.database, logger: service.data.logger)
        while consumer.cursor.sequence < 60 {
            let next = consumer.cursor.sequence
            source.say(1, head: 60, (1...5).map { next + $0 })
            try consumer.step()
        }
        return try service.data.database.read {
            try $0.rows("SELECT count FROM coaches") { try $0.int64(0) }
        }
    }

    private func counts(hooks: String) async throws -> [Int64] {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, hooks = hooks as String] in
            setHooks(hooks)
            _ = try Self.follow(folder: path)
        }
        return try Self.follow(folder: path)
    }

    @Test(arguments: ["kill-before-commit", "kill-after-commit"], [1, 2, 7])
    func aKilledConsumerAppliesEveryChangeOnce(point: String, count: Int) async throws {
        let counts = try await counts(hooks: "\(point):\(count)")
        #expect(counts == Array(repeating: 1, count: 60))
    }

    @Test func cursorAndEffectInTwoCommitsAreCaught() async throws {
        let counts = try await counts(
            hooks: "cursor-effect-two-commits,kill-between-effect-and-cursor:3")
        #expect(counts.contains { $0 > 1 })
    }
}
