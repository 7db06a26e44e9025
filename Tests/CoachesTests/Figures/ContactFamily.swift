import Contracts
import DataServiceKit
import ServiceKit
import Support
import Testing

@testable import Coaches
@testable import DataServiceKit

/// A family's coaches with a feed of interactions that the test tells, and a clock that it moves.
final class ContactFamily {
    /// 2026-02-10T12:00:00Z at first.
    let clock = MovedClock(Instant(milliseconds: 1_770_724_800_000))
    let home: CoachFamily
    let interactions = ListedSource()
    private var count: UInt64 = 0

    init() throws {
        home = try CoachFamily(clock: clock.clock)
        try home.fixture.service.follow(
            .interactions, from: interactions, into: [ContactFeed(clock: clock.clock)])
        try home.fixture.service.start()
    }

    deinit { interactions.close() }

    /// A family with a school and its coach.
    static func withCoach() throws -> (ContactFamily, School, Coach) {
        let family = try ContactFamily()
        let school = try family.home.addSchool("State College")
        return (family, school, try family.home.addCoach("Ann", "Lee", at: school))
    }

    var now: Instant { home.fixture.now }

    /// The instant so many days before now.
    func daysAgo(_ days: Double) -> Instant {
        now.advanced(by: .milliseconds(-Int64((days * 86_400_000).rounded())))
    }

    /// An interaction that nobody was told of yet.
    func interaction(
        _ direction: Direction, at instant: Instant?, with coach: Coach? = nil,
        school: School? = nil, other: String? = nil, by user: UserID? = nil
    ) -> Interaction {
        count += 1
        return Interaction(
            id: InteractionID(high: 0x0190, low: count), familyUnitID: home.family,
            schoolID: coach?.schoolID ?? school?.id, schoolName: nil, coachID: coach?.id,
            coachName: nil, otherCoachName: other, eventID: nil, type: .email,
            direction: direction, subject: "Said", content: "Nothing that is kept",
            sentiment: nil, occurredAt: instant, loggedBy: user ?? home.player.userID,
            loggedByName: nil, interestLevel: nil, interestAnswers: nil, attachments: [],
            createdAt: now, updatedAt: now)
    }

    /// Logs one.
    @discardableResult
    func log(
        _ direction: Direction, at instant: Instant?, with coach: Coach? = nil,
        school: School? = nil, other: String? = nil, by user: UserID? = nil
    ) throws -> Interaction {
        let interaction = interaction(
            direction, at: instant, with: coach, school: school, other: other, by: user)
        try tell(InteractionsFeed.created, interaction)
        return interaction
    }

    func tell(_ type: String, _ interaction: Interaction) throws {
        try interactions.append(type, interaction, at: now)
    }

    /// Tells a step of a deletion that crosses services.
    func tell(_ step: String) throws {
        try interactions.append(
            step,
            DeletionFeed.CountsPayload(
                operationID: .make(at: now), familyUnitID: home.family, counts: [:]), at: now)
    }

    func importAll(_ list: [Interaction]) throws {
        try interactions.append(
            InteractionsFeed.imported, InteractionsFeed.ImportedPayload(interactions: list),
            at: now)
    }

    func remove(_ list: [Interaction]) throws {
        try interactions.append(
            InteractionsFeed.removed,
            InteractionsFeed.RemovedPayload(
                familyUnitID: home.family, ids: list.map(\.id.text)), at: now)
    }

    /// Waits until everything told so far is applied.
    func settle() throws {
        let consumer = try #require(home.fixture.service.consumer(of: .interactions))
        try consumer.catchUp(by: .now + .seconds(60))
        #expect(consumer.poison == nil)
    }

    /// A coach as `coaches.show` tells, once everything told so far is applied.
    func show(_ coach: Coach) throws -> Coach {
        try settle()
        return try home.fixture.call(
            ShowCoach.self, .init(id: coach.id), as: home.player, in: home.family
        ).coach
    }

    /// The list, once everything told so far is applied.
    func page(
        _ narrow: (inout ListCoaches.Request) -> Void = { _ in }
    ) throws -> ListCoaches.Response {
        try settle()
        return try home.page(narrow)
    }
}
