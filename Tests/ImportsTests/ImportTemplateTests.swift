import Testing

@testable import Contracts
@testable import Imports

@Suite struct ImportTemplateTests {
    /// The header and the rows of a template.
    private func rows(_ kind: ImportKind) throws -> [CSVReader.Row] {
        var bytes = [UInt8](ImportTemplate(kind).text.utf8)
        var reader = CSVReader {
            defer { bytes = [] }
            return bytes
        }
        var rows: [CSVReader.Row] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    // N-104: the columns are the fields, and each is found again.
    @Test(arguments: ImportKind.allCases.filter { $0 != .log }) func aTemplateHasTheFieldsAsColumns(
        kind: ImportKind
    ) throws {
        let rows = try rows(kind)
        #expect(rows.count == 2 && rows[0].fields.count == rows[1].fields.count)
        #expect(rows[0].fields == kind.fields.filter(\.isInTemplate).map(\.name))
        let columns = try ImportColumns(header: rows[0].fields, kind: kind, mapped: [])
        try columns.requireAll()
        #expect(columns.ignored.isEmpty)
        for name in rows[0].fields { #expect(columns.positions[name] != nil, "\(name)") }
        #expect(ImportTemplate(kind).fileName == "\(kind.rawValue)-template.csv")
    }

    private func form<Recipe: ImportRecipe>(_ recipe: Recipe) throws -> Recipe.Row {
        let rows = try rows(Recipe.kind)
        let columns = try ImportColumns(header: rows[0].fields, kind: Recipe.kind, mapped: [])
        let found = ResolveReferences.Resolved(schoolID: SchoolID(high: 1, low: 1))
        let (row, errors) = recipe.form(of: rows[1], columns, found, in: PlainZone())
        #expect(errors.isEmpty, "\(errors)")
        return row
    }

    // N-104: the example is a row that can be imported without a change.
    @Test func theExampleIsValid() throws {
        _ = try form(SchoolRecipe()).form.validated()
        _ = try form(CoachRecipe(addsSchools: false)).form.validated()
        _ = try form(EventRecipe()).form.validated()
        _ = try form(InteractionRecipe()).form.validated()
        _ = try form(MetricRecipe()).form.validated()
        let rows = try rows(.posts)
        let columns = try ImportColumns(header: rows[0].fields, kind: .posts, mapped: [])
        let post = PostLine(rows[1], columns, in: PlainZone())
        #expect(post.problems == nil)
        _ = try post.form.validated()
    }

    // N-104: no value is invented for a reference that a row can do without.
    @Test func onlyContactsNameASchool() throws {
        for kind in ImportKind.allCases where kind != .log {
            let rows = try rows(kind)
            let columns = try ImportColumns(header: rows[0].fields, kind: kind, mapped: [])
            let school = columns.value("school", in: rows[1].fields)
            #expect((school != nil) == (kind == .interactions))
        }
        let schools = try rows(.schools)
        let interactions = try rows(.interactions)
        let columns = try ImportColumns(
            header: interactions[0].fields, kind: .interactions, mapped: [])
        #expect(
            columns.value("school", in: interactions[1].fields) == schools[1].fields.first)
    }

    // N-100: an id counts in imports that update records only; the key of an archive is kept.
    @Test func idsCountInUpdatesOnly() throws {
        let columns = try ImportColumns(
            header: ["ID", "School Key", "Name"], kind: .schools, mapped: [])
        let row = CSVReader.Row(line: 2, fields: [" i1 ", "k1", "Duke"])
        for updates in [true, false] {
            let made = SchoolRecipe(updates: updates).form(
                of: row, columns, .init(), in: PlainZone()
            ).row
            #expect(made.form.id.value == (updates ? "i1" : nil) && made.key == "k1")
        }
        let coach = CoachRecipe(addsSchools: false, updates: true)
        let people = try ImportColumns(
            header: ["id", "coach_key", "name"], kind: .coaches, mapped: [])
        let made = coach.form(
            of: .init(line: 2, fields: ["i1", "k1", "Ann Lee"]), people, .init(), in: PlainZone()
        ).row
        #expect(made.form.id.value == "i1" && made.key == "k1")
    }

    @Test func theChoiceIsInEveryBatch() throws {
        for updates in [true, false] {
            var staging = try FileStaging(
                SchoolRecipe(updates: updates),
                ImportColumns(header: ["name"], kind: .schools, mapped: []))
            _ = try staging.add(.init(line: 2, fields: ["Duke"]))
            let rest = staging.rest()
            var batch = try #require(rest)
            let request = staging.request(&batch, [], in: PlainZone())
            #expect(request.update == (updates ? true : nil))
        }
    }

    // N-101: the report has the rows that change something apart from the others.
    @Test func theReportSaysWhatChanges() throws {
        var staging = try FileStaging(
            SchoolRecipe(updates: true),
            ImportColumns(header: ["name"], kind: .schools, mapped: []))
        for line in 2...5 { _ = try staging.add(.init(line: line, fields: ["School \(line)"])) }
        let rest = staging.rest()
        let batch = try #require(rest)
        staging.add(
            ImportVerdicts(
                importID: OperationID(high: 1, low: 1), number: 1, refused: [],
                skipped: [SkippedRow(line: 5, reason: "The same school as line 2", sameAs: 2)],
                rows: [
                    ImportedRow(line: 2, fate: .added, name: "School 2"),
                    ImportedRow(line: 3, fate: .updated, name: "School 3", changes: []),
                    ImportedRow(line: 4, fate: .unchanged, name: "School 4"),
                    ImportedRow(line: 5, fate: .skipped, reason: "The same school as line 2"),
                ]), to: batch)
        let report = staging.report
        #expect(report.updated.map(\.line) == [3] && report.unchanged.map(\.line) == [4])
        #expect(report.firstReady.map(\.line) == [2] && report.skipped.map(\.line) == [5])
    }
}
