import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Text as people read it: `coaches dupes`, `schools dupes`, and warnings about new records.
@Suite struct DuplicateCommandTests {
    private static let coaches = [
        CoachListTests.coach(0xc0ac_0001, "Pat", "Doyle") { $0.email = "pat@duke.example" },
        CoachListTests.coach(0xc0ac_0002, "P.", "Doyle") { $0.email = "pat@duke.example" },
    ]

    private func run(
        _ line: String, columns: Int = DuplicateCommands.allCoachColumnsMin,
        _ answer: @escaping @Sendable (OutgoingCall) -> Outcome?
    ) throws -> Ran {
        let harness = try CompassHarness.signedIn { answer($0) ?? Fixture.script($0) }
        return harness.run(line, traits: TerminalTraits(isTerminal: true, columns: columns))
    }

    // N-82
    @Test func coachesOfAGroupStandTogether() throws {
        let ran = try run("coaches dupes") { call in
            call.operation == "coaches.duplicates"
                ? Fixture.answer(
                    FindCoachDuplicates.Response(
                        groups: [
                            CoachDuplicates(reasons: [.email], coaches: Self.coaches, total: 2)
                        ], total: 3)) : nil
        }
        let lines = ran.out.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("Group  ID        Name       School"))
        #expect(lines[1].contains("1  c0ac0001  Pat Doyle"))
        #expect(lines[2].contains("1  c0ac0002  P. Doyle"))
        #expect(lines[1].contains("Same e-mail address"))
        #expect(ran.out.contains("3 possible duplicates, 1 shown\n"))
        #expect(ran.out.hasSuffix("Make two one: compass coaches merge ID OTHER\n"))
    }

    // N-147
    @Test func eachOfThreeSaysWhyItIsInTheGroup() throws {
        let third = CoachListTests.coach(0xc0ac_0003, "Patrick", "Doyle") { _ in }
        let fourth = CoachListTests.coach(0xc0ac_0004, "Pat", "D.") { _ in }
        let away = CoachID(high: 9, low: 9)
        let group = CoachDuplicates(
            reasons: [.email, .phone], coaches: Self.coaches + [third, fourth],
            matches: [
                DuplicateMatch(
                    id: Self.coaches[1].id, otherID: Self.coaches[0].id, reasons: [.email]),
                DuplicateMatch(id: third.id, otherID: Self.coaches[1].id, reasons: [.phone]),
                DuplicateMatch(id: fourth.id, otherID: away, reasons: [.phone]),
            ], total: 21)
        let ran = try run("coaches dupes") { call in
            call.operation == "coaches.duplicates"
                ? Fixture.answer(FindCoachDuplicates.Response(groups: [group], total: 1)) : nil
        }
        let lines = ran.out.split(separator: "\n")
        // The number is what two others have in common.
        for line in lines[1...2] {
            #expect(line.contains("Same e-mail address") && !line.contains("phone number"))
        }
        #expect(lines[3].contains("Same phone number as P. Doyle"))
        #expect(lines[4].contains("Same phone number as another coach"))
    }

    // N-82
    @Test func schoolsOfAGroupStandTogetherAndNoneIsSaid() throws {
        let none = try run("schools dupes") { call in
            call.operation == "schools.duplicates"
                ? Fixture.answer(FindSchoolDuplicates.Response(groups: [], total: 0)) : nil
        }
        #expect(none.out.contains("No duplicates found"))
        let one = try run("schools dupes -o name") { call in
            call.operation == "schools.duplicates"
                ? Fixture.answer(
                    FindSchoolDuplicates.Response(
                        groups: [
                            SchoolDuplicates(
                                reasons: [.name],
                                schools: [Fixture.schools[0], Fixture.schools[0]], total: 2)
                        ], total: 1)) : nil
        }
        #expect(one.out == "\(Fixture.schools[0].id)\n\(Fixture.schools[0].id)\n")
    }

    private static func longCoaches(_ call: OutgoingCall) -> Outcome? {
        guard call.operation == "coaches.duplicates" else { return nil }
        let coaches = [("Alexandria", "Hawthorne"), ("Alexandra", "Hawthorn")].map { first, last in
            CoachListTests.coach(0xc0ac_0003, first, last) {
                $0.schoolName = "University of North Alabama"
                $0.email = "alexandria.hawthorne@baseball.unc.example"
                $0.phone = "(919) 555-0100"
            }
        }
        return Fixture.answer(
            FindCoachDuplicates.Response(
                groups: [
                    CoachDuplicates(reasons: [.email, .phone], coaches: coaches, total: 2)
                ], total: 1))
    }

    // N-82: names and schools come before the rest on terminals of usual widths.
    @Test(arguments: [80, 100, DuplicateCommands.allCoachColumnsMin - 1])
    func aNarrowTableLeavesNamesAndSchoolsWhole(columns: Int) throws {
        let lines = try run("coaches dupes", columns: columns, Self.longCoaches).out
            .split(separator: "\n")
        #expect(lines[0].contains("Name") && !lines[0].contains("E-mail"))
        #expect(lines[1].contains("Alexandria Hawthorne  University of North Alabama  Same e-"))
        #expect(lines[2].contains("Alexandra Hawthorn    University of North Alabama  Same e-"))
        #expect(lines.allSatisfy { $0.count <= columns })
    }

    // N-82
    @Test func aWideTableAndAPipeHaveAllColumns() throws {
        let wide = try run("coaches dupes", Self.longCoaches).out
        #expect(wide.contains("Alexandria Hawthorne  University of North Alabama  alexandria"))
        #expect(wide.contains("(919) 555-0100"))
        let csv = try run("coaches dupes -o csv", columns: 80, Self.longCoaches).out
        #expect(csv.hasPrefix("group,id,name,school,e-mail,phone,why"))
        #expect(csv.contains("alexandria.hawthorne@baseball.unc.example"))
    }

    // N-82
    @Test(arguments: [80, 100, DuplicateCommands.allSchoolColumnsMin - 1, 120])
    func schoolsAreReadableOnANarrowTerminal(columns: Int) throws {
        var school = Fixture.schools[2]
        school.name = "University of North Carolina at Tarboro"
        let twins = [school, school]
        let lines = try run("schools dupes", columns: columns) { call in
            call.operation == "schools.duplicates"
                ? Fixture.answer(
                    FindSchoolDuplicates.Response(
                        groups: [SchoolDuplicates(reasons: [.name], schools: twins, total: 2)],
                        total: 1)) : nil
        }.out.split(separator: "\n")
        let isShort = columns < DuplicateCommands.allSchoolColumnsMin
        #expect(lines[0].contains("Division") != isShort)
        #expect(lines[1].contains("University of North Carolina at Tarboro  Durham, NC  "))
        #expect(lines[1].contains("198419"))
    }

    // N-81: on stderr, so that scripts read the record only.
    @Test func aNewRecordThatIsProbablyThereIsWarnedAbout() throws {
        let ran = try run("coaches add --first-name Pat --last-name Doyle") { call in
            call.operation == "coaches.add"
                ? Fixture.answer(
                    AddCoach.Response(Self.coaches[0], warnings: ["Possible duplicate: A"]))
                : nil
        }
        #expect(ran.code == .success && ran.err.contains("Possible duplicate: A"))
        #expect(!ran.out.contains("Possible duplicate"))
        let school = try run("schools add --name Duke") { call in
            call.operation == "schools.add"
                ? Fixture.answer(
                    AddSchool.Response(
                        Fixture.schools[0], warnings: ["Possible duplicate: B"])) : nil
        }
        #expect(school.err.contains("Possible duplicate: B"))
    }

    // N-81
    @Test func textsNameWhatIsTheSame() {
        #expect(DuplicateText.reasons([.email]) == "Same e-mail address")
        #expect(
            DuplicateText.reasons(DuplicateReason.allCases)
                == "Same e-mail address, phone number, name and coach")
        #expect(
            DuplicateText.warning("Pat Doyle", at: "Duke", [.phone, .name])
                == "Possible duplicate: Pat Doyle (Duke) has the same phone number and name")
        #expect(DuplicateText.summary(1, shown: 1) == "1 possible duplicate")
    }

    private static func merging(_ call: OutgoingCall) -> Outcome? {
        switch call.operation {
        case "coaches.show":
            let text = String(decoding: call.payload, as: UTF8.self)
            let coach = coaches.first { text.contains($0.id.text) } ?? coaches[0]
            return Fixture.answer(CoachAnswer(coach: coach))
        case "coaches.list":
            return Fixture.answer(ListCoaches.Response(coaches, total: 2))
        case "events.list":
            return Fixture.answer(ListEvents.Response([], total: 0))
        case "queue.show":
            return Fixture.answer(
                ShowFollowUps.Response(
                    today: CivilDay(daysSince1970: 20_000), timeZone: "UTC", plans: []))
        case "coaches.merge":
            return Fixture.answer(
                MergeCoaches.Response(
                    coaches[0],
                    MergeRemarks(
                        mergedID: coaches[1].id, mergedName: "P. Doyle",
                        filled: [], moved: ["interactions": 2], state: .done,
                        operationID: OperationID(high: 7, low: 7))))
        default: return nil
        }
    }

    // N-86: a script says yes beforehand, a dry run shows both side by side.
    @Test func aMergeNamesWhatMovedAndItsUndo() throws {
        let (kept, other) = (Self.coaches[0].id, Self.coaches[1].id)
        let ran = try run("coaches merge \(kept) \(other) --yes", Self.merging)
        #expect(ran.out == "Merged P. Doyle into Pat Doyle: 2 interactions moved\n")
        #expect(ran.err.contains("Undo: compass undo \(OperationID(high: 7, low: 7))"))
        let dry = try run("coaches merge \(kept) \(other) --dry-run", Self.merging)
        #expect(dry.out.contains("Field"))
        #expect(dry.out.contains("P. Doyle") && dry.out.contains("Stays"))
        #expect(dry.out.contains("Merged P. Doyle into Pat Doyle: 2 interactions moved"))
        let same = try run("coaches merge \(kept) \(kept) --yes", Self.merging)
        #expect(same.code == .invalid && same.err.contains("same record"))
    }

    private static func mergingSchools(_ call: OutgoingCall) -> Outcome? {
        switch call.operation {
        case "schools.show":
            let text = String(decoding: call.payload, as: UTF8.self)
            let school = Fixture.schools.first { text.contains($0.id.text) } ?? Fixture.schools[0]
            return Fixture.answer(ShowSchool.Response(school: school, coaches: []))
        case "schools.merge":
            return Fixture.answer(
                MergeSchools.Response(
                    Fixture.schools[0],
                    MergeRemarks(
                        mergedID: Fixture.schools[1].id,
                        mergedName: "North Carolina State", filled: [], moved: ["coaches": 2],
                        state: .done,
                        operationID: OperationID(high: 7, low: 7))))
        default: return nil
        }
    }

    // N-123
    @Test func aMergeOfSchoolsNamesWhatMovedAndItsUndo() throws {
        let (kept, other) = (Fixture.schools[0].id, Fixture.schools[1].id)
        let ran = try run("schools merge \(kept) \(other) --yes", Self.mergingSchools)
        #expect(
            ran.out == "Merged North Carolina State into Duke University: 2 coaches moved\n")
        #expect(ran.err.contains("Undo: compass undo \(OperationID(high: 7, low: 7))"))
        let dry = try run("schools merge \(kept) \(other) --dry-run", Self.mergingSchools)
        #expect(dry.out.contains("Field") && dry.out.contains("Stays"))
        #expect(
            dry.out.contains(
                "Merged North Carolina State into Duke University: 2 coaches moved"))
        let same = try run("schools merge \(kept) \(kept) --yes", Self.mergingSchools)
        #expect(same.code == .invalid && same.err.contains("same record"))
    }
}
