import Foundation

/// A member's calendar for other programs (RFC 5545): the events of a family, and the coaches whom
/// the member is to follow up as entries of whole days.
///
/// The text depends on the records only, so that it stays the same to the byte until one of them
/// changes.
@Memberwise
public struct CalendarFeed: Sendable {
    /// The family's name.
    public let family: String
    /// The member's IANA zone, in which days of contacts are counted. Calendars that know no zone
    /// of their own show times of events in it.
    public let timeZone: String
    public let events: [Event]
    public let followUps: [FollowUp]

    /// The name of the calendar's file.
    public static let fileName = "recruiting-compass.ics"

    /// Returns the request for the events of a calendar.
    public static var eventsRequest: ListEvents.Request {
        var request = ListEvents.Request()
        request.sort = FormField(EventOrder.latest.rawValue)
        request.limit = FormField(CalendarLimit.events)
        return request
    }

    /// Returns the calendar file.
    public func text() -> String {
        let zone = TimeZone(identifier: timeZone) ?? .gmt
        let name = CalendarLine.text("\(family): Recruiting Compass")
        let properties = [
            "NAME:\(name)", "X-WR-CALNAME:\(name)", "X-WR-TIMEZONE:\(CalendarLine.text(timeZone))",
            "REFRESH-INTERVAL;VALUE=DURATION:PT\(CalendarLimit.refreshHours)H",
            "X-PUBLISHED-TTL:PT\(CalendarLimit.refreshHours)H",
        ]
        let entries =
            shownEvents.flatMap { EventCalendar.content(of: $0) }
            + shownFollowUps.flatMap { Self.content(of: $0, in: zone) }
        return EventCalendar.file(properties, entries)
    }

    /// The events in the order of their days; of too many, the latest ones.
    private var shownEvents: ArraySlice<Event> {
        let ordered = events.sorted { left, right in
            left.startDate == right.startDate
                ? left.id < right.id : left.startDate < right.startDate
        }
        return ordered.suffix(CalendarLimit.events)
    }

    /// The follow-ups in the order of their days; of too many, those that are due first.
    private var shownFollowUps: ArraySlice<FollowUp> {
        let ordered = followUps.sorted { left, right in
            (left.dueOn, left.entryID, left.playerID)
                < (right.dueOn, right.entryID, right.playerID)
        }
        return ordered.prefix(CalendarLimit.followUps)
    }

    /// Each contact and each decision makes another follow-up, so SEQUENCE is the time of the last
    /// contact in minutes plus the version of the player's settings.
    private static func content(of followUp: FollowUp, in zone: TimeZone) -> [String] {
        let last = followUp.lastContactAt
        let at = last ?? WallClock.instant(of: followUp.dueOn, at: .midnight, in: .gmt)
        let about = [
            followUp.schoolName.map { "School: \($0)" },
            followUp.playerName.map { "Player: \($0)" },
            last.map { last in
                let time = ContactTime(last, knownTo: followUp.lastContactPrecision)
                return "Last contact: \(time.dayLabel ?? WallClock.day(of: last, in: zone).label)"
            },
        ].compactMap { $0 }
        let summary =
            switch followUp.reason {
            case .answer: "Answer \(followUp.whom)"
            case .cadence: "Keep in touch with \(followUp.whom)"
            case .planned: "Contact \(followUp.whom)"
            }
        let minutes = max(0, (last?.milliseconds ?? 0) / millisecondsPerMinute)
        let end = followUp.dueOn.adding(days: 1).map {
            ["DTEND;VALUE=DATE:\(EventCalendar.day($0))"]
        }
        return [
            "BEGIN:VEVENT",
            "UID:follow-up-\(followUp.entryID.text)-\(followUp.playerID.text)",
            "SEQUENCE:\(minutes + Int64(followUp.version))",
            "DTSTAMP:\(EventCalendar.instant(at))",
            "DTSTART;VALUE=DATE:\(EventCalendar.day(followUp.dueOn))",
        ] + (end ?? []) + [
            "SUMMARY:\(CalendarLine.text(summary))",
            "DESCRIPTION:\(CalendarLine.text(about.joined(separator: "\n")))",
            "CATEGORIES:Follow-up", "TRANSP:TRANSPARENT", "END:VEVENT",
        ]
    }

    private static let millisecondsPerMinute: Int64 = 60_000
}

/// Limits of calendars.
public enum CalendarLimit {
    /// The most events in a calendar; of more, the latest ones are shown.
    public static let events = 2_000
    /// The most follow-ups in a calendar; of more, those that are due first are shown.
    public static let followUps = 500
    /// The hours after which calendar programs are asked to fetch the calendar again.
    public static let refreshHours = 1
}
