import Contracts
import Foundation
import Support

@testable import WebPages

/// Timelines in their states, by name.
enum TimelineSamples {
    static let limit = 50

    /// The timeline of these contacts with a coach, with the figures that follow from them.
    static func coach(_ contacts: [Interaction]) -> TimelineContent {
        content(.coach(Samples.coach(1).id), contacts.map { TimelineEntry($0) })
    }

    static func school(_ contacts: [Interaction]) -> TimelineContent {
        content(.school(SamplePages.fullSchool.id), contacts.map { TimelineEntry($0) })
    }

    static func content(
        _ subject: TimelineSubject, _ entries: [TimelineEntry], away: [ServiceName] = [],
        hasMore: Bool = false
    ) -> TimelineContent {
        let services: [(TimelineKind, ServiceName)] = [
            (.interaction, .interactions), (.event, .events), (.post, .analytics),
        ]
        let answers = services.map { kind, service in
            (
                service: service,
                answer: away.contains(service)
                    ? nil
                    : TimelineAnswer(
                        entries: entries.filter { $0.kind == kind }, hasMore: hasMore)
            )
        }
        return TimelineContent(
            subject: subject, timeline: Timeline(answers, limit: limit),
            figures: away.contains(.interactions) ? nil : figures(entries))
    }

    /// The contacts of the last two months stand for the whole year.
    static func figures(
        _ entries: [TimelineEntry], quietDays: Int? = nil
    ) -> TimelineFigures {
        let outbound = entries.count { $0.direction == .outbound }
        let inbound = entries.count { $0.direction == .inbound }
        let first = CivilDay(year: 2025, month: 12, day: 1)!
        var months = (0..<TimelineLimit.months).map {
            TimelineMonth(month: first.firstOfMonth(later: $0), outbound: 0, inbound: 0)
        }
        months[11].outbound = outbound
        months[10].inbound = inbound
        return TimelineFigures(
            months: months, outbound: outbound, inbound: inbound, frequency: 1.5,
            lastOutboundAt: nil, lastInboundAt: nil, interest: nil, interestBefore: nil,
            trend: .unknown, quietDays: quietDays)
    }

    /// An event and a post among contacts.
    static var mixed: [TimelineEntry] {
        let zone = TimeZone(identifier: "America/Denver")!
        var event = EventSamples.event(0)
        event.startDate = CivilDay(year: 2026, month: 11, day: 15)!
        event.endDate = nil
        var post = Post(
            id: PostID(high: 6, low: 1), familyUnitID: Samples.family, platform: .instagram,
            postDate: Samples.now.advanced(by: .seconds(-500_000)), createdBy: Samples.player,
            createdAt: Samples.now)
        post.authorHandle = "coach.oakhollow"
        post.postContent = "Great class of 2027 👏🏽"
        var contacts = Samples.interactions(12)
        contacts[0].interestLevel = .high
        return contacts.map { TimelineEntry($0) } + [TimelineEntry(event, in: zone)]
            + [TimelineEntry(post)]
    }

    static var quiet: TimelineContent {
        var content = content(.coach(Samples.coach(1).id), mixed, hasMore: true)
        content.figures = figures(mixed, quietDays: 45)
        content.figures?.interest = .medium
        content.figures?.interestBefore = .high
        content.figures?.trend = .falling
        return content
    }

    /// A page after the first one.
    static var older: TimelineContent {
        var content = quiet
        content.cursor = TimelineCursor(Samples.now, RecordID(high: 1, low: 1)).text
        content.figures = nil
        return content
    }

    static func page(
        _ content: TimelineContent, _ role: Role = .player
    ) -> SamplePages.Writing {
        let page = TimelinePage(Samples.coach(1).fullName, content, Samples.context(role))
        return { page.write(to: &$0) }
    }

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("timeline", page(quiet)), ("timeline-parent", page(quiet, .parent)),
        ("timeline-older", page(older)),
        ("timeline-empty", page(coach([]))),
        (
            "timeline-away",
            page(content(.coach(Samples.coach(1).id), mixed, away: [.interactions, .events]))
        ),
        ("timeline-hard", page(school(Samples.hardInteractions), .parent)),
    ]
}
