/// Reads days and times as people type them: on the command line, on pages and in files.
///
/// | kind | examples |
/// |---|---|
/// | day of the year | `2026-02-03`, `2/3/2026`, `2/3/26`, `Feb 3, 2026`, `3 February 2026` |
/// | day without a year | `2/3`, `Feb 3rd` |
/// | relative day | `today`, `yesterday`, `tomorrow`, `2 days ago`, `fri`, `last Friday` |
/// | time of day | `14:15`, `2:15pm`, `9 am`, `noon`, `midnight` |
///
/// Numbers with slashes or hyphens are in the order of the United States, month first, unless they
/// begin with a year of four digits. Years of two digits are 1970 to 2069. A time without a day is
/// of today. A text with several meanings, such as `10-11-12` or `fri` on a Friday, has all of
/// them as its reading.
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

    public init(today: CivilDay?, outlook: Outlook = .past) {
        self.today = today
        self.outlook = outlook
    }

    /// Reads a day with an optional time, or a time of today.
    public func moment(_ text: String) -> TypedReading<TypedMoment> {
        guard let words = Self.words(text) else { return .none }
        if let today, let clocks = TypedClock.readings(words[...]), !clocks.isEmpty {
            return TypedReading(clocks.map { $0.moment(on: today) })
        }
        guard let found = days(words[...]), let clocks = TypedClock.readings(found.rest) else {
            return .none
        }
        return TypedReading(
            found.days.flatMap { day in
                clocks.isEmpty ? [TypedMoment(day: day)] : clocks.map { $0.moment(on: day) }
            })
    }

    /// Reads a day without a time. Independent of time zones (T-17).
    public func day(_ text: String) -> TypedReading<CivilDay> {
        guard let words = Self.words(text), let found = days(words[...]), found.rest.isEmpty else {
            return .none
        }
        return TypedReading(found.days)
    }

    /// Reads a time of day, to the minute.
    public static func time(_ text: String) -> TypedReading<LocalTime> {
        guard let words = words(text), let clocks = TypedClock.readings(words[...]) else {
            return .none
        }
        return TypedReading(clocks.map(\.time))
    }

    // MARK: Words

    /// The words in lower case; nil if the text is too long. Words with letters lose their periods
    /// (`p.m.`), and the `T` of ISO 8601 separates words.
    private static func words(_ text: String) -> [String]? {
        guard text.utf8.count <= bytesMax else { return nil }
        let written = text.lowercased().split { $0.isWhitespace || $0 == "," }
        let words = written.flatMap { word -> [String] in
            let halves = word.split(separator: "t", omittingEmptySubsequences: false)
            let isISO =
                halves.count == 2 && halves[0].last?.isNumber == true
                && halves[0].contains("-") && !halves[1].isEmpty
            if isISO { return halves.map(String.init) }
            let hasLetters = word.contains(where: \.isLetter)
            return [hasLetters ? word.filter { $0 != "." } : String(word)]
        }
        return words.filter { !["", "at", "on"].contains($0) }
    }

    // MARK: Days

    private typealias Found = (days: [CivilDay], rest: ArraySlice<String>)

    /// The days that the first words can mean, and the words after them; nil if they mean none.
    private func days(_ words: ArraySlice<String>) -> Found? {
        guard let found = relativeDays(words) ?? weekdays(words) ?? datedDays(words),
            !found.days.isEmpty
        else { return nil }
        return found
    }

    private func relativeDays(_ words: ArraySlice<String>) -> Found? {
        guard let today, let first = words.first else { return nil }
        let named = ["today": 0, "yesterday": -1, "tomorrow": 1]
        if let distance = named[first] {
            return (today.adding(days: distance).map { [$0] } ?? [], words.dropFirst())
        }
        let unit = words.dropFirst().first ?? ""
        guard words.dropFirst(2).first == "ago",
            let count = first == "a" ? 1 : TypedDigits.number(first, 1...5),
            count <= Self.unitsAgoMax,
            let days = ["day": 1, "days": 1, "week": 7, "weeks": 7][unit]
        else { return nil }
        return (today.adding(days: -count * days).map { [$0] } ?? [], words.dropFirst(3))
    }

    /// `fri`, `last fri`, `next fri`, or a weekday before a date, which it must match.
    private func weekdays(_ words: ArraySlice<String>) -> Found? {
        guard let first = words.first else { return nil }
        let relation = ["last", "next"].first { $0 == first }
        let named = relation == nil ? words : words.dropFirst()
        guard let word = named.first,
            let weekday = TypedDigits.index(of: word, in: Self.weekdayNames)
        else { return nil }
        let rest = named.dropFirst()
        if relation == nil, let dated = datedDays(rest) {
            return (dated.days.filter { $0.weekday == weekday }, dated.rest)
        }
        guard let today else { return nil }
        let back = (today.weekday - weekday + 7) % 7
        let last = today.adding(days: back == 0 ? -7 : -back)
        let next = today.adding(days: 7 - back)
        let days: [CivilDay?] =
            switch (relation, outlook) {
            case ("last", _): [last]
            case ("next", _): [next]
            case (_, .past): back == 0 ? [today, last] : [last]
            case (_, .ahead): back == 0 ? [today, next] : [next]
            case (_, .either): back == 0 ? [today, next] : [last, next]
            }
        return (days.compactMap { $0 }, rest)
    }

    private func datedDays(_ words: ArraySlice<String>) -> Found? {
        guard let first = words.first else { return nil }
        if let days = numericDays(first) { return (days, words.dropFirst()) }
        guard let second = words.dropFirst().first else { return nil }
        let named: (month: Int, day: Int)?
        if let month = TypedDigits.index(of: first, in: Self.monthNames) {
            named = TypedDigits.ordinal(second).map { (month + 1, $0) }
        } else {
            let month = TypedDigits.index(of: second, in: Self.monthNames)
            named = month.flatMap { month in
                TypedDigits.ordinal(first).map { (month + 1, $0) }
            }
        }
        guard let named else { return nil }
        if let year = words.dropFirst(2).first.flatMap(Self.year) {
            let day = CivilDay(year: year, month: named.month, day: named.day)
            return (day.map { [$0] } ?? [], words.dropFirst(3))
        }
        return (daysWithoutYear(named.month, named.day), words.dropFirst(2))
    }

    /// The days that numbers with separators mean; nil for another word.
    private func numericDays(_ word: String) -> [CivilDay]? {
        guard let separator = word.first(where: { "/-.".contains($0) }) else { return nil }
        let parts = word.split(separator: separator, omittingEmptySubsequences: false)
            .map(String.init)
        if parts.count == 2, separator == "/" {
            guard let month = TypedDigits.number(parts[0], 1...2),
                let day = TypedDigits.number(parts[1], 1...2)
            else { return nil }
            return daysWithoutYear(month, day)
        }
        guard parts.count == 3 else { return nil }
        func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDay? {
            guard let year = Self.year(parts[year]),
                let month = TypedDigits.number(parts[month], 1...2),
                let day = TypedDigits.number(parts[day], 1...2)
            else { return nil }
            return CivilDay(year: year, month: month, day: day)
        }
        if parts[0].utf8.count == 4 { return [day(0, 1, 2)].compactMap { $0 } }
        let monthFirst = day(2, 0, 1)
        let readings: [CivilDay?] =
            switch separator {
            case "/": [monthFirst]
            case "-": parts[2].utf8.count == 4 ? [monthFirst] : [monthFirst, day(0, 1, 2)]
            default: [monthFirst, day(2, 1, 0)]
            }
        return readings.compactMap { $0 }
    }

    /// The last such day until today, with the outlook `ahead` the first from today on, and with
    /// `either` the last one and the next.
    private func daysWithoutYear(_ month: Int, _ day: Int) -> [CivilDay] {
        guard let today else { return [] }
        // February 29 is at most eight years away, around 1900 for example.
        let days = (-8...8).compactMap {
            CivilDay(year: today.year + Int64($0), month: month, day: day)
        }
        let last = days.last { $0 <= today }
        let next = days.first { $0 >= today }
        let meant: [CivilDay?] =
            switch outlook {
            case .past: [last]
            case .ahead: [next]
            case .either: last == today ? [today] : [last, next]
            }
        return meant.compactMap { $0 }
    }

    /// A year of four digits, or of two with or without an apostrophe.
    private static func year(_ text: String) -> Int64? {
        let digits = text.hasPrefix("'") ? String(text.dropFirst()) : text
        if let year = TypedDigits.number(digits, 4...4) { return Int64(year) }
        return TypedDigits.number(digits, 2...2).map {
            Int64($0 < firstYearOfCentury ? 2_000 + $0 : 1_900 + $0)
        }
    }

    /// Two digits from here on are years of the 20th century, as in POSIX.
    private static let firstYearOfCentury = 70

    private static let weekdayNames = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    private static let monthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
}

extension CivilDay {
    /// The day of the week, 0 to 6 from Sunday.
    fileprivate var weekday: Int { Int(((daysSince1970 + 4) % 7 + 7) % 7) }
}
