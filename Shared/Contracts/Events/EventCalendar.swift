/// Writes events as an iCalendar file (RFC 5545).
///
/// All-day events stay dates. Times have no zone ("floating", 3.3.5), since the zone of the event's
/// place is not recorded: a device at that place shows them correctly and rings on time.
public enum EventCalendar {
    public static let mediaType = "text/calendar; charset=utf-8"

    /// Returns a file with these events, in their order.
    public static func text(_ events: [Event]) -> String {
        file([], events.flatMap { content(of: $0) })
    }

    /// Returns a file with further properties and these components.
    static func file(_ properties: [String], _ components: [String]) -> String {
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Recruiting Compass//compass//EN",
            "CALSCALE:GREGORIAN",
        ]
        let lines = head + properties + components + ["END:VCALENDAR"]
        return lines.map(CalendarLine.folded).joined()
    }

    /// Returns the file name for one event: its name in lower case, with one hyphen for each run of
    /// characters other than letters and digits.
    public static func fileName(of event: Event) -> String {
        var name = ""
        for character in event.name.lowercased() {
            let isPlain = character.isLetter || character.isNumber
            if !isPlain, name.isEmpty || name.hasSuffix("-") { continue }
            name += isPlain ? String(character) : "-"
            if name.utf8.count >= fileNameBytesMax { break }
        }
        while name.hasSuffix("-") { name.removeLast() }
        return "event-\(name.isEmpty ? ShortID.text(of: event.id.text) : name).ics"
    }

    /// The approximate maximum length of the event's name within a file name, in bytes.
    static let fileNameBytesMax = 200

    // MARK: One event

    static func content(of event: Event) -> [String] {
        var lines = [
            "BEGIN:VEVENT", "UID:\(event.id.text)", "SEQUENCE:\(event.version)",
            // In a file without METHOD, DTSTAMP is the time of the last revision (3.8.7.2).
            "DTSTAMP:\(instant(event.updatedAt))", "CREATED:\(instant(event.createdAt))",
            "LAST-MODIFIED:\(instant(event.updatedAt))",
        ]
        lines += span(of: event)
        lines.append("SUMMARY:\(CalendarLine.text(event.name))")
        if let place = event.placeText { lines.append("LOCATION:\(CalendarLine.text(place))") }
        let about = description(of: event)
        if !about.isEmpty { lines.append("DESCRIPTION:\(CalendarLine.text(about))") }
        if let url = event.url { lines.append("URL:\(CalendarLine.address(url))") }
        lines.append("CATEGORIES:\(CalendarLine.text(event.type.label))")
        let isSure = event.registered || event.attended
        lines.append("STATUS:\(isSure ? "CONFIRMED" : "TENTATIVE")")
        return lines + alarm(of: event) + ["END:VEVENT"]
    }

    private static func description(of event: Event) -> String {
        var parts: [String] = []
        if let school = event.schoolName { parts.append("School: \(school)") }
        if let time = event.checkinTime { parts.append("Check-in: \(time.label)") }
        if event.startTime == nil, let time = event.endTime { parts.append("Ends: \(time.label)") }
        if let description = event.description {
            parts.append((parts.isEmpty ? "" : "\n") + description)
        }
        return parts.joined(separator: "\n")
    }

    /// Returns the start and end lines. Without a start time the event covers whole days, and its
    /// end is the day after the last one. With a start time it lasts until its end time; if that is
    /// unknown and the event has several days, until the end of the last day. An end before the
    /// start of its only day, such as 1:00 AM after 8:00 PM, is on the next day.
    private static func span(of event: Event) -> [String] {
        let after = event.lastDay.adding(days: 1)
        guard let start = event.startTime else {
            let end = after.map { ["DTEND;VALUE=DATE:\(day($0))"] } ?? []
            return ["DTSTART;VALUE=DATE:\(day(event.startDate))"] + end
        }
        let first = ["DTSTART:\(day(event.startDate))T\(time(start))"]
        let isOneDay = event.lastDay <= event.startDate
        if let end = event.endTime {
            // An end must be later than the start (3.8.2.2).
            guard isOneDay, end <= start else {
                return first + ["DTEND:\(day(event.lastDay))T\(time(end))"]
            }
            let minutes = end.minutesOfDay - start.minutesOfDay + 24 * 60
            guard minutes <= overnightMinutesMax, let after else { return first }
            return first + ["DTEND:\(day(after))T\(time(end))"]
        }
        guard !isOneDay, let after else { return first }
        return first + ["DTEND:\(day(after))T000000"]
    }

    /// The longest event that ends on the day after its only one; a longer one is a mistake.
    static let overnightMinutesMax = 18 * 60

    /// Returns an alarm at check-in, relative to the start; an all-day event starts at midnight.
    private static func alarm(of event: Event) -> [String] {
        guard let checkin = event.checkinTime else { return [] }
        let minutes = checkin.minutesOfDay - (event.startTime?.minutesOfDay ?? 0)
        return [
            "BEGIN:VALARM", "ACTION:DISPLAY",
            "DESCRIPTION:\(CalendarLine.text("Check-in: \(event.name)"))",
            "TRIGGER:\(minutes < 0 ? "-" : "")PT\(minutes.magnitude)M", "END:VALARM",
        ]
    }

    // MARK: Values

    static func day(_ day: CivilDay) -> String { day.text.replacing("-", with: "") }

    private static func time(_ time: LocalTime) -> String {
        time.text.replacing(":", with: "") + "00"
    }

    /// The UTC form of an instant, such as `20260415T140000Z`.
    static func instant(_ instant: Instant) -> String {
        let whole = instant.text.prefix { $0 != "." && $0 != "Z" }
        return whole.filter { $0 != "-" && $0 != ":" } + "Z"
    }
}
