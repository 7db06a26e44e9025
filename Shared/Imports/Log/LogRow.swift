public import Contracts

/// Limits of a family's own log of contacts.
public enum LogLimit {
    /// The maximum number of rows in a file.
    public static let rowsMax = 10_000
    /// The maximum number of schools that one file adds.
    public static let newSchoolsMax = 500
}

/// What a log's rows mean where they say nothing. Most contacts of a log are e-mails that the
/// family sent.
@Memberwise
public struct LogDefaults: Hashable, Sendable {
    public var type: InteractionType = .email
    public var direction: Direction = .outbound
}

/// The coach whom a row of a log names.
enum LogCoach: Hashable, Sendable {
    case none
    /// A first and a last name.
    case named(first: String, last: String)
    /// One word, which is the last name of a coach who is known, or else only a name.
    case lastName(String)
    /// Several people, or a text that is not a name.
    case other(String)
}

/// A row of a family's own log of contacts, before it is known what is there already.
public struct LogRow: Sendable {
    public let line: Int
    /// The school as written; nil if the row names none.
    let school: String?
    let catalogueID: String?
    let division: String?
    let state: String?
    let coach: LogCoach
    /// The coach as written.
    let coachText: String?
    let title: String?
    let email: String?
    let phone: String?
    let twitter: String?
    /// The contact without school and coach.
    let form: CreateInteraction.Request
    /// What the row leaves out: `type`, `direction`.
    let leftOut: Set<String>
    /// The day and the time of day as written; nil if the row has none.
    public let writtenTime: String?
    /// The row itself, for messages.
    let source: CSVReader.Row

    /// Reads a row.
    public init(
        _ row: CSVReader.Row, _ columns: ImportColumns, _ defaults: LogDefaults,
        in zone: some CivilZone
    ) {
        func value(_ name: String) -> String? { columns.value(name, in: row.fields) }
        source = row
        line = row.line
        let times = [value("occurred_at"), value("time")].compactMap { $0?.trimmed }
        writtenTime = times.isEmpty ? nil : times.joined(separator: " ")
        school = ImportWords.given(value("school"))
        catalogueID = ImportWords.given(value("catalogue_id"))
        division = ImportWords.division(ImportWords.given(value("division")))
        state = ImportWords.state(ImportWords.given(value("state")))
        let parts = [value("first_name"), value("last_name")].map { $0?.trimmed ?? "" }
        coachText = ImportWords.given(
            value("coach") ?? parts.filter { !$0.isEmpty }.joined(separator: " "))
        let read =
            value("coach") == nil && coachText != nil
            ? LogNames.coach(first: parts[0], last: parts[1]) : LogNames.coach(coachText)
        coach = read.coach
        title = ImportWords.given(value("coach_title")) ?? read.title
        email = ImportWords.given(value("coach_email"))
        phone = ImportWords.given(value("coach_phone"))
        twitter = ImportWords.given(value("coach_twitter"))
        var leftOut: Set<String> = []
        var type = ImportWords.type(ImportWords.given(value("type")))
        if type == nil {
            type = defaults.type.rawValue
            leftOut.insert("type")
        }
        var direction = ImportWords.direction(ImportWords.given(value("direction")))
        if direction == nil {
            direction = defaults.direction.rawValue
            leftOut.insert("direction")
        }
        self.leftOut = leftOut
        var form = CreateInteraction.Request(
            type: type, direction: direction,
            occurredAt: Self.time(value("occurred_at"), value("time"), in: zone))
        form.subject = FormField(value("subject"))
        form.content = FormField(value("content"))
        form.sentiment = FormField(
            ImportWords.sentiment(ImportWords.given(value("sentiment"))))
        if case .other(let name) = coach { form.otherCoachName = FormField(name) }
        if case .lastName(let name) = coach { form.otherCoachName = FormField(name) }
        self.form = form
    }

    /// The time of the contact; nil if it is not valid.
    public var occurredAt: ContactTime? {
        form.occurredAt.value.flatMap { ContactTime(text: $0) }
    }

    /// Whom the row is about, as written.
    public var summary: String {
        [coachText, school].compactMap { $0 }.joined(separator: ", ")
    }

    /// The type as sent.
    public var type: String { form.type.value ?? "" }

    /// The direction as sent.
    public var direction: String { form.direction.value ?? "" }

    /// The instant of a day and a time of day, or the text if it is none.
    private static func time(
        _ day: String?, _ time: String?, in zone: some CivilZone
    ) -> String? {
        guard let day = ImportWords.given(day) else { return nil }
        return ImportTime.text(day, ImportWords.given(time), in: zone)
    }
}

/// The school of a row, which is there or will be added.
public enum LogSchool: Hashable, Sendable {
    case known(SchoolID, name: String)
    /// The place in the list of new schools.
    case new(Int)
}

/// The coach of a row.
public enum LogContactPerson: Hashable, Sendable {
    case none
    case known(CoachID, name: String)
    /// The place in the list of new coaches.
    case new(Int)
    /// Not a coach of the list: the contact keeps the name.
    case other(String)
}
