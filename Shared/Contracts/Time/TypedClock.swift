/// A time of day as people type it.
struct TypedClock: Hashable, Sendable {
    var time: LocalTime
    /// Milliseconds after the minute, 0 to 59,999.
    var milliseconds = 0
    /// The zone that was typed behind it; nil for that of the reader.
    var zone: TypedZone?

    func moment(on day: CivilDay) -> TypedMoment {
        TypedMoment(day: day, time: time, milliseconds: milliseconds, zone: zone)
    }
}

extension TypedClock {
    /// The forms that words may have.
    struct Forms: OptionSet {
        let rawValue: Int

        /// Times without a colon, which alone could be another number: `1415`, `14.15`, and
        /// `0.59375`, a fraction of a day as spreadsheets store it.
        static let figures = Forms(rawValue: 1)
        /// The beginning of a span: `2:15 - 2:45 PM`.
        static let spans = Forms(rawValue: 2)
        /// `2:15` may be in the afternoon: people who write a time for others leave out `pm` where
        /// nobody would call at night.
        static let openHalves = Forms(rawValue: 4)
    }

    /// The times that the words mean: none for no words, two for an hour alone such as `9`; nil if
    /// the words are not a time.
    static func readings(_ words: ArraySlice<String>, _ forms: Forms = []) -> [TypedClock]? {
        guard !words.isEmpty else { return [] }
        var words = words
        let zones = takeZones(&words)
        let clocks =
            forms.contains(.spans) && isSpan(words)
            ? span(words, forms)?.begins : clocks(words, forms)
        guard let clocks, !clocks.isEmpty else { return nil }
        guard !zones.isEmpty else { return clocks }
        return clocks.flatMap { clock in
            zones.map { TypedClock(time: clock.time, milliseconds: clock.milliseconds, zone: $0) }
        }
    }

    /// Removes the zone behind a time; returns what it can mean.
    private static func takeZones(_ words: inout ArraySlice<String>) -> [TypedZone] {
        if words.count > 2, words.last == "time" { words.removeLast() }
        guard var last = words.last else { return [] }
        var zones = TypedZone.named(last)
        if words.count > 1, !zones.isEmpty {
            words.removeLast()
            last = words.last ?? ""
        }
        if words.count > 1, let offset = TypedZone(offset: last) {
            // "9:00 -11:00" and "9 -11" are spans.
            let before = words.dropLast().last ?? ""
            let isOffset =
                !last.hasPrefix("-") || colons(before) == 2
                || (!last.contains(":") && (colons(before) == 1 || before.last?.isLetter == true))
            guard isOffset else { return zones }
            words.removeLast()
            return [offset]
        }
        guard let sign = last.lastIndex(where: { "+-".contains($0) }), sign != last.startIndex,
            last[sign] == "+" || isBehind(last[..<sign], last[sign...].dropFirst()),
            let offset = TypedZone(offset: last[sign...])
        else {
            if zones.isEmpty, last.count > 1, last.last == "z" {
                words[words.endIndex - 1] = String(last.dropLast())
                zones = TypedZone.named("z")
            }
            return zones
        }
        words[words.endIndex - 1] = String(last[..<sign])
        return [offset]
    }

    /// Whether a number behind a time and a hyphen is an offset: not if it is a later time, which
    /// ends a span such as `09:00-09:30`.
    private static func isBehind(_ time: Substring, _ number: Substring) -> Bool {
        let time = String(time)
        guard colons(time) == 1 else { return colons(time) == 2 }
        guard let begin = clocks(time, [])?.first, let end = clocks(String(number), .figures)?.first
        else { return false }
        return number.hasPrefix("0") && end.time <= begin.time
    }

    private static func colons(_ word: String) -> Int { word.count { $0 == ":" } }

    // MARK: Spans

    private static let untilWords: Set<String> = ["-", "to", "until", "till", "thru", "through"]

    /// Whether words have a beginning and an end.
    static func isSpan(_ words: ArraySlice<String>) -> Bool {
        words.contains { untilWords.contains($0) || $0.contains("-") }
    }

    /// The times at which a span can begin and end; nil if the words are not a span of times. A
    /// beginning without `am` or `pm` has that of the end, unless it would be after the end.
    static func span(
        _ words: ArraySlice<String>, _ forms: Forms = []
    ) -> (begins: [TypedClock], ends: [TypedClock])? {
        let parted = words.flatMap { word -> [String] in
            let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(
                String.init)
            return parts.count == 2 ? [parts[0], "-", parts[1]].filter { !$0.isEmpty } : [word]
        }
        guard let place = parted.firstIndex(where: untilWords.contains) else { return nil }
        let (first, last) = (parted[..<place], parted[(place + 1)...])
        guard let ends = clocks(last, forms), !ends.isEmpty, let begins = clocks(first, forms),
            !begins.isEmpty
        else { return nil }
        guard let end = ends.first, ends.count == 1, let half = half(of: last),
            self.half(of: first) == nil, let begun = begins.first, begun.time.hour <= 12
        else { return (begins, ends) }
        let other = half == "am" ? "pm" : "am"
        let inferred = [half, other].compactMap { clocks(first + [$0], forms)?.first }
        let begin = inferred.first { $0.time < end.time } ?? inferred.first
        return (begin.map { [$0] } ?? begins, ends)
    }

