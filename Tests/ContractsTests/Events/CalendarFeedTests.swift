import Foundation
import Support
import Testing

@testable import Contracts

@Suite struct CalendarFeedTests {
    private static func day(_ text: String) -> CivilDay { EventCalendarTests.day(text) }

    private static let player = UserID(high: 2, low: 2)

    private static func uid(_ followUp: FollowUp) -> String {
        "follow-up-\(followUp.entryID.text)-\(followUp.playerID.text)"
    }

    private static func followUp(
        _ number: UInt64 = 1, _ name: String = "Pat Doyle", due: String = "2026-03-29",
        last: String = "2026-03-08T06:30:00Z", reason: FollowUpReason = .cadence
    ) -> FollowUp {
        FollowUp(
            coachID: CoachID(high: 0xC0, low: number), coachName: name, schoolID: nil,
            schoolName: "Duke, NC", playerID: player, playerName: "Ann Lee", reason: reason,
            lastContactAt: Instant(text: last), daysSince: 1, dueOn: day(due), daysOverdue: 0,
            group: .today, urgency: .none, cadenceDays: 21, decision: nil, version: 0)
    }

    private func feed(
        _ events: [Event] = [], _ followUps: [FollowUp] = [], zone: String = "America/New_York"
    ) -> CalendarFeed {
        CalendarFeed(family: "The Lees", timeZone: zone, events: events, followUps: followUps)
    }

    // N-31: whoever is none of the coaches is named as the queue does.
    @Test func somebodyWhoIsNoCoachIsAnswered() throws {
        var waiting = Self.followUp(reason: .answer)
        let contact = InteractionID(high: 0x1E, low: 7)
        (waiting.coachID, waiting.contactID, waiting.coachName) = (nil, contact, nil)
        let entry = try #require(try CalendarFile(feed([], [waiting]).text()).entries.first)
        #expect(entry["SUMMARY"] == "Answer a coach at Duke, NC")
        #expect(entry["UID"] == "follow-up-\(contact.text)-\(Self.player.text)")
    }

    // N-31
    @Test func theCalendarSaysWhoseItIsAndWhenToComeBack() throws {
        let file = try CalendarFile(feed().text())
        #expect(file.components.map(\.name) == ["VCALENDAR"])
        let calendar = file.components[0]
        #expect(calendar["X-WR-CALNAME"] == "The Lees: Recruiting Compass")
        #expect(calendar["NAME"] == calendar["X-WR-CALNAME"])
        #expect(calendar["X-WR-TIMEZONE"] == "America/New_York")
        #expect(calendar["REFRESH-INTERVAL;VALUE=DURATION"] == "PT1H")
        #expect(calendar["X-PUBLISHED-TTL"] == "PT1H")
        #expect(calendar["METHOD"] == nil)
    }

