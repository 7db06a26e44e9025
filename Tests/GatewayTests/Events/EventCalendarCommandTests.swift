import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Gateway

@Suite struct EventCalendarCommandTests {
    private static func harness(_ change: @escaping @Sendable (inout Event) -> Void) throws
        -> CompassHarness
    {
        let harness = try CompassHarness { call in
            var event = Event(
                id: Fixture.id(0xeeee_0001), familyUnitID: Fixture.familyID,
                userID: Fixture.playerID, type: .camp, name: "Winter Camp",
                startDate: CivilDay(daysSince1970: 20_500), at: Fixture.created)
            change(&event)
            return switch call.operation {
            case "events.list": Fixture.answer(ListEvents.Response([event], total: 1))
            case "events.show":
                Fixture.answer(
                    ShowEvent.Response(
                        event: event, coaches: [], availableCoaches: [], metrics: [],
                        quickLog: QuickLog(event, in: .gmt)))
            default: Fixture.answers(to: call, role: .player)
            }
        }
        try harness.signIn()
        return harness
    }

    @Test func aCalendarFileIsWrittenOrShown() throws {
        let harness = try Self.harness { _ in }
        let shown = harness.run("events ics Winter Camp")
        #expect(shown.out.hasPrefix("BEGIN:VCALENDAR\r\n"))
        #expect(shown.out.contains("UID:\(Fixture.id(0xeeee_0001) as EventID)\r\n"))
        let ran = harness.run("events ics Winter --to \(harness.folder.path("."))")
        #expect(ran.code == .success, "\(ran.err)")
        let path = harness.folder.path("event-winter-camp.ics")
        let file = try #require(FileManager.default.contents(atPath: path))
        #expect(String(decoding: file, as: UTF8.self) == shown.out)
        #expect(harness.run("events ics Winter -o csv").code == .usage)
        #expect(harness.run("events ics Winter --json").out.hasPrefix("{"))
    }

    // What the desktop's program ends with on a machine without one is told in words.
    @Test func aLinkThatNobodyOpensSaysWhy() {
        #expect(LinkOpener.problem(of: 0, "/usr/bin/xdg-open") == nil)
        #expect(
            LinkOpener.problem(of: LinkOpener.noBrowserStatus, "/usr/bin/xdg-open")
                == "/usr/bin/xdg-open found no browser on this machine.")
        #expect(
            LinkOpener.problem(of: 4, "/usr/bin/xdg-open") == "/usr/bin/xdg-open ended with 4.")
    }

    // EV-08, U-20
    @Test func directionsAreALink() throws {
        let harness = try Self.harness { $0.city = "San José" }
        var opened: [String] = []
        harness.openLink = { url in
            opened.append(url)
            return nil
        }
        let url = "https://www.google.com/maps/dir/?api=1&destination=San%20Jos%C3%A9"
        #expect(harness.run("events directions Winter").out == "\(url)\n")
        #expect(opened.isEmpty)
        #expect(harness.run("events directions Winter --open").code == .success)
        #expect(opened == [url])
        harness.openLink = { _ in "No program." }
        #expect(harness.run("events directions Winter --open").code == .unavailable)
        #expect(
            harness.run("events directions Winter --json").out.contains("\"place\":\"San José\""))
    }

    @Test func withoutAnAddressAndACityThereAreNone() throws {
        let ran = try Self.harness { $0.location = "Doak Field" }.run("events directions Winter")
        #expect(ran.code == .invalid)
        #expect(ran.err.contains("has no address and no city"))
    }
}
