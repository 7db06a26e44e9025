import CommandKit
import Contracts
import Foundation
import Glibc

/// The time zone of a run. Uses the C library, which reads one small file, while Foundation's
/// formatters load several megabytes of locale data.
struct LocalZone {
    /// The zone's name for services; nil if the machine's zone has none.
    let name: String?

    /// Uses the given zone, otherwise that of `TZ`, of the user, or of the machine. Sets `TZ`;
    /// therefore call it before other threads run. A zone of the user that this machine does not
    /// have is passed over.
    init(
        named wished: String?, ofUser own: String? = nil, environment: [String: String]
    ) throws {
        if let wished, !wished.isEmpty {
            guard Self.isKnown(wished) else {
                throw CommandFailure.usage(
                    "\(QuotedText.of(wished)) is not a time zone",
                    reason: "Use a name such as America/New_York or UTC.")
            }
            unsafe _ = setenv("TZ", wished, 1)
            name = wished
        } else if environment["TZ"]?.isEmpty != false, let own, Self.isKnown(own) {
            unsafe _ = setenv("TZ", own, 1)
            name = own
        } else {
            name = Self.machineName(environment)
        }
        tzset()
    }

    /// The name of the zone of `TZ` or of the machine; nil if it has none.
    static func machineName(_ environment: [String: String]) -> String? {
        guard let set = environment["TZ"], !set.isEmpty else { return machineZone() }
        let plain = set.hasPrefix(":") ? String(set.dropFirst()) : set
        return isKnown(plain) ? plain : nil
    }

    /// Whether the system's database has a zone of this name, and services take it.
    static func isKnown(_ name: String) -> Bool {
        if name == "UTC" { return true }
        guard Zone.isName(name) else { return false }
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "_+-/".unicodeScalars.contains(scalar))
        }
        guard isPlain, name.count <= 64, name.first != "/", !name.contains("//") else {
            return false
        }
        var status = stat()
        return unsafe stat("\(folder)/\(name)", &status) == 0
            && status.st_mode & S_IFMT == S_IFREG
    }

    /// The names of all zones, sorted; empty if the machine has no list of them.
    static func names() -> [String] {
        guard let list = try? String(contentsOfFile: "\(folder)/tzdata.zi", encoding: .utf8) else {
            return []
        }
        // Lines of `Z NAME …` are zones, `L TARGET NAME` are aliases (zic(8), compact form).
        let names = list.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ", maxSplits: 3)
            switch words.first {
            case "Z" where words.count > 1: return String(words[1])
            case "L" where words.count > 2: return String(words[2])
            default: return nil
            }
        }
        return names.filter(isKnown).sorted()
    }

    private static let folder = "/usr/share/zoneinfo"

    private static func machineZone() -> String? {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = unsafe readlink("/etc/localtime", &buffer, buffer.count)
        guard count > 0 else { return "UTC" }
        let target = String(decoding: buffer.prefix(count), as: UTF8.self)
        guard let range = target.range(of: "zoneinfo/") else { return nil }
        let name = String(target[range.upperBound...])
        return isKnown(name) ? name : nil
    }

    // MARK: Showing

    /// `Feb 3, 2026, 2:15 PM` in this zone; "Unknown" for nil (IL-37, ID-03).
    func text(_ instant: Instant?) -> String {
        guard let instant, let fields = fields(instant) else { return "Unknown" }
        let hour = fields.hour % 12 == 0 ? 12 : fields.hour % 12
        let minute = fields.minute < 10 ? "0\(fields.minute)" : "\(fields.minute)"
        let half = fields.hour < 12 ? "AM" : "PM"
        return "\(day(fields)), \(hour):\(minute) \(half)"
    }

    /// The same for a contact: `Feb 3, 2026` or `Feb 2026` if no more is known.
    func text(_ time: ContactTime?) -> String { time?.dayLabel ?? text(time?.instant) }

    /// The time of a contact for programs: `2026-02-03T14:15`, or `2026-02-03` or `2026-02` if no
    /// more is known.
    func fieldText(_ time: ContactTime) -> String {
        guard time.precision == nil, let fields = fields(time.instant) else { return time.text }
        let clock = LocalTime(hour: fields.hour, minute: fields.minute) ?? .midnight
        return "\(isoDay(time.instant))T\(clock.text)"
    }

    /// The day of an instant, such as "Jan 15, 2026".
    func dayText(_ instant: Instant) -> String { fields(instant).map { day($0) } ?? "" }

    /// The day of an instant in this zone as `YYYY-MM-DD`.
    func isoDay(_ instant: Instant) -> String {
        let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        guard let fields = fields(instant) else { return String(instant.text.prefix(10)) }
        return "\(fields.year)-\(digits(fields.month))-\(digits(fields.day))"
    }

    private func day(_ fields: CalendarFields) -> String {
        let month = CivilDay.monthNames[min(max(fields.month - 1, 0), 11)]
        return "\(month) \(fields.day), \(fields.year)"
    }

    // MARK: Reading

    /// What is wrong with a text that `instant(typed:now:)` does not read, as the predicate of a
    /// sentence.
    func problem(_ text: String, now: Instant) -> String {
        reader(at: now).moment(text).ambiguity.map { $0 + "; type one of them" }
            ?? "is not " + Self.expected
    }

    // MARK: Calendar

    private func fields(_ instant: Instant) -> CalendarFields? { CalendarFields(local: instant) }

    private func instant(of fields: CalendarFields) -> Instant? { fields.localInstant }

    /// The expected form of `--since`, `--until` and `--at`, for error messages.
    static let expected = "a time such as 2026-02-03, \"2/3/26 2:15pm\", yesterday, 12h or 30d"

    /// Whether a text has one of the forms, in any zone. It may have several meanings.
    static func isTime(_ text: String) -> Bool {
        let (zone, now) = (LocalZone(), Instant(milliseconds: 1_770_000_000_000))
        return zone.instant(typed: text, now: now) != nil
            || zone.reader(at: now).moment(text) != .none
    }

    private init() { name = nil }
}

extension LocalZone: CivilZone {
    func moment(of instant: Instant) -> (day: CivilDay, time: LocalTime)? {
        guard let fields = fields(instant),
            let day = CivilDay(year: Int64(fields.year), month: fields.month, day: fields.day),
            let time = LocalTime(hour: fields.hour, minute: fields.minute)
        else { return nil }
        return (day, time)
    }

    func instant(of day: CivilDay, at time: LocalTime) -> Instant? {
        instant(
            of: CalendarFields(
                year: Int(day.year), month: day.month, day: day.day, hour: time.hour,
                minute: time.minute, second: 0, millisecond: 0))
    }
}
