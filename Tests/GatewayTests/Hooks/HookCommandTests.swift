import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

@Suite("The `hooks` commands (N-116, N-119)")
struct HookCommandTests {
    private static let hook = Hook(
        id: Fixture.id(0x1234_5678), userID: Fixture.playerID, userName: "Sam Lee",
        address: "https://example.org/changes", records: HookRecord.allCases,
        createdAt: Fixture.created, switchedOffAt: nil, waiting: 2, failed: 1, deliveredAt: nil,
        problem: "It answered 500")
    private static let delivery = HookDelivery(
        number: 7, id: Fixture.id(0x77), type: "coach.changed", recordType: "coach",
        recordID: Fixture.dukeID.text, occurredAt: Fixture.created, state: .failed, attempts: 15,
        problem: "No connection", deliveredAt: nil)

    /// `refused` is what the operations answer that add and test hooks.
    private func harness(
        _ hook: Hook = hook, refused: ServiceError? = nil
    ) throws -> CompassHarness {
        let harness = try CompassHarness { call in
            if let refused, ["hooks.add", "hooks.test"].contains(call.operation) {
                return Fixture.refusal(refused.code, refused.message)
            }
            return switch call.operation {
            case "hooks.add":
                Fixture.answer(AddHook.Response(secret: "whsec_YQ==", hook: Self.hook))
            case "hooks.list": Fixture.answer(ListHooks.Response(hooks: [hook]))
            case "hooks.deliveries":
                Fixture.answer(ListHookDeliveries.Response(deliveries: [Self.delivery]))
            case "hooks.test": Fixture.answer(TestHook.Response(delivery: Self.delivery))
            case "hooks.replay":
                Fixture.answer(ReplayHook.Response(hook: Self.hook, queued: 3))
            case "hooks.remove": Fixture.answer(RemoveHook.Response(removed: Self.hook))
            default: Fixture.script(call)
            }
        }
        try harness.signIn()
        return harness
    }

    private func sent<Request: OperationRequest>(
        _ harness: CompassHarness, _ operation: String, as type: Request.Type
    ) throws -> Request {
        let call = try #require(harness.transport.seen.last { $0.operation == operation })
        return try JSONCoding.decodeRequest(type, from: call.payload)
    }

    // N-116
    @Test func theSecretIsShownOnce() throws {
        let harness = try harness()
        let ran = harness.run(words: [
            "hooks", "add", "https://example.org/changes", "--records", "coach, post",
        ])
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.out.contains("whsec_YQ==") && ran.err.contains("shown only once"))
        #expect(ran.err.contains("compass hooks test 12345678"))
        let request = try sent(harness, "hooks.add", as: AddHook.Request.self)
        #expect(request.records.value == ["coach", "post"])
        #expect(harness.run("hooks add https://example.org/changes").code == .success)
        #expect(try sent(harness, "hooks.add", as: AddHook.Request.self).records.value == nil)
    }

    // N-116
    @Test func aListSaysWhatIsWrong() throws {
        let ran = try harness().run("hooks list")
        #expect(ran.code == .success, "\(ran.err)")
        for text in ["12345678", "https://example.org/changes", "all", "on", "It answered 500"] {
            #expect(ran.out.contains(text), "\(text)")
        }
    }

    // N-119: hooks are named by their addresses or ids.
    @Test(arguments: ["https://example.org/changes", "12345678"])
    func aHookIsTestedReplayedAndRemoved(name: String) throws {
        let harness = try harness()
        let tested = harness.run(words: ["hooks", "test", name])
        #expect(tested.out.contains("A test message is on its way"), "\(tested.err)")
        let again = harness.run(words: ["hooks", "replay", name, "--after", "5"])
        #expect(again.out.contains("3 deliveries will be sent again"), "\(again.err)")
        let request = try sent(harness, "hooks.replay", as: ReplayHook.Request.self)
        #expect(request.after.value == 5 && request.id == Self.hook.id)
        #expect(harness.run(words: ["hooks", "replay", name]).code == .success)
        #expect(
            try sent(harness, "hooks.replay", as: ReplayHook.Request.self).after.value == nil)
        let removed = harness.run(words: ["hooks", "remove", name])
        #expect(removed.out.contains("Removed the change hook"), "\(removed.err)")
    }

    // N-119
    @Test func deliveriesAreListedByState() throws {
        let harness = try harness()
        let ran = harness.run("hooks deliveries 12345678 --state failed")
        #expect(ran.code == .success, "\(ran.err)")
        for text in ["7", "coach.changed", "failed", "15", "No connection"] {
            #expect(ran.out.contains(text), "\(text)")
        }
        let request = try sent(harness, "hooks.deliveries", as: ListHookDeliveries.Request.self)
        #expect(request.state.value == "failed")
        #expect(harness.run("hooks deliveries 12345678 --state lost").code == .invalid)
    }

    // N-156: what helps is a command with the id.
    @Test func aRefusedHookComesWithTheCommandThatHelps() throws {
        var off = Self.hook
        off.switchedOffAt = Fixture.created
        for (hook, remedy) in [
            (Self.hook, "For a new secret: compass hooks remove 12345678, then add it again"),
            (off, "Switch it on with: compass hooks replay 12345678"),
        ] {
            let ran = try harness(
                hook, refused: ServiceError(.conflict, AddHook.Refusal.same(hook))
            ).run("hooks add https://example.org/changes")
            #expect(ran.code != .success && ran.err.contains(remedy), "\(ran.err)")
            #expect(!ran.err.contains("--help"))
        }
        let full = try harness(refused: ServiceError(.conflict, "Your family has 10 change hooks"))
            .run("hooks add https://example.org/changes")
        #expect(full.err.contains("Try: compass hooks list"), "\(full.err)")
        let tested = try harness(off, refused: ServiceError(.conflict, "The hook is off"))
            .run("hooks test 12345678")
        #expect(tested.err.contains("Try: compass hooks replay 12345678"), "\(tested.err)")
    }

    @Test func anUnknownHookIsNotFound() throws {
        let ran = try harness().run("hooks remove 99999999")
        #expect(ran.code != .success && ran.err.contains("compass hooks list"))
    }
}
