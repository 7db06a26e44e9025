import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

@Suite struct SchoolCommandTests {
    private func harness(
        _ script: @escaping @Sendable (OutgoingCall) -> Outcome? = { _ in nil }
    ) throws -> CompassHarness {
        let harness = try CompassHarness { call in
            if let outcome = script(call) { return outcome }
            switch call.operation {
            case "schools.list":
                var school = Fixture.schools[0]
                school.coachCount = 2
                return Fixture.answer(ListSchools.Response([school], total: 1))
            case "schools.show":
                return Fixture.answer(
                    ShowSchool.Response(
                        school: Fixture.schools[0], coaches: [Fixture.coach], season: "2026-27"))
            case "schools.edit":
                return Fixture.answer(EditSchool.Response(school: Fixture.schools[0]))
            default: return Fixture.script(call)
            }
        }
        try harness.signIn()
        return harness
    }

    private let terminal = TerminalTraits(isTerminal: true, columns: 100)

    @Test func theListHasTheNumberOfCoaches() throws {
        let ran = try harness().run("schools list", traits: terminal)
        #expect(
            ran.out == """
                ID        Name             City    State  Division  Conference  Coaches
                5c000001  Duke University  Durham  NC     D1        ACC               2

                1 school

                """)
    }

    @Test func aTerminalHasShortNamesInTheirOrderAndAFileTheOfficialOnes() throws {
        let harness = try harness { call in
            guard call.operation == "schools.list" else { return nil }
            var schools = [Fixture.schools[0], Fixture.schools[0], Fixture.schools[0]]
            (schools[1].name, schools[1].shortName) = ("University of Alabama", "Alabama")
            (schools[2].name, schools[2].shortName) = ("University of Michigan", "Michigan")
            return Fixture.answer(ListSchools.Response(schools, total: 3))
        }
        let words = harness.run("schools list", traits: terminal).out
            .split(separator: "\n").dropFirst().prefix(3).map { $0.split(separator: " ")[1] }
        #expect(words == ["Alabama", "Duke", "Michigan"])
        let file = harness.run("schools list -o csv").out
        #expect(file.contains("University of Alabama") && !file.contains(",Alabama,"))
    }

    @Test func filtersBecomeFields() throws {
        let harness = try harness()
        _ = harness.run("schools list --search north --division D2 --json")
        let call = harness.transport.seen.last
        #expect(
            String(decoding: call?.payload ?? [], as: UTF8.self)
                == #"{"division":"D2","search":"north"}"#)
    }

    @Test func noMatchIsTold() throws {
        let filter = ActiveFilter(name: "search", value: "x", label: "x")
        let ran = try harness { call in
            call.operation == "schools.list"
                ? Fixture.answer(
                    ListSchools.Response(activeFilters: [filter], [], total: 0)) : nil
        }.run("schools list --search x", traits: terminal)
        #expect(ran.code == .success)
        #expect(ran.out.contains("Filters: [x]\n"))
        #expect(ran.out.contains("No schools match your filters\nClear Filters: compass schools"))
    }

    // The count is of what the reader may see; without the other service the school is shown still.
    @Test func theCardCountsInteractions() throws {
        let harness = try harness()
        let ran = harness.run("schools show Duke", traits: terminal)
        #expect(ran.out.contains("Interactions  2\n"))
        #expect(ran.out.contains("Head Coach    Pat Doyle\n"))
        #expect(ran.out.contains("Conference    ACC (2026-27)\n"))
        let call = harness.transport.seen.last
        #expect(
            String(decoding: call?.payload ?? [], as: UTF8.self)
                == #"{"limit":1,"school_id":"\#(Fixture.dukeID)"}"#)
        let away = try self.harness { call in
            call.operation == "interactions.list"
                ? Fixture.refusal(.forbidden, "No") : nil
        }.run("schools show Duke", traits: terminal)
        #expect(away.code == .success && away.out.contains("Interactions  —\n"))
    }

    @Test func anEditSendsWhatIsGivenAndTheVersionThatItRead() throws {
        let harness = try harness()
        let ran = harness.run(words: [
            "schools", "edit", "Duke", "--city", "", "--division", "", "--notes", "n", "--json",
        ])
        #expect(ran.code == .success)
        let call = harness.transport.seen.last { $0.operation == "schools.edit" }
        #expect(
            String(decoding: call?.payload ?? [], as: UTF8.self) == """
                {"city":"","division":"","id":"\(Fixture.dukeID)","notes":"n","version":1}
                """)
        #expect(harness.run("schools edit Duke --version 3").code == .usage)
    }
}
