public import Contracts

extension ReaderZone {
    /// The day of a planned contact as the browser sends it, `2026-02-03`, or as a person types it;
    /// nil for anything else and for a text with several meanings.
    public func day(typed text: String, now: Instant) -> CivilDay? {
        reader(at: now, outlook: .ahead).day(text).value
    }
}

extension ReaderZone: CivilZone {
    /// The instant at which the clocks of this zone show a day and time.
    public func instant(of day: CivilDay, at time: LocalTime) -> Instant? {
        WallClock.instant(of: day, at: time, in: zone)
    }

    /// What the clocks of this zone show at an instant.
    public func moment(of instant: Instant) -> (day: CivilDay, time: LocalTime)? {
        WallClock.moment(of: instant, in: zone)
    }
}