    // N-31: what follows up a coach is a whole day, which blocks no time.
    @Test func aFollowUpIsAWholeDay() throws {
        let file = try CalendarFile(feed([], [Self.followUp()]).text())
        let entry = try #require(file.entries.first)
        #expect(entry["UID"] == Self.uid(Self.followUp()))
        #expect(entry["DTSTART;VALUE=DATE"] == "20260329")
        #expect(entry["DTEND;VALUE=DATE"] == "20260330")
        #expect(entry["SUMMARY"] == "Keep in touch with Pat Doyle")
        #expect(
            entry["DESCRIPTION"] == "School: Duke, NC\nPlayer: Ann Lee\nLast contact: Mar 8, 2026")
        #expect(entry["TRANSP"] == "TRANSPARENT")
        #expect(entry["DTSTAMP"] == "20260308T063000Z")
        let answer = Self.followUp(reason: .answer)
        let other = try CalendarFile(feed([], [answer]).text())
        #expect(other.entries.first?["SUMMARY"] == "Answer Pat Doyle")
        let last = Self.followUp(due: "9999-12-31")
        let end = try CalendarFile(feed([], [last]).text())
        #expect(end.entries.first?["DTEND;VALUE=DATE"] == nil)
    }

    // N-31: two players of a family can follow up one coach, and a day can be chosen before there
    // was a contact. A decision is a later edition of the entry.
    @Test func eachPlayersDecisionIsAnEntryOfItsOwn() throws {
        var planned = Self.followUp(reason: .planned)
        (planned.lastContactAt, planned.version) = (nil, 3)
        planned.playerID = UserID(high: 3, low: 3)
        var put = Self.followUp()
        put.version = 1
        let entries = try CalendarFile(feed([], [planned, put, Self.followUp()]).text()).entries
        #expect(Set(entries.compactMap { $0["UID"] }).count == 2)
        let other = try #require(entries.first { $0["UID"] == Self.uid(planned) })
        #expect(other["SUMMARY"] == "Contact Pat Doyle" && other["SEQUENCE"] == "3")
        #expect(other["DTSTAMP"] == "20260329T000000Z")
        #expect(other["DESCRIPTION"] == "School: Duke, NC\nPlayer: Ann Lee")
        let editions = entries.filter { $0["UID"] == Self.uid(put) }
            .compactMap { $0["SEQUENCE"].flatMap { Int($0) } }
        #expect(abs(editions[0] - editions[1]) == 1)
    }

    /// N-31: the day of a contact is the member's, also beside changes of the clock. Days of
    /// events and of follow-ups are the same in every zone.
    @Test(arguments: [
        "America/New_York": [
            "2026-03-08T04:59:59Z": "Mar 7, 2026", "2026-03-08T05:00:00Z": "Mar 8, 2026",
            "2026-03-09T03:59:59Z": "Mar 8, 2026", "2026-11-02T04:59:59Z": "Nov 1, 2026",
        ],
        "Pacific/Auckland": [
            "2026-04-04T10:59:59Z": "Apr 4, 2026", "2026-04-04T11:00:00Z": "Apr 5, 2026",
            "2026-04-05T12:00:00Z": "Apr 6, 2026", "2026-09-26T12:00:00Z": "Sep 27, 2026",
        ],
    ])
    func daysOfContactsAreTheMembers(zone: String, contacts: [String: String]) throws {
        let event = EventCalendarTests.event { $0.startTime = LocalTime(text: "02:30") }
        for (last, shown) in contacts {
            let text = feed([event], [Self.followUp(last: last)], zone: zone).text()
            let file = try CalendarFile(text)
            #expect(file.entries[0]["DTSTART"] == "20260415T023000")
            #expect(file.entries[1]["DTSTART;VALUE=DATE"] == "20260329")
            #expect(file.entries[1]["DESCRIPTION"]?.hasSuffix("Last contact: \(shown)") == true)
        }
    }

    // N-31: the same records are the same bytes, in whatever order they come.
    @Test func theOrderOfRecordsDoesNotMatter() {
        let events = (0..<20).map { number in
            EventCalendarTests.event { event in
                event.id = EventID(high: 1, low: UInt64(number))
                event.startDate = CivilDay(daysSince1970: 20_000 + Int64(number / 3))
            }
        }
        let followUps = (0..<20).map { Self.followUp(UInt64($0), due: "2026-04-0\(1 + $0 / 4)") }
        let text = feed(events, followUps).text()
        var numbers = SeededNumbers(seed: 7)
        for _ in 0..<5 {
            let shuffled = feed(
                events.shuffled(using: &numbers), followUps.shuffled(using: &numbers))
            #expect(shuffled.text() == text)
        }
    }

    /// N-30: at the limit everything is shown; one past it, the earliest event and the follow-up
    /// that is due last are left out.
    @Test(arguments: [0, 1])
    func aCalendarHasLimits(past: Int) throws {
        let events = (0..<CalendarLimit.events + past).map { number in
            EventCalendarTests.event { event in
                event.id = EventID(high: 1, low: UInt64(number))
                event.startDate = CivilDay(daysSince1970: 10_000 + Int64(number))
            }
        }
        let followUps = (0..<CalendarLimit.followUps + past).map { number in
            var followUp = Self.followUp(UInt64(number))
            followUp.dueOn = CivilDay(daysSince1970: 10_000 + Int64(number))
            return followUp
        }
        let file = try CalendarFile(feed(events, followUps).text())
        let uids = Set(file.entries.compactMap { $0["UID"] })
        #expect(uids.count == CalendarLimit.events + CalendarLimit.followUps)
        #expect(file.entries.count == uids.count)
        #expect(uids.contains(events[0].id.text) == (past == 0))
        let last = try #require(followUps.last)
        #expect(uids.contains(Self.uid(last)) == (past == 0))
        #expect(CalendarFeed.eventsRequest.limit.value == CalendarLimit.events)
        #expect(CalendarFeed.eventsRequest.sort.value == EventOrder.latest.rawValue)
    }

    /// N-30: a reader gets the texts, days and alarms of the records back, whatever they contain.
    @Test(arguments: 1...40)
    func whatIsWrittenReadsBack(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let events = (0..<12).map { Self.event($0, &numbers) }
        let followUps = (0..<6).map { number in
            Self.followUp(UInt64(number), Self.text(&numbers))
        }
        let text = feed(events, followUps).text()
        for line in text.components(separatedBy: "\r\n") {
            #expect(line.utf8.count <= CalendarLine.bytesMax)
        }
        let file = try CalendarFile(text)
        #expect(file.entries.count == events.count + followUps.count)
        for event in events {
            let entry = try #require(file.entries.first { $0["UID"] == event.id.text })
            #expect(entry["SUMMARY"] == event.name)
            #expect(entry["SEQUENCE"] == "\(event.version)")
            #expect((entry["LOCATION"] ?? "") == (event.placeText ?? ""))
            let about = entry["DESCRIPTION"] ?? ""
            #expect(about.hasSuffix(event.description ?? ""))
            let start = event.startDate.text.replacing("-", with: "")
            if let time = event.startTime {
                let clock = time.text.replacing(":", with: "")
                #expect(entry["DTSTART"] == "\(start)T\(clock)00")
            } else {
                #expect(entry["DTSTART;VALUE=DATE"] == start)
            }
            let alarms = file.components.filter { $0.name == "VALARM" && $0.uid == event.id.text }
            #expect(alarms.count == (event.checkinTime == nil ? 0 : 1))
        }
        for followUp in followUps {
            let uid = Self.uid(followUp)
            let entry = try #require(file.entries.first { $0["UID"] == uid })
            #expect(entry["SUMMARY"] == "Keep in touch with \(followUp.whom)")
        }
    }

    private static func event(_ number: Int, _ numbers: inout SeededNumbers) -> Event {
        var event = EventCalendarTests.event()
        event.id = EventID(high: 1, low: UInt64(number))
        event.name = text(&numbers)
        event.startDate = CivilDay(daysSince1970: Int64.random(in: 0...40_000, using: &numbers))
        event.version = Int.random(in: 1...9_999, using: &numbers)
        func time() -> LocalTime? {
            guard Bool.random(using: &numbers) else { return nil }
            let minutes = Int.random(in: 0..<1_440, using: &numbers)
            let (hour, minute) = (minutes / 60, minutes % 60)
            return LocalTime(
                text: "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)")
        }
        event.startTime = time()
        event.checkinTime = time()
        if Bool.random(using: &numbers) { event.description = text(&numbers) }
        if Bool.random(using: &numbers) { event.city = text(&numbers) }
        return event
    }

    /// A text with everything that is escaped, folded or longer than a byte.
    private static func text(_ numbers: inout SeededNumbers) -> String {
        let pieces = [
            "a", "Z", " ", ",", ";", "\\", "\\n", ":", "\"", "\n", "é", "e\u{301}", "日", "🏈",
            "👩‍👧", "BEGIN:VEVENT", "=", "\t",
        ]
        let count = Int.random(in: 1...120, using: &numbers)
        let inside = (0..<count).compactMap { _ in pieces.randomElement(using: &numbers) }
        return "x" + inside.joined() + "x"
    }
}

