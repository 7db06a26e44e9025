import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Gateway

/// N-35: the calendar from the terminal.
@Suite struct CalendarCommandTests {
    private static let secret = "a-b_c"

    private static func harness(replaced: Bool = false) throws -> CompassHarness {
        try EventFixture.harness(.player) { call in
            switch call.operation {
            case "calendar.link":
                Fixture.answer(
                    MakeCalendarLink.Response(
                        secret: secret,
                        link: CalendarLink(createdAt: Fixture.created, lastUsedAt: nil),
                        replaced: replaced))
            case "calendar.revoke":
                Fixture.answer(
                    RevokeCalendarLink.Response(
                        revoked: CalendarLink(createdAt: Fixture.created, lastUsedAt: nil)))
            case "preferences.show":
                Fixture.answer(Preferences(inboundAlerts: true, timeZone: "Pacific/Auckland"))
            case "queue.list":
                Fixture.answer(
                    ListFollowUps.Response(
                        today: CivilDay(daysSince1970: 20_000), timeZone: "UTC", followUps: []))
            default: EventFixture.answers(to: call, role: .player)
            }
        }
    }

    private func serve(_ address: String, in harness: CompassHarness) throws {
        let home = CompassHome(path: harness.folder.path("home"))
        try FileManager.default.createDirectory(
            atPath: home.runFolder, withIntermediateDirectories: true)
        try Data(address.utf8).write(to: URL(fileURLWithPath: home.webAddressFile))
    }

    // N-35
    @Test func aLinkIsAnAddressOfThePages() throws {
        let harness = try Self.harness()
        try serve("https://compass.example.org/\n", in: harness)
        let ran = harness.run("calendar link")
        #expect(ran.out == "https://compass.example.org/calendar/a-b_c.ics\n")
        #expect(
            ran.err.contains("Subscribe to this address in your calendar program."), "\(ran.err)")
        #expect(ran.err.contains("Whoever has this address can read"))
        #expect(ran.err.contains("End it: compass calendar revoke\n"))
        #expect(!ran.err.contains("before has ended"))
        let json = harness.run("calendar link --json").out
        #expect(json.contains("\"address\":\"https://compass.example.org/calendar/a-b_c.ics\""))
        let again = try Self.harness(replaced: true)
        try serve("https://compass.example.org/\n", in: again)
        #expect(again.run("calendar link").err.contains("before has ended"))
        #expect(harness.run("calendar revoke").out == "Ended the calendar link\n")
    }

    // N-35
    @Test func withoutALinkTheCommandThatCreatesOneIsNamed() throws {
        let harness = try CompassHarness.signedIn { call in
            call.operation == RevokeCalendarLink.name
                ? .failure(.notFound(.calendar), executed: .no) : Fixture.script(call)
        }
        let ran = harness.run("calendar revoke")
        #expect(ran.code == .notFound)
        #expect(ran.err.hasPrefix("compass: You have no calendar link\n"), "\(ran.err)")
        #expect(ran.err.contains("Create one with: compass calendar link\n"))
    }

    /// N-35: without the pages the earlier link stays, since nobody could use the new one.
    @Test func withoutThePagesThereIsNoLink() throws {
        let harness = try Self.harness()
        for address in [nil, "", "somewhere\n"] as [String?] {
            if let address { try serve(address, in: harness) }
            let ran = harness.run("calendar link")
            #expect(ran.code == .unavailable && ran.err.contains("make up"))
        }
        #expect(!harness.transport.seen.contains { $0.operation == "calendar.link" })
    }

    // N-35: the days of the queue are those of the user's zone, unless `--tz` names another one.
    @Test func theCalendarIsExported() throws {
        let harness = try Self.harness()
        let shown = harness.run("calendar export")
        #expect(shown.out.hasPrefix("BEGIN:VCALENDAR\r\n"))
        #expect(shown.out.contains("X-WR-TIMEZONE:Pacific/Auckland\r\n"))
        #expect(shown.out.contains("SUMMARY:Bare Game\r\n"))
        let asked = try #require(harness.transport.seen.last { $0.operation == "queue.list" })
        #expect(EventFixture.payload(asked).contains("Pacific/Auckland"))
        let ran = harness.run("calendar export --to \(harness.folder.path("."))")
        #expect(ran.code == .success && ran.out.contains("2 events and 0 follow-ups"))
        let file = FileManager.default.contents(atPath: harness.folder.path(CalendarFeed.fileName))
        #expect(String(decoding: try #require(file), as: UTF8.self) == shown.out)
        #expect(
            harness.run("calendar export --tz America/Denver").out
                .contains("X-WR-TIMEZONE:America/Denver\r\n"))
        #expect(harness.run("calendar export -o csv").code == .usage)
        #expect(harness.run("calendar export --json").out.contains("\"follow_ups\":0"))
    }
}
