import Testing

@testable import Contracts

@Suite struct EventCalendarTests {
    static func event(_ change: (inout Event) -> Void = { _ in }) -> Event {
        var event = Event(
            id: Identifier(high: 0x0197_0000_0000_7000, low: 0x8000_0000_0000_0001),
            familyUnitID: Identifier(high: 1, low: 2), userID: Identifier(high: 3, low: 4),
            type: .showcase, name: "Spring Showcase", startDate: day("2026-04-15"),
            at: Instant(milliseconds: 1_770_127_200_000))
        change(&event)
        return event
    }

    static func day(_ text: String) -> CivilDay {
        CivilDay(text: text) ?? CivilDay(daysSince1970: 0)
    }

    private static func time(_ text: String) -> LocalTime { LocalTime(text: text) ?? .noon }

    private func lines(_ event: Event) -> [String] {
        EventCalendar.text([event]).split(separator: "\r\n").map(String.init)
    }

    private func line(_ event: Event, _ name: String) -> String? {
        lines(event).first { $0.hasPrefix(name) }
    }

    // T-17: a day stays a day.
    @Test func anEventOfDaysIsAllOfThem() {
        #expect(
            lines(Self.event()) == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Recruiting Compass//compass//EN",
                "CALSCALE:GREGORIAN", "BEGIN:VEVENT", "UID:01970000-0000-7000-8000-000000000001",
                "SEQUENCE:1", "DTSTAMP:20260203T140000Z", "CREATED:20260203T140000Z",
                "LAST-MODIFIED:20260203T140000Z", "DTSTART;VALUE=DATE:20260415",
                "DTEND;VALUE=DATE:20260416", "SUMMARY:Spring Showcase", "CATEGORIES:Showcase",
                "STATUS:TENTATIVE", "END:VEVENT", "END:VCALENDAR",
            ])
        let several = Self.event { $0.endDate = Self.day("2026-04-30") }
        #expect(line(several, "DTEND") == "DTEND;VALUE=DATE:20260501")
        let last = Self.event { $0.startDate = Self.day("9999-12-31") }
        #expect(line(last, "DTEND") == nil)
    }

    /// A camp over midnight ends on the next day.
    @Test(
        arguments: [
            (nil, "20:00", "01:00", "DTEND:20260416T010000"),
            ("2026-04-15", "23:59", "00:00", "DTEND:20260416T000000"),
            ("2026-04-16", "20:00", "01:00", "DTEND:20260416T010000"),
            (nil, "18:00", "12:00", "DTEND:20260416T120000"), (nil, "18:00", "12:01", nil),
        ] as [(String?, String, String, String?)])
    func anEndBeforeTheStartIsOnTheNextDay(
        last: String?, start: String, end: String, ends: String?
    ) {
        #expect(EventCalendar.overnightMinutesMax == 18 * 60)
        let event = Self.event { event in
            event.endDate = last.map(Self.day)
            (event.startTime, event.endTime) = (Self.time(start), Self.time(end))
        }
        #expect(line(event, "DTEND") == ends)
    }

    @Test(
        arguments: [
            (nil, "09:00", nil, nil), (nil, "09:00", "17:30", "DTEND:20260415T173000"),
            (nil, "09:00", "09:00", nil), (nil, "09:00", "08:00", nil),
            ("2026-04-16", "09:00", "08:00", "DTEND:20260416T080000"),
            ("2026-04-16", "09:00", nil, "DTEND:20260417T000000"),
            (nil, nil, "17:30", "DTEND;VALUE=DATE:20260416"),
        ] as [(String?, String?, String?, String?)])
    func timesAreThoseOfThePlace(last: String?, start: String?, end: String?, ends: String?) {
        let event = Self.event { event in
            event.endDate = last.map(Self.day)
            event.startTime = start.map(Self.time)
            event.endTime = end.map(Self.time)
        }
        let first = start == nil ? "DTSTART;VALUE=DATE:20260415" : "DTSTART:20260415T090000"
        #expect(line(event, "DTSTART") == first)
        #expect(line(event, "DTEND") == ends)
        #expect((line(event, "DESCRIPTION") != nil) == (start == nil && end != nil))
    }

    @Test(
        arguments: [
            ("09:00", "08:15", "-PT45M"), ("09:00", "09:00", "PT0M"), ("09:00", "09:10", "PT10M"),
            (nil, "08:15", "PT495M"),
        ] as [(String?, String, String)])
    func checkInRingsAnAlarm(start: String?, checkin: String, trigger: String) {
        let event = Self.event { event in
            event.startTime = start.map(Self.time)
            event.checkinTime = Self.time(checkin)
        }
        #expect(line(event, "TRIGGER") == "TRIGGER:\(trigger)")
        #expect(line(event, "ACTION") == "ACTION:DISPLAY")
        #expect(lines(Self.event()).allSatisfy { !$0.contains("VALARM") })
    }

    @Test func textsAreEscaped() {
        let event = Self.event { event in
            event.name = "A; B, C\\D\u{7}"
            event.description = "one\r\ntwo\nthree\rfour\tfive"
            event.url = "https://camp.example/a b?q=\"é\"&x=%20"
            event.registered = true
        }
        #expect(line(event, "SUMMARY") == "SUMMARY:A\\; B\\, C\\\\D")
        #expect(line(event, "DESCRIPTION") == "DESCRIPTION:one\\ntwo\\nthree\\nfour\tfive")
        #expect(line(event, "URL") == "URL:https://camp.example/a%20b?q=%22%C3%A9%22&x=%20")
        #expect(line(event, "STATUS") == "STATUS:CONFIRMED")
    }

    @Test func noLineIsLongerThan75BytesAndNoCharacterIsParted() {
        for length in 60...90 {
            let name =
                String(repeating: "x", count: length) + String(repeating: "日é", count: 60)
            let text = EventCalendar.text([Self.event { $0.name = name }])
            for line in text.split(separator: "\r\n") {
                #expect(line.utf8.count <= CalendarLine.bytesMax)
            }
            let unfolded = text.replacing("\r\n ", with: "")
            #expect(unfolded.contains("SUMMARY:\(name)\r\n"))
        }
        let exact = String(repeating: "x", count: CalendarLine.bytesMax)
        #expect(CalendarLine.folded(exact) == exact + "\r\n")
        #expect(CalendarLine.folded(exact + "x") == exact + "\r\n x\r\n")
    }

    @Test(arguments: [
        ("Spring Showcase", "event-spring-showcase.ics"), ("../a/b", "event-a-b.ics"),
        ("Été 2026!", "event-été-2026.ics"), ("…", "event-00000001.ics"),
    ])
    func theFileIsNamedAfterTheEvent(name: String, file: String) {
        #expect(EventCalendar.fileName(of: Self.event { $0.name = name }) == file)
        let long = Self.event { $0.name = String(repeating: "é", count: 255) }
        #expect(EventCalendar.fileName(of: long).utf8.count <= 255)
    }

    // EV-07, EV-08, U-20
    @Test(
        arguments: [
            ([nil, nil, nil, nil], nil, nil), (["Doak Field", nil, nil, nil], "Doak Field", nil),
            ([nil, nil, nil, "NC"], "NC", nil), (["", "", "", ""], nil, nil),
            (
                ["Doak Field", nil, "Raleigh", "NC"], "Doak Field, Raleigh, NC",
                "Doak%20Field%2C%20Raleigh%2C%20NC"
            ),
            (
                ["Doak Field", "1 Varsity Dr #2", "Raleigh", "NC"],
                "Doak Field, 1 Varsity Dr #2, Raleigh, NC",
                "1%20Varsity%20Dr%20%232%2C%20Raleigh%2C%20NC"
            ),
            ([nil, nil, "San José", nil], "San José", "San%20Jos%C3%A9"),
            (["Raleigh, NC", nil, "Raleigh", "NC"], "Raleigh, NC", "Raleigh%2C%20NC"),
        ] as [([String?], String?, String?)])
    func directionsNeedAnAddressOrACity(parts: [String?], place: String?, destination: String?) {
        let event = Self.event { event in
            event.location = parts[0]
            event.address = parts[1]
            event.city = parts[2]
            event.state = parts[3]
        }
        #expect(event.placeText == place)
        let url = destination.map { "https://www.google.com/maps/dir/?api=1&destination=\($0)" }
        #expect(event.directionsURL == url)
    }
}
