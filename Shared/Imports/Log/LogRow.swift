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

/// A row of a family's own log of contacts, before it is known what is there already. A plan sorts
/// the same rows in several ways, so that they are shared and not copied.
public final class LogRow: Sendable {
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

    /// When the contact was, or what is wrong with its date; nil if the row has none.
    let time: Result<ContactTime, ImportTime.Problem>?
    /// The year of the date, if the rows around this one say it and not the row itself.
    public let inferredYear: Int64?

    /// Reads a row.
    ///
    /// - Parameters:
    ///   - dayOrder: The order of day and month in numbers.
    ///   - year: The year of a date that is written without one.
    ///   - reading: What the date says, if it was read with these choices.
    public init(
        _ row: CSVReader.Row, _ columns: ImportColumns, _ defaults: LogDefaults,
        dayOrder: DayOrder? = nil, year: Int64? = nil,
        reading: TypedReading<TypedMoment>? = nil, in zone: some CivilZone
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
        let written = ImportWords.given(value("type"))
        var direction = ImportWords.direction(ImportWords.given(value("direction")))
        // "Email (sent)" says it with the type.
        direction =
            direction ?? written.flatMap { ImportWords.direction(inTypeText: $0)?.rawValue }
        if direction == nil {
            direction = defaults.direction.rawValue
            leftOut.insert("direction")
        }
        self.leftOut = leftOut
        let day = ImportWords.given(value("occurred_at"))
        time = day.map {
            ImportTime.moment(
                day: $0, time: ImportWords.given(value("time")), in: zone, dayOrder: dayOrder,
                year: year, reading: reading)
        }
        inferredYear = year
        let known = (try? time?.get())?.text
        var form = CreateInteraction.Request(
            type: type, direction: direction, occurredAt: known ?? day)
        form.subject = FormField(value("subject") ?? written.flatMap(ImportWords.typeNote))
        form.content = FormField(value("content"))
        form.sentiment = FormField(
            ImportWords.sentiment(ImportWords.given(value("sentiment"))))
        if case .other(let name) = coach { form.otherCoachName = FormField(name) }
        if case .lastName(let name) = coach { form.otherCoachName = FormField(name) }
        self.form = form
    }

    /// When the contact was; nil if that cannot be read.
    public var occurredAt: ContactTime? { try? time?.get() }

    /// Whom the row is about, as written.
    public var summary: String {
        [coachText, school].compactMap { $0 }.joined(separator: ", ")
    }

    /// The type as sent.
    public var type: String { form.type.value ?? "" }

    /// The direction as sent.
    public var direction: String { form.direction.value ?? "" }
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
