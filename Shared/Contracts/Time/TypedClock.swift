/// A time of day as people type it.
struct TypedClock: Hashable, Sendable {
    var time: LocalTime
    /// Milliseconds after the minute.
    var milliseconds = 0

    func moment(on day: CivilDay) -> TypedMoment {
        TypedMoment(day: day, time: time, milliseconds: milliseconds)
    }

    /// The times that the words mean: none for no words, two for an hour alone such as `9`; nil if
    /// the words are not a time.
    static func readings(_ words: ArraySlice<String>) -> [TypedClock]? {
        guard let first = words.first else { return [] }
        if words.count == 2, let half = words.last, halves[half] != nil {
            return readings(first + half)
        }
        return words.count == 1 ? readings(first) : nil
    }

    private static let halves = ["am": 0, "a": 0, "pm": 12, "p": 12]

    private static func readings(_ word: String) -> [TypedClock]? {
        if word == "noon" { return [TypedClock(time: .noon)] }
        if word == "midnight" { return [TypedClock(time: .midnight)] }
        let digits = word.prefix { !$0.isLetter }
        let half = String(word[digits.endIndex...])
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
            .map(String.init)
        guard (1...3).contains(parts.count), half.isEmpty || halves[half] != nil,
            let hour = TypedDigits.number(parts[0], 1...2),
            let minute = parts.count > 1 ? TypedDigits.number(parts[1], 2...2) : 0,
            let milliseconds = parts.count > 2 ? milliseconds(parts[2]) : 0
        else { return nil }
        let hours: [Int]
        if let later = halves[half] {
            guard (1...12).contains(hour) else { return nil }
            hours = [hour % 12 + later]
        } else if parts.count == 1 {
            guard (1...12).contains(hour) else { return nil }
            hours = [hour % 12, hour % 12 + 12]
        } else {
            hours = [hour]
        }
        let times = hours.compactMap { LocalTime(hour: $0, minute: minute) }
        guard !times.isEmpty else { return nil }
        return times.map { TypedClock(time: $0, milliseconds: milliseconds) }
    }

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
