import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Response figures as people read them.
@Suite struct CoachFigureTests {
    private static let computed = CoachListTests.coach(0xc0ac_0001, "Pat", "Doyle") { coach in
        coach.responsivenessScore = 50
        coach.responsivenessSource = .computed
        coach.responsivenessSampleSize = 2
        coach.medianAnswerHours = 20.5
        coach.silentSince = Instant(text: "2026-01-29T12:00:00Z")
        coach.lastContactDate = Instant(text: "2026-02-05T10:00:00Z")
    }
    private static let imported = CoachListTests.coach(0xc0ac_0002, "Ann", "Lee") { coach in
        coach.responsivenessScore = 80
        coach.responsivenessSource = .imported
    }

    private static func message(
        _ number: UInt64?, _ text: String, type: String = "email", isOfSchool: Bool = false
    ) -> CoachExplanation.Message {
        CoachExplanation.Message(
            interactionID: number.map { Fixture.id($0) }, isOfSchool: isOfSchool,
            occurredAt: Instant(text: text) ?? .earliest, type: number == nil ? nil : type)
    }

    private static func attempt(
        _ messages: [CoachExplanation.Message], answer: CoachExplanation.Message? = nil,
        hours: Double? = nil, counts: Bool = true
    ) -> CoachExplanation.Attempt {
        let began = messages[0].occurredAt
        return CoachExplanation.Attempt(
            answer: answer, answerHours: hours, beganAt: began, counts: counts,
            countsFrom: began.advanced(by: .seconds(14 * 86_400)), messages: messages)
    }

    private static let explanation = CoachExplanation(
        answeredCount: 1,
        attempts: [
            attempt([message(0xaaaa_0001, "2026-02-05T10:00:00Z")], counts: false),
            attempt(
                [
                    message(0xaaaa_0002, "2026-01-02T15:15:00Z"),
                    message(0xaaaa_0003, "2026-01-03T09:00:00Z"),
                ],
                answer: message(
                    0xaaaa_0004, "2026-01-03T11:45:00Z", type: "fax", isOfSchool: true),
                hours: 20.5),
            attempt([message(nil, "2025-12-10T09:00:00Z")]),
        ], coach: computed, countedCount: 2, daysOfSilence: 12)

    private func run(
        _ line: String, _ traits: TerminalTraits = .pipe,
        _ explanation: CoachExplanation = CoachFigureTests.explanation
    ) throws -> Ran {
        let usual = CoachListTests.script(
            ListCoaches.Response([Self.computed, Self.imported], total: 2))
        let harness = try CompassHarness { call in
            call.operation == "coaches.explain" ? Fixture.answer(explanation) : usual(call)
        }
        try harness.signIn()
        return harness.run(line, traits: traits)
    }

    private func terminal(_ columns: Int, accessible: Bool = false) -> TerminalTraits {
        TerminalTraits(isTerminal: true, columns: columns, isAccessible: accessible)
    }

