import Contracts
import Testing

@testable import Identity

@Suite("Preferences: alerts on by default, and a time zone (DOMAIN Alerts)")
struct PreferencesTests {
    @Test
    func showsDefaultsAndChanges() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        #expect(
            try identity.call(ShowPreferences.self, EmptyRequest(), as: ana)
                == Preferences(inboundAlerts: true, timeZone: "America/New_York"))
        #expect(
            try identity.call(
                UpdatePreferences.self, .init(timeZone: "Europe/Paris"), as: ana)
                == Preferences(inboundAlerts: true, timeZone: "Europe/Paris"))
        #expect(
            identity.refusal(UpdatePreferences.self, .init(timeZone: "Mars/One"), as: ana)?
                .errors.keys.sorted() == ["time_zone"])
        #expect(
            try identity.call(ShowPreferences.self, EmptyRequest(), as: ana).timeZone
                == "Europe/Paris")
    }

    @Test
    func familiesLearnOfAlertsAndOfNothingElse() throws {
        let (identity, ana, _, _) = try IdentityFixture.withFamily()
        var head = try identity.head
        try identity.call(UpdatePreferences.self, .init(inboundAlerts: false), as: ana)
        var changes = try identity.changes(after: head)
        #expect(
            changes.map(\.type) == [IdentityFeed.userChanged, IdentityFeed.memberChanged])
        #expect(changes.last?.payload.contains("\"inbound_alerts\":false") == true)
        head = try identity.head
        try identity.call(UpdatePreferences.self, .init(timeZone: "Asia/Tokyo"), as: ana)
        changes = try identity.changes(after: head)
        #expect(changes.map(\.type) == [IdentityFeed.userChanged])
        head = try identity.head
        try identity.call(UpdatePreferences.self, .init(inboundAlerts: false), as: ana)
        #expect(try identity.head == head)
    }

    // N-77: nobody is reminded without asking.
    @Test
    func remindersAreOffUntilSomebodyWantsThem() throws {
        let (identity, ana, _, _) = try IdentityFixture.withFamily()
        #expect(
            try identity.call(ShowPreferences.self, EmptyRequest(), as: ana).followUpReminders
                == false)
        let head = try identity.head
        let changed = try identity.call(
            UpdatePreferences.self, .init(followUpReminders: true), as: ana)
        #expect(changed.followUpReminders && changed.inboundAlerts)
        let changes = try identity.changes(after: head)
        #expect(changes.last?.type == IdentityFeed.memberChanged)
        #expect(changes.last?.payload.contains("\"follow_up_reminders\":true") == true)
        // Another setting leaves it alone.
        try identity.call(UpdatePreferences.self, .init(timeZone: "Asia/Tokyo"), as: ana)
        #expect(
            try identity.call(ShowPreferences.self, EmptyRequest(), as: ana).followUpReminders)
    }
}
