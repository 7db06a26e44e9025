import Contracts
import HTML

@testable import WebPages

/// Digests in their states, by name.
enum DigestSamples {
    static func plan(_ week: String? = nil) -> DigestPlan {
        DigestPlan(
            week.flatMap { ISOWeek(text: $0) }, timeZone: "America/Denver", at: Samples.now)
    }

    static func digest(
        _ plan: DigestPlan, _ contacts: [Interaction]?, away: Bool = false
    ) -> WeeklyDigest {
        let events = (0..<3).map { EventSamples.event($0 + 2) }
        return plan.digest(
            of: "The Riveras",
            .init(
                contacts: contacts.map { Samples.list($0, .parent) },
                queue: ListFollowUps.Response(
                    today: plan.today, timeZone: plan.timeZone,
                    followUps: contacts == nil ? [] : FollowUpSamples.ofTwo),
                events: away ? nil : .init(events, total: 3),
                posts: .init([], total: 0)))
    }

    static func page(
        _ contacts: [Interaction]?, week: String? = nil, away: Bool = false,
        _ role: Role = .player
    ) -> SamplePages.Writing {
        let plan = plan(week)
        let page = DigestPage(
            digest(plan, contacts, away: away), plan, Samples.context(role))
        return { page.write(to: &$0) }
    }

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("digest", page(Samples.interactions(60))),
        ("digest-parent", page(Samples.hardInteractions, .parent)),
        ("digest-old", page([], week: "2026-W01")),
        ("digest-away", page(nil, away: true)),
    ]
}