    /// `am` or `pm`, if a time ends so.
    private static func half(of words: ArraySlice<String>) -> String? {
        guard let word = words.last else { return nil }
        let letters = String(word.drop { !$0.isLetter })
        return halves[letters].map { $0 == 0 ? "am" : "pm" }
    }

    // MARK: One time

    private static let halves = ["am": 0, "a": 0, "pm": 12, "p": 12]

    private static func clocks(_ words: ArraySlice<String>, _ forms: Forms) -> [TypedClock]? {
        let text = words.joined()
        switch words.count {
        case 1: return clocks(text, forms)
        case 2, 3:
            let half = words.dropFirst().joined()
            return halves[half] == nil ? nil : clocks(text, forms)
        default: return nil
        }
    }

    private static func clocks(_ word: String, _ forms: Forms) -> [TypedClock]? {
        if word == "noon" { return [TypedClock(time: .noon)] }
        if word == "midnight" { return [TypedClock(time: .midnight)] }
        let digits = word.prefix { !$0.isLetter }
        let half = String(word[digits.endIndex...])
        guard half.isEmpty || halves[half] != nil else { return nil }
        if forms.contains(.figures), half.isEmpty, let clock = fraction(digits) { return [clock] }
        let parts = parts(digits, hasHalf: !half.isEmpty, forms)
        guard (1...3).contains(parts.count),
            let hour = TypedDigits.number(parts[0], 1...2),
            let minute = parts.count > 1 ? TypedDigits.number(parts[1], 2...2) : 0,
            let milliseconds = parts.count > 2 ? milliseconds(parts[2]) : 0
        else { return nil }
        let isOnDial = (1...12).contains(hour)
        let hours: [Int]
        if let later = halves[half] {
            guard isOnDial else { return nil }
            hours = [hour % 12 + later]
        } else if parts.count == 1 || (digits.utf8.count == 3 && !digits.contains(":")) {
            guard isOnDial else { return nil }
            hours = [hour % 12, hour % 12 + 12]
        } else if forms.contains(.openHalves), openHours.contains(hour), parts[0].utf8.count == 1 {
            hours = [hour, hour + 12]
        } else {
            hours = [hour]
        }
        let times = hours.compactMap { LocalTime(hour: $0, minute: minute) }
        guard !times.isEmpty else { return nil }
        return times.map { TypedClock(time: $0, milliseconds: milliseconds) }
    }

    /// The hours of one digit in which people seldom write to each other before noon.
    private static let openHours = 1...6

    /// The hour, and what follows of minutes and seconds.
    private static func parts(_ digits: Substring, hasHalf: Bool, _ forms: Forms) -> [String] {
        if digits.contains(":") || !(hasHalf || forms.contains(.figures)) {
            return digits.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
        if (3...4).contains(digits.utf8.count), !digits.contains(".") {
            return [String(digits.dropLast(2)), String(digits.suffix(2))]
        }
        return digits.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// The time of a fraction of a day, `0.59375`, to the second.
    private static func fraction(_ digits: Substring) -> TypedClock? {
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, ["", "0"].contains(parts[0]),
            TypedDigits.number(String(parts[1]), 1...fractionDigitsMax) != nil,
            let day = Double("0.\(parts[1])")
        else { return nil }
        let seconds = Int((day * 86_400).rounded())
        guard let time = LocalTime(hour: seconds / 3_600, minute: seconds / 60 % 60) else {
            return nil
        }
        return TypedClock(time: time, milliseconds: seconds % 60 * 1_000)
    }

    /// The most digits of a fraction of a day; spreadsheets keep fifteen or seventeen.
    static let fractionDigitsMax = 17

    /// The milliseconds of seconds such as `30` or `30.250`.
    private static func milliseconds(_ text: String) -> Int? {
        var scanner = DigitScanner(text.utf8)
        guard let seconds = scanner.digits(2), seconds < 60 else { return nil }
        if scanner.isAtEnd { return seconds * 1_000 }
        guard scanner.skip("."), let fraction = scanner.millisecondFraction(), scanner.isAtEnd
        else { return nil }
        return seconds * 1_000 + fraction
    }
}

/// Numbers and names within typed days and times.
enum TypedDigits {
    /// The number of ASCII digits only, in a count of digits within `lengths`; nil otherwise.
    static func number(_ text: String, _ lengths: ClosedRange<Int>) -> Int? {
        guard lengths.contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }

    /// A day of the month such as `3` or `3rd`.
    static func ordinal(_ text: String) -> Int? {
        let ending = ["st", "nd", "rd", "th"].first { text.hasSuffix($0) }
        return number(String(text.dropLast(ending?.count ?? 0)), 1...2)
    }

    /// The index of the name that begins with this word of three or more letters.
    static func index(of word: String, in names: [String]) -> Int? {
        guard word.count >= 3 else { return nil }
        return names.firstIndex { $0.hasPrefix(word) }
    }
}
