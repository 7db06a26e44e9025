public import Contracts
public import Imports

extension ReaderZone {
    /// The instant of a field for a day and time, `2026-02-03T14:15`; nil for anything else.
    public func instant(ofField text: String) -> Instant? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CivilDay(text: String(parts[0])),
            let time = LocalTime(text: parts[1])
        else { return nil }
        return WallClock.instant(of: day, at: time, in: zone)
    }
}

extension ReaderZone: ImportZone {
    /// Reads a time of a file in this zone.
    public func instant(local text: String) -> Instant? {
        guard let seconds = Int(text.suffix(2)), (0..<60).contains(seconds) else { return nil }
        let minutes = String(text.dropLast(3)).replacing(" ", with: "T")
        return instant(ofField: minutes)?.advanced(by: .seconds(seconds))
    }
}
