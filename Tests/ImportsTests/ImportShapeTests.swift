import Support
import Testing

@testable import Contracts
@testable import Imports

/// No import stores a row whose columns did not match its header. Of generated files of
/// every kind, whose rows have fields too many or too few, each row is refused or read as written.
@Suite struct ImportShapeTests {
    /// A generated file.
    private struct Table {
        let header: [String]
        let rows: [CSVReader.Row]
        /// The fields whose texts are not read but kept as they are.
        let texts: Set<String>

        /// A row whose values are their own places, but for fields that are words or figures.
        init(_ kind: ImportKind, _ texts: [String], _ others: [String: String], _ seed: UInt64) {
            var random = SeededNumbers(seed: seed)
            let header = (texts + others.keys.sorted()).shuffled(using: &random)
            self.header = header
            self.texts = Set(texts)
            rows = (2..<42).map { line in
                var fields = header.enumerated().map { place, field in
                    others[field] ?? "Text \(line) of \(place)"
                }
                for _ in 0..<Int.random(in: 0...2, using: &random) {
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0:
                        let place = Int.random(in: 0...fields.count, using: &random)
                        fields.insert("more \(line)", at: place)
                    case 1: fields.append("")
                    case 2: fields.append("more \(line)")
                    default:
                        fields.remove(at: Int.random(in: 0..<fields.count, using: &random))
                    }
                }
                return CSVReader.Row(line: line, fields: fields)
            }
        }

        /// Whether a row has a value behind the last column.
        func isWide(_ row: CSVReader.Row) -> Bool {
            row.fields.dropFirst(header.count).contains { !$0.isEmpty }
        }

        /// The text of a row in the column of a field; nil for none.
        func written(_ field: String, _ row: CSVReader.Row) -> String? {
            guard let place = header.firstIndex(of: field), place < row.fields.count else {
                return nil
            }
            return row.fields[place].isEmpty ? nil : row.fields[place]
        }
    }

    /// Checks that of the rows that are sent, and not refused before, each has its own texts.
    private func check<Recipe: ImportRecipe>(
        _ recipe: Recipe, _ texts: [String], _ others: [String: String],
        _ read: (Recipe.Row, String) -> String?
    ) throws {
        for seed in UInt64(1)...40 {
            let table = Table(Recipe.kind, texts, others, seed)
            var staging = try FileStaging(
                recipe, ImportColumns(header: table.header, kind: Recipe.kind, mapped: []))
            for row in table.rows { _ = try staging.add(row) }
            let rest = staging.rest()
            var batch = try #require(rest)
            let found = batch.references.map { _ in
                ResolveReferences.Resolved(schoolID: SchoolID(high: 1, low: 1))
            }
            let request = staging.request(&batch, found, in: PlainZone())
            let wide = Set(table.rows.filter(table.isWide).map(\.line))
            #expect(!wide.isEmpty && wide.count < table.rows.count)
            #expect(wide.isSubset(of: request.refused?.map(\.line) ?? []), "seed \(seed)")
            #expect(request.rows.allSatisfy { !wide.contains($0.line) }, "seed \(seed)")
            #expect(request.rows.count + wide.count == table.rows.count)
            let rows = Dictionary(uniqueKeysWithValues: table.rows.map { ($0.line, $0) })
            for row in request.rows {
                let source = try #require(rows[row.line])
                for field in texts {
                    #expect(
                        read(row, field) == table.written(field, source),
                        "seed \(seed), line \(row.line), \(field)")
                }
            }
        }
    }

    private func text<Record>(of form: RecordForm<Record>, _ field: String) -> String? {
        let cell: FormField<String> = form[field]
        return cell.value
    }

    @Test func schools() throws {
        try check(
            SchoolRecipe(), ["name", "city", "conference", "notes"],
            ["state": "NC", "division": "D1"]
        ) { text(of: $0.form, $1) }
    }

    @Test func coaches() throws {
        try check(
            CoachRecipe(addsSchools: false), ["first_name", "last_name", "notes"],
            ["role": "head", "email": "a@b.example"]
        ) { text(of: $0.form, $1) }
    }

    @Test func events() throws {
        try check(
            EventRecipe(), ["name", "city", "description"],
            ["type": "camp", "start_date": "2026-02-03"]
        ) { text(of: $0.form, $1) }
    }

    @Test func interactions() throws {
        try check(
            InteractionRecipe(), ["subject", "content", "other_coach_name"],
            [
                "type": "email", "direction": "outbound", "occurred_at": "2026-02-03",
                "school": "Duke",
            ]
        ) { row, field in
            switch field {
            case "subject": row.form.subject.value
            case "content": row.form.content.value
            default: row.form.otherCoachName.value
            }
        }
    }

    @Test func metrics() throws {
        try check(
            MetricRecipe(), ["notes", "unit"],
            ["metric_type": "velocity", "value": "84", "recorded_date": "2026-02-03"]
        ) { row, field in field == "notes" ? row.form.notes.value : row.form.unit.value }
    }

    @Test func logs() throws {
        for seed in UInt64(1)...40 {
            let table = Table(
                .log, ["subject", "content", "school"],
                ["type": "email", "direction": "outbound", "occurred_at": "2026-02-03"], seed)
            let columns = try ImportColumns(header: table.header, kind: .log, mapped: [])
            let rows = table.rows.map { LogRow($0, columns, LogDefaults(), in: PlainZone()) }
            let plan = LogPlan(rows, columns, schools: [], coaches: [])
            let wide = table.rows.filter(table.isWide).map(\.line)
            let refused = plan.report.refusals.filter { $0.field == ImportReport.Refusal.row }
            #expect(refused.map(\.line) == wide, "seed \(seed)")
            for entry in plan.entries {
                let source = try #require(table.rows.first { $0.line == entry.row.line })
                #expect(!table.isWide(source))
                #expect(entry.row.form.content.value == table.written("content", source))
                #expect(entry.row.form.subject.value == table.written("subject", source))
                #expect(entry.row.school == table.written("school", source))
            }
        }
    }
}
