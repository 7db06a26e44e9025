import CommandKit
import Contracts
import Testing

@testable import Gateway

/// What the form asks, in which order and words.
@Suite struct AddWizardFormTests {
    // IA-01, IA-02, R-03
    @Test func theTitleIsOfTheRole() {
        let player = WizardDriver()
        #expect(
            player.text.hasPrefix(
                "Log My Interaction\nRecord a new communication with a school or coach\n"))
        #expect(WizardDriver(role: .parent).text.hasPrefix("Log Interaction\nRecord a new"))
    }

    // IA-05
    @Test func schoolsAreListedInTheOrderOfTheService() {
        #expect(
            WizardDriver().text.hasSuffix(
                """
                School (required)
                  1  Duke University  Durham, NC
                  2  North Carolina State  Durham, NC
                  3  University of North Carolina  Durham, NC
                School: \

                """))
    }

    // IA-06, IA-48, IA-53, IA-62: a required question is not left without an answer.
    @Test(arguments: ["", "yale", "0", "4"])
    func aSchoolMustBeChosen(typed: String) {
        var form = WizardDriver()
        let text = form.type(typed)
        #expect(text.contains("\nPlease select a school\nSchool (required)\n"))
        #expect(form.state.step == .school)
    }

    @Test func aSchoolIsNamedByNumberByNameOrByAPartOfIt() {
        for typed in ["2", "North Carolina State", "north", "state"] {
            var form = WizardDriver()
            form.type(typed)
            #expect(form.draft.schoolID == Fixture.schools[1].id)
        }
        var form = WizardDriver()
        let text = form.type("carol")
        #expect(text.contains("\"carol\" matches 2 schools; give the number."))
        #expect(!text.contains("Duke"))
        form.type("3")
        #expect(form.draft.schoolID == Fixture.schools[2].id)
    }

    @Test func aLongListShowsItsBeginning() {
        var setting = WizardDriver.setting()
        let max = AddWizard.rowsShownMax
        setting.schools = (1...UInt64(max)).map { Fixture.school($0, "School \($0)") }
        #expect(!WizardDriver(AddWizard(setting, draft: .init())).text.contains("more"))
        setting.schools.append(Fixture.school(99, "School of the last row"))
        var form = WizardDriver(AddWizard(setting, draft: .init()))
        #expect(form.text.contains("… 1 more: type a part of the name"))
        form.type("last row")
        #expect(form.draft.schoolID == Fixture.id(99))
    }

    // IA-08, IA-11: this school's coaches, then the two other ways.
    @Test func coachesAreThoseOfTheSchool() {
        var form = WizardDriver()
        #expect(
            form.type("duke").hasSuffix(
                """
                Coach (optional)
                  1  Pat Doyle  Head Coach
                  2  Other coach (not listed)
                  3  + Add new coach
                Coach [none]: \

                """))
        form.type("pat")
        #expect(form.draft.coach == .listed(Fixture.coach.id))
    }

    // IA-10, U-09: the same words as in the list of coaches, with the way on that fits here.
    @Test func aSchoolWithoutCoachesSaysSo() {
        var form = WizardDriver()
        #expect(
            form.type("3").contains(
                "  No coaches found\n  1  Other coach (not listed)\n  2  + Add new coach\n"))
    }

    // IA-07
    @Test func anUnknownCoachIsRefused() {
        var form = WizardDriver()
        #expect(form.type("duke", "lee").contains("Invalid coach selection\n"))
    }

    // IA-09
    @Test func anotherSchoolClearsTheCoach() {
        var form = WizardDriver()
        form.type("duke", "pat", "<", "<", "duke")
        #expect(form.draft.coach == .listed(Fixture.coach.id))
        form.type("<", "<", "2")
        #expect(form.draft.coach == .none)
        #expect(form.state.step == .coach)
        #expect(form.text.contains("Lee Ann"))
    }

    // IA-47, D-09
    @Test func anotherCoachIsANameOnly() throws {
        var form = WizardDriver()
        #expect(form.type("duke", "other").hasSuffix("Coach name, Enter to continue: "))
        form.type("Kim O'Neil")
        let request = form.wizard.request(now: WizardDriver.now)
        #expect(request.otherCoachName.value == "Kim O'Neil")
        #expect(request.coachID.value == nil)
        form.type("<")
        let long = String(repeating: "x", count: InteractionLimit.otherCoachNameMax + 1)
        #expect(
            form.type(long).contains("Coach name must be 200 characters or less (201/200)"))
        form.type(String(long.dropLast()))
        #expect(form.state.step == .type)
    }

    // IA-12, IA-13, IL-47, U-13, D-01: ten types in the order of the enumeration.
    @Test func typesHaveIconAndLabel() {
        var form = WizardDriver()
        let text = form.type("duke", "")
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("  ") }
        #expect(rows.count == InteractionType.allCases.count)
        for (row, type) in zip(rows, InteractionType.allCases) {
            #expect(row.hasSuffix(" \(type.label)"))
            #expect(row.contains(type.icon))
        }
        #expect(form.type("").contains("Please select an interaction type\n"))
        #expect(form.type("letter").contains("Please select an interaction type\n"))
        form.type("dm")
        #expect(form.draft.type == .directMessage)
        var plain = WizardDriver(isPlain: true)
        #expect(plain.type("duke", "").contains("\n   1  Email\n   2  Phone Call\n"))
    }

    // IA-03, IA-14, IA-15
    @Test func directionIsOutboundUnlessChosen() {
        var form = WizardDriver()
        let text = form.type("duke", "", "email")
        #expect(
            text.hasSuffix(
                """
                Direction (required)
                  1  Outbound – We initiated
                  2  Inbound – They initiated
                Direction [Outbound]: \

                """))
        #expect(form.type("sideways").contains("Please select a direction\n"))
        form.type("")
        #expect(form.draft.direction == .outbound)
        form.type("<", "in")
        #expect(form.draft.direction == .inbound)
    }

    // IA-04, IA-16, IA-57
    @Test func timeIsNowUnlessGiven() {
        var form = WizardDriver()
        #expect(form.type("duke", "", "email", "").hasSuffix("When [now]: "))
        #expect(form.type("yesterday").contains("Please select a date and time\n"))
        form.type("")
        #expect(form.draft.occurredAt == .at(WizardDriver.now))
        #expect(form.type("<").hasSuffix("When [2026-02-10T12:00:00.000Z]: "))
        form.type("2026-02-03T09:15:00-05:00")
        let request = form.wizard.request(now: WizardDriver.now)
        #expect(request.occurredAt.value == "2026-02-03T14:15:00.000Z")
    }

    // D-08
    @Test func aTimeInTheFutureIsTakenWithAHint() {
        var form = WizardDriver()
        form.fillToPreview()
        #expect(!form.text.contains("in the future"))
        form.type("5")
        #expect(form.type("2026-02-10T12:00:00.001Z").contains("Z (in the future)\n"))
    }

    // IA-17, IA-19, IA-20, D-14: part 4's lengths, counted as people count.
    @Test(arguments: ["x", "🏈", "e\u{301}", "👨‍👩‍👧‍👦"])
    func subjectAtItsLimitAndOnePastIt(character: String) {
        var form = WizardDriver()
        let asked = form.type("duke", "", "email", "", "")
        #expect(
            asked.hasSuffix(
                "Subject (optional, 0/500)\n  Email subject, call topic, etc.\nSubject: "))
        let most = String(repeating: character, count: InteractionLimit.subjectMax)
        #expect(
            form.type(most + character).contains(
                "Subject must be 500 characters or less (501/500)\n"))
        #expect(form.draft.subject == nil)
        form.type(most)
        #expect(form.draft.subject == most)
        #expect(form.type("<").contains("Subject (optional, 500/500)"))
    }

    // IA-18, IA-19, IA-20: several lines, ended by a dot alone.
    @Test func contentHasManyLines() {
        var form = WizardDriver()
        let asked = form.type("duke", "", "email", "", "", "")
        #expect(asked.contains("Content (optional, 0/10,000)\n  Details about the interaction..."))
        #expect(form.type("One") == "3/10,000 > ")
        #expect(form.type("", "  two <b>") == "14/10,000 > ")
        form.type("gone", "<", ".")
        #expect(form.draft.content == "One\n\n  two <b>")
        #expect(form.state.step == .sentiment)
    }

    @Test func contentAtItsLimitAndOnePastIt() {
        var form = WizardDriver()
        form.type("duke", "", "email", "", "", "")
        let half = String(repeating: "y", count: 5_000)
        let text = form.type(half, half, ".")
        #expect(text.contains("Content must be 10,000 characters or less (10,001/10,000)\n"))
        #expect(form.draft.content == nil)
        // Nothing typed is lost: the last line is taken off and typed one shorter.
        form.type("<", String(half.dropLast()), ".")
        #expect(form.draft.content?.count == InteractionLimit.contentMax)
    }

    // IA-21
    @Test func sentimentIsOneOfFourOrNone() {
        var form = WizardDriver()
        let asked = form.type("duke", "", "email", "", "", "", "")
        #expect(
            asked.contains("  1  Very Positive\n  2  Positive\n  3  Neutral\n  4  Negative\n"))
        #expect(form.type("glad").contains("Invalid sentiment value\n"))
        form.type("")
        #expect(form.draft.sentiment == nil)
        form.type("<", "positive", "<", "-")
        #expect(form.draft.sentiment == nil)
    }

    // IA-22: no question about events.
    @Test func eventsAreNotOffered() {
        let fields = WizardStep.form.map(\.fieldName)
        #expect(
            fields == [
                "school_id", "coach_id", "type", "direction", "occurred_at", "subject", "content",
                "sentiment",
            ])
    }

    // IA-24
    @Test func whatWasLeftEmptyIsNotSent() {
        var form = WizardDriver()
        form.fillToPreview()
        let request = form.wizard.request(now: WizardDriver.now)
        #expect(request.subject.value == nil && request.content.value == nil)
        #expect(request.interestAnswers.value == nil && request.sentiment.value == nil)
    }
}
