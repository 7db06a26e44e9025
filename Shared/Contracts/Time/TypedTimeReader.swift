/// Reads days and times as people type them: on the command line, on pages and in files.
///
/// | kind | examples |
/// |---|---|
/// | day of the year | `2026-02-03`, `2/3/2026`, `2/3/26`, `Feb 3, 2026`, `3-Feb-26` |
/// | day without a year | `2/3`, `Feb 3rd`, `3-Feb` |
/// | month | `Feb 2026`, `2026-02`, `2/2026` |
/// | relative day | `today`, `yesterday`, `tomorrow`, `2 days ago`, `fri`, `last Friday` |
/// | time of day | `14:15`, `2:15pm`, `9 am`, `noon`, `midnight` |
/// | behind a day | `@ 2:15 PM`, `1415`, `14.15`, `2pm EST`, `14:15 -0500`, `2:15 - 2:45 PM` |
///
/// Numbers with slashes or hyphens are in the order of the United States, month first, unless they
/// begin with a year of four digits or another order is given. Years of two digits are 1970 to
/// 2069. A time without a day is of today, and a span of times is read as its beginning. A text
/// with several meanings, such as `10-11-12` or `fri` on a Friday, has all of them as its reading.
public struct TypedTimeReader: Sendable {
    /// The longest text to read, in bytes.
    public static let bytesMax = 64
    /// The greatest number before "days ago" and "weeks ago".
    public static let unitsAgoMax = 36_600

    /// The days that a text without a year or with only a weekday can mean.
    public enum Outlook: Sendable {
        /// Today or before, as for a logged contact.
        case past
        /// Today or after, as for a planned contact.
        case ahead
        /// Before or after today, as for an event; such a text usually has two meanings.
        case either
    }

    /// The current day; nil if texts that are relative to it have no meaning, as in a file.
    let today: CivilDay?
    let outlook: Outlook
    /// The order of numbers; nil for month first, and for both where periods separate them.
    let dayOrder: DayOrder?
    /// The year of days that are written without one; nil for the one that the outlook says.
    let year: Int64?

    public init(
        today: CivilDay?, outlook: Outlook = .past, dayOrder: DayOrder? = nil, year: Int64? = nil
    ) {
        self.today = today
        self.outlook = outlook
        self.dayOrder = dayOrder
        self.year = year
    }

    /// Reads a day with an optional time, a time of today, or a month.
    public func moment(_ text: String) -> TypedReading<TypedMoment> {
        guard let words = Self.words(text) else { return .none }
        if let today, let clocks = TypedClock.readings(words[...]), !clocks.isEmpty {
            return TypedReading(distinct: clocks.map { $0.moment(on: today) })
        }
        var found = Self.month(words).map { [TypedMoment(day: $0, isMonth: true)] } ?? []
        let forms: TypedClock.Forms =
            today == nil ? [.figures, .spans, .openHalves] : [.figures, .spans]
        if let (days, rest) = days(words[...]), let clocks = TypedClock.readings(rest, forms) {
            found += days.flatMap { day in
                clocks.isEmpty ? [TypedMoment(day: day)] : clocks.map { $0.moment(on: day) }
            }
        }
        return TypedReading(distinct: found)
    }

    /// Reads a day without a time. Independent of time zones (T-17).
    public func day(_ text: String) -> TypedReading<CivilDay> {
        guard let words = Self.words(text), let found = days(words[...]), found.rest.isEmpty else {
            return .none
        }
        return TypedReading(found.days)
    }

    /// Reads a time of day, to the minute. A zone behind it is that of the place, and left out.
    public static func time(_ text: String) -> TypedReading<LocalTime> {
        guard let words = words(text), let clocks = TypedClock.readings(words[...], .figures)
        else { return .none }
        return TypedReading(clocks.map(\.time))
    }

    /// Reads a time of day in a column of times, of a day that is known. A span is read as its
    /// beginning. `2:15` has two meanings, as it has in files.
    public static func moment(on day: CivilDay, at text: String) -> TypedReading<TypedMoment> {
        guard let words = words(text),
            let clocks = TypedClock.readings(words[...], [.figures, .spans, .openHalves])
        else { return .none }
        return TypedReading(distinct: clocks.map { $0.moment(on: day) })
    }

    // MARK: Words

    /// The words in lower case; nil if the text is too long. Words with letters lose their periods
    /// (`p.m.`), the `T` of ISO 8601 separates words, and so do the hyphens and slashes around the
    /// name of a month.
    static func words(_ text: String) -> [String]? {
        guard text.utf8.count <= bytesMax else { return nil }
        let dashed = text.lowercased().map { "\u{2013}\u{2014}".contains($0) ? "-" : $0 }
        let written = String(dashed).split { $0.isWhitespace || ",@()".contains($0) }
        let words = written.flatMap { word -> [String] in
            guard word.contains(where: \.isLetter) else {
                return [word.last == "." ? String(word.dropLast()) : String(word)]
            }
            let halves = word.split(separator: "t", omittingEmptySubsequences: false)
            let isISO =
                halves.count == 2 && halves[0].last?.isNumber == true
                && halves[0].contains("-") && halves[1].first?.isNumber == true
            if isISO { return [String(halves[0])] + clockWords(halves[1]) }
            return monthWords(String(word)) ?? [word.filter { $0 != "." }]
        }
        return words.filter { !["", "at", "on"].contains($0) }
    }

    /// The time and the offset behind the `T` of ISO 8601.
    private static func clockWords(_ text: Substring) -> [String] {
        guard let sign = text.firstIndex(where: { "+-".contains($0) }) else {
            return [String(text)]
        }
        return [String(text[..<sign]), "utc\(text[sign...])"]
    }

    /// The parts of a word such as `3-feb-26` or `3feb26`; nil if none of them is a month. A month
    /// and two digits stay together, since `feb-26` can be a day or a year.
    private static func monthWords(_ word: String) -> [String]? {
        var parts = word.split { "-/.".contains($0) }.map(String.init)
        if parts.count == 1, word.first?.isNumber == true {
            let (day, rest) = (word.prefix { $0.isNumber }, word.drop { $0.isNumber })
            parts = [day, rest.prefix { $0.isLetter }, rest.drop { $0.isLetter }]
                .map(String.init).filter { !$0.isEmpty }
        }
        guard parts.count > 1, parts.contains(where: { monthNumber($0) != nil }) else { return nil }
        let isOpen = parts.count == 2 && TypedDigits.number(parts[1], 2...2) != nil
        return isOpen ? [parts.joined(separator: "-")] : parts
    }

    static func monthNumber(_ word: some StringProtocol) -> Int? {
        TypedDigits.index(of: String(word), in: monthNames).map { $0 + 1 }
    }

    static let monthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
}
