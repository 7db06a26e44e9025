import Contracts
import HTML

@testable import WebPages

/// The start page in its states, by name.
enum TodaySamples {
    static func page(
        _ interactions: [Interaction], events: Int = 4, notices: Int = 3, _ role: Role = .player
    ) -> SamplePages.Writing {
        var unread = SamplePages.notifications(notices)
        unread.notifications = Array(unread.notifications.prefix(TodayPage.noticesMax))
        let parts = TodayPage.Parts(
            interactions: .success(Samples.list(interactions, role)),
            events: .success(
                .init(events: (0..<events).map { EventSamples.event($0 + 2) }, total: events)),
            notices: .success(unread))
        let page = TodayPage(parts, Samples.context(role, unread: notices))
        return { page.write(to: &$0) }
    }

    static func partly() -> SamplePages.Writing {
        let parts = TodayPage.Parts(
            interactions: .success(Samples.list(Samples.interactions(9))),
            events: .failure(SocialSamples.away), notices: .failure(SocialSamples.away))
        let page = TodayPage(parts, Samples.context())
        return { page.write(to: &$0) }
    }

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("today", page(Samples.interactions(50))),
        ("today-parent", page(Samples.interactions(50), .parent)),
        ("today-empty", page([], events: 0, notices: 0)),
        ("today-hard", page(Samples.hardInteractions)), ("today-partly", partly()),
    ]
}
