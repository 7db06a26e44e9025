import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Gateway

/// The command line on a full disk: what it cannot store is told, and reading goes on.
@Suite struct FullDiskCommandTests {
    private static let add =
        "interactions add --type email --school 01970000-0000-7000-8000-00005c000001"

    private func run(_ body: (SmallDisk, CompassHarness) throws -> Void, test: String) throws {
        try SmallDisk.run(megabytes: 2, test: test) { disk in
            let harness = try CompassHarness.signedIn(folder: TemporaryFolder(in: disk.url))
            try disk.fill()
            try body(disk, harness)
        }
    }

    @Test func aReadGoesOnWithoutKeepingItsPassport() throws {
        try run(
            { _, harness in
                for _ in 0..<2 {
                    let ran = harness.run("schools list")
                    #expect(ran.code == .success)
                    #expect(ran.out.contains("Duke University"))
                }
                #expect(harness.store.passport("default") == nil)
            }, test: #function)
    }

    @Test func aChangeThatCannotBeStoredIsNotSent() throws {
        try run(
            { disk, harness in
                let ran = harness.run(Self.add)
                #expect(ran.code == .unavailable)
                #expect(ran.err.hasPrefix("compass: The disk is full: nothing was changed\n"))
                #expect(ran.err.contains("Free space on this disk, then repeat the command"))
                #expect(!harness.transport.seen.contains { $0.operation == "interactions.create" })
                disk.free()
                #expect(harness.run(Self.add).code == .success)
            }, test: #function)
    }

    @Test func aSignInIsStoredInTheReserveAndSigningOutGoesOn() throws {
        try run(
            { _, harness in
                try harness.signIn(as: "other")
                #expect(harness.store.names == ["default", "other"])
                #expect(harness.store.currentName == "other")
                harness.transport = ScriptedTransport { call in
                    call.operation == "sessions.logout"
                        ? Fixture.answer(Logout.Response(ended: 1)) : Fixture.script(call)
                }
                #expect(harness.run("logout --as other").code == .success)
                #expect(harness.store.names == ["default"])
            }, test: #function)
    }

    /// A service's refusal reaches the person with what to do and the key.
    @Test func theServicesRefusalNamesTheRemedyAndTheKey() throws {
        let harness = try CompassHarness { call in
            guard call.operation == "interactions.create" else { return Fixture.script(call) }
            return .failure(
                ServiceError(
                    .unavailable, "The disk is full: nothing was changed. Free space",
                    retryAfterMilliseconds: 60_000), executed: .no)
        }
        try harness.signIn()
        harness.environment["COMPASS_BROKER_ENDPOINT"] = "inproc://test"
        let ran = harness.run(Self.add)
        #expect(ran.code == .unavailable)
        #expect(ran.err.contains("The disk is full: nothing was changed. Free space"))
        #expect(ran.err.contains("Repeat safely with: --idempotency-key "))
        #expect(!ran.err.contains("60000"))
    }

    @Test func theStatusTellsOfAFullDiskFromTheLimitOn() {
        let limit = DiskLimit.warnedPercent
        func note(_ percent: Int64, isFull: Bool = false) -> String? {
            ServiceProblems.diskNote(usedPercent: percent, isFull: isFull, folder: "/h")
        }
        #expect(note(limit - 1) == nil)
        #expect(note(limit)?.hasPrefix("The disk of /h is 90 % full.") == true)
        for percent in [0, limit] {
            let told = note(percent, isFull: true)
            #expect(told?.hasPrefix("The disk of /h is full: writes are refused. Free") == true)
        }
        #expect(
            ServiceProblems.text(["disk.is_full": 1])
                == "the disk is full: writes are refused, reads still work")
        #expect(ServiceProblems.text(["disk.is_full": 0]).isEmpty)
    }
}
