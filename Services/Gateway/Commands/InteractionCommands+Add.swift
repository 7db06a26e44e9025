import CommandKit
import Contracts
import ServiceKit

extension InteractionCommands {
    /// `interactions add`.
    static let add = CompassCommand(
        Command(
            "interactions add", .mutating, "Log a contact with a school or coach",
            details: """
                Direction is outbound and time is now unless said otherwise. --signals names what \
                was a yes of the six questions about a coach's interest; it counts for inbound \
                contacts that felt positive:

                """
                    + InterestSignal.allCases.map { "\($0.rawValue): \($0.question)" }
                    .joined(separator: "\n"),
            flags: [
                .value(
                    "type", Values.types, refusal: CreateInteraction.Refusal.type,
                    "What kind of contact"),
                .value(
                    "direction", Values.directions, default: "outbound",
                    refusal: CreateInteraction.Refusal.direction, "Who began it"),
                .value("school", Values.school, "School: name or id"),
                .value("coach", Values.coach, "Coach: name or id; brings the school along"),
                .value("other-coach", .text("NAME"), "A coach who is not listed"),
                .value(
                    "at", Values.time, default: "now",
                    refusal: CreateInteraction.Refusal.occurredAt, "When it happened"),
                .value("subject", .text(), "What it was about, 500 characters at most"),
                .value("content", .text(), "What was said, 10,000 characters at most"),
                .value(
                    "sentiment", Values.sentiments, refusal: CreateInteraction.Refusal.sentiment,
                    "How it felt"),
                .value(
                    "signals",
                    .choices(InterestSignal.allCases.map { .init($0.rawValue, $0.question) }),
                    repeatable: true, "Which of the six interest questions were a yes"),
                .value("event", .text("ID"), "Recruiting event; none are kept yet"),
            ],
            examples: [
                .init(
                    "compass interactions add --type email --school Duke --subject \"Camp dates\"",
                    "We wrote"),
                .init(
                    "compass interactions add --type phone_call --direction inbound "
                        + "--coach \"Pat Doyle\" --sentiment very_positive "
                        + "--signals visit,roster --at \"2026-02-03 14:15\"",
                    "They called, and the calibration"),
            ])
    ) { run in
        let answer = try run.change(CreateInteraction.self, try createRequest(run))
        func response() throws -> CreateInteraction.Response {
            try run.decoded(CreateInteraction.Response.self, answer)
        }
        var result = CommandResult.record(
            json: answer.json, ids: { [try response().interaction.id.text] },
            card: { try InteractionCard(try response().interaction, run).card },
            rows: { try InteractionList.table([try response().interaction], run) })
        if answer.isReplayed { result.notes.append("It had been logged under this key before.") }
        // A dry run's answer may hold no record, and warnings are for people only.
        result.notes += ((try? response().warnings) ?? [])
        return result
    }

    private static func createRequest(_ run: CommandRun) throws -> CreateInteraction.Request {
        let given = run.invocation
        let occurredAt = try run.time("at") ?? run.clock.now()
        var request = CreateInteraction.Request(
            type: given.text("type"), direction: given.text("direction") ?? "outbound",
            occurredAt: occurredAt.text)
        let school = try given.text("school").map { try run.schoolID($0) }
        request.schoolID = FormField(school?.text)
        request.coachID = FormField(
            try given.text("coach").map { try run.coachID($0, school: school).text })
        request.otherCoachName = FormField(given.text("other-coach"))
        request.eventID = FormField(given.text("event"))
        request.subject = FormField(given.text("subject"))
        request.content = FormField(given.text("content"))
        request.sentiment = FormField(given.text("sentiment"))
        let signals = given.words("signals")
        request.interestAnswers = FormField(signals.isEmpty ? nil : signals)
        return request
    }
}
