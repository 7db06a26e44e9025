@testable import Contracts

/// A family's week in February 2026, by a stopped clock.
enum DigestFixture {
    /// Thursday of week 8, in the evening in New York.
    static let now = Instant(milliseconds: 1_771_545_600_000)  // 2026-02-20T00:00:00Z
    static let zone = "America/New_York"
    static let ann = UserID(high: 1, low: 1)
    static let ben = UserID(high: 1, low: 2)
    static let family = FamilyID(high: 0xFA, low: 1)
    static let plan = DigestPlan(timeZone: zone, at: now)

    static func contact(
        _ number: UInt64, _ type: InteractionType, _ direction: Direction, at text: String,
        by logger: UserID = ann, coach: String? = nil
    ) -> Interaction {
        Interaction(
            id: InteractionID(high: 3, low: number), familyUnitID: family,
            schoolID: SchoolID(high: 5, low: 1), schoolName: "Duke",
            coachID: coach.map { CoachID(high: 0xC0, low: UInt64($0.count)) }, coachName: coach,
            otherCoachName: nil, eventID: nil, type: type, direction: direction, subject: nil,
            content: nil, sentiment: nil, occurredAt: Instant(text: text), loggedBy: logger,
            loggedByName: logger == ann ? "Ann Player" : "Ben Player", interestLevel: nil,
            interestAnswers: nil, attachments: [], createdAt: nil, updatedAt: nil)
    }

    static let contacts = [
        contact(1, .email, .outbound, at: "2026-02-09T05:00:00Z"),
        contact(2, .email, .inbound, at: "2026-02-10T17:00:00Z", coach: "Pat Doyle"),
        contact(3, .text, .inbound, at: "2026-02-12T17:00:00Z", coach: "Pat Doyle"),
        contact(4, .phoneCall, .inbound, at: "2026-02-11T17:00:00Z", by: ben),
        contact(5, .email, .outbound, at: "2026-02-16T04:59:59Z", by: ben, coach: "Sam Lee"),
        // A second before the week in New York, and the first instant after it.
        contact(6, .email, .inbound, at: "2026-02-09T04:59:59Z", coach: "Too Early"),
        contact(7, .email, .inbound, at: "2026-02-16T05:00:00Z", coach: "Too Late Now"),
    ]

    static func contacts(_ rows: [Interaction]) -> ListInteractions.Response {
        ListInteractions.Response(
            activeFilters: [],
            analytics: InteractionFigures(total: rows.count, outbound: 0, inbound: 0, thisWeek: 0),
            interactions: rows, loggedByOptions: nil, title: "")
    }

    static func followUp(
        _ coach: String, overdue days: Int, _ group: FollowUpGroup = .overdue,
        of player: (id: UserID, name: String) = (ann, "Ann Player")
    ) -> FollowUp {
        FollowUp(
            coachID: CoachID(high: 0xC0, low: UInt64(coach.count)), coachName: coach,
            schoolID: nil, schoolName: "Duke", playerID: player.id, playerName: player.name,
            reason: .cadence, lastContactAt: nil, daysSince: days + 21,
            dueOn: plan.today.adding(days: -days)!, daysOverdue: days, group: group,
            urgency: .yellow, cadenceDays: 21, decision: nil, version: 0)
    }

    static func event(_ number: UInt64, _ name: String, _ days: Int) -> Event {
        Event(
            id: EventID(high: 0xE0, low: number), familyUnitID: family, userID: ann, type: .camp,
            name: name, startDate: plan.today.adding(days: days)!, at: now)
    }

    static var posts: ListPosts.Response {
        var post = Post(
            id: PostID(high: 9, low: 1), familyUnitID: family, platform: .twitter,
            postDate: now, createdBy: ann, createdAt: now)
        post.authorHandle = "patdoyle"
        post.schoolID = SchoolID(high: 5, low: 1)
        post.schoolName = "Duke"
        post.postContent = "Great week\nof practice. " + String(repeating: "Go Blue! ", count: 9)
        return ListPosts.Response([post], total: 4)
    }

    static var answers: DigestPlan.Answers {
        DigestPlan.Answers(
            contacts: contacts(contacts),
            queue: ListFollowUps.Response(
                today: plan.today, timeZone: zone,
                followUps: [
                    followUp("Kim Old", overdue: 9), followUp("Sam Lee", overdue: 1),
                    followUp("Due Today", overdue: 0, .today),
                ]),
            events: ListEvents.Response(
                [
                    event(1, "Winter camp", 0), event(2, "Showcase", 13), event(3, "Far", 14),
                ],
                total: 3),
            posts: posts)
    }

    static var digest: WeeklyDigest { plan.digest(of: "Player", answers) }
}
