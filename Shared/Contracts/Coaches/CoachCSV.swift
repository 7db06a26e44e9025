/// Coaches as a table, for the command line and the pages.
public struct CoachCSV: Sendable {
    private typealias Day = @Sendable (Instant) -> String
    private typealias Value = @Sendable (Coach, Day) -> String?

    private static let columns: [(title: String, value: Value)] = [
        ("First Name", { coach, _ in coach.firstName }),
        ("Last Name", { coach, _ in coach.lastName }),
        ("Role", { coach, _ in coach.role.label }),
        ("School", { coach, _ in coach.schoolName }),
        ("Email", { coach, _ in coach.email }),
        ("Phone", { coach, _ in coach.phone }),
        ("Twitter", { coach, _ in coach.twitterHandle }),
        ("Instagram", { coach, _ in coach.instagramHandle }),
        ("Responsiveness Score", { coach, _ in coach.scoreNumber }),
        ("Last Contact Date", { coach, day in coach.lastContactDate.map(day) }),
        ("Notes", { coach, _ in coach.notes }),
    ]

    private let writer: CSVWriter
    private let day: Day

    /// - Parameter day: The day of an instant in the reader's zone, as `2026-02-03`.
    public init(writer: CSVWriter, day: @escaping @Sendable (Instant) -> String) {
        self.writer = writer
        self.day = day
    }

    /// The first line.
    public var header: String { writer.line(Self.names) }

    /// The names of the columns.
    public static var names: [String] { columns.map(\.title) }

    /// One row.
    public func line(of coach: Coach) -> String { writer.line(values(of: coach)) }

    /// The values of a row; missing ones are empty.
    public func values(of coach: Coach) -> [String] {
        Self.columns.map { $0.value(coach, day) ?? "" }
    }

    /// The file's name, which contains the day.
    public func fileName(at now: Instant, _ ending: String = "csv") -> String {
        "coaches-\(day(now)).\(ending)"
    }
}
