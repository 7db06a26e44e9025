public import Contracts
import Foundation

extension ReaderZone {
    /// The zone of this name; UTC for a name that no zone has, which the service refuses.
    public init(named name: String) { self.init(TimeZone(identifier: name) ?? .gmt) }

    /// The value of a list's filter as the service takes it: days, times and spans of `since` and
    /// `until` are read in this zone, as the flags of the command line are. Anything else stays as
    /// it is.
    public func filterValue(_ text: String, of filter: String, now: Instant) -> String {
        guard filter == "since" || filter == "until", Instant(text: text) == nil else {
            return text
        }
        return instant(typed: text, now: now, endOfDay: filter == "until")?.text ?? text
    }

    /// The day that a filter names as a whole: of `since` its first instant, of `until` its last;
    /// nil if it names a time.
    func wholeDay(_ value: String, of filter: String) -> CivilDay? {
        guard let instant = Instant(text: value) else { return nil }
        let day = day(instant)
        let isWhole = filterValue(day.text, of: filter, now: instant) == instant.text
        return isWhole ? day : nil
    }
}
