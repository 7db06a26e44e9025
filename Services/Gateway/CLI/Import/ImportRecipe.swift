import Contracts
import ServiceKit

/// One kind's way from rows of a file to forms, and the operations that take them.
protocol ImportRecipe {
    associatedtype Row: ImportRow
    associatedtype Stage: Operation
    where Stage.Request == ImportBatch<Row>, Stage.Response == ImportVerdicts
    associatedtype Commit: Operation
    where Commit.Request == ImportCommit, Commit.Response == ImportSummary
    associatedtype Discard: Operation where Discard.Request == ImportDiscard

    /// What is imported.
    static var kind: ImportKind { get }

    /// The forms of these rows, in their order, and what is found wrong with some already, by
    /// line.
    func forms(
        of rows: [CSVReader.Row], _ columns: ImportColumns, _ run: CommandRun
    ) throws -> (rows: [Row], refused: [Int: [String: String]])
}

/// Rows about schools.
struct SchoolRecipe: ImportRecipe {
    typealias Stage = StageSchools
    typealias Commit = CommitSchools
    typealias Discard = DiscardSchools

    static let kind = ImportKind.schools

    func forms(
        of rows: [CSVReader.Row], _ columns: ImportColumns, _ run: CommandRun
    ) -> (rows: [SchoolImportRow], refused: [Int: [String: String]]) {
        let forms = rows.map { row in
            func field(_ name: String) -> FormField<String> {
                FormField(columns.value(name, in: row.fields))
            }
            var form = AddSchool.Request(
                catalogueID: columns.value("catalogue_id", in: row.fields)?.trimmed)
            form.name = field("name")
            form.city = field("city")
            form.state = FormField(columns.value("state", in: row.fields)?.trimmed)
            form.division = FormField(
                ImportWords.division(columns.value("division", in: row.fields)))
            form.conference = field("conference")
            form.website = field("website")
            form.twitterHandle = field("twitter_handle")
            form.instagramHandle = field("instagram_handle")
            form.notes = field("notes")
            return SchoolImportRow(line: row.line, form: form)
        }
        return (forms, [:])
    }
}

/// Rows about coaches.
struct CoachRecipe: ImportRecipe {
    typealias Stage = StageCoaches
    typealias Commit = CommitCoaches
    typealias Discard = DiscardCoaches

    static let kind = ImportKind.coaches

    /// Whether schools that are missing are taken from the catalogue.
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
        var form = CoachForm(
            firstName: value("first_name") ?? name.first, lastName: value("last_name") ?? name.last)
        form.role = FormField(ImportWords.role(value("role")))
        form.email = FormField(value("email"))
        form.phone = FormField(value("phone"))
        form.twitterHandle = FormField(value("twitter_handle"))
        form.instagramHandle = FormField(value("instagram_handle"))
        form.notes = FormField(value("notes"))
        return CoachImportRow(
            line: row.line, key: value("coach_key")?.trimmed,
            school: SchoolReference(row, columns), addsSchool: addsSchools ? true : nil,
            form: form,
            responsivenessScore: ImportWords.given(value("responsiveness_score")),
            lastContactDate: ImportWords.given(value("last_contact_date")).map {
                ImportTime.instant($0, in: run.zone, now: run.clock.now())?.text ?? $0
            })
    }

    /// First and last name of a full one: the last word is the last name.
    static func split(_ name: String?) -> (first: String?, last: String?) {
        guard let words = name?.split(whereSeparator: \.isWhitespace), let last = words.last else {
            return (nil, nil)
        }
        return (words.dropLast().joined(separator: " "), String(last))
    }
}

/// Rows about interactions. Schools and coaches are looked up at their service, a batch at a time.
struct InteractionRecipe: ImportRecipe {
    typealias Stage = StageInteractions
    typealias Commit = CommitInteractions
    typealias Discard = DiscardInteractions

    static let kind = ImportKind.interactions

    /// Stands for what was not found; the service refuses it.
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

    /// What references mean, asked for at once.
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
    /// The school that a row names; `nil` if it names none.
    init?(_ row: CSVReader.Row, _ columns: ImportColumns) {
        self.init(
            catalogueID: columns.value("catalogue_id", in: row.fields)?.trimmed,
            name: columns.value("school", in: row.fields)?.trimmed)
        if catalogueID == nil, name == nil { return nil }
    }
}
