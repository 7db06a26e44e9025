import Contracts
import HTML

@testable import WebPages

/// The pages about follow-ups in their states, by name.
enum FollowUpSamples {
    static let today = CivilDay(year: 2026, month: 11, day: 22)!

    /// A queue with all groups and reasons, as its player reads it.
    static var rows: [FollowUp] {
        var rows = TodaySamples.due
        rows[1].reason = .answer
        (rows[2].reason, rows[2].daysSince, rows[2].lastContactAt) = (.planned, nil, nil)
        rows[3].decision = .snooze
        return rows
    }

    static func queue(_ rows: [FollowUp], _ role: Role = .player) -> SamplePages.Writing {
        let answer = ListFollowUps.Response(
            today: today, timeZone: "America/Denver", followUps: rows)
        let page = QueuePage(.success(answer), Samples.context(role))
        return { page.write(to: &$0) }
    }

    /// The rows of two players, as a parent reads them.
    static var ofTwo: [FollowUp] {
        rows
            + rows.map { row in
                var row = row
                (row.playerID, row.playerName) = (UserID(high: 8, low: 8), "Leo Rivera")
                return row
            }
    }

    static func plan(_ next: FollowUp?, cadence: Int = 21) -> FollowUpPlan {
        FollowUpPlan(
            coachID: Samples.coach(1).id, coachName: Samples.coach(1).fullName,
            playerID: next?.playerID ?? Samples.context().userID,
            playerName: next?.playerName ?? "Maya Rivera", cadenceDays: cadence, next: next,
            version: next?.version ?? 0)
    }

    static func coach(
        _ plans: [FollowUpPlan], _ entry: FollowUpEntry? = nil, _ role: Role = .player
    ) -> SamplePages.Writing {
        let page = CoachPage(
            SamplePages.explanation, TimelineSamples.coach([1, 12].map(Samples.interaction)),
            followUps: plans, entry: entry, Samples.context(role))
        return { page.write(to: &$0) }
    }

    static var refused: FollowUpEntry {
        FollowUpEntry(
            cadence: "never", day: "2020-01-01", version: 3,
            error: ServiceError(
                .validationFailed, "2 fields need your attention",
                errors: [
                    "cadence_days": "Please enter a number of days",
                    "due_on": "Choose a day from today on, at most 365 days ahead",
                ]))
    }

    /// Somebody at a school and somebody by the typed name, before coaches.
    static var unlisted: [FollowUp] {
        var named = TodaySamples.unlisted(2)
        named.coachName = "Mike Ash"
        return [TodaySamples.unlisted(1), named] + rows
    }

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("queue", queue(rows)), ("queue-parent", queue(ofTwo, .parent)),
        ("queue-empty", queue([])),
        ("queue-unlisted", queue(unlisted)),
        (
            "queue-away",
            { QueuePage(.failure(SocialSamples.away), Samples.context()).write(to: &$0) }
        ),
        ("coach-due", coach([plan(rows[1])])), ("coach-never-due", coach([plan(nil)])),
        ("coach-refused", coach([plan(rows[3])], refused)),
        ("coach-due-parent", coach([plan(rows[0]), plan(ofTwo[5])], nil, .parent)),
    ]
}
