public import Contracts

extension ReaderZone {
    /// The instant of a day and time as the browser sends it, `2026-02-03T14:15`, or as a person
    /// types it where the browser has no field for it; nil for anything else.
    public func instant(typed text: String, now: Instant) -> Instant? {
        TypedTimeReader(today: day(now)).moment(text).value.flatMap { instant(of: $0) }
    }

    /// The time of a contact, as `instant(typed:now:)` reads it. A day or a month without a time of
    /// day stays one.
    public func contactTime(typed text: String, now: Instant) -> ContactTime? {
        TypedTimeReader(today: day(now)).moment(text).value.flatMap { contactTime(of: $0) }
    }

    /// The day of a planned contact as the browser sends it, `2026-02-03`, or as a person types it;
    /// nil for anything else and for a text with several meanings.
    public func day(typed text: String, now: Instant) -> CivilDay? {
        TypedTimeReader(today: day(now), outlook: .ahead).day(text).value
    }
}

extension ReaderZone: CivilZone {
    /// The instant at which this zone's clocks show a day and time.
    public func instant(of day: CivilDay, at time: LocalTime) -> Instant? {
        WallClock.instant(of: day, at: time, in: zone)
    }
}