    // D-28: attempts with their messages, what answered them, and what is too young; R-05: of a
    // sibling's contacts only the time.
    @Test func anExplanationListsWhatWasCounted() throws {
        let ran = try run("coaches explain Pat Doyle", terminal(80))
        #expect(
            ran.out == """
                Pat Doyle
                50% Responsive (2 counted)
                Family: 1 of 2 attempts answered
                You: 1 of 1 attempt answered
                Median answer: 20.5 hours
                Silence: 12 days, since Jan 29, 2026, 12:00 PM

                Feb 5, 2026 · no answer yet; counts from Feb 19, 2026
                  Outbound  Feb 5, 2026, 10:00 AM   Email · aaaa0001

                Jan 2, 2026 · answered after 20.5 hours
                  Outbound  Jan 2, 2026, 3:15 PM    Email · aaaa0002
                  Outbound  Jan 3, 2026, 9:00 AM    Email · aaaa0003
                  Inbound   Jan 3, 2026, 11:45 AM   Other · from the school · aaaa0004

                Dec 10, 2025 · not answered
                  Outbound  Dec 10, 2025, 9:00 AM   a sibling's

                3 attempts
                Contacts logged by a sibling are counted but not shown

                """)
    }

    @Test func aPipeGetsOneRowAMessage() throws {
        let ran = try run("coaches explain Pat Doyle")
        let id = { (number: UInt64) in (Fixture.id(number) as InteractionID).text }
        #expect(
            ran.out == """
                Attempt\tCounts\tDirection\tDate\tType\tWith\tHours\tID
                2026-02-05T10:00:00.000Z\tno\toutbound\t2026-02-05T10:00:00.000Z\temail\tcoach\t\t\
                \(id(0xaaaa_0001))
                2026-01-02T15:15:00.000Z\tyes\toutbound\t2026-01-02T15:15:00.000Z\temail\tcoach\t\t\
                \(id(0xaaaa_0002))
                2026-01-02T15:15:00.000Z\tyes\toutbound\t2026-01-03T09:00:00.000Z\temail\tcoach\t\t\
                \(id(0xaaaa_0003))
                2026-01-02T15:15:00.000Z\tyes\tinbound\t2026-01-03T11:45:00.000Z\tfax\tschool\t20.5\t\
                \(id(0xaaaa_0004))
                2025-12-10T09:00:00.000Z\tyes\toutbound\t2025-12-10T09:00:00.000Z\t\tcoach\t\t

                """)
        let named = try run("coaches explain Pat Doyle -o name")
        #expect(named.out.split(separator: "\n").count == 4)
    }

    @Test(arguments: [20, 40, 60])
    func narrowTerminalsCutNothingButTheEnd(columns: Int) throws {
        let ran = try run("coaches explain Pat Doyle", terminal(columns))
        #expect(ran.out.contains("answered after 20.5 hours"))
        let heard = try run("coaches explain Pat Doyle", terminal(columns, accessible: true))
        #expect(heard.out.contains("Inbound, Jan 3, 2026, 11:45 AM, Other, from the school"))
    }

    @Test func withoutAttemptsItSaysWhatAScoreTakes() throws {
        let bare = CoachExplanation(
            answeredCount: 0, attempts: [], coach: CoachListTests.bare, countedCount: 0,
            daysOfSilence: nil)
        let ran = try run("coaches explain Pat Doyle", terminal(80), bare)
        #expect(ran.out.contains("No attempt counts yet"))
        #expect(ran.out.contains("A score needs 2 attempts that are at least 14 days old"))
    }

    // CO-17, CO-40: the record's figures, and what stands beside the score.
    @Test func theCardSaysWhatTheScoreRestsOn() throws {
        let ran = try run("coaches show Pat Doyle", terminal(80))
        #expect(ran.out.contains("Responsiveness  50% Responsive (2 counted)\n"))
        #expect(ran.out.contains("Median answer   20.5 hours\n"))
        #expect(ran.out.contains("Silence         12 days\n"))
    }

    // D-28: an imported score says that it is imported.
    @Test func anImportedScoreIsMarked() throws {
        let wide = try run("coaches list", terminal(200))
        #expect(wide.out.contains("       50%   Feb 5, 2026"))
        #expect(wide.out.contains("       80%*  Never contacted"))
        #expect(wide.out.contains("* as imported; too few contacts to compute a score\n"))
        let narrow = try run("coaches list", terminal(80))
        #expect(narrow.out.contains("▮▮▮▮▮▮▯ 80% Responsive (imported)\n"))
        #expect(!narrow.out.contains("* as imported"))
        let piped = try run("coaches list")
        #expect(piped.out.contains("\t80\t") && !piped.out.contains("80%"))
    }

    @Test(
        arguments: [
            (0, "at once"), (0.04, "at once"), (0.05, "0.1 hours"), (1, "1 hour"),
            (20.46, "20.5 hours"), (48, "48 hours"),
        ])
    func hoursHaveATenthWhereThereIsOne(hours: Double, text: String) {
        #expect(Coach.text(hours: hours) == text)
    }
}
