public import Contracts

/// Turns the rows of a file into one kind's forms.
public protocol ImportRecipe: Sendable {
    associatedtype Row: ImportRow

    static var kind: ImportKind { get }
    /// Whether rows that mean records of the family update them. Otherwise such rows are skipped,
    /// and ids in a file mean nothing.
    var updates: Bool { get }

    /// The school and coach that a row names, for the coaches service to find; nil if the service
    /// that imports the rows finds them itself.
    func reference(
        of row: CSVReader.Row, _ columns: ImportColumns
    ) -> ResolveReferences.Reference?

    /// The form of a row, and the errors already found, by field.
    ///
    /// - Parameter found: The school and coach that the row names.
    func form(
        of row: CSVReader.Row, _ columns: ImportColumns, _ found: ResolveReferences.Resolved,
        in zone: some CivilZone
    ) -> (row: Row, errors: [String: String])
}

extension ImportRecipe {
    /// Nothing: the service that imports the rows finds what they name.
    public func reference(
        of row: CSVReader.Row, _ columns: ImportColumns
    ) -> ResolveReferences.Reference? { nil }

    public var updates: Bool { false }

    /// The id of the record that a row updates.
    func id(of row: CSVReader.Row, _ columns: ImportColumns) -> FormField<String> {
        FormField(updates ? columns.value("id", in: row.fields)?.trimmed : nil)
    }
}

/// Imports schools.
public struct SchoolRecipe: ImportRecipe {
    public static let kind = ImportKind.schools

    public let updates: Bool

    public init(updates: Bool = false) { self.updates = updates }

    /// The form with what the row says.
    public func form(
        of row: CSVReader.Row, _ columns: ImportColumns, _ found: ResolveReferences.Resolved,
        in zone: some CivilZone
    ) -> (row: SchoolImportRow, errors: [String: String]) {
        var form = columns.form(School.self, row).form
        form.catalogueID.value = form.catalogueID.value?.trimmed
        form.state.value = ImportWords.state(form.state.value)
        form.division = FormField(ImportWords.division(form.division.value))
        form.id = id(of: row, columns)
        let key = columns.value("school_key", in: row.fields)?.trimmed
        return (SchoolImportRow(line: row.line, key: key, form: form), [:])
    }
}

/// Imports coaches. Their service finds the schools.
public struct CoachRecipe: ImportRecipe {
    public static let kind = ImportKind.coaches

    /// Whether unknown schools are added from the catalogue.
    private let addsSchools: Bool
    public let updates: Bool

    public init(addsSchools: Bool, updates: Bool = false) {
        self.addsSchools = addsSchools
        self.updates = updates
    }

    /// The form with what the row says.
    public func form(
        of row: CSVReader.Row, _ columns: ImportColumns, _ found: ResolveReferences.Resolved,
        in zone: some CivilZone
    ) -> (row: CoachImportRow, errors: [String: String]) {
        func value(_ name: String) -> String? { columns.value(name, in: row.fields) }
        let name = Self.split(value("name"))
        var form = columns.form(Coach.self, row).form
        form.firstName.value = form.firstName.value ?? name.first
        form.lastName.value = form.lastName.value ?? name.last
        form.role = FormField(ImportWords.role(form.role.value))
        form.id = id(of: row, columns)
        let made = CoachImportRow(
            line: row.line, key: value("coach_key")?.trimmed,
            school: SchoolReference(row, columns), addsSchool: addsSchools ? true : nil,
            form: form,
            responsivenessScore: ImportWords.given(value("responsiveness_score")),
            lastContactDate: ImportWords.given(value("last_contact_date")).map {
                ImportTime.instant($0, in: zone)?.text ?? $0
            })
        return (made, [:])
    }

    /// Splits a full name into first and last name; the last word is the last name.
    static func split(_ name: String?) -> (first: String?, last: String?) {
        guard let words = name?.split(whereSeparator: \.isWhitespace), let last = words.last else {
            return (nil, nil)
        }
        return (words.dropLast().joined(separator: " "), String(last))
    }
}

/// Imports interactions.
public struct InteractionRecipe: ImportRecipe {
    public static let kind = ImportKind.interactions

    /// A placeholder for an unresolved school or coach; the service rejects it.
    private static let unknown = "?"

    public init() {}

    /// The school and the coach that the row names.
    public func reference(
        of row: CSVReader.Row, _ columns: ImportColumns
    ) -> ResolveReferences.Reference? {
        let coach = CoachReference(
            key: columns.value("coach_key", in: row.fields)?.trimmed,
            name: columns.value("coach", in: row.fields)?.trimmed)
        return ResolveReferences.Reference(
            school: SchoolReference(row, columns),
            coach: coach.key == nil && coach.name == nil ? nil : coach)
    }

    /// The form with what the row says.
    public func form(
        of row: CSVReader.Row, _ columns: ImportColumns, _ found: ResolveReferences.Resolved,
        in zone: some CivilZone
    ) -> (row: InteractionImportRow, errors: [String: String]) {
        func value(_ name: String) -> String? { columns.value(name, in: row.fields) }
        var form = CreateInteraction.Request(
            type: ImportWords.type(value("type")),
            direction: ImportWords.direction(value("direction")),
            occurredAt: value("occurred_at").map { ImportTime.text($0, in: zone) })
        form.schoolID = FormField(
            found.errors["school"] == nil ? found.schoolID?.text : Self.unknown)
        form.coachID = FormField(found.errors["coach"] == nil ? found.coachID?.text : Self.unknown)
        form.otherCoachName = FormField(value("other_coach_name"))
        form.subject = FormField(value("subject"))
        form.content = FormField(value("content"))
        form.sentiment = FormField(ImportWords.sentiment(value("sentiment")))
        return (InteractionImportRow(line: row.line, form: form), found.errors)
    }
}

extension SchoolReference {
    /// The school that a row names; nil if it names none.
    public init?(_ row: CSVReader.Row, _ columns: ImportColumns) {
        self.init(
            catalogueID: columns.value("catalogue_id", in: row.fields)?.trimmed,
            name: columns.value("school", in: row.fields)?.trimmed)
        if catalogueID == nil, name == nil { return nil }
    }
}
