import Contracts

/// Days and times in people's files. A day without a time begins at midnight, and times without an
/// offset are in the reader's zone. A file is read the same on every day, so nothing in it is
/// relative to today.
enum ImportTime {
    private static let reader = TypedTimeReader(today: nil)

    /// Parses an instant; nil if the text has no meaning or several.
    static func instant(_ text: String, in zone: some CivilZone) -> Instant? {
        if let exact = Instant(text: text) { return exact }
        return reader.moment(text).value.flatMap { zone.instant(of: $0) }
    }

    /// Parses a day without a time and returns it as `2026-02-03`; nil otherwise.
    static func day(_ text: String) -> String? { reader.day(text).value?.text }
}
