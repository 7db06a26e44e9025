public import Contracts

/// Days and times in people's files. Times without an offset are in the reader's zone. A file is
/// read the same on every day, so nothing in it is relative to today.
public enum ImportTime {
    private static let reader = TypedTimeReader(today: nil)

    /// Parses an instant, for which a day without a time begins at midnight; nil if the text has no
    /// meaning or several.
    static func instant(_ text: String, in zone: some CivilZone) -> Instant? {
        if let exact = Instant(text: text) { return exact }
        return reader.moment(text).value.flatMap { zone.instant(of: $0) }
    }

    /// Parses a day without a time and returns it as `2026-02-03`; nil otherwise.
    static func day(_ text: String) -> String? { reader.day(text).value?.text }

    /// Parses the date of a contact, whose time of day may stand in another column.
    ///
    /// A midnight that is written in figures, as in `2026-02-03 00:00:00`, is how spreadsheets and
    /// databases write a day without a time, and is read so.
    ///
    /// - Parameters:
    ///   - time: The text of the column of times; nil for none.
    ///   - dayOrder: The order of numbers such as `3/4/2026`.
    ///   - year: The year of days that are written without one, from `YearContext`.
    ///   - reading: What the text of the date says, if it was read with these choices.
    /// - Returns: The time, or what is wrong with the column at fault.
    public static func moment(
        day: String, time: String?, in zone: some CivilZone, dayOrder: DayOrder? = nil,
        year: Int64? = nil, reading: TypedReading<TypedMoment>? = nil
    ) -> Result<ContactTime, Problem> {
        let written = time?.trimmed ?? ""
        if let exact = Instant(text: day.trimmed), written.isEmpty { return .success(.at(exact)) }
        let reader = TypedTimeReader(today: nil, dayOrder: dayOrder, year: year)
        let reading = reading ?? reader.moment(day)
        guard var moment = reading.value else {
            return .failure(Problem("occurred_at", dayProblem(day, reading, reader)))
        }
        if moment.time == .midnight, moment.milliseconds == 0, moment.zone == nil,
            !day.contains(where: \.isLetter) || isISO(day)
        {
            moment.time = nil
        }
        guard !written.isEmpty else { return found(moment, in: zone) }
        guard moment.precision != .month else {
            return .failure(Problem("occurred_at", "has a month only, but there is a time of day"))
        }
        let clock = clock(written, on: moment.day, reader)
        guard let both = clock.value else {
            let problem = clock.ambiguity.map { $0 + "; write one of them" }
            return .failure(
                Problem("time", problem ?? "looks like 14:15 or 2:15 PM, or is empty"))
        }
        guard moment.time == nil || (moment.time == both.time && moment.zone == both.zone) else {
            return .failure(Problem("time", "is another one than that of the date; leave one out"))
        }
        return found(both, in: zone)
    }

    /// The time of a contact in the form that operations take, or the text if it is not read.
    static func text(_ day: String, _ time: String? = nil, in zone: some CivilZone) -> String {
        switch moment(day: day, time: time, in: zone) {
        case .success(let time): time.text
        case .failure: [day, time ?? ""].joined(separator: " ").trimmed
        }
    }

    private static func isISO(_ text: String) -> Bool {
        text.trimmed.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+/) != nil
    }

    private static func found(
        _ moment: TypedMoment, in zone: some CivilZone
    ) -> Result<ContactTime, Problem> {
        guard let time = zone.contactTime(of: moment) else {
            return .failure(Problem("occurred_at", "is out of range"))
        }
        return .success(time)
    }

    /// The time of a cell of a column of times. Spreadsheets write a time without a day as one of
    /// their first days, and some tables repeat the day.
    private static func clock(
        _ text: String, on day: CivilDay, _ reader: TypedTimeReader
    ) -> TypedReading<TypedMoment> {
        let alone = TypedTimeReader.moment(on: day, at: text)
        guard alone == .none, let whole = reader.moment(text).value, whole.time != nil,
            whole.day == day || firstDays.contains(whole.day.text)
        else { return alone }
        var moment = whole
        moment.day = day
        return .one(moment)
    }

    /// The days from which spreadsheets count.
    private static let firstDays: Set<String> = ["1899-12-30", "1899-12-31", "1904-01-01"]

    private static func dayProblem(
        _ text: String, _ reading: TypedReading<TypedMoment>, _ reader: TypedTimeReader
    ) -> String {
        if let ambiguity = reading.ambiguity { return ambiguity + "; write one of them" }
        if let today = CivilDay(year: 2_024, month: 1, day: 1) {
            let relative = TypedTimeReader(today: today).moment(text)
            if relative != .none {
                let hasDigits = text.contains(where: \.isNumber)
                return hasDigits
                    ? "has no year; write it as 2026-02-03"
                    : "means another day on every day; write the day, such as 2026-02-03"
            }
        }
        return "looks like 2026-02-03 14:15, 2/3/2026 2:15 PM, Feb 3, 2026 or Feb 2026"
    }
}

extension ImportTime {
    /// Why a date was not understood.
    public struct Problem: Error, Hashable, Sendable {
        /// The field at fault: `occurred_at` or `time`.
        public let field: String
        /// What is wrong, in a sentence that begins with the field's label.
        public let text: String

        init(_ field: String, _ predicate: String) {
            self.field = field
            text = "\(ImportKind.log.label(of: field)) \(predicate)"
        }
    }
}
