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

    /// What stands for a date that is not known (ID-03).
    static let unknown = "Unknown"

    /// The day of an instant: `Feb 3, 2026`.
    public func dayText(_ instant: Instant) -> String { day(instant).label }

    /// The value of a field for a day and time: `2026-02-03T14:15`.
    public func fieldText(_ instant: Instant) -> String {
        let moment = moment(instant)
        return "\(moment.day.text)T\(moment.time.text)"
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

    /// The day and the time of day of an instant.
    func moment(_ instant: Instant) -> ZonedMoment {
        ZonedMoment(WallClock.moment(of: instant, in: zone))
    }

    /// The same for the dates of a list, which are close to each other.
    func moments(_ instants: some Sequence<Instant?>) -> [ZonedMoment?] {
        var offsets = ZoneOffsets(zone)
        return instants.map { instant in
            instant.map { ZonedMoment(offsets.moment(at: $0)) }
        }
    }
}

/// An instant as calendar and clock of a zone show it.
struct ZonedMoment {
    let day: CivilDay
    let time: LocalTime

    init(_ moment: (day: CivilDay, time: LocalTime)) { (day, time) = moment }

    /// `Feb 3, 2026, 2:15 PM`.
    var text: String { day.label(at: time) }
}
