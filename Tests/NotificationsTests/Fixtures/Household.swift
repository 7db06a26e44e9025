import Contracts
import DataServiceKit
import ServiceKit
import Support

@testable import Notifications

/// What a family's feeds say, for tests: members who come and go, contacts that are logged.
struct Household {
    static let start = Instant(milliseconds: 1_770_724_800_000)  // 2026-02-10T12:00:00Z
    static let coach = CoachID(high: 0xC0, low: 1)

    let id: FamilyID
    let identity: ListedSource
    let interactions: ListedSource

    /// So many milliseconds after the start.
    static func time(_ milliseconds: Int64) -> Instant {
        Instant(milliseconds: start.milliseconds + milliseconds)
    }

    /// A member joins, or wants alerts from now on, or none.
    func member(
        _ user: UserID, alerts: Bool = true, role: Role = .parent, at milliseconds: Int64 = 0
    ) throws {
        try identity.append(
            IdentityFeed.memberChanged, payload(user, alerts, role), at: Self.time(milliseconds))
    }

    /// Somebody signs in on another device.
    func signIn(
        _ user: UserID, on name: String?, session: SessionID, family: FamilyID?,
        at milliseconds: Int64
    ) throws {
        try identity.append(
            IdentityFeed.deviceAdded,
            IdentityFeed.DevicePayload(
                userID: user, familyUnitID: family, sessionID: session, name: name),
            at: Self.time(milliseconds))
    }

    /// A member is removed.
    func leave(_ user: UserID, at milliseconds: Int64) throws {
        try identity.append(
            IdentityFeed.memberRemoved, payload(user, true, .parent),
            at: Self.time(milliseconds))
    }

    private func payload(
        _ user: UserID, _ alerts: Bool, _ role: Role
    ) -> IdentityFeed.MemberPayload {
        IdentityFeed.MemberPayload(
            familyUnitID: id, userID: user, fullName: "Somebody", role: role,
            inboundAlerts: alerts)
    }

    /// A contact is logged: inbound, by e-mail, of Carl Coach, unless said otherwise.
    @discardableResult
    func log(
        by author: UserID, at milliseconds: Int64,
        _ change: (inout Interaction) -> Void = { _ in }
    ) throws -> Interaction {
        let instant = Self.time(milliseconds)
        var record = Interaction(
            id: .make(at: instant), familyUnitID: id, schoolID: nil, schoolName: nil,
            coachID: Self.coach, coachName: "Carl Coach", otherCoachName: nil, eventID: nil,
            type: .email, direction: .inbound, subject: nil, content: nil, sentiment: nil,
            occurredAt: nil, loggedBy: author, loggedByName: nil, interestLevel: nil,
            interestAnswers: nil, attachments: [], createdAt: instant, updatedAt: instant)
        change(&record)
        try interactions.append(InteractionsFeed.created, record, at: instant)
        return record
    }

    /// A logged contact is deleted.
    func delete(_ record: Interaction, at milliseconds: Int64) throws {
        try interactions.append(InteractionsFeed.deleted, record, at: Self.time(milliseconds))
    }

    /// A deletion is undone.
    func restore(_ record: Interaction, at milliseconds: Int64) throws {
        try interactions.append(InteractionsFeed.restored, record, at: Self.time(milliseconds))
    }
}
