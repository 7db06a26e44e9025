import Contracts
import Testing

@testable import Gateway

/// Preview, sending, failing, leaving.
@Suite struct AddWizardSendingTests {
    private func atPreview() -> WizardDriver {
        var form = WizardDriver()
        form.type("duke", "pat", "email", "", "", "Camp dates", "Hi", "there", ".", "positive")
        return form
    }

    // IA-48
    @Test func thePreviewShowsEverythingAndAsksOnce() {
        var form = atPreview()
        #expect(
            form.text.hasSuffix(
                """
                Preview
                  1  School     Duke University
                  2  Coach      Pat Doyle
                  3  Type       📧 Email
                  4  Direction  Outbound – We initiated
                  5  When       2026-02-10T12:00:00.000Z
                  6  Subject    Camp dates (10/500)
                  7  Content    Hi / there (8/10,000)
                  8  Sentiment  Positive
                A number changes that line.
                Log Interaction? [Y/n] \

                """))
        #expect(form.type("9").contains("a number from 1 to 8"))
        form.type("")
        #expect(form.action == .send)
        form.tell(.logged)
        #expect(form.action == .end(.logged))
    }

    // IA-35: files are given by flags; the preview names them.
    @Test func thePreviewNamesTheFiles() {
        var setting = WizardDriver.setting()
        setting.files = ["offer.pdf", "film.txt"]
        var form = WizardDriver(AddWizard(setting, draft: .init()))
        form.fillToPreview()
        #expect(form.text.contains("\n     Files      offer.pdf, film.txt\nA number changes"))
    }

    @Test func aNumberChangesOneLineAndComesBack() {
        var form = atPreview()
        form.type("6")
        #expect(form.text.contains("  Camp dates\n  Enter keeps it, - takes it off.\n"))
        form.type("Visit")
        #expect(form.state.step == .preview)
        #expect(form.draft.subject == "Visit")
        form.type("7", "-")
        #expect(form.draft.content == nil)
        // A direction that makes the questions apply asks them before the preview returns.
        form.type("4", "inbound")
        #expect(form.state.step == .signal(.schedule))
    }

    @Test func oneStepBackFromEveryStepAsksThePreviousOne() {
        var form = WizardDriver()
        #expect(form.type("<").contains("This is the first question"))
        form.type("duke", "pat", "email", "inbound", "", "S", "", "positive", "y")
        let way: [WizardStep] = [
            .signal(.schedule), .sentiment, .content, .subject, .time, .direction, .type, .coach,
            .school,
        ]
        for step in way {
            form.type("<")
            #expect(form.state.step == step)
        }
        // Forward again: what has its answer is not asked again.
        form.type("")
        #expect(form.state.step == .signal(.visit))
    }

    // IA-53: the summary, then each refused field below its own text.
    @Test func refusedFieldsAreAskedAgain() {
        var form = atPreview()
        form.type("y")
        form.tell(
            .failed(
                .init(
                    lines: ["2 fields need your attention"],
                    errors: [
                        "coach_id": "Invalid coach selection",
                        "subject": "Subject must be 500 characters or less",
                    ])))
        #expect(form.text.contains("2 fields need your attention\nInvalid coach selection\nCoach"))
        #expect(form.state.step == .coach)
        let next = form.type("-")
        #expect(next.contains("Subject must be 500 characters or less\nSubject (optional"))
        form.type("Short")
        #expect(form.state.step == .preview)
        #expect(form.draft.content == "Hi\nthere")
        form.type("")
        #expect(form.action == .send)
    }

    @Test func aRefusedNameOfAnotherCoachLeadsToTheCoach() {
        var form = atPreview()
        form.type("2", "other", "Kim", "y")
        form.tell(.failed(.init(lines: ["No"], errors: ["other_coach_name": "No"])))
        #expect(form.state.step == .coach)
        #expect(form.text.contains("\nNo\nCoach (optional)"))
    }

    // IA-54: a failed attempt keeps the input; with unchanged input the key stays, with another
    // one it goes.
    @Test func aFailedAttemptMayBeRepeatedOrChanged() {
        var form = atPreview()
        form.type("y")
        form.wizard.state.key = Fixture.id(7)
        form.tell(.failed(.init(lines: ["Gateway unreachable", "Start the system"])))
        #expect(form.text.contains("Gateway unreachable\nStart the system\nPreview\n"))
        form.type("y")
        #expect(form.action == .send)
        #expect(form.state.key == Fixture.id(7))
        form.tell(.failed(.init(lines: ["away"])))
        form.type("6", "Other")
        #expect(form.state.key == nil)
    }

    // IA-50, X-13: after an unknown outcome the same request goes out again or nothing does.
    @Test func anUnknownOutcomeAllowsOnlyAnotherAttempt() {
        var form = atPreview()
        form.type("y")
        form.wizard.state.key = Fixture.id(7)
        form.tell(.failed(.init(lines: ["Connection timed out"], isOutcomeUnknown: true)))
        #expect(form.text.hasSuffix("Connection timed out\nTry again with the same key? [Y/n] "))
        for typed in ["6", "<"] { #expect(form.type(typed).contains("It may be stored already")) }
        form.type("")
        #expect(form.action == .send)
        #expect(form.state.key == Fixture.id(7))
        form.tell(.failed(.init(lines: ["Connection timed out"], isOutcomeUnknown: true)))
        form.type("n")
        #expect(form.action == .end(.kept))
    }

    // IA-52
    @Test func leavingWithInputAsks() {
        var form = atPreview()
        form.tell(.cancel)
        #expect(form.question == "Discard changes? [y/N] ")
        form.type("")
        #expect(form.text.contains("Preview\n"))
        form.type("n")
        #expect(form.question == "Discard changes? [y/N] ")
        form.type("y")
        #expect(form.action == .end(.discarded))
    }

    @Test func leavingWithoutInputAsksNothing() {
        var form = WizardDriver()
        form.tell(.cancel)
        #expect(form.action == .end(.cancelled))
        // Flags are still in the shell's history: nothing is lost with them.
        var filled = WizardDriver(Self.draft, answered: [.school, .type])
        filled.type("")
        filled.tell(.cancel)
        #expect(filled.action == .end(.cancelled))
    }

    @Test func leavingTheQuestionItselfKeepsTheInput() {
        var form = atPreview()
        form.tell(.cancel)
        form.tell(.cancel)
        #expect(form.action == .end(.kept))
    }

    private static let draft: InteractionDraft = {
        var draft = InteractionDraft()
        draft.schoolID = Fixture.dukeID
        draft.type = .camp
        return draft
    }()

    @Test func whatIsKnownIsNotAsked() {
        var form = WizardDriver(Self.draft, answered: [.school, .type, .subject])
        var steps: [WizardStep] = []
        while form.state.step != .preview {
            steps.append(form.state.step)
            form.type("")
        }
        #expect(steps == [.coach, .direction, .time, .content, .sentiment])
    }

    // MARK: Going on with an unfinished form

    private func resumed(_ state: AddWizard.State) -> WizardDriver {
        WizardDriver(AddWizard(WizardDriver.setting(), resuming: state))
    }

    @Test func anUnfinishedFormGoesOnWhereItWas() throws {
        var form = WizardDriver()
        form.type("duke", "pat", "email", "", "", "Camp", "Line one", "Line two")
        let bytes = try JSONCoding.encode(form.state)
        let state = try JSONCoding.decodeResponse(AddWizard.State.self, from: bytes)
        #expect(state == form.state)
        var again = resumed(state)
        #expect(
            again.text.hasSuffix(
                "An unfinished interaction was kept: Email, Duke University, Camp\n"
                    + "Go on with it? [Y/n] "))
        #expect(again.type("") == "17/10,000 > ")
        again.type("Three", ".")
        #expect(again.draft.content == "Line one\nLine two\nThree")
    }

    @Test func anUnfinishedFormMayBeLeftForANewOne() {
        var form = WizardDriver()
        form.type("duke")
        var again = resumed(form.state)
        again.type("n")
        #expect(again.state == AddWizard.State(draft: InteractionDraft()))
        #expect(again.question == "School: ")
    }

    @Test func aFormThatWasBeingSentSaysSo() {
        var form = atPreview()
        form.type("y")
        var again = resumed(form.state)
        #expect(again.text.contains("It was being sent. It may be stored already"))
        #expect(again.type("").hasSuffix("Try again with the same key? [Y/n] "))
        again.type("")
        #expect(again.action == .send)
    }

    @Test func schoolsAndCoachesThatAreGoneAreAskedAgain() {
        var form = atPreview()
        form.type("6", "X")
        var setting = WizardDriver.setting()
        setting.coaches = []
        var again = WizardDriver(AddWizard(setting, resuming: form.state))
        again.type("")
        #expect(again.state.step == .coach)
        setting.schools.removeFirst()
        again = WizardDriver(AddWizard(setting, resuming: form.state))
        again.type("")
        #expect(again.state.step == .school)
        #expect(again.draft.subject == "X")
    }
}
