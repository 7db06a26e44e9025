import Contracts
import Testing

@testable import Gateway

/// "+ Add new coach" within the form.
@Suite struct AddWizardCoachTests {
    private func atFirstName() -> WizardDriver {
        var form = WizardDriver()
        form.type("duke", "+ add")
        return form
    }

    // IA-42, IA-43, IA-45
    @Test func namesAndRoleAreAsked() {
        var form = atFirstName()
        #expect(form.question == "First name (required): ")
        #expect(form.type("Ann").hasSuffix("Last name (required): "))
        #expect(
            form.type("Lee").hasSuffix(
                "  1  Head Coach\n  2  Assistant Coach\n  3  Recruiting Coordinator\n"
                    + "Role [Assistant Coach]: "))
        #expect(
            form.type("").hasSuffix(
                "Ann Lee, Assistant Coach, Duke University\nSave Coach? [Y/n] "))
        form.type("")
        #expect(form.action == .saveCoach)
        #expect(form.state.newCoach == NewCoach(firstName: "Ann", lastName: "Lee"))
    }

    // IA-44
    @Test(arguments: ["", "   "])
    func blankNamesAreRefused(typed: String) {
        var form = atFirstName()
        #expect(form.type(typed).contains("Please enter a first name (1-100 characters)\n"))
        #expect(
            form.type("Ann", typed).contains("Please enter a last name (1-100 characters)\n"))
        let long = String(repeating: "x", count: CoachLimit.nameLength.upperBound + 1)
        #expect(form.type(long).contains("Please enter a last name (1-100 characters)\n"))
        form.type(String(long.dropLast()))
        #expect(form.state.step == .coachRole)
    }

    // IA-46: the stored coach is chosen, and what was typed before stays.
    @Test func theSavedCoachIsChosen() {
        var form = WizardDriver()
        form.type("duke", "", "email", "", "", "Camp", "", "", "2", "new", "Ann", "Lee", "head", "")
        #expect(form.action == .saveCoach)
        var saved = Fixture.coach
        saved.id = Fixture.id(0xc0ac_0003)
        saved.firstName = "Ann"
        saved.lastName = "Lee"
        form.tell(.coachSaved(saved))
        #expect(form.draft.coach == .listed(saved.id))
        #expect(form.state.step == .preview)
        #expect(form.draft.subject == "Camp")
        #expect(form.type("2").contains("Ann Lee"))
    }

    @Test func aRefusedNameIsAskedAgain() {
        var form = atFirstName()
        form.type("Ann", "Lee", "", "")
        form.tell(
            .coachFailed(.init(lines: ["No"], errors: ["last_name": "No"], isOutcomeUnknown: false))
        )
        #expect(form.question == "Last name (required) [Lee]: ")
        #expect(form.text.contains("No\n"))
    }

    /// A coach who may be stored already is only tried again: under another key there might be two.
    @Test func anUnknownOutcomeAllowsOnlyAnotherAttempt() {
        var form = atFirstName()
        form.type("Ann", "Lee", "", "")
        form.wizard.state.coachKey = Fixture.id(7)
        form.tell(.coachFailed(.init(lines: ["Connection timed out"], isOutcomeUnknown: true)))
        #expect(form.text.contains("Connection timed out\n"))
        #expect(form.type("<").contains("It may be stored already"))
        #expect(form.type("n").contains("It may be stored already"))
        form.type("y")
        #expect(form.action == .saveCoach)
        #expect(form.state.coachKey == Fixture.id(7))
    }

    @Test func anotherNameHasAnotherKey() {
        var form = atFirstName()
        form.type("Ann", "Lee", "", "")
        form.wizard.state.coachKey = Fixture.id(7)
        form.tell(.coachFailed(.init(lines: ["away"])))
        form.type("<", "<", "Li", "")
        #expect(form.state.coachKey == nil)
    }

    @Test func aDryRunChoosesTheCoachWithoutAnID() {
        var form = atFirstName()
        form.type("Ann", "Lee", "", "")
        form.tell(.coachSaved(nil))
        #expect(form.draft.coach == .new(NewCoach(firstName: "Ann", lastName: "Lee")))
        form.type("email", "", "", "", "", "")
        #expect(form.text.contains("Ann Lee (new)"))
    }
}
