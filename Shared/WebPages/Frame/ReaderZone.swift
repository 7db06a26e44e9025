public import Contracts
public import Foundation

/// The zone in which a reader reads days and times.
public struct ReaderZone: Sendable {
    public let zone: TimeZone

    public init(_ zone: TimeZone) { self.zone = zone }

    /// `Feb 3, 2026, 2:15 PM`; "Unknown" for nil (IL-37, ID-03).
    public func text(_ instant: Instant?) -> String {
        instant.map { moment($0).text } ?? Self.unknown
    }

    /// The same for a contact: `Feb 3, 2026` or `Feb 2026` if no more is known.
    public func text(_ time: ContactTime?) -> String {
        time?.dayLabel ?? text(time?.instant)
    }

    /// What stands for a date that is not known (ID-03).
    static let unknown = "Unknown"

    /// The day of an instant: `Feb 3, 2026`.
    public func dayText(_ instant: Instant) -> String { day(instant).label }

    /// The value of a field for a day and time: `2026-02-03T14:15`.
    public func fieldText(_ instant: Instant) -> String {
        let moment = moment(instant)
        return "\(moment.day.text)T\(moment.time.text)"
    }

    /// The value of a field for the time of a contact: `2026-02-03T14:15`, `2026-02-03`, `2026-02`.
    public func fieldText(_ time: ContactTime) -> String {
        time.precision == nil ? fieldText(time.instant) : time.text
    }

    /// The day of an instant.
    public func day(_ instant: Instant) -> CivilDay { moment(instant).day }

    /// The hour of an instant, 0 to 23.
    public func hour(_ instant: Instant) -> Int { moment(instant).time.hour }

    /// How long ago something was: `just now`, `5 min ago`, `3 h ago`, `Yesterday`, or the day.
    public func agoText(_ instant: Instant, at now: Instant) -> String {
        let minutes = (now.milliseconds - instant.milliseconds) / 60_000
        let days = day(now).daysSince1970 - day(instant).daysSince1970
        switch minutes {
        case ..<0: return text(instant)
        case 0: return "just now"
        case ..<60: return "\(minutes) min ago"
        case ..<1_440: return "\(minutes / 60) h ago"
        default: return days == 1 ? "Yesterday" : dayText(instant)
        }
    }

    /// The same for a contact, of which perhaps only the day or the month is known.
    public func agoText(_ time: ContactTime, at now: Instant) -> String {
        guard let day = time.day else { return agoText(time.instant, at: now) }
        guard time.precision == .day else { return day.monthLabel }
        switch self.day(now).daysSince1970 - day.daysSince1970 {
        case 0: return "Today"
        case 1: return "Yesterday"
        default: return day.label
        }
    }

    /// The day and the time of day of an instant.
    func moment(_ instant: Instant) -> ZonedMoment {
        ZonedMoment(WallClock.moment(of: instant, in: zone))
    }

    /// The same for the dates of a list, which are close to each other.
    func moments(_ times: some Sequence<ContactTime?>) -> [ZonedMoment?] {
        var offsets = ZoneOffsets(zone)
        return times.map { time in
            time.map { time in
                time.day.map { ZonedMoment((day: $0, time: .noon), knownTo: time.precision) }
                    ?? ZonedMoment(offsets.moment(at: time.instant))
            }
        }
    }

    /// The day of a contact; the first of the month if no more is known.
    public func day(_ time: ContactTime) -> CivilDay { time.day ?? day(time.instant) }
}

/// An instant as calendar and clock of a zone show it.
struct ZonedMoment {
    let day: CivilDay
    let time: LocalTime
    /// What is known, if it is not the time of day.
    let precision: DatePrecision?

    init(_ moment: (day: CivilDay, time: LocalTime), knownTo precision: DatePrecision? = nil) {
        (day, time) = moment
        self.precision = precision
    }

    /// `Feb 3, 2026, 2:15 PM`, or what is known of it.
    var text: String {
        switch precision {
        case nil: day.label(at: time)
        case .day: day.label
        case .month: day.monthLabel
        }
    }
}
