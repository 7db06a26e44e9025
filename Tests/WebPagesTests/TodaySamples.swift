import Contracts
import HTML

@testable import WebPages

/// The start page in its states, by name.
enum TodaySamples {
    static func page(
        _ interactions: [Interaction], due: [FollowUp] = [], events: Int = 4, notices: Int = 3,
        _ role: Role = .player, profiles: [PlayerProfile] = []
    ) -> SamplePages.Writing {
        var unread = SamplePages.notifications(notices)
        unread.notifications = Array(unread.notifications.prefix(TodayPage.noticesMax))
        let parts = TodayPage.Parts(
            interactions: .success(Samples.list(interactions, role)),
            queue: .success(queue(due + answers(to: interactions))),
            events: .success(
                .init((0..<events).map { EventSamples.event($0 + 2) }, total: events)),
            notices: .success(unread),
            profiles: .success(.init(profiles: profiles)))
        let page = TodayPage(parts, Samples.context(role, unread: notices))
        return { page.write(to: &$0) }
    }

    static func partly() -> SamplePages.Writing {
        let parts = TodayPage.Parts(
            interactions: .success(Samples.list(Samples.interactions(9))),
            queue: .failure(SocialSamples.away),
            events: .failure(SocialSamples.away), notices: .failure(SocialSamples.away),
            profiles: .failure(SocialSamples.away))
        let page = TodayPage(parts, Samples.context())
        return { page.write(to: &$0) }
    }

    private static func queue(_ due: [FollowUp]) -> ListFollowUps.Response {
        ListFollowUps.Response(
            today: CivilDay(year: 2026, month: 11, day: 22)!, timeZone: "America/Denver",
            followUps: due)
    }

    /// Coaches who are due: overdue for long, overdue, today, later, and with a long name.
    static let due: [FollowUp] =
        [(40, FollowUpGroup.overdue), (24, .overdue), (21, .today), (17, .nextSevenDays)]
        .enumerated().map { place, row in
            FollowUp(
                coachID: CoachID(high: 7, low: UInt64(place)),
                coachName: place == 3 ? Samples.hardInteractions[0].coachName ?? "Al" : "Ann Lee",
                schoolID: nil, schoolName: place == 2 ? nil : "Duke University",
                playerID: Samples.context().userID, playerName: "Maya Rivera", reason: .cadence,
                lastContactAt: Samples.instant("2026-11-01T12:00:00Z"), daysSince: row.0,
                dueOn: CivilDay(year: 2026, month: 11, day: 22)!.adding(days: 21 - row.0)!,
                daysOverdue: row.0 - 21, group: row.1,
                urgency: row.0 >= 30 ? .red : row.0 >= 21 ? .yellow : .none,
                cadenceDays: FollowUpLimit.cadenceDays, decision: nil, version: 0)
        }

    /// A follow-up of somebody at a school who is none of the family's coaches.
    static func unlisted(_ number: Int) -> FollowUp {
        var row = due[0]
        (row.coachID, row.coachName, row.reason) = (nil, nil, .answer)
        row.contactID = InteractionID(high: 0x1E, low: UInt64(number))
        row.schoolName = "Texas A&M University"
        return row
    }

    /// The follow-ups of the coaches who wrote last.
    private static func answers(to interactions: [Interaction]) -> [FollowUp] {
        TodayPage.waiting(interactions).compactMap { interaction in
            guard let coach = interaction.coachID else { return nil }
            var answer = due[0]
            (answer.coachID, answer.reason) = (coach, .answer)
            return answer
        }
    }

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("today", page(Samples.interactions(50))),
        ("today-due", page(Samples.interactions(9), due: due + due)),
        ("today-unlisted", page(Samples.interactions(9), due: [unlisted(1)] + due)),
        ("today-parent", page(Samples.interactions(50), .parent)),
        ("today-empty", page([], events: 0, notices: 0)),
        ("today-hard", page(Samples.hardInteractions)), ("today-partly", partly()),
    ]
}
