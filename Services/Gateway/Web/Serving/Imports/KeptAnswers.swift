import Contracts
import HTTP
import Imports
import WebPages

/// What was said about a file of which rows are kept, as the texts that are kept with them.
struct KeptAnswers {
    private enum Part: String {
        case map
        case value
        case type
        case direction
        case dayOrder = "day_order"
        case update
        case addSchools = "add_schools"

        func text(_ value: String) -> String { "\(rawValue):\(value)" }
    }

    var mapped: [String] = []
    var words: [String] = []
    var defaults = LogDefaults()
    var dayOrder: DayOrder?
    var switches = ImportSwitches()

    /// Reads the texts; those that are none of these are passed over.
    init(_ texts: [String]) {
        for text in texts {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let part = Part(rawValue: String(parts[0])) else { continue }
            let value = String(parts[1])
            switch part {
            case .map: mapped.append(value)
            case .value: words.append(value)
            case .type: defaults.type = InteractionType(rawValue: value) ?? defaults.type
            case .direction: defaults.direction = Direction(rawValue: value) ?? defaults.direction
            case .dayOrder: dayOrder = DayOrder(rawValue: value)
            case .update: switches.updates = value == "true"
            case .addSchools: switches.addsSchools = value == "true"
            }
        }
    }

    /// What was said about a log.
    init(_ columns: ImportColumns, _ defaults: LogDefaults, _ dayOrder: DayOrder?) {
        self.init(columns)
        (self.defaults, self.dayOrder) = (defaults, dayOrder)
    }

    /// What was said about another file.
    init(_ columns: ImportColumns, _ switches: ImportSwitches = .init()) {
        mapped = columns.assignments
        words = columns.replaced.map { "\($0.field):\($0.text)=\($0.value)" }
        self.switches = switches
    }

    /// The texts, as far as they may be kept.
    var texts: [String] {
        var all = mapped.map(Part.map.text) + words.map(Part.value.text)
        all += [Part.type.text(defaults.type.rawValue)]
        all += [Part.direction.text(defaults.direction.rawValue)]
        if let dayOrder { all.append(Part.dayOrder.text(dayOrder.rawValue)) }
        if switches.updates { all.append(Part.update.text("true")) }
        if switches.addsSchools { all.append(Part.addSchools.text("true")) }
        return Array(
            all.filter { $0.count <= KeptImportLimit.answerMax }
                .suffix(KeptImportLimit.answersMax))
    }
}

/// The choices of what becomes of records that are there, or that rows name.
struct ImportSwitches {
    /// Whether rows update the records that they mean.
    var updates = false
    /// Whether missing schools of coaches are added from the catalogue.
    var addsSchools = false
}

extension Visit {
    /// What the form of an import chooses.
    var importSwitches: ImportSwitches {
        ImportSwitches(
            updates: form["update"] == "true", addsSchools: form["add_schools"] == "true")
    }

    /// The rows of these lines of a table that the page does not carry, for a form that keeps them;
    /// nil if there are none, or if they are too long.
    func waiting(
        _ lines: Set<Int>, in table: UploadedTable, _ kind: ImportKind, _ columns: ImportColumns
    ) throws -> WaitingRows? {
        guard !lines.isEmpty else { return nil }
        let rows = try SpooledRows(table, kind)
        var carried = CarriedRows(header: rows.header)
        while let row = try rows.next() {
            if lines.contains(row.line) { carried.add(row) }
        }
        return carried.text.map {
            WaitingRows(rows: $0, answers: KeptAnswers(columns, importSwitches).texts)
        }
    }

    /// Keeps rows that a form carries apart from others.
    func keep(
        _ waiting: WaitingRows, _ kind: ImportKind, named name: String, _ key: IdempotencyKey
    ) async throws -> KeptImportID? {
        let rows = try CarriedRows.rows(of: waiting.rows)
        return try await keep(
            Array(rows.dropFirst()), below: rows.first?.fields ?? [], kind, named: name,
            KeptAnswers(waiting.answers), replacing: nil, key: key)
    }

    /// Keeps rows of a file that wait for a person; nil if there are none, or if they are too long.
    func keep(
        _ rows: [CSVReader.Row], below header: [String], _ kind: ImportKind, named name: String,
        _ answers: KeptAnswers, replacing id: KeptImportID?, key: IdempotencyKey
    ) async throws -> KeptImportID? {
        var carried = CarriedRows(header: header)
        for row in rows { carried.add(row) }
        guard !rows.isEmpty, let text = carried.text else { return nil }
        return try await call(
            KeepImport.self,
            .init(
                id: id, kind: kind, name: name, rows: text, rowCount: rows.count,
                answers: answers.texts), key: key
        ).keptImport.id
    }
}
