import Contracts
import Foundation
import Glibc
import ServiceKit
import Support

/// Clients that attach files while the service is killed, and repeat unanswered requests. One file
/// in ten is abandoned halfway.
final class UploadSession: Sendable {
    /// The parameters of a session.
    struct Plan {
        var seed: UInt64
        /// The number of kills from outside at random times.
        var kills = 0
        /// The number of files per client, if there are no kills from outside.
        var uploads = 0
        /// A kill point in the service.
        var hook: String?
    }

    /// What the clients have seen.
    struct Progress: Sendable {
        var attempted: Set<String> = []
        var acknowledged: Set<String> = []
        var abandoned: Set<String> = []
        var inFlight = 0
        var retries = 0
        var kills = 0
        var killsInFlight = 0
        var isOver = false
        var problems: [String] = []
    }

    static let start = Instant(text: "2026-03-01T12:00:00Z") ?? .earliest
    private static let clients = 3
    private static let filesOfRecord = 15
    private static let chunkBytes = 2_048
    /// The sizes of files in bytes. They are large enough for contents to differ: the smallest
    /// files of a type are identical.
    private static let bytes = 1_200...24_000

    let progress = Watched(Progress())
    private let plan: Plan
    private let folder: TemporaryFolder
    private let family: KillFamily
    private let ledger: Ledger
    private let system: SystemUnderTest
    private static let programs: [Program] = [.broker, .identity, .coaches, .interactions]

    init(_ plan: Plan) throws {
        self.plan = plan
        folder = try TemporaryFolder()
        let setUp = try SystemUnderTest(
            now: Self.start, folder: folder, starting: Self.programs)
        family = try KillFamily(setUp)
        setUp.stopAll()
        ledger = try Ledger(path: folder.path("ledger"), isSynced: true)
        system = try SystemUnderTest(
            now: Self.start, hooks: plan.hook.map { [.interactions: $0] } ?? [:], folder: folder,
            starting: Self.programs)
    }

    /// The number of times the service was killed.
    var deaths: Int { system.endings(of: .interactions).count { $0 == .signal(SIGKILL) } }
    /// The number of ledger lines on disk.
    var ledgerLines: Int { Ledger.lines(path: folder.path("ledger")).count }

    /// Runs the session to its end and judges the result.
    func run() throws -> UploadVerdict {
        if plan.kills > 0 {
            Thread { [self] in killAtRandom() }.start()
        }
        _ = try inParallel(Array(0..<Self.clients), threads: Self.clients) { [self] number in
            try UploadClient(number, self).run()
        }
        let known = progress.update { $0 }
        // With a hook, the service would kill itself while ending.
        if plan.hook == nil { system.stopAll() } else { system.kill(.interactions) }
        system.stopAll()
        return try UploadVerdict.judge(known, in: folder, sweptAt: Self.start)
    }

    private func killAtRandom() {
        var random = SeededNumbers(seed: plan.seed)
        while progress.update({ $0.kills < plan.kills && $0.problems.isEmpty }) {
            // On a busy machine clients need longer for a record than the longest pause.
            _ = progress.wait(SystemUnderTest.patience) {
                $0.inFlight > 0 || !$0.problems.isEmpty
            }
            Waiting.pass(.microseconds(Int.random(in: 2_000...60_000, using: &random)))
            let isBusy = progress.update { $0.inFlight > 0 }
            do {
                try system.killAndWait(.interactions)
            } catch {
                progress.update { $0.problems.append("\(error)") }
            }
            progress.update { progress in
                progress.kills += 1
                if isBusy { progress.killsInFlight += 1 }
            }
        }
        progress.update { $0.isOver = true }
    }

    /// A client: a player with records of their own.
    private struct UploadClient {
        private let session: UploadSession
        private let number: Int
        private let client: AttachmentClient

        init(_ number: Int, _ session: UploadSession) {
            self.number = number
            self.session = session
            client = AttachmentClient(
                system: session.system,
                person: session.family.players[number % session.family.players.count],
                family: session.family.id, chunkBytes: UploadSession.chunkBytes)
        }

        func run() throws {
            var random = SeededNumbers(
                seed: session.plan.seed &+ UInt64(number) &* 7_919 &+ 1)
            var record: InteractionID?
            var count = 0
            while goesOn(after: count) {
                if count.isMultiple(of: UploadSession.filesOfRecord) { record = nil }
                let row = try record ?? makeRecord(count)
                record = row
                let type = AttachmentType.allCases.randomElement(using: &random) ?? .pdf
                let seed = UInt64(number) << 32 | UInt64(count + 1)
                let bytes = SampleFiles.bytes(
                    type, size: .random(in: UploadSession.bytes, using: &random),
                    seed: seed)
                let ending = type == .text ? "txt" : type.format.lowercased()
                let isGivenUp = Int.random(in: 0..<10, using: &random) == 0
                try upload("f\(count % 4).\(ending)", bytes, to: row, givingUp: isGivenUp)
                count += 1
            }
        }

        private func goesOn(after count: Int) -> Bool {
            let plan = session.plan
            return session.progress.update { progress in
                guard progress.problems.isEmpty else { return false }
                return plan.kills > 0 ? !progress.isOver : count < plan.uploads
            }
        }

        private func makeRecord(_ count: Int) throws -> InteractionID {
            let key = IdempotencyKey.make(at: UploadSession.start)
            let form = KillFamily.form("c\(number)n\(count)", at: session.family.schools[0])
            return try repeating {
                try client.system.call(
                    CreateInteraction.self, form, as: client.person, in: client.family, key: key,
                    budget: .seconds(2)
                ).interaction.id
            }
        }

        private func upload(
            _ name: String, _ bytes: [UInt8], to row: InteractionID, givingUp: Bool
        ) throws {
            let hash = ContentHash(of: bytes).hex
            let key = IdempotencyKey.make(at: UploadSession.start)
            session.ledger.append("attempt \(hash) \(bytes.count) \(row.text)")
            session.progress.update { progress in
                progress.attempted.insert(hash)
                progress.inFlight += 1
            }
            defer { session.progress.update { $0.inFlight -= 1 } }
            if givingUp {
                let half = bytes.count / 2
                _ = try repeating {
                    try client.send(name, bytes, to: row, key: key, upTo: half)
                }
                session.ledger.append("given-up \(hash)")
                _ = session.progress.update { $0.abandoned.insert(hash) }
                return
            }
            let answer = try repeating {
                try client.attach(name, bytes, to: row, key: key)
            }
            session.ledger.append("ok \(hash) \(answer.attachment.id)")
            _ = session.progress.update { $0.acknowledged.insert(hash) }
            // An acknowledged file can be downloaded despite further kills.
            let content = try repeating { try client.content(of: answer.attachment) }
            if content != bytes {
                session.progress.update { $0.problems.append("\(hash) came back otherwise") }
            }
        }

        /// Repeats requests without an outcome until they have one.
        private func repeating<Value>(_ body: () throws -> Value) throws -> Value {
            let end = ContinuousClock.now + SystemUnderTest.patience * 2
            while true {
                do {
                    return try body()
                } catch let failure as ServiceKit.Caller.Failure
                    where failure.isOutcomeUnknown || failure.error.code.isRetryable
                {
                    guard ContinuousClock.now < end else { throw failure }
                    session.progress.update { $0.retries += 1 }
                }
            }
        }
    }
}
