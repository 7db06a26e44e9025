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
        var errors: [String: String] = [:]
        var form = columns.form(Coach.self, row).form
        let title = readName(value("name"), into: &form, &errors)
        setRole(value("role"), title, in: &form)
        form.id = id(of: row, columns)
        let made = CoachImportRow(
            line: row.line, key: value("coach_key")?.trimmed,
            school: SchoolReference(row, columns), addsSchool: addsSchools ? true : nil,
            form: form,
            responsivenessScore: ImportWords.given(value("responsiveness_score")),
            lastContactDate: ImportWords.given(value("last_contact_date")).map {
                ImportTime.instant($0, in: zone)?.text ?? $0
            })
        return (made, errors)
    }

    /// Fills in the names that have no column of their own. Returns the title that stands with the
    /// full name.
    private func readName(
        _ text: String?, into form: inout CoachForm, _ errors: inout [String: String]
    ) -> String? {
        guard let text, form.firstName.value == nil || form.lastName.value == nil else {
            return nil
        }
        guard let name = PersonName(text) else {
            errors["name"] = PersonName.refusal
            return nil
        }
        form.lastName.value = form.lastName.value ?? name.last
        if form.firstName.value == nil {
            form.firstName.value = name.first
            if name.first.isEmpty { errors["name"] = PersonName.firstNameRefusal }
        }
        return name.title
    }

    /// Sets the role from its column, or else from the title that stands with the name. The notes
    /// on a new coach keep what a role does not say.
    private func setRole(_ text: String?, _ title: String?, in form: inout CoachForm) {
        let word = ImportWords.role(text)
        form.role = FormField(word)
        var titles: [String] = []
        if let text, CoachRole(rawValue: word ?? "") == nil, CoachTitle.isTitle(text) {
            form.role.value = CoachTitle.role(of: text).rawValue
            titles.append(text.trimmed)
        }
        if let title {
            if text == nil, !updates { form.role.value = CoachTitle.role(of: title).rawValue }
            titles.append(title)
        }
        guard !updates else { return }
        let notes = titles.compactMap(CoachTitle.note) + [form.notes.value].compactMap(\.self)
        if !titles.isEmpty, !notes.isEmpty {
            form.notes = FormField(notes.joined(separator: "\n"))
        }
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
