import CommandKit
import Contracts
import Foundation
import ServiceKit
import Synchronization
import Testing

@testable import Gateway

/// N-139: a player who is no longer in a family is told what becomes of their records.
@Suite struct LeftFamilyTests {
    private static let terminal = TerminalTraits(isTerminal: true, columns: 80)

    private static func left(_ name: String, day: Int64) -> LeftFamily {
        LeftFamily(
            familyUnitID: Fixture.id(UInt64(0xfafa_0010 + day)), name: name,
            leftAt: Fixture.created.advanced(by: .seconds(day * 86_400)))
    }

    private static func passport(
        _ families: [Membership], left: [LeftFamily]
    ) -> IssuePassport.Response {
        IssuePassport.Response(
            passport: Data([1, 2, 3]).base64EncodedString(),
            expiresAt: Instant(milliseconds: 1_770_725_100_000),  // five minutes after now
            user: Fixture.user(.player), families: families, leftFamilies: left,
            wasMember: families.isEmpty)
    }

    @Test func theNextCommandOfAPersonTellsItOnce() throws {
        let left = Mutex([Self.left("Old Family", day: 0)])
        let harness = try CompassHarness.signedIn { call in
            guard call.operation == IssuePassport.name else { return Fixture.script(call) }
            return Fixture.answer(
                Self.passport([Fixture.membership(.player)], left: left.withLock { $0 }))
        }
        func told(_ traits: TerminalTraits = Self.terminal, _ flags: String = "") -> [String] {
            harness.store.removePassport("default")
            return harness.run("interactions list \(flags)", traits: traits).err
                .split(separator: "\n").map(String.init).filter { $0.contains("no longer in") }
        }
        // Nobody reads what scripts and quiet commands say.
        #expect(told(.pipe).isEmpty && told(Self.terminal, "-q").isEmpty)
        #expect(
            told() == [
                "You are no longer in Old Family. What you logged there is kept for you: "
                    + "compass family export"
            ])
        #expect(told().isEmpty)
        left.withLock { $0.insert(Self.left("Newer Family", day: 1), at: 0) }
        let news = told()
        #expect(news.count == 1 && news.first?.contains("Newer Family") == true)
        #expect(told().isEmpty)
    }

    /// The stored passport still has the family; the service refuses it.
    @Test func theFirstCommandAfterTheRemovalTellsItToo() throws {
        let isRemoved = Mutex(false)
        let harness = try CompassHarness.signedIn { call in
            guard isRemoved.withLock({ $0 }) else { return Fixture.script(call) }
            guard call.operation == IssuePassport.name else {
                return Fixture.refusal(.unauthenticated, "Please sign in")
            }
            return Fixture.answer(Self.passport([], left: [Self.left("Old Family", day: 0)]))
        }
        #expect(harness.run("interactions list", traits: Self.terminal).code == .success)
        isRemoved.withLock { $0 = true }
        let ran = harness.run("interactions list", traits: Self.terminal)
        #expect(ran.code == .notFound)
        #expect(ran.err.contains("You belong to no family any more"), "\(ran.err)")
    }

    @Test func whoHasNoOtherFamilyIsToldByEachRefusal() throws {
        let harness = try CompassHarness.signedIn { call in
            guard call.operation == IssuePassport.name else { return Fixture.script(call) }
            return Fixture.answer(Self.passport([], left: [Self.left("Old Family", day: 0)]))
        }
        for _ in 0..<2 {
            let ran = harness.run("interactions list", traits: Self.terminal)
            #expect(ran.code == .notFound)
            for part in [
                "You belong to no family any more",
                "You are no longer in Old Family. What you logged there is kept for you.",
                "Try: compass family export, or compass family join CODE",
            ] { #expect(ran.err.contains(part), "\(ran.err)") }
        }
    }

    /// Nothing is kept for a parent who was removed, but they are no newcomer.
    @Test(
        arguments: [
            (true, "any more", "Try: compass family join CODE\n"),
            (nil, "yet", "Try: compass family create"),
        ]
            as [(Bool?, String, String)])
    func aParentIsToldToJoinAgain(wasMember: Bool?, word: String, remedy: String) throws {
        let harness = try CompassHarness.signedIn { call in
            guard call.operation == IssuePassport.name else { return Fixture.script(call) }
            return Fixture.answer(
                IssuePassport.Response(
                    passport: Data([1, 2, 3]).base64EncodedString(),
                    expiresAt: Instant(milliseconds: 1_770_725_100_000),
                    user: Fixture.user(.parent), families: [], wasMember: wasMember))
        }
        for _ in 0..<2 {
            let ran = harness.run("interactions list")
            #expect(ran.code == .notFound)
            #expect(ran.err.contains("You belong to no family \(word)\n"), "\(ran.err)")
            #expect(ran.err.contains(remedy), "\(ran.err)")
        }
    }
}
