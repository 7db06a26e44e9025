import Contracts
import DataServiceKit
import Support

@testable import Coaches

/// Feeds of interactions and of events that end with their test.
final class ContactFeedSource {
    let told = ListedSource()
    private let events = ListedSource()
    private let analytics = ListedSource()

    deinit {
        told.setAway(true)
        events.setAway(true)
        analytics.setAway(true)
    }

    /// Has a coaches service read them.
    func feed(_ fixture: ServiceFixture) throws {
        let clock = fixture.service.clock
        try fixture.service.follow(.interactions, from: told, into: [ContactFeed(clock: clock)])
        try fixture.service.follow(.events, from: events, into: [SchoolEvents()])
        try fixture.service.follow(.analytics, from: analytics, into: [PostCounts()])
        try fixture.service.start()
    }

    /// An interaction with a coach.
    static func interaction(
        with coach: Coach, number: UInt64 = 1, at instant: Instant? = nil
    ) -> Interaction {
        Interaction(
            id: InteractionID(high: 0x0190, low: number), familyUnitID: coach.familyUnitID,
            schoolID: coach.schoolID, schoolName: nil, coachID: coach.id, coachName: nil,
            otherCoachName: nil, eventID: nil, type: .email, direction: .outbound, subject: nil,
            content: nil, sentiment: nil, occurredAt: instant ?? coach.createdAt,
            loggedBy: coach.createdBy, loggedByName: nil, interestLevel: nil,
            interestAnswers: nil, attachments: [], createdAt: coach.createdAt,
            updatedAt: coach.createdAt)
    }
}
