import Contracts
import ServiceKit

/// Turns a file's rows into one kind's forms.
protocol ImportRecipe {
    associatedtype Row: ImportRow

    static var kind: ImportKind { get }

    /// The forms of these rows, in order, and the errors already found, by line and field.
    func forms(
        of rows: [CSVReader.Row], _ columns: ImportColumns, _ run: CommandRun
    ) throws -> (rows: [Row], refused: [Int: [String: String]])
}

/// Imports schools.
struct SchoolRecipe: ImportRecipe {
    static let kind = ImportKind.schools

    func forms(
        of rows: [CSVReader.Row], _ columns: ImportColumns, _ run: CommandRun
    ) -> (rows: [SchoolImportRow], refused: [Int: [String: String]]) {
        let forms = rows.map { row in
            var form = columns.form(School.self, row).form
            form.catalogueID.value = form.catalogueID.value?.trimmed
            form.state.value = form.state.value?.trimmed
            form.division = FormField(ImportWords.division(form.division.value))
            return SchoolImportRow(line: row.line, form: form)
        }
        return (forms, [:])
    }
}

/// Imports coaches.
struct CoachRecipe: ImportRecipe {
    static let kind = ImportKind.coaches

    /// Whether unknown schools are added from the catalogue.
    let addsSchools: Bool

    func forms(
        of rows: [CSVReader.Row], _ columns: ImportColumns, _ run: CommandRun
    ) -> (rows: [CoachImportRow], refused: [Int: [String: String]]) {
        (rows.map { form(of: $0, columns, run) }, [:])
    }

    private func form(
        of row: CSVReader.Row, _ columns: ImportColumns, _ run: CommandRun
    ) -> CoachImportRow {
        func value(_ name: String) -> String? { columns.value(name, in: row.fields) }
        let name = Self.split(value("name"))
        var form = columns.form(Coach.self, row).form
        form.firstName.value = form.firstName.value ?? name.first
        form.lastName.value = form.lastName.value ?? name.last
        form.role = FormField(ImportWords.role(form.role.value))
        return CoachImportRow(
            line: row.line, key: value("coach_key")?.trimmed,
            school: SchoolReference(row, columns), addsSchool: addsSchools ? true : nil,
            form: form,
            responsivenessScore: ImportWords.given(value("responsiveness_score")),
            lastContactDate: ImportWords.given(value("last_contact_date")).map {
                ImportTime.instant($0, in: run.zone, now: run.clock.now())?.text ?? $0
            })
    }

    /// Splits a full name into first and last name; the last word is the last name.
    static func split(_ name: String?) -> (first: String?, last: String?) {
        guard let words = name?.split(whereSeparator: \.isWhitespace), let last = words.last else {
            return (nil, nil)
        }
        return (words.dropLast().joined(separator: " "), String(last))
    }
}

/// Imports interactions. The coaches service resolves their schools and coaches, a batch at a time.
struct InteractionRecipe: ImportRecipe {
    static let kind = ImportKind.interactions

    /// A placeholder for an unresolved school or coach; the service rejects it.
    private static let unknown = "?"

    func forms(
        of rows: [CSVReader.Row], _ columns: ImportColumns, _ run: CommandRun
    ) throws -> (rows: [InteractionImportRow], refused: [Int: [String: String]]) {
        let references = rows.map { Self.reference($0, columns) }
        let meanings = try Self.meanings(of: references, run)
        var refused: [Int: [String: String]] = [:]
        let forms = zip(rows, references).map { row, reference in
            let meaning = meanings[reference] ?? ResolveReferences.Resolved()
            if !meaning.errors.isEmpty { refused[row.line] = meaning.errors }
            return form(of: row, columns, meaning, run)
        }
        return (forms, refused)
    }

    private func form(
        of row: CSVReader.Row, _ columns: ImportColumns, _ meaning: ResolveReferences.Resolved,
        _ run: CommandRun
    ) -> InteractionImportRow {
        func value(_ name: String) -> String? { columns.value(name, in: row.fields) }
        var form = CreateInteraction.Request(
            type: ImportWords.type(value("type")),
            direction: ImportWords.direction(value("direction")),
            occurredAt: value("occurred_at").map {
                ImportTime.instant($0.trimmed, in: run.zone, now: run.clock.now())?.text ?? $0
            })
        form.schoolID = FormField(
            meaning.errors["school"] == nil ? meaning.schoolID?.text : Self.unknown)
        form.coachID = FormField(
            meaning.errors["coach"] == nil ? meaning.coachID?.text : Self.unknown)
        form.otherCoachName = FormField(value("other_coach_name"))
        form.subject = FormField(value("subject"))
        form.content = FormField(value("content"))
        form.sentiment = FormField(ImportWords.sentiment(value("sentiment")))
        return InteractionImportRow(line: row.line, form: form)
    }

    private static func reference(
        _ row: CSVReader.Row, _ columns: ImportColumns
    ) -> ResolveReferences.Reference {
        let coach = CoachReference(
            key: columns.value("coach_key", in: row.fields)?.trimmed,
            name: columns.value("coach", in: row.fields)?.trimmed)
        return ResolveReferences.Reference(
            school: SchoolReference(row, columns),
            coach: coach.key == nil && coach.name == nil ? nil : coach)
    }

    /// Resolves references in a single call.
    static func meanings(
        of references: [ResolveReferences.Reference], _ run: CommandRun
    ) throws -> [ResolveReferences.Reference: ResolveReferences.Resolved] {
        let wanted = Array(Set(references))
        let answer = try run.read(
            ResolveReferences.self, ResolveReferences.Request(references: wanted))
        let found = try run.decoded(ResolveReferences.Response.self, answer).references
        return Dictionary(zip(wanted, found), uniquingKeysWith: { first, _ in first })
    }
}

extension SchoolReference {
    /// The school that a row names; nil if it names none.
    init?(_ row: CSVReader.Row, _ columns: ImportColumns) {
        self.init(
            catalogueID: columns.value("catalogue_id", in: row.fields)?.trimmed,
            name: columns.value("school", in: row.fields)?.trimmed)
        if catalogueID == nil, name == nil { return nil }
    }
}
