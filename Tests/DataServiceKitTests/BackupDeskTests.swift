import Contracts
import Dispatch
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit

/// A service waits for a backup between two commits, and never for longer than the lease.
@Suite struct BackupDeskTests {
    private let folder: TemporaryFolder
    private let service: ThingService

    init() throws { (folder, service) = try ThingService.inOwnFolder() }

    private static let id = BackupID(high: 1, low: 2)
    private static let lease = BackupLimit.leaseMillisecondsMax

    private func passport() throws -> [UInt8] {
        try ServicePassportSource(
            subject: .operator, key: service.keys.signingKey(of: .operator), clock: service.clock
        ).passport()
    }

    private func hold(_ id: BackupID = id, lease: Int = lease) throws -> HoldWrites.Response {
        try service.caller.call(
            HoldWrites.self, .init(backupID: id, leaseMilliseconds: lease), at: service.name,
            options: .init(passport: try passport(), budget: .seconds(60)))
    }

    private func release(_ id: BackupID = id, copying: Int = 0) throws -> ReleaseWrites.Response {
        try service.caller.call(
            ReleaseWrites.self, .init(backupID: id, copyMilliseconds: copying), at: service.name,
            options: .init(passport: try passport(), budget: .seconds(60)))
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch let failure as Caller.Failure {
            return failure.error.code
        } catch { return nil }
    }

    @Test func aReleasedServiceSaysThatItWaitedUntilThen() throws {
        #expect(try hold().name == service.name.rawValue)
        // A repetition of the same hold is answered alike, another backup is not.
        #expect(try hold().name == service.name.rawValue)
        #expect(code { _ = try hold(BackupID(high: 9, low: 9)) } == .busy)
        let first = try release(copying: BackupLimit.copyMillisecondsMax)
        #expect(first.heldMicroseconds > 0)
        // On a machine that is busy beyond measure the lease may have ended; then it says so.
        #expect(first.wasHeld || first.heldMicroseconds >= Self.lease * 1_000)
        #expect(try release() == first)
        #expect(try service.data.database.write { try $0.scalar("SELECT 1") } == 1)
    }

    @Test func aHoldThatNobodyEndsIsOverWithItsLease() throws {
        _ = try hold(lease: 1)
        // The writer goes on by itself; only then is this answered.
        #expect(try service.data.database.write { try $0.scalar("SELECT 1") } == 1)
        let late = try release()
        #expect(!late.wasHeld)
        #expect(late.heldMicroseconds >= 1_000)
        #expect(
            try release(BackupID(high: 3, low: 3)) == .init(wasHeld: false, heldMicroseconds: 0))
    }

    /// The write-ahead log is not emptied while the backup that released the writer copies,
    /// whatever another one says, until that backup has given up.
    @Test func onlyItsOwnBackupEndsTheTimeToCopy() throws {
        _ = try hold()
        let held = try release(copying: BackupLimit.copyMillisecondsMax).wasHeld
        _ = try release(BackupID(high: 3, low: 3))
        let text = String(repeating: "x", count: 1 << 20)
        // More than the log that a busy writer empties: 64 MiB.
        for number in 0..<72 { try keep("\(number)\(text)") }
        // On a machine that is busy beyond measure the lease ended before the release.
        #expect(!held || service.data.database.statistics.checkpoints == 0)
        _ = try release()
        try keep("last")
        // The log is emptied after the answer, and before the next command.
        try keep("after it")
        #expect(service.data.database.statistics.checkpoints >= 1)
    }

    private func keep(_ name: String) throws {
        try service.data.database.write {
            try $0.execute("INSERT INTO coaches (name, count) VALUES (?1, 0)", name)
        }
    }

    @Test func aServiceThatStopsWaitsForNobody() throws {
        _ = try hold()
        let began = ContinuousClock.now
        service.data.stop(by: began + .seconds(60))
        #expect(try !release().wasHeld)
    }

    @Test func leasesAndCopiesHaveTheirLimits() throws {
        #expect(code { _ = try hold(lease: 0) } == .validationFailed)
        #expect(code { _ = try hold(lease: Self.lease + 1) } == .validationFailed)
        let most = BackupLimit.copyMillisecondsMax
        #expect(code { _ = try release(copying: most + 1) } == .validationFailed)
        #expect(code { _ = try release(copying: -1) } == .validationFailed)
        #expect(try !release(copying: most).wasHeld)
    }

    @Test func onlyTheOperatorHoldsAService() throws {
        let request = HoldWrites.Request(backupID: Self.id, leaseMilliseconds: 1)
        #expect(
            code {
                _ = try service.caller.call(HoldWrites.self, request, at: service.name)
            } == .unauthenticated)
    }

    // A file that went back is in no backup.
    @Test func aServiceThatRefusesItsFileIsNotHeld() throws {
        service.data.database.refuseWrites(damaged: "a test says so")
        #expect(code { _ = try hold() } == .dataLoss)
        #expect(try !release().wasHeld)
    }
}
