import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Gateway

/// Text as people read it: `digest`.
@Suite struct DigestCommandTests {
    private func harness(away: String? = nil) throws -> CompassHarness {
        try EventFixture.harness(.player) { call in
            let isList = [
                "interactions.list", "queue.list", "events.list", "posts.list",
            ].contains(call.operation)
            if isList, call.service == away { return Fixture.refusal(.timeout, "away") }
            switch call.operation {
            case "interactions.list":
                return Fixture.answer(
                    ListInteractions.Response(
                        activeFilters: [],
                        analytics: .init(total: 0, outbound: 0, inbound: 0, thisWeek: 0),
                        interactions: [], loggedByOptions: nil, title: ""))
            case "queue.list":
                return Fixture.answer(
                    ListFollowUps.Response(
                        today: CivilDay(daysSince1970: 20_000), timeZone: "UTC",
                        followUps: [Self.overdue]))
            case "events.list":
                return Fixture.answer(ListEvents.Response([], total: 0))
            case "posts.list":
                return Fixture.answer(
                    ListPosts.Response([], total: 0))
            default: return EventFixture.answers(to: call, role: .player)
            }
        }
    }

    private static let overdue = FollowUp(
        coachID: CoachID(high: 0xC0, low: 1), coachName: "Pat Doyle", schoolID: nil,
        schoolName: "Duke", playerID: UserID(high: 1, low: 1), playerName: "Ann Player",
        reason: .cadence, lastContactAt: Instant(milliseconds: 0), daysSince: 31,
        dueOn: CivilDay(daysSince1970: 19_990), daysOverdue: 10, group: .overdue,
        urgency: .red, cadenceDays: 21, decision: nil, version: 0)

    private let lists = ["interactions.list", "queue.list", "events.list", "posts.list"]

    // N-75
    @Test func theDigestIsText() throws {
        let harness = try harness()
        let ran = harness.run("digest")
        #expect(ran.code == .success)
        #expect(ran.out.hasPrefix("Weekly digest: "))
        #expect(
            ran.out.contains("\nOVERDUE\n1 follow-up on ")
                && ran.out.contains("\n  Pat Doyle, Duke: Keep in touch, 10 days overdue\n"))
        #expect(Set(harness.transport.seen.map(\.operation)).isSuperset(of: lists))
        let sent = harness.transport.seen.first { $0.operation == "interactions.list" }
        #expect(EventFixture.payload(sent).contains(#""since":"#))
        let rows = harness.run("digest -o csv").out
        #expect(rows.contains("Overdue,\"Pat Doyle, Duke\",\"Keep in touch, 10 days overdue\""))
        #expect(harness.run("digest -o name").out.contains("-W"))
    }

    // N-75: an old week asks for nothing that is of today.
    @Test func anOldWeekHasNoQueue() throws {
        let harness = try harness()
        let ran = harness.run("digest --week 2020-W53 --json")
        #expect(ran.out.contains(#""week":"2020-W53""#))
        #expect(ran.out.contains(#""first_day":"2020-12-28""#))
        #expect(ran.out.contains(#""overdue":null"#) && ran.out.contains(#""events":null"#))
        let asked = harness.transport.seen.map(\.operation)
        #expect(!asked.contains("queue.list") && !asked.contains("events.list"))
    }

    // N-75
    @Test func oneWeekIsNamed() throws {
        let harness = try harness()
        for line in [
            "digest --week 2020-W53 --this", "digest --this --last", "digest --html - --json",
            "digest --mail --html -", "digest --mail -o csv",
        ] {
            let ran = harness.run(line)
            #expect(ran.code == .usage, "\(line): \(ran.err)")
        }
        for week in ["2021-W53", "2020-53", "9000-W01"] {
            #expect(harness.run("digest --week \(week)").code == .invalid, "\(week)")
        }
        #expect(harness.run("digest --week 9000-W01").err.contains(DigestText.futureRefusal))
        #expect(harness.run("digest --week 9000-1").err.contains(DigestText.weekRefusal))
        #expect(harness.run("digest --week last").err.contains("Use --last for the last"))
        #expect(harness.run("digest --this").code == .success)
        #expect(harness.run("digest --last").out == harness.run("digest").out)
    }

    // N-79
    @Test func aServiceThatIsAwayIsNamed() throws {
        let ran = try harness(away: "events").run("digest --json")
        #expect(ran.code == .unavailable)
        #expect(ran.out.contains(#""unavailable":["events"]"#))
        let text = try harness(away: "interactions").run("digest")
        #expect(text.code == .unavailable && text.out.contains(DigestText.away))
        // Nobody would see what a file lacks.
        let file = try harness(away: "events").run("digest --html -")
        #expect(file.code == .unavailable && file.out.isEmpty)
        let mail = try harness(away: "analytics").run("digest --mail")
        #expect(mail.code == .unavailable && mail.out.isEmpty)
    }

    // N-76
    @Test func aMessageGoesToStdout() throws {
        let ran = try harness().run("digest --week 2020-W53 --mail")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.out.hasPrefix("From: <") && ran.out.contains("\r\nTo: <"))
        #expect(ran.out.contains("Message-ID: <digest.2020-W53."))
    }

    // N-76
    @Test func htmlGoesToAFileOrToStdout() throws {
        let harness = try harness()
        let folder = try TemporaryFolder()
        let path = folder.path("digest-2020-W53.html")
        let ran = harness.run("digest --week 2020-W53 --html \(folder.path(""))")
        #expect(ran.code == .success, "\(ran.err)")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("<!DOCTYPE html>\n") && text.contains("Week 53, Dec 28, 2020"))
        #expect(harness.run("digest --week 2020-W53 --html -").out == text)
        // An existing file is replaced only if that was confirmed.
        #expect(harness.run("digest --week 2020-W53 --html \(path)").code == .conflict)
        #expect(harness.run("digest --week 2020-W53 --html \(path) --yes").code == .success)
    }
}
