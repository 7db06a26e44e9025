import CommandKit
import Contracts
import ServiceKit

/// The page of `coaches explain`: the figures, then each attempt with its messages and its answer,
/// newest first.
struct CoachExplanationPage {
    /// The column widths of direction and time in lists of messages.
    private static let directionColumns = 10
    private static let timeColumns = 24

    let answer: Caller.Answer
    let run: CommandRun

    var result: CommandResult {
        let explanation = run.decoding(CoachExplanation.self, answer)
        return CommandResult(
            json: answer.json, rowsKey: "attempts",
            ids: { ids(try explanation()) }, rows: { table(try explanation()) },
            text: { traits in
                traits.isTerminal
                    ? text(try explanation(), traits) : table(try explanation()).text(traits)
            },
            heading: { traits in try heading(try explanation(), traits) },
            footer: { _ in footer(try explanation()) })
    }

    private func ids(_ explanation: CoachExplanation) -> [String] {
        explanation.attempts.flatMap { $0.messages + [$0.answer].compactMap(\.self) }
            .compactMap(\.interactionID?.text)
    }

    // MARK: Around the attempts

    private func heading(
        _ explanation: CoachExplanation, _ traits: TerminalTraits
    ) throws -> [String] {
        let coach = explanation.coach
        let score = coach.explainedScoreText
        var lines = [
            TextStyle.bold.applied(to: VisibleText.line(coach.fullName), traits),
            coach.scoreStyle?.applied(to: score, traits) ?? score,
        ]
        lines.append(
            FigureScope.family.said(
                CoachExplanation.answeredText(
                    explanation.answeredCount, of: explanation.countedCount)))
        let role = try run.signedIn().membership().role
        if let own = explanation.ownText(for: role) { lines.append(own) }
        if let median = coach.medianAnswerText { lines.append("Median answer: \(median)") }
        if let days = explanation.daysOfSilence, let since = coach.silentSince {
            lines.append(
                "Silence: \(Coach.text(days: days)), since \(run.zone.text(since))")
        }
        return lines + [""]
    }

    private func footer(_ explanation: CoachExplanation) -> [String] {
        var lines = [CountedNoun.text(explanation.attempts.count, "attempts")]
        if explanation.countedCount < 2 {
            lines.append("A score needs 2 attempts that are at least 14 days old")
        }
        if hides(explanation) {
            lines.append("Contacts logged by a sibling are counted but not shown")
        }
        return lines
    }

    private func hides(_ explanation: CoachExplanation) -> Bool {
        explanation.attempts.contains { attempt in
            (attempt.messages + [attempt.answer].compactMap(\.self))
                .contains { $0.interactionID == nil }
        }
    }

    // MARK: Attempts

    private func text(_ explanation: CoachExplanation, _ traits: TerminalTraits) -> String {
        explanation.attempts.map { attempt in
            let words = outcome(attempt)
            var lines = [
                TextStyle.bold.applied(to: run.zone.dayText(attempt.beganAt), traits) + " · "
                    + (words.style?.applied(to: words.text, traits) ?? words.text)
            ]
            lines += attempt.messages.map { line(.outbound, $0, traits) }
            if let answer = attempt.answer { lines.append(line(.inbound, answer, traits)) }
            return lines.joined(separator: "\n") + "\n"
        }
        .joined(separator: "\n")
    }

    private func outcome(
        _ attempt: CoachExplanation.Attempt
    ) -> (text: String, style: TextStyle?) {
        let answer = attempt.answerHours.map { hours in
            let span = Coach.text(hours: hours)
            return span == Coach.text(hours: 0) ? "answered \(span)" : "answered after \(span)"
        }
        guard attempt.counts else {
            let day = run.zone.dayText(attempt.countsFrom)
            return ("\(answer ?? "no answer yet"); counts from \(day)", .amber)
        }
        return answer.map { ($0, .green) } ?? ("not answered", .red)
    }

    private func line(
        _ direction: Direction, _ message: CoachExplanation.Message, _ traits: TerminalTraits
    ) -> String {
        let words = words(for: message)
        if traits.isAccessible {
            return ([direction.label, run.zone.text(message.occurredAt)] + words)
                .joined(separator: ", ")
        }
        let style = direction.listStyle
        let label = DisplayWidth.padded(direction.label, to: Self.directionColumns)
        let time = DisplayWidth.padded(
            run.zone.text(message.occurredAt), to: Self.timeColumns)
        let room = max(traits.columns - Self.directionColumns - Self.timeColumns - 2, 10)
        let rest = DisplayWidth.truncated(words.joined(separator: " · "), to: room)
        return "  " + style.applied(to: label, traits) + time + rest
    }

    private func words(for message: CoachExplanation.Message) -> [String] {
        let place = message.isOfSchool ? ["from the school"] : []
        guard let id = message.interactionID else { return place + ["a sibling's"] }
        return [typeText(message)] + place + [RecordNames.short(id.text)]
    }

    private func typeText(_ message: CoachExplanation.Message) -> String {
        guard let word = message.type else { return "" }
        return (InteractionType(rawValue: word) ?? .other).label
    }

    /// One row per message, with its attempt's figures.
    private func table(_ explanation: CoachExplanation) -> TextTable {
        var table = TextTable([
            .init("Attempt"), .init("Counts"), .init("Direction"), .init("Date"), .init("Type"),
            .init("With"), .init("Hours", rightAligned: true), .init("ID"),
        ])
        for attempt in explanation.attempts {
            let all =
                attempt.messages.map { (Direction.outbound, $0) }
                + [attempt.answer].compactMap { $0 }.map { (.inbound, $0) }
            for (direction, message) in all {
                let hours = direction == .inbound ? attempt.answerHours : nil
                table.append([
                    .init(attempt.beganAt.text), .init(attempt.counts ? "yes" : "no"),
                    .init(direction.rawValue), .init(message.occurredAt.text),
                    .init(message.type ?? ""), .init(message.isOfSchool ? "school" : "coach"),
                    .init(hours.map { String($0) } ?? ""),
                    .init(message.interactionID?.text ?? ""),
                ])
            }
        }
        return table
    }
}
