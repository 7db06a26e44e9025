/// A time zone in which typed days and times are read.
public protocol CivilZone: Sendable {
    /// The instant at which the zone's clocks show a day and time; nil if it is out of range.
    func instant(of day: CivilDay, at time: LocalTime) -> Instant?

    /// The day and the time of day that the zone's clocks show at an instant; nil if it is out of
    /// range.
    func moment(of instant: Instant) -> (day: CivilDay, time: LocalTime)?
}

extension CivilZone {
    /// The instant of a typed moment, in the zone that was typed if there is one. A day or a month
    /// without a time is its first instant, or its last one if `endOfDay` is true.
    public func instant(of moment: TypedMoment, endOfDay: Bool = false) -> Instant? {
        if let time = moment.time {
            let minute =
                moment.zone.map { $0.instant(of: moment.day, at: time) }
                ?? instant(of: moment.day, at: time)
            return minute?.advanced(by: .milliseconds(moment.milliseconds))
        }
        guard endOfDay else { return instant(of: moment.day, at: .midnight) }
        return (moment.isMonth ? moment.day.lastOfMonth : moment.day).adding(days: 1).flatMap {
            instant(of: $0, at: .midnight)
        }?
        .advanced(by: .milliseconds(-1))
    }

    /// The time of a contact that a person typed; nil if it is out of range.
    public func contactTime(of moment: TypedMoment) -> ContactTime? {
        switch moment.precision {
        case .day: .on(moment.day)
        case .month: .in(monthOf: moment.day)
        case nil: instant(of: moment).map { .at($0) }
        }
    }
}

// What people type for a time, on the command line, on pages and in the HTTP API.
extension CivilZone {
    /// Reads `now`, a span before now (`12h`, `45m`, `30d`, `2w`), a day or time as
    /// `TypedTimeReader` reads it, or RFC 3339 with an offset; nil for anything else. Only a day or
    /// a month has an end.
    public func instant(
        typed text: String, now: Instant, endOfDay: Bool = false
    ) -> Instant? {
        if text == "now" { return now }
        if let exact = Instant(text: text) { return exact }
        if let back = spanBack(text, now: now) { return back }
        return reader(at: now).moment(text).value.flatMap {
            self.instant(of: $0, endOfDay: endOfDay)
        }
    }

    /// The time of a contact, as `instant(typed:now:)` reads it. A day or a month without a time of
    /// day stays one.
    public func contactTime(typed text: String, now: Instant) -> ContactTime? {
        if Instant(text: text) == nil, let moment = reader(at: now).moment(text).value {
            return contactTime(of: moment)
        }
        return instant(typed: text, now: now).map { .at($0) }
    }

    /// The reader of days and times that are relative to an instant.
    public func reader(
        at now: Instant, outlook: TypedTimeReader.Outlook = .past
    ) -> TypedTimeReader {
        TypedTimeReader(today: moment(of: now)?.day, outlook: outlook)
    }

    /// Days are calendar days of this zone: a clock change does not change the time of day.
    private func spanBack(_ text: String, now: Instant) -> Instant? {
        guard let unit = text.last, let count = Int(text.dropLast()),
            (1...TypedTimeReader.unitsAgoMax).contains(count), text.first != "+"
        else { return nil }
        switch unit {
        case "h": return now.advanced(by: .zero - .seconds(count * 3_600))
        case "m": return now.advanced(by: .zero - .seconds(count * 60))
        case "d", "w":
            let days = unit == "w" ? count * 7 : count
            let minute = now.milliseconds.flooredQuotient(by: 60_000) * 60_000
            return moment(of: now).flatMap { shown in
                shown.day.adding(days: -days).flatMap { instant(of: $0, at: shown.time) }
            }?
            .advanced(by: .milliseconds(now.milliseconds - minute))
        default: return nil
        }
    }
}
