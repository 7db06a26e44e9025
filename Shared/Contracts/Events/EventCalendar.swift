/// Events as one iCalendar file (RFC 5545).
///
/// Days stay days. Times are written without a zone ("floating", 3.3.5): they are those of the
/// clocks at the place, whose zone nobody recorded, and a calendar that is carried there shows them
/// right and rings in time.
public enum EventCalendar {
    /// The media type of the file.
    public static let mediaType = "text/calendar; charset=utf-8"

    /// The file with these events, in their order.
    public static func text(_ events: [Event]) -> String {
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Recruiting Compass//compass//EN",
            "CALSCALE:GREGORIAN",
        ]
        let lines = head + events.flatMap { content(of: $0) } + ["END:VCALENDAR"]
        return lines.map(CalendarLine.folded).joined()
    }

    /// What a file with one event is called: its name in lower case, with one hyphen for whatever
    /// is neither a letter nor a digit.
    public static func fileName(of event: Event) -> String {
        var name = ""
        for character in event.name.lowercased() {
            let isPlain = character.isLetter || character.isNumber
            if !isPlain, name.isEmpty || name.hasSuffix("-") { continue }
            name += isPlain ? String(character) : "-"
            if name.utf8.count >= fileNameOctetsMax { break }
        }
        while name.hasSuffix("-") { name.removeLast() }
        return "event-\(name.isEmpty ? String(event.id.text.suffix(8)) : name).ics"
    }

    /// About how many octets of a name become a file's.
    static let fileNameOctetsMax = 200

    // MARK: One event

    private static func content(of event: Event) -> [String] {
        var lines = [
            "BEGIN:VEVENT", "UID:\(event.id.text)", "SEQUENCE:\(event.version)",
            // Without a METHOD: when what is said of the event was last revised (3.8.7.2).
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

    /// From when to when. Without a time of beginning the event is its days, whose end is the day
    /// after the last one; with one it lasts to the time of its end, or, where that is not known
    /// and it has several days, to the end of the last one.
    private static func span(of event: Event) -> [String] {
        let after = event.lastDay.adding(days: 1)
        guard let start = event.startTime else {
            let end = after.map { ["DTEND;VALUE=DATE:\(day($0))"] } ?? []
            return ["DTSTART;VALUE=DATE:\(day(event.startDate))"] + end
        }
        let first = ["DTSTART:\(day(event.startDate))T\(time(start))"]
        let isOneDay = event.lastDay <= event.startDate
        if let end = event.endTime {
            // An end must be later than the beginning (3.8.2.2).
            guard !isOneDay || end > start else { return first }
            return first + ["DTEND:\(day(event.lastDay))T\(time(end))"]
        }
        guard !isOneDay, let after else { return first }
        return first + ["DTEND:\(day(after))T000000"]
    }

    /// An alarm at check-in, counted from the beginning, which is midnight for an event of days.
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

    private static func day(_ day: CivilDay) -> String { day.text.replacing("-", with: "") }

    private static func time(_ time: LocalTime) -> String {
        time.text.replacing(":", with: "") + "00"
    }

    /// `20260415T140000Z`.
    private static func instant(_ instant: Instant) -> String {
        let whole = instant.text.prefix { $0 != "." && $0 != "Z" }
        return whole.filter { $0 != "-" && $0 != ":" } + "Z"
    }
}
