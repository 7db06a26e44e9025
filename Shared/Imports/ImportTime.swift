public import Contracts

/// A time zone in which the days and times of a file are read.
public protocol ImportZone: Sendable {
    /// The instant of a local time such as `2026-02-03 14:15:00`; nil for a day or time that does
    /// not exist.
    func instant(local text: String) -> Instant?
}

/// Dates and times in people's files: `2026-02-03 14:15`, `2/3/2026 2:15 PM` (month first), `Feb 3,
/// 2026, 2:15 PM` as this program shows and exports them, and RFC 3339. A day without a time begins
/// at midnight; times without an offset are in the reader's zone.
enum ImportTime {
    /// The longest text to parse, in bytes.
    static let bytesMax = 64

    private static let months = CivilDay.monthNames.map { $0.lowercased() }

    /// Parses an instant; nil if the text has none of the forms.
    static func instant(_ text: String, in zone: some ImportZone) -> Instant? {
        guard text.utf8.count <= bytesMax else { return nil }
        if let exact = Instant(text: text) { return exact }
        guard let plain = plain(text) else { return nil }
        return zone.instant(local: plain)
    }

    /// Parses a date without a time and returns it as `2026-02-03`; nil otherwise. Independent of
    /// time zones (T-17).
    static func day(_ text: String) -> String? {
        guard text.utf8.count <= bytesMax, let plain = plain(text),
            plain.hasSuffix(" 00:00:00"), CivilDay(text: plain.prefix(10)) != nil
        else { return nil }
        return String(plain.prefix(10))
    }

    /// Parses a time of day and returns it as `14:15`; nil otherwise.
    static func time(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
        guard text.utf8.count <= bytesMax, !words.isEmpty, let clock = clock(words) else {
            return nil
        }
        return LocalTime(text: clock.prefix(5))?.text
    }

    /// The text in the form `2026-02-03 14:15:00`.
    private static func plain(_ text: String) -> String? {
        var words = text.split { $0.isWhitespace || $0 == "," }.map { $0.lowercased() }
        guard let first = words.first else { return nil }
        let day: String?
        if let month = months.firstIndex(of: String(first.prefix(3))), words.count >= 3 {
            day = civil(words[2], "\(month + 1)", words[1])
            words.removeFirst(3)
        } else if first.contains("/") {
            let parts = first.split(separator: "/", omittingEmptySubsequences: false)
            day = parts.count == 3 ? civil(parts[2], parts[0], parts[1]) : nil
            words.removeFirst()
        } else {
            // A T may separate day and time.
            let halves = first.split(separator: "t", maxSplits: 1).map(String.init)
            words.replaceSubrange(0..<1, with: halves.dropFirst())
            day = halves.first
        }
        guard let day, let clock = clock(words) else { return nil }
        return "\(day) \(clock)"
    }

    private static func civil(
        _ year: some StringProtocol, _ month: some StringProtocol, _ day: some StringProtocol
    ) -> String? {
        guard year.utf8.count == 4, let month = padded(month), let day = padded(day) else {
            return nil
        }
        return "\(year)-\(month)-\(day)"
    }

    /// `14:15:00` for `14:15`, `2:15 pm` or `2:15:00pm`; midnight if there is no time.
    private static func clock(_ words: [String]) -> String? {
        guard var text = words.first else { return "00:00:00" }
        var half = words.count > 1 ? words[1] : ""
        guard words.count <= 2 else { return nil }
        if half.isEmpty, text.hasSuffix("m"), text.count > 2 {
            half = String(text.suffix(2))
            text = String(text.dropLast(2))
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), var hour = Int(parts[0]),
            let minute = padded(parts[1]),
            let second = parts.count == 3 ? padded(parts[2]) : "00"
        else { return nil }
        switch half {
        case "": break
        case "am", "pm":
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "pm" ? 12 : 0)
        default: return nil
        }
        return padded("\(hour)").map { "\($0):\(minute):\(second)" }
    }

    /// One or two digits, padded to two.
    private static func padded(_ digits: some StringProtocol) -> String? {
        guard (1...2).contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        return digits.utf8.count == 1 ? "0\(digits)" : String(digits)
    }
}
