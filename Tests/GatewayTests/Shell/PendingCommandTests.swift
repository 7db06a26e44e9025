import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

/// DESIGN.md 3: key and request are stored before a change is sent.
@Suite struct PendingCommandTests {
    private static let key = "6f9619ff-8b86-4d01-b42d-00c04fc964ff"
    private static let add =
        "interactions add --type email --school 01970000-0000-7000-8000-00005c000001"

    @Test func theRequestLiesOnDiskForItsOwnerWhenItIsSent() throws {
        let pendingAtSend = Mutex<[String]>([])
        let folder = Mutex("")
        let harness = try CompassHarness.signedIn { call in
            if call.operation == "interactions.create" {
                let path = folder.withLock { $0 } + "/\(call.idempotencyKey?.text ?? "").json"
                let attributes = try? FileManager.default.attributesOfItem(atPath: path)
                let mode = attributes?[.posixPermissions] as? Int
                pendingAtSend.withLock { $0.append(mode.map { String($0, radix: 8) } ?? "absent") }
            }
            return Fixture.script(call)
        }
        folder.withLock { $0 = harness.folder.path("home/cli/pending") }
        #expect(harness.run(Self.add).code == .success)
        #expect(pendingAtSend.withLock { $0 } == ["600"])
    }

    // IA-50, IA-54
    @Test func aRepeatedKeySendsTheStoredBytesUnchanged() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.create"
                ? Fixture.refusal(.timeout, "away", executed: .unknown) : Fixture.script(call)
        }
        let first = harness.run(Self.add)
        #expect(first.code == .unavailable)
        let sent = try #require(harness.transport.seen.last)
        let key = try #require(sent.idempotencyKey)
        #expect(first.err.hasSuffix("Repeat safely with: --idempotency-key \(key)\n"))
        // An hour later "now" is another time, and somebody types another subject.
        harness.environment["COMPASS_NOW"] = "2026-02-10T13:00:00.000Z"
        harness.transport = ScriptedTransport(Fixture.script)
        let again = harness.run("\(Self.add) --subject other --idempotency-key \(key)")
        #expect(again.code == .success)
        let repeated = try #require(harness.transport.seen.last)
        #expect(repeated.payload == sent.payload)
        #expect(repeated.idempotencyKey == key)
        #expect(again.err.contains("Sending the stored request"))
    }

    @Test func aKeyOfOnesOwnIsStoredToo() throws {
        let harness = try CompassHarness.signedIn()
        _ = harness.run("\(Self.add) --idempotency-key \(Self.key)")
        let first = harness.transport.seen.last?.payload
        harness.environment["COMPASS_NOW"] = "2026-02-10T12:01:00.000Z"
        _ = harness.run("\(Self.add) --idempotency-key \(Self.key)")
        #expect(harness.transport.seen.last?.payload == first)
    }

    @Test func aRefusedRequestIsForgotten() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.create"
                ? Fixture.refusal(.validationFailed, "no", errors: ["type": "no"])
                : Fixture.script(call)
        }
        _ = harness.run("\(Self.add) --idempotency-key \(Self.key)")
        let key = try #require(IdempotencyKey(text: Self.key))
        #expect(try harness.store.pending(key) == nil)
    }

    // DESIGN.md 3: a change that was refused for the sign-in is sent again after the login.
    @Test func aRequestThatWaitsForASignInIsKept() throws {
        let harness = try CompassHarness.signedIn(
            Fixture.refusing("interactions.create", .unauthenticated, "Please sign in"))
        let first = harness.run(Self.add)
        #expect(first.code == .unauthenticated)
        let sent = try #require(harness.transport.seen.last)
        let key = try #require(sent.idempotencyKey)
        #expect(first.err.contains("compass login"))
        #expect(first.err.hasSuffix("Repeat safely with: --idempotency-key \(key)\n"))
        try harness.signIn()
        harness.environment["COMPASS_NOW"] = "2026-02-10T13:00:00.000Z"
        harness.transport = ScriptedTransport(Fixture.script)
        #expect(harness.run("\(Self.add) --idempotency-key \(key)").code == .success)
        #expect(harness.transport.seen.last?.payload == sent.payload)
    }

    @Test func aRefusedTokenOfTheEnvironmentIsNamedBesideTheKey() throws {
        let harness = try CompassHarness.signedIn(
            Fixture.refusing("interactions.create", .unauthenticated, "Please sign in"))
        harness.environment["COMPASS_TOKEN"] = "of-yesterday"
        let ran = harness.run(Self.add)
        #expect(ran.err.contains("COMPASS_TOKEN belongs to no active session. Unset "))
        #expect(ran.err.contains("\nRepeat safely with: --idempotency-key "))
    }

    @Test func aRequestOfUnknownOutcomeIsKeptWhateverItsCode() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == "interactions.create"
                ? Fixture.refusal(.internal, "no", executed: .unknown) : Fixture.script(call)
        }
        let ran = harness.run("\(Self.add) --idempotency-key \(Self.key)")
        #expect(ran.code == .failure)
        #expect(ran.err.hasSuffix("Repeat safely with: --idempotency-key \(Self.key)\n"))
        let key = try #require(IdempotencyKey(text: Self.key))
        #expect(try harness.store.pending(key) != nil)
    }

    @Test func aKeyOfAnotherCommandOrUserIsRefused() throws {
        let harness = try CompassHarness.signedIn()
        _ = harness.run("\(Self.add) --idempotency-key \(Self.key)")
        let sent = harness.transport.seen.count
        let other = harness.run("undo \(Fixture.operationID) --idempotency-key \(Self.key)")
        #expect(other.code == .usage)
        #expect(other.err.contains("belongs to another command"))
        #expect(harness.transport.seen.count == sent)
    }

    @Test func aMalformedKeyIsAUsageError() throws {
        let harness = try CompassHarness.signedIn()
        #expect(harness.run("\(Self.add) --idempotency-key 42").code == .usage)
        #expect(harness.transport.seen.isEmpty)
    }

    @Test func pendingCommandsOlderThanServicesKeepKeysGo() throws {
        let harness = try CompassHarness.signedIn()
        let old = PendingCommand(
            key: Fixture.id(1), operation: "x.y", userID: Fixture.playerID, family: nil,
            payload: "{}", storedAt: Fixture.created)
        try harness.store.store(old)
        let path = harness.folder.path("home/cli/pending/\(old.key).json")
        let eightDaysAgo = Date(timeIntervalSince1970: 1_770_724_800 - 8 * 86_400)
        try FileManager.default.setAttributes([.modificationDate: eightDaysAgo], ofItemAtPath: path)
        try FileManager.default.setAttributes(
            [.modificationDate: eightDaysAgo],
            ofItemAtPath: harness.folder.path("home/cli/pending/pruned"))
        var fresh = old
        fresh.key = Fixture.id(2)
        fresh.storedAt = Instant(milliseconds: 1_770_724_800_000)
        // A clock that is ahead for once drops nothing: what goes was too old the last time too.
        try harness.store.store(fresh)
        #expect(FileManager.default.fileExists(atPath: path))
        try harness.store.store(fresh)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try harness.store.pending(fresh.key) == fresh)
    }
}
