import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// `family set --parents-log`, and what parents who log give and see.
@Suite struct ParentsLogCommandTests {
    /// A harness whose family has decided, with what a parent entered in its list.
    private func harness(
        _ role: Role, choice: Bool?, players: Int = 2
    ) throws -> CompassHarness {
        var family = Fixture.membership(role)
        family.parentsLog = choice
        var entered = Fixture.full
        entered.enteredBy = Fixture.id(0x3333_3333)
        entered.enteredByName = "Kim Lee"
        let members = [(Fixture.playerID, "Sam Lee"), (Fixture.siblingID, "Alex Lee")]
            .prefix(players).map {
                Member(
                    userID: $0.0, fullName: $0.1, role: .player, joinedAt: Fixture.created)
            }
        let harness = try CompassHarness { [family, entered] call in
            switch call.operation {
            case SetParentsLog.name, RenameFamily.name:
                Fixture.answer(RenameFamily.Response(family: family))
            case ShowFamily.name:
                Fixture.answer(ShowFamily.Response(family: family, members: members))
            case ListInteractions.name: Fixture.answer(Fixture.list([entered], role: role))
            case ShowInteraction.name:
                Fixture.answer(
                    ShowInteraction.Response(
                        interaction: entered, canDelete: false, canExport: false))
            case CreateInteraction.name where choice == true: Fixture.script(call)
            default: Fixture.answers(to: call, role: role)
            }
        }
        try harness.signIn()
        return harness
    }

    // N-98
    @Test(arguments: [("yes", true), ("no", false)])
    func aPlayerDecides(word: String, choice: Bool) throws {
        let harness = try harness(.player, choice: choice)
        let ran = harness.run("family set --parents-log \(word)")
        #expect(ran.code == .success)
        #expect(ran.out == "Lee Family: \(ParentsLogText.state(choice))\n")
        #expect(
            try JSONCoding.encode(harness.sent(SetParentsLog.self))
                == JSONCoding.encode(SetParentsLog.Request(parentsLog: choice)))
        let shown = harness.run(
            "family show", traits: TerminalTraits(isTerminal: true, columns: 80))
        #expect(shown.out.contains(ParentsLogText.state(choice)))
    }

    // N-98
    @Test(arguments: ["family set", "family set --zone UTC --parents-log no"])
    func oneThingIsSet(line: String) throws {
        let harness = try harness(.player, choice: nil)
        #expect(harness.run(line).code == .usage)
        #expect(harness.run("family set --parents-log perhaps").code != .success)
        #expect(!harness.transport.seen.contains { $0.operation == SetParentsLog.name })
    }

    // N-96, N-97
    @Test func aParentNamesThePlayer() throws {
        let harness = try harness(.parent, choice: true)
        let ran = harness.run(words: [
            "interactions", "add", "--type", "email", "--school", "Duke", "--player", "Alex",
        ])
        #expect(ran.code == .success, "\(ran.err)")
        #expect(
            try harness.sent(CreateInteraction.self).playerID.value == Fixture.siblingID.text)
    }

    // N-96
    @Test(arguments: [Role.player, .parent])
    func theCardAndTheListSayWhoEnteredIt(role: Role) throws {
        let harness = try harness(role, choice: true)
        #expect(
            harness.run("interactions show aaaa0001").out.contains("You, entered by Kim Lee"))
        let wide = TerminalTraits(isTerminal: true, columns: 200)
        let table = harness.run("interactions list", traits: wide).out
        #expect(table.contains("Entered By") && table.contains("Kim Lee"))
        let narrow = TerminalTraits(isTerminal: true, columns: 60)
        #expect(
            harness.run("interactions list", traits: narrow).out.contains("entered by Kim Lee"))
    }
}