/// A reader of calendar files, written from RFC 5545 alone: it unfolds lines, splits names from
/// values and takes escapes back. Throws for a file that the grammar does not allow.
struct CalendarFile {
    struct Failure: Error {
        let line: String
    }

    struct Component {
        let name: String
        /// The identifier of the component, or of the one around it.
        var uid = ""
        /// Values by names with their parameters, unescaped.
        var values: [String: String] = [:]

        subscript(name: String) -> String? { values[name] }
    }

    /// All components, the outer ones before the inner ones.
    private(set) var components: [Component] = []
    var entries: [Component] { components.filter { $0.name == "VEVENT" } }

    init(_ text: String) throws {
        guard text.hasSuffix("\r\n") else { throw Failure(line: "the end") }
        let unfolded = text.replacingOccurrences(of: "\r\n ", with: "", options: .literal)
        var open: [Int] = []
        for line in unfolded.components(separatedBy: "\r\n").dropLast() {
            guard !line.contains("\n"), !line.contains("\r"), let colon = line.firstIndex(of: ":")
            else { throw Failure(line: line) }
            let name = String(line[..<colon])
            let value = String(line[line.index(after: colon)...])
            switch name {
            case "BEGIN":
                let uid = open.last.map { components[$0].uid } ?? ""
                open.append(components.count)
                components.append(Component(name: value, uid: uid))
            case "END":
                guard let last = open.popLast(), components[last].name == value else {
                    throw Failure(line: line)
                }
            default:
                guard let place = open.last, components[place].values[name] == nil else {
                    throw Failure(line: line)
                }
                components[place].values[name] = try Self.unescaped(value)
                if name == "UID" { components[place].uid = value }
            }
        }
        guard open.isEmpty else { throw Failure(line: "the end") }
    }

    private static func unescaped(_ value: String) throws -> String {
        var output = String.UnicodeScalarView()
        var scalars = value.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "\\" else {
                output.append(scalar)
                continue
            }
            switch scalars.next() {
            case "n"?, "N"?: output.append("\n")
            case let other? where ["\\", ";", ","].contains(other): output.append(other)
            default: throw Failure(line: value)
            }
        }
        return String(output)
    }
}
