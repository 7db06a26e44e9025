import Base
import Foundation

/// How a cell shows its number, as far as the number's meaning depends on it.
enum NumberFormat: Hashable {
    case plain
    /// Hundredths.
    case percent
    /// A number with at least so many digits, such as a code.
    case digits(Int)
    case day
    case time
    case dayAndTime
    /// Hours and minutes that may be over a day.
    case duration

    /// One of the formats that every spreadsheet program knows by number.
    init(builtIn id: Int) {
        self =
            switch id {
            case 9, 10: .percent
            case 14...17, 27...31, 34...36, 50...54, 57, 58: .day
            case 18...21, 32, 33, 45, 47, 55, 56: .time
            case 22: .dayAndTime
            case 46: .duration
            default: .plain
            }
    }

    /// A format that the workbook spells out. Only its first section counts, which is that of
    /// positive numbers.
    init(code: String) {
        let letters = Self.letters(of: code)
        guard let letters else {
            self = .duration
            return
        }
        let hasDay = letters.contains("d") || letters.contains("y")
        let hasTime = letters.contains("h") || letters.contains("s")
        if hasDay || hasTime {
            self = hasDay ? (hasTime ? .dayAndTime : .day) : .time
        } else if letters.contains("m") {
            self = .day
        } else if letters.contains("%") {
            self = .percent
        } else if !letters.isEmpty, letters.allSatisfy({ $0 == "0" }) {
            self = letters.count > 1 ? .digits(letters.count) : .plain
        } else {
            self = .plain
        }
    }

    /// The first section in lower case without texts, colours and spaces; nil if it counts hours,
    /// minutes or seconds beyond a day.
    private static func letters(of code: String) -> String? {
        guard code.lowercased() != "general" else { return "" }
        var letters = ""
        var rest = Substring(code.lowercased())
        while let character = rest.popFirst() {
            switch character {
            case ";": return letters
            case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
            case "\\", "_", "*": rest = rest.dropFirst()
            case "[":
                let inside = rest.prefix { $0 != "]" }
                if let first = inside.first, "hms".contains(first),
                    inside.allSatisfy({ $0 == first })
                {
                    return nil
                }
                rest = rest.dropFirst(inside.count + 1)
            case " ": break
            default: letters.append(character)
            }
        }
        return letters
    }

    /// The number as text: days as `2026-02-03`, times as `14:15`, everything else as digits.
    func text(of number: Double, countsFrom1904: Bool) -> String {
        guard number.isFinite else { return "" }
        switch self {
        case .plain: return Self.digits(number)
        case .percent: return Self.digits(number * 100) + "%"
        case .digits(let count):
            let digits = Self.digits(number)
            guard digits.allSatisfy(\.isNumber), digits.count < count else { return digits }
            return String(repeating: "0", count: count - digits.count) + digits
        case .duration:
            guard number >= 0, number < Self.dayMax else { return Self.digits(number) }
            let minutes = Int((number * 1_440).rounded())
            return "\(minutes / 60):\(Self.two(minutes % 60))"
        case .day, .time, .dayAndTime:
            return moment(number, countsFrom1904) ?? Self.digits(number)
        }
    }

    /// The first day after those of spreadsheet programs, which end with 9999-12-31.
    private static let dayMax = 2_958_466.0
    /// Days from 1900 are counted as if there had been a 29th of February in that year.
    private static let leapDay = 60

    private func moment(_ number: Double, _ countsFrom1904: Bool) -> String? {
        guard number >= 0, number < Self.dayMax else { return nil }
        let seconds = Int((number * 86_400).rounded())
        let (day, second) = (seconds / 86_400, seconds % 86_400)
        let clock =
            "\(Self.two(second / 3_600)):\(Self.two(second / 60 % 60))"
            + (second % 60 == 0 ? "" : ":\(Self.two(second % 60))")
        if self == .time { return clock }
        if !countsFrom1904, day == 0 || day == Self.leapDay { return nil }
        // 25,569 days from 1899-12-30 and 24,107 from 1904-01-01 to 1970-01-01.
        let shift = countsFrom1904 ? -24_107 : day < Self.leapDay ? -25_568 : -25_569
        let date = Self.date(day + shift)
        return self == .day ? date : "\(date) \(clock)"
    }

    /// The Gregorian day that is so many days after 1970-01-01.
    private static func date(_ days: Int) -> String {
        let date = GregorianCalendar.date(daysSince1970: Int64(days))
        let years = String(date.year)
        return String(repeating: "0", count: max(0, 4 - years.count)) + years
            + "-\(two(date.month))-\(two(date.day))"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// A number with the fifteen digits that spreadsheet programs show at most.
    private static func digits(_ number: Double) -> String {
        if let whole = Int(exactly: number), abs(whole) < 1_000_000_000_000_000 {
            return "\(whole)"
        }
        return String(format: "%.15g", number)
    }
}

/// Texts of cells.
enum CellText {
    /// A line break within a cell. Unlike a line feed, it does not count as a line of the file, so
    /// that lines are the rows of the sheet.
    static let lineBreak = "\u{2028}"

    /// The text that a workbook has written: characters that XML does not have are written as
    /// `_x000D_`, line breaks become `lineBreak`, other control characters are left out.
    static func decoded(_ bytes: [UInt8]) -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        if text.contains("_x") { text = unescaped(text) }
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 }
        guard !isPlain else { return text }
        var made = ""
        for character in text {
            switch character {
            case "\r\n", "\n", "\r": made += lineBreak
            case "\t": made.append(character)
            default:
                made.unicodeScalars.append(
                    contentsOf: character.unicodeScalars.filter { $0.value >= 0x20 })
            }
        }
        return made
    }

    private static func unescaped(_ text: String) -> String {
        var made = ""
        var rest = Substring(text)
        while let start = rest.range(of: "_x") {
            made += rest[..<start.lowerBound]
            let code = rest[start.upperBound...].prefix(4)
            let after = rest[start.upperBound...].dropFirst(4)
            if code.count == 4, after.first == "_", code.allSatisfy(\.isHexDigit),
                let value = UInt32(code, radix: 16), let scalar = Unicode.Scalar(value)
            {
                made.unicodeScalars.append(scalar)
                rest = after.dropFirst()
            } else {
                made += "_x"
                rest = rest[start.upperBound...]
            }
        }
        return made + rest
    }

    static func tooLong(_ what: String) -> WorkbookError {
        WorkbookError("\(what) is over \(WorkbookLimit.cellBytesMax) bytes")
    }
}
