import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Text as people read it: `timeline`.
@Suite struct TimelineCommandTests {
    private static let now = Instant(milliseconds: 1_770_724_800_000)

    private static func entry(
        _ kind: TimelineKind, _ type: String, _ title: String, _ at: Instant, _ number: UInt64,
        _ change: (inout TimelineEntry) -> Void = { _ in }
    ) -> TimelineEntry {
        let id = RecordID(high: 1, low: number)
        var entry = TimelineEntry(
            kind: kind, id: id, cursor: TimelineCursor(at, id).text, at: at, day: nil,
            endDay: nil, type: type, direction: nil, title: title, text: nil, coachName: nil,
            schoolName: nil, interest: nil, status: nil, loggedBy: nil, loggedByName: nil)
        change(&entry)
        return entry
    }

    private static let contact = entry(.interaction, "phone_call", "Camp talk", now, 1) {
        $0.direction = .inbound
        $0.schoolName = "Duke"
        $0.coachName = "Pat Doyle"
        $0.interest = .high
        $0.loggedBy = UserID(high: 1, low: 1)
        $0.loggedByName = "Ann Player"
    }
    private static let event = entry(
        .event, "camp", "Summer camp", now.advanced(by: .seconds(-86_400)), 2
    ) {
        $0.at = nil
        $0.day = CivilDay(daysSince1970: 20_493)
        $0.status = .attended
    }
    private static let post = entry(
        .post, "twitter", "@patdoyle", now.advanced(by: .seconds(-172_800)), 3
    ) { $0.text = "Great class of 2027" }

    private static let figures = TimelineFigures(
        months: [], outbound: 3, inbound: 1, frequency: 0.4, lastOutboundAt: nil,
        lastInboundAt: nil, interest: .high, interestBefore: nil, trend: .unknown, quietDays: 45)

    private func harness(away: String? = nil, hasMore: Bool = false) throws -> CompassHarness {
        try EventFixture.harness(.player) { call in
            let answers: [String: [TimelineEntry]] = [
                "interactions.timeline": [Self.contact], "events.timeline": [Self.event],
                "posts.timeline": [Self.post],
            ]
            if call.operation.hasPrefix("timeline") || answers[call.operation] != nil,
                call.service == away
            {
                return Fixture.refusal(.timeout, "away")
            }
            if call.operation == "timeline.figures" {
                return Fixture.answer(
                    ShowTimelineFigures.Response(
                        figures: Self.figures, today: CivilDay(daysSince1970: 20_494),
                        timeZone: "UTC"))
            }
            if let entries = answers[call.operation] {
                return Fixture.answer(TimelineAnswer(entries: entries, hasMore: hasMore))
            }
            return EventFixture.answers(to: call, role: .player)
        }
    }

    private let terminal = TerminalTraits(isTerminal: true, columns: 120)
    private let coach = Fixture.coach.id.text

    // N-45
    @Test func theEntriesOfAllServicesAreOneTable() throws {
        let harness = try harness()
        let ran = harness.run("timeline \(coach) --tz UTC", traits: terminal)
        #expect(
            ran.out == """
                Gone quiet: nothing from them for 45 days
                You: 3 outbound and 1 inbound in the last 12 months
                On average 0.4 contacts in 30 days
                Interest: High Interest

                When          Kind          Direction  What         With  Interest       Text
                Feb 10, 2026  Phone Call    Inbound    Camp talk    Duke  High Interest
                Feb 9, 2026   Camp          Attended   Summer camp
                Feb 8, 2026   Twitter post             @patdoyle                         \
                Great class of 2027

                """)
        #expect(ran.code == .success)
        let asked = Set(harness.transport.seen.map(\.operation))
        #expect(
            asked.isSuperset(of: [
                "interactions.timeline", "events.timeline", "posts.timeline", "timeline.figures",
            ]))
        let sent = harness.transport.seen.first { $0.operation == "posts.timeline" }
        #expect(EventFixture.payload(sent).contains(#""coach_id":"\#(coach)""#))
    }

    // N-45
    @Test func aSchoolAndAFlagNameThemToo() throws {
        let harness = try harness()
        let school = Fixture.dukeID.text
        let ran = harness.run("timeline --school \(school) -o name", traits: terminal)
        #expect(
            ran.out
                == [Self.contact, Self.event, Self.post].map { $0.id.text + "\n" }.joined())
        let sent = harness.transport.seen.first { $0.operation == "events.timeline" }
        #expect(EventFixture.payload(sent).contains(#""school_id":"\#(school)""#))
        #expect(harness.run("timeline --coach \(coach)").code == .success)
    }

    // N-42, N-45
    @Test func aServiceThatIsAwayIsNamedAndTheOthersAreShown() throws {
        let ran = try harness(away: "events").run("timeline \(coach)", traits: terminal)
        #expect(ran.code == .unavailable)
        #expect(ran.out.contains("Camp talk") && !ran.out.contains("Summer camp"))
        #expect(ran.out.contains("events does not answer: some entries are missing here"))
        let json = try harness(away: "interactions").run("timeline \(coach) --json")
        #expect(json.out.contains(#""unavailable":["interactions"]"#))
        #expect(json.out.contains(#""figures":null"#))
        #expect(json.out.contains(#""next_cursor":null"#))
    }

    // N-41, N-45
    @Test func moreIsReadWithACursor() throws {
        let harness = try harness(hasMore: true)
        let ran = harness.run("timeline \(coach) --limit 2", traits: terminal)
        #expect(ran.out.contains("More: --cursor \(Self.event.cursor)"))
        #expect(!ran.out.contains("@patdoyle"))
        _ = harness.run("timeline \(coach) --cursor \(Self.event.cursor)", traits: terminal)
        let sent = harness.transport.seen.last { $0.operation == "interactions.timeline" }
        #expect(EventFixture.payload(sent).contains(#""cursor":"\#(Self.event.cursor)""#))
    }

    // N-45
    @Test func oneCoachOrOneSchoolIsNamed() throws {
        let harness = try harness()
        for line in [
            "timeline", "timeline \(coach) --school Duke", "timeline \(coach) --coach \(coach)",
        ] {
            let ran = harness.run(line)
            #expect(ran.code == .usage && ran.err.contains(TimelineText.choiceRefusal), "\(line)")
        }
        for line in [
            "timeline \(coach) --cursor x", "timeline \(coach) --limit 0",
            "timeline \(coach) --limit \(TimelineLimit.entriesMax + 1)",
        ] {
            #expect(harness.run(line).code == .invalid, "\(line)")
        }
        #expect(
            harness.run("timeline \(coach) --limit \(TimelineLimit.entriesMax)").code == .success)
    }
}
