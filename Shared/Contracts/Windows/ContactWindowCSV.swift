/// The file of a family's contact windows: comma-separated values, one rule a row. Words and days
/// are read as in the files of imports.
public enum ContactWindowCSV {
    /// The columns, in the order of the template.
    public enum Column: String, CaseIterable, Sendable {
        case division
        case types
        case direction
        case kind
        case firstDay = "first_day"
        case lastDay = "last_day"
        case note
        case source
        case checkedOn = "checked_on"

        /// Whether every file must have the column.
        public var isRequired: Bool {
            switch self {
            case .kind, .firstDay, .source, .checkedOn: true
            case .division, .types, .direction, .lastDay, .note: false
            }
        }
    }

    /// The header and a row that is plainly an example.
    public static let template = """
        \(Column.allCases.map(\.rawValue).joined(separator: ","))
        D1,phone_call;text,inbound,closed,2099-01-01,2099-01-31,Example row: replace it,\
        https://example.com/invented-rules,2099-01-01

        """

    /// Reads a file. Returns the rules, or nothing and all problems.
    static func windows(
        in text: String
    ) -> (windows: [ContactWindow], problems: [ContactWindowProblem]) {
        var reader = CSVReader(Array(text.utf8))
        do {
            guard let header = try reader.next() else {
                return ([], [.init(line: 1, "csv", emptyFile)])
            }
            let columns = columns(of: header)
            guard columns.problems.isEmpty else { return ([], columns.problems) }
            var windows: [ContactWindow] = []
            var problems: [ContactWindowProblem] = []
            while let row = try reader.next() {
                guard windows.count < ContactWindowLimit.rowsMax else {
                    problems.append(.init(line: row.line, "csv", tooManyRows))
                    break
                }
                var form = RowForm(row, columns.places)
                windows.append(form.window())
                problems += form.problems
            }
            if windows.isEmpty { problems.append(.init(line: 1, "csv", noRows)) }
            return problems.isEmpty
                ? (windows, [])
                : ([], Array(problems.prefix(ContactWindowLimit.problemsMax)))
        } catch let problem as CSVProblem {
            return ([], [.init(line: problem.line, "csv", problem.text)])
        } catch {
            return ([], [.init(line: 1, "csv", "The file cannot be read")])
        }
    }

    static let tooManyRows =
        "A family can have at most \(ContactWindowLimit.rowsMax) contact windows"
    static let emptyFile = "The file is empty; the first line names the columns"
    static let noRows = "The file has no rules; give at least one"

    private static func columns(
        of header: CSVReader.Row
    ) -> (places: [Column: Int], problems: [ContactWindowProblem]) {
        var places: [Column: Int] = [:]
        var problems: [ContactWindowProblem] = []
        for (place, name) in header.fields.enumerated() {
            let word = ImportWords.plain(name)
            guard !word.isEmpty else { continue }
            let known = Column.allCases.first { ImportWords.plain($0.rawValue) == word }
            guard let column = known else {
                let all = Column.allCases.map(\.rawValue).joined(separator: ", ")
                problems.append(
                    .init(line: header.line, "csv", "Unknown column; the columns are: \(all)"))
                continue
            }
            if places.updateValue(place, forKey: column) != nil {
                problems.append(
                    .init(line: header.line, column.rawValue, "The column stands there twice"))
            }
        }
        for column in Column.allCases where column.isRequired && places[column] == nil {
            problems.append(.init(line: header.line, column.rawValue, "The column is missing"))
        }
        return (places, problems)
    }

    /// A row that is read.
    private struct RowForm {
        private let row: CSVReader.Row
        private let places: [Column: Int]
        private let dayRefusal = "Expected a day such as 2026-04-01 or 4/1/2026"
        private let days = TypedTimeReader(today: nil)
        private(set) var problems: [ContactWindowProblem] = []

        init(_ row: CSVReader.Row, _ places: [Column: Int]) {
            self.row = row
            self.places = places
        }

