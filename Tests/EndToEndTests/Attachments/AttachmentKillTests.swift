import Foundation
import Testing

/// kill -9 of the service in each step of an upload, and at random times. Every acknowledged file
/// exists once and is complete; a sweep removes everything else.
@Suite(.onePerCore) struct AttachmentKillTests {
    /// The number of kills at random times; `COMPASS_KILL_UPLOADS` overrides it.
    private static let kills =
        ProcessInfo.processInfo.environment["COMPASS_KILL_UPLOADS"].flatMap { Int($0) } ?? 12

    @Test func killsAtRandomMomentsLeaveNoHalfFile() throws {
        let began = ContinuousClock.now
        let session = try UploadSession(.init(seed: 2_026, kills: Self.kills))
        let verdict = try session.run()
        let known = session.progress.update { $0 }
        print(
            "uploads: \(known.kills) kills, \(known.killsInFlight) with an upload in flight,",
            "\(known.attempted.count) files begun, \(known.abandoned.count) given up,",
            "\(known.retries) repetitions, ledger \(session.ledgerLines) lines;",
            "\(verdict.summary); \((ContinuousClock.now - began).milliseconds) ms")
        #expect(known.problems.isEmpty, "\(known.problems)")
        #expect(verdict.isClean, "\(verdict.summary)")
        // Without evidence that the faults fired, the run proves nothing.
        #expect(session.deaths == Self.kills)
        #expect(known.killsInFlight * 10 >= Self.kills * 5)
        #expect(verdict[.acknowledged] > 0)
    }

    /// The steps: a part is written; the file is synced and renamed; its name is synced; the row is
    /// committed; the response is not yet sent.
    @Test(arguments: [
        "kill-part-written:9", "kill-part-synced:3", "kill-part-renamed:2",
        "kill-names-synced:2", "kill-before-commit:9", "kill-after-commit:9", "kill-attached:2",
    ])
    func aKillInAnyStepLeavesNoHalfFile(hook: String) throws {
        let session = try UploadSession(.init(seed: 7, uploads: 8, hook: hook))
        let verdict = try session.run()
        let known = session.progress.update { $0 }
        print(
            "uploads \(hook): \(session.deaths) deaths, \(known.retries) repetitions;",
            verdict.summary)
        #expect(known.problems.isEmpty, "\(known.problems)")
        #expect(verdict.isClean, "\(verdict.summary)")
        #expect(session.deaths >= 3)
        #expect(verdict[.acknowledged] + known.abandoned.count == 24)
    }
}
