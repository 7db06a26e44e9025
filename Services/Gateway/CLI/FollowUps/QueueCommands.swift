import CommandKit
import Contracts
import ServiceKit

enum QueueCommands {
    static let all = [list]

    private static let list = CompassCommand(
        Command(
            "queue list", .readOnly, "List the coaches to follow up",
            details: """
                A coach who reached out last waits for an answer at once. Otherwise the next contact \
                is due \(FollowUpLimit.cadenceDays) days after the last one. Any contact that is not \
                in the future starts anew. The list shows what is overdue, due today and due in the \
                next seven days.
                """,
            examples: [.init("compass queue list", "Who is next")])
    ) { run in
        let answer = try run.read(ListFollowUps.self, .init(timeZone: run.zone.name))
        func rows() throws -> [FollowUp] {
            let response = try run.decoded(ListFollowUps.Response.self, answer)
            return response.followUps
        }
        return CommandResult(
            json: answer.json, rowsKey: "follow_ups", ids: { try rows().map(\.coachID.text) },
            rows: { table(try rows()) },
            text: { table(try rows()).text($0) },
            footer: { _ in footer(try rows(), run) })
    }

    private static func table(_ rows: [FollowUp]) -> TextTable {
        var table = TextTable([
            .init("When"), .init("Due"), .init("Coach", shrinksTo: 8),
            .init("School", shrinksTo: 8), .init("Reason"),
            .init("Days since", rightAligned: true),
        ])
        for row in rows {
            table.append([
                .init(row.group.rawValue, shown: row.group.label),
                .init(row.dueOn.text, shown: row.dueOn.label), .init(row.coachName),
                .init(row.schoolName ?? ""), .init(row.reason.rawValue, shown: row.reason.label),
                .init(String(row.daysSince), shown: String(row.daysSince), row.urgency.tone.style),
            ])
        }
        return table
    }

    private static func footer(_ rows: [FollowUp], _ run: CommandRun) -> [String] {
        guard let first = rows.first else { return ["No one to follow up this week"] }
        return [
            CountedNoun.text(rows.count, "coaches"),
            "Reach out: " + run.line("coaches", "contact", first.coachName),
        ]
    }
}