        /// The rule. It counts only if `problems` is empty afterwards.
        mutating func window() -> ContactWindow {
            let kinds = ContactWindowKind.allCases.map(\.rawValue).joined(separator: " or ")
            let kind = text(.kind).flatMap { ContactWindowKind(rawValue: ImportWords.plain($0)) }
            if kind == nil { refuse(.kind, "Expected \(kinds)") }
            let firstDay = day(.firstDay)
            if firstDay == nil, text(.firstDay) == nil { refuse(.firstDay, dayRefusal) }
            let lastDay = day(.lastDay)
            if let firstDay, let lastDay, lastDay < firstDay {
                refuse(.lastDay, "The last day is before the first day")
            }
            let checkedOn = day(.checkedOn)
            if checkedOn == nil, text(.checkedOn) == nil { refuse(.checkedOn, dayRefusal) }
            let note = limited(.note, ContactWindowLimit.noteMax, "Note")
            let source = limited(.source, ContactWindowLimit.sourceMax, "Source")
            if source == nil { refuse(.source, "Say where the rule is from") }
            return ContactWindow(
                division: division(), types: types(), direction: direction(),
                kind: kind ?? .closed, firstDay: firstDay ?? CivilDay(daysSince1970: 0),
                lastDay: lastDay, note: note, source: source ?? "",
                checkedOn: checkedOn ?? CivilDay(daysSince1970: 0))
        }

        /// The trimmed value; nil for none.
        private func text(_ column: Column) -> String? {
            guard let place = places[column], row.fields.indices.contains(place) else { return nil }
            let text = row.fields[place].trimmed
            return text.isEmpty ? nil : text
        }

        private mutating func day(_ column: Column) -> CivilDay? {
            guard let text = text(column) else { return nil }
            let day = days.day(text).value
            if day == nil { refuse(column, dayRefusal) }
            return day
        }

        private mutating func limited(_ column: Column, _ max: Int, _ name: String) -> String? {
            let text = text(column)
            if let text, !TextLimit.fits(text, 0...max) || text.count > max {
                refuse(column, "\(name) must be \(max) characters or less")
            }
            return Sanitizer.plainText(text)
        }

        private mutating func division() -> Division? {
            guard let text = text(.division) else { return nil }
            let division = ImportWords.division(text).flatMap(Division.init(rawValue:))
            if division == nil {
                let all = Division.allCases.map(\.rawValue).joined(separator: ", ")
                refuse(.division, "Division must be one of \(all), or empty for all")
            }
            return division
        }

        private mutating func direction() -> Direction? {
            guard let text = text(.direction) else { return nil }
            let direction = ImportWords.direction(text).flatMap(Direction.init(rawValue:))
            if direction == nil {
                refuse(.direction, "Expected outbound or inbound, or nothing for both")
            }
            return direction
        }

        /// The types, which semicolons, commas or bars separate; empty for all.
        private mutating func types() -> [InteractionType] {
            let types = (text(.types) ?? "").split { ";,|".contains($0) }.map { word in
                ImportWords.type(String(word)).flatMap(InteractionType.init(rawValue:))
            }
            if types.contains(nil) {
                let all = InteractionType.allCases.map(\.rawValue).joined(separator: ", ")
                refuse(.types, "Types must be among \(all), or empty for all")
            }
            let named = Set(types.compactMap { $0 })
            return InteractionType.allCases.filter(named.contains)
        }

        private mutating func refuse(_ column: Column, _ text: String) {
            problems.append(.init(line: row.line, column.rawValue, text))
        }
    }
}

/// A place in a file that cannot be read, as it stands in the `errors` of a refusal: the key
/// `3.last_day` is the column `last_day` in line 3.
public struct ContactWindowProblem: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The column, or `csv` for the whole line.
    public let field: String
    /// What is wrong.
    public let text: String

    init(line: Int, _ field: String, _ text: String) {
        self.line = line
        self.field = field
        self.text = text
    }

    var key: String { "\(line).\(field)" }

    /// The problems of a refused file, in the order of its lines; empty for other errors.
    public static func all(in errors: [String: String]) -> [ContactWindowProblem] {
        errors.compactMap { key, text in
            let parts = key.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, let line = Int(parts[0]) else { return nil }
            return ContactWindowProblem(line: line, String(parts[1]), text)
        }.sorted { ($0.line, $0.field) < ($1.line, $1.field) }
    }

    /// "Line 3, last_day".
    public var place: String { field == "csv" ? "Line \(line)" : "Line \(line), \(field)" }

    /// "Line 3, last_day: The last day is before the first day".
    public var sentence: String { "\(place): \(text)" }
}
