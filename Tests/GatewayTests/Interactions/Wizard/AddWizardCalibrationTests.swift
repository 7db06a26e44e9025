import CommandKit
import Contracts
import Testing

@testable import Gateway

/// The six questions about the coach's interest.
@Suite struct AddWizardCalibrationTests {
    // IA-25: asked for inbound contacts that felt positive, for no others.
    @Test(arguments: Direction.allCases, [nil] + Sentiment.allCases.map { Optional($0) })
    func theQuestionsAreAskedOnlyWhenTheyApply(direction: Direction, sentiment: Sentiment?) {
        var form = WizardDriver()
        form.type(
            "duke", "", "email", direction.rawValue, "", "", "", sentiment?.rawValue ?? "")
        let applies =
            direction == .inbound && (sentiment == .positive || sentiment == .veryPositive)
        #expect(form.state.step == (applies ? .signal(.schedule) : .preview))
        #expect(form.text.contains("Coach Interest Level") == applies)
    }

    // IA-27, IA-32, IA-62: heading, help, question with its state.
    @Test func theSixQuestionsInOrderAllOff() {
        var form = WizardDriver()
        form.fillToQuestions()
        #expect(
            form.text.hasSuffix(
                """
                Coach Interest Level
                Answer these questions to gauge the coach's level of interest based on their \
                response.
                — Not Set: Answer questions to see coach interest level
                1/6 Did they ask about your schedule or upcoming events? [y/N] \

                """))
        for (number, signal) in InterestSignal.allCases.enumerated() {
            #expect(form.question == "\(number + 1)/6 \(signal.question) [y/N] ")
            form.type("")
        }
        #expect(form.state.step == .preview)
        #expect(form.draft.signals == [])
    }

    // IA-28, IA-29, IA-31: part 4's seven counts, with label, sign and text.
    @Test(arguments: [
        (0, "— Not Set", "Answer questions to see coach interest level"),
        (
            1, "❄️ Low Interest",
            "Limited signals detected. Consider diversifying your target list."
        ),
        (
            2, "⚡ Medium Interest",
            "Coach seems interested but check for personalization. Stay in touch regularly."
        ),
        (
            3, "⚡ Medium Interest",
            "Coach seems interested but check for personalization. Stay in touch regularly."
        ),
        (
            4, "🔥 High Interest",
            "Coach showing strong signals of genuine interest. Follow up promptly."
        ),
        (
            5, "🔥 High Interest",
            "Coach showing strong signals of genuine interest. Follow up promptly."
        ),
        (
            6, "🔥 High Interest",
            "Coach showing strong signals of genuine interest. Follow up promptly."
        ),
    ])
    func theLevelFollowsTheAnswers(yes: Int, label: String, explanation: String) {
        var form = WizardDriver()
        form.fillToQuestions()
        for number in 0..<6 { form.type(number < yes ? "y" : "n") }
        #expect(form.text.contains("Coach Interest Level  \(label)\n     \(explanation)\n"))
        var plain = WizardDriver(isPlain: true)
        plain.fillToQuestions()
        for number in 0..<6 { plain.type(number < yes ? "y" : "n") }
        let words = label.split(separator: " ").dropFirst().joined(separator: " ")
        #expect(plain.text.contains("Coach Interest Level  \(words)\n"))
    }

    // IA-30
    @Test func theLevelHasItsColour() {
        let styles = InterestLevel.allCases.map { ($0, $0.style) }
        for (level, style) in styles {
            let expected: TextStyle =
                switch level {
                case .high: .green
                case .medium: .amber
                case .low, .notSet: .faint
                }
            #expect(style == expected)
        }
        var form = WizardDriver()
        form.fillToQuestions()
        form.type("y", "y")
        #expect(form.wizard.screen.lines.contains { $0.style == .amber })
    }

    // IA-26, IA-34: the answers stay behind when the questions go, and are there when they return.
    @Test(arguments: [("4", "outbound"), ("8", "neutral"), ("8", "negative"), ("8", "-")])
    func theQuestionsGoWithDirectionOrSentiment(row: String, answer: String) {
        var form = WizardDriver()
        form.fillToQuestions()
        form.type("y", "n", "y", "n", "n", "n")
        #expect(form.wizard.request(now: WizardDriver.now).interestAnswers.value?.count == 2)
        form.type(row, answer)
        #expect(form.state.step == .preview)
        #expect(!form.text.contains("Coach Interest Level"))
        #expect(form.wizard.request(now: WizardDriver.now).interestAnswers.value == nil)
        form.type(row, row == "4" ? "inbound" : "very positive")
        #expect(form.text.contains("⚡ Medium Interest"))
    }

    // IA-33: the content is not touched while the questions are answered.
    @Test func theContentStaysAsTyped() {
        var form = WizardDriver()
        form.type("duke", "", "email", "inbound", "", "", "Hi", ".", "positive")
        form.type("y", "y", "y", "y", "n", "n")
        #expect(form.wizard.request(now: WizardDriver.now).content.value == "Hi")
        #expect(
            form.wizard.request(now: WizardDriver.now).interestAnswers.value == [
                "schedule", "visit", "academics", "contact",
            ])
    }

    @Test func aQuestionTakesYesAndNoOnly() {
        var form = WizardDriver()
        form.fillToQuestions()
        #expect(form.type("maybe").contains("Please answer y or n\n"))
        form.type("yes", "<")
        #expect(form.question == "1/6 \(InterestSignal.schedule.question) [Y/n] ")
        form.type("")
        #expect(form.draft.signals == [.schedule])
    }
}
