import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// `interactions delete` of several records.
@Suite struct InteractionDeleteManyTests {
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)
    private static let full = Fixture.full.id
    private static let bare = Fixture.bare.id

    private func harness(matching total: Int? = nil) throws -> CompassHarness {
        let harness = try CompassHarness { call in
            switch call.operation {
            case "interactions.deleteMany":
                Fixture.answer(
                    DeleteInteraction.Response(
                        deleted: ["interactions": 2], message: "2 interactions deleted",
                        operationID: Fixture.operationID))
            case "interactions.list" where total != nil:
                Fixture.answer(
                    Fixture.list(
                        (0..<(total ?? 0)).map { Fixture.interaction(UInt64($0) + 1) { _ in } }))
            default: Fixture.script(call)
            }
        }
        try harness.signIn()
        return harness
    }

    private func sent(_ harness: CompassHarness) throws -> [[String]] {
        try harness.transport.seen.filter {
            $0.operation == "interactions.deleteMany" && !$0.isDryRun
        }.map {
            try JSONCoding.decodeRequest(DeleteInteractions.Request.self, from: $0.payload)
                .ids.value ?? []
        }
    }

    // N-37: several ids are one request, and one undo.
    @Test func severalIDsAreOneRequest() throws {
        let harness = try harness()
        let ran = harness.run("interactions delete \(Self.full) bbbb0002 --yes")
        #expect(ran.out == "2 interactions deleted\n", "\(ran.err)")
        #expect(ran.err == "Undo: compass undo \(Fixture.operationID)\n")
        #expect(try sent(harness) == [[Self.full.text, Self.bare.text]])
    }

    // N-37: the question has the count, after what would be refused was found.
    @Test func theQuestionHasTheCount() throws {
        let harness = try harness()
        harness.prompt = ScriptedPrompt(answers: ["n"])
        let kept = harness.run(
            "interactions delete --all-matching --type email", traits: terminal)
        #expect(kept.code == .success)
        #expect(harness.prompt.questions == ["Delete 2 interactions?"])
        #expect(try sent(harness).isEmpty)
        #expect(harness.transport.seen.last { $0.operation == "interactions.deleteMany" } != nil)
        harness.prompt = ScriptedPrompt(answers: ["y"])
        _ = harness.run("interactions delete --all-matching --type email", traits: terminal)
        #expect(try sent(harness) == [[Self.full.text, Self.bare.text]])
        #expect(harness.run("interactions delete --all-matching").code == .usage, "without --yes")
    }

    // N-37: filters alone delete nothing.
    @Test func filtersHaveToBeMeant() throws {
        let harness = try harness()
        let filters = harness.run("interactions delete --type email --yes")
        #expect(filters.code == .usage)
        #expect(filters.err.contains("--type needs --all-matching"))
        #expect(harness.run("interactions delete --yes").code == .usage)
        #expect(
            harness.run("interactions delete \(Self.full) --all-matching --yes").code == .usage)
        #expect(try sent(harness).isEmpty)
    }

    // N-37: at the limit and one past it.
    @Test func asManyAsOneRequestNames() throws {
        let most = DeleteInteractions.idsMax
        let full = try harness(matching: most)
        #expect(full.run("interactions delete --all-matching --yes").code == .success)
        #expect(try sent(full).map(\.count) == [most])
        let over = try harness(matching: most + 1)
        let refused = over.run("interactions delete --all-matching --yes")
        #expect(refused.code == .usage)
        #expect(refused.err.contains("At most 500 interactions can be deleted at a time"))
        #expect(refused.err.contains("--limit 500"))
        let none = try harness(matching: 0)
        #expect(none.run("interactions delete --all-matching --yes").code == .notFound)
        #expect(try sent(over).isEmpty && sent(none).isEmpty)
    }

    // N-37: a key sends the stored request again.
    @Test func aKeyRepeatsTheRequest() throws {
        let key = "6f9619ff-8b86-4d01-b42d-00c04fc964ff"
        let harness = try CompassHarness { call in
            call.operation == "interactions.deleteMany"
                ? .failure(ServiceError(.timeout, "late"), executed: .unknown)
                : Fixture.script(call)
        }
        try harness.signIn()
        let line = "interactions delete \(Self.full) bbbb0002 --yes --idempotency-key \(key)"
        #expect(harness.run(line).code != .success)
        _ = harness.run("interactions delete --all-matching --yes --idempotency-key \(key)")
        let payloads = harness.transport.seen.filter { $0.operation == "interactions.deleteMany" }
            .map(\.payload)
        #expect(payloads.count >= 2 && Set(payloads).count == 1)
    }
}
