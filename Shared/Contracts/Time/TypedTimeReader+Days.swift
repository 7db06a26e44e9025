extension TypedTimeReader {
    typealias Found = (days: [CivilDay], rest: ArraySlice<String>)

    /// The days that the first words can mean, and the words after them; nil if they mean none.
    func days(_ words: ArraySlice<String>) -> Found? {
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
        if let open = Self.openMonth(first) {
            return (daysWithoutYear(open.month, open.number), words.dropFirst())
        }
        guard let second = words.dropFirst().first else { return nil }
        let named: (month: Int, day: Int)?
        if let month = Self.monthNumber(first) {
            named = TypedDigits.ordinal(second).map { (month, $0) }
        } else {
            named = Self.monthNumber(second).flatMap { month in
                TypedDigits.ordinal(first).map { (month, $0) }
            }
        }
        guard let named else { return nil }
        if let year = words.dropFirst(2).first.flatMap(Self.year), Self.wordYears.contains(year) {
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
            guard let first = TypedDigits.number(parts[0], 1...2),
                let second = TypedDigits.number(parts[1], 1...2)
            else { return nil }
            return dayOrder == .dayFirst
                ? daysWithoutYear(second, first) : daysWithoutYear(first, second)
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
        let inOrder = dayOrder == .dayFirst ? day(2, 1, 0) : day(2, 0, 1)
        let readings: [CivilDay?] =
            switch separator {
            case "/": [inOrder]
            case "-": parts[2].utf8.count == 4 ? [inOrder] : [inOrder, day(0, 1, 2)]
            default: dayOrder == nil ? [inOrder, day(2, 1, 0)] : [inOrder]
            }
        return readings.compactMap { $0 }
    }

    /// The last such day until today, with the outlook `ahead` the first from today on, and with
    /// `either` the last one and the next.
    private func daysWithoutYear(_ month: Int, _ day: Int) -> [CivilDay] {
        if let year { return CivilDay(year: year, month: month, day: day).map { [$0] } ?? [] }
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

    /// The years behind a day such as `feb 3`; other numbers are times, such as `1415`.
    private static let wordYears: ClosedRange<Int64> = 1_900...2_199

    /// Two digits from here on are years of the 20th century, as in POSIX.
    private static let firstYearOfCentury = 70

    private static let weekdayNames = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    // MARK: Months

    /// The first day of a month that stands alone with its year, `feb 2026`, `2026-02`, `2/2026`;
    /// nil for other words.
    static func month(_ words: [String]) -> CivilDay? {
        func first(_ year: Int64?, _ month: Int?) -> CivilDay? {
            guard let year, let month else { return nil }
            return CivilDay(year: year, month: month, day: 1)
        }
        func fullYear(_ text: some StringProtocol) -> Int64? {
            TypedDigits.number(String(text), 4...4).map(Int64.init)
        }
        if words.count == 2 {
            // "feb 26" is a day; "feb '26" is not.
            let hasYear = words[1].hasPrefix("'")
            return first(hasYear ? year(words[1]) : fullYear(words[1]), monthNumber(words[0]))
                ?? first(fullYear(words[0]), monthNumber(words[1]))
        }
        guard words.count == 1 else { return nil }
        if let open = openMonth(words[0]) { return first(year(open.digits), open.month) }
        let parts = words[0].split(omittingEmptySubsequences: false) { "/-".contains($0) }
        guard parts.count == 2 else { return nil }
        return first(fullYear(parts[0]), TypedDigits.number(String(parts[1]), 1...2))
            ?? first(fullYear(parts[1]), TypedDigits.number(String(parts[0]), 1...2))
    }

    /// The parts of a word such as `feb-26`, which can be a day or a month.
    private static func openMonth(_ word: String) -> (month: Int, number: Int, digits: String)? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let month = monthNumber(parts[0]),
            let number = TypedDigits.number(parts[1], 2...2)
        else { return nil }
        return (month, number, parts[1])
    }
}

extension CivilDay {
    /// The day of the week, 0 to 6 from Sunday.
    fileprivate var weekday: Int { Int(((daysSince1970 + 4) % 7 + 7) % 7) }
}
