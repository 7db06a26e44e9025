import Contracts
import Testing

@testable import Hooks

@Suite("Who may see a change (N-115)")
struct HookedChangeTests {
    private static let family = FamilyID(high: 1, low: 1)
    private static let player = UserID(high: 2, low: 1)
    private static let sibling = UserID(high: 2, low: 2)

    private func hooked(
        _ type: String, _ aggregate: String, _ payload: String = "{}", by actor: UserID? = nil,
        in family: FamilyID? = HookedChangeTests.family
    ) -> HookedChange? {
        HookedChange(
            Change(
                sequence: 1, eventID: ChangeID(high: 3, low: 1), aggregate: aggregate,
                aggregateID: "", aggregateVersion: 1, type: type, schemaVersion: 1,
                occurredAt: Instant(milliseconds: 0), traceID: nil, actor: actor, role: .player,
                familyUnitID: family, payload: payload))
    }

    // N-115: whoever edits or deletes it.
    @Test(arguments: ["interaction.created", "interaction.changed", "interaction.deleted"])
    func anInteractionIsItsPlayersOnly(type: String) throws {
        let payload = #"{"logged_by":"\#(Self.player.text)"}"#
        for actor in [Self.player, Self.sibling, nil] {
            let change = try #require(hooked(type, "interaction", payload, by: actor))
            #expect(change.record == .interaction)
            #expect(try change.isVisible(to: Self.player))
            #expect(try !change.isVisible(to: Self.sibling))
        }
    }

    // N-115: what does not say whose it is, is nobody's.
    @Test func anInteractionWithoutItsPlayerIsNobodys() throws {
        let change = try #require(hooked("interaction.created", "interaction", by: Self.player))
        #expect(try !change.isVisible(to: Self.player))
    }

    // N-115
    @Test(arguments: [
        ("interactions.imported", "import"), ("interactions.removed", "import"),
        ("follow_up.changed", "follow_up"), ("contact_windows.replaced", "contact_windows"),
    ])
    func whatAPlayerDidForThemselvesIsTheirs(type: String, aggregate: String) throws {
        let change = try #require(hooked(type, aggregate, by: Self.player))
        #expect(try change.isVisible(to: Self.player))
        #expect(try !change.isVisible(to: Self.sibling))
        let nobodys = try #require(hooked(type, aggregate))
        #expect(try !nobodys.isVisible(to: Self.player))
    }

    // N-115
    @Test(arguments: [
        ("school.changed", HookRecord.school), ("schools.imported", .school),
        ("school.merged", .school), ("school.separated", .school),
        ("coach.merged", .coach), ("coach.deleted", .coach), ("event.changed", .event),
        ("metric.added", .metric), ("profile.changed", .profile), ("posts.removed", .post),
    ])
    func theFamilysRecordsAreEveryPlayers(type: String, record: HookRecord) throws {
        let change = try #require(hooked(type, "record", by: Self.sibling))
        #expect(change.record == record)
        #expect(try change.isVisible(to: Self.player) && change.isVisible(to: Self.sibling))
    }

    // N-115: internal messages, accounts, other people's notifications, and what nobody decided on.
    @Test(arguments: [
        "deletion.requested", "follow_up.nudged", "follow_up.nudges_erased", "operation.purged",
        "member.changed", "session.revoked", "user.accessTokenAdded", "notification.read",
        "hook.added", "coach.invented", "",
    ])
    func nothingElseIsDelivered(type: String) {
        #expect(hooked(type, "record", by: Self.player) == nil)
    }

    // N-115
    @Test func whatConcernsNoFamilyIsNotDelivered() {
        #expect(hooked("coach.changed", "coach", in: nil) == nil)
    }

    @Test func everyKindOfRecordHasChanges() {
        #expect(Set(HookedChange.records.values) == Set(HookRecord.allCases))
    }
}
