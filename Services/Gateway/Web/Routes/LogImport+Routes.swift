import Contracts
import HTML
import HTTP
import Imports
import WebPages

extension Router {
    /// Importing a family's own list of contacts. The report shows what becomes of its rows and
    /// asks about what is open; a second form stores the rows that are ready. The others are kept,
    /// with a page of their own.
    mutating func addLogImport(_ site: Site) {
        addImportPage(.log, site) { visit, files in
            try visit.requirePlayer()
            let said = visit.saidOfLog
            return try await visit.readingLog(files, said) { log, _ in .planned(log) }
        }
        postFiles(Place.commit(.log).text, site) { visit, files in
            try visit.requirePlayer()
            return try await visit.commitLog(files)
        }
    }
}

/// The rows of a log that were read.
private struct LogTable {
    let rows: [LogRow]
    let columns: ImportColumns
    let header: [String]
}

/// What was said about a log: in a form, or when its rows were kept.
private struct SaidOfLog {
    var mapped: [String] = []
    var values: [String] = []
    var edits = RowEdits()
    var answers = LogAnswers(takesProposals: true)
    var defaults = LogDefaults()
    var dayOrder: DayOrder?
    var keptID: KeptImportID?
    /// What an attempt before this one has stored, oldest first.
    var stored: [OperationID] = []
}

extension SaidOfLog {
    /// Takes what was said when rows were kept.
    init(_ kept: ShowKeptImport.Response) {
        let said = KeptAnswers(kept.answers)
        (mapped, values) = (said.mapped, said.words)
        (defaults, dayOrder) = (said.defaults, said.dayOrder)
        keptID = kept.keptImport.id
    }
}

extension Visit {
    fileprivate func requirePlayer() throws(ServiceError) {
        guard isPlayer else { throw .forbidden("Only players can import") }
    }

    /// What the form says about a log.
    fileprivate var saidOfLog: SaidOfLog {
        var said = SaidOfLog(mapped: assignments, values: words)
        said.defaults = LogDefaults(
            type: form[ImportPage.typeField].flatMap(InteractionType.init) ?? .email,
            direction: form[ImportPage.directionField].flatMap(Direction.init) ?? .outbound)
        said.dayOrder = form[ImportPage.dayOrderField].flatMap(DayOrder.init)
        said.keptID = form[ImportPage.keptField].flatMap { KeptImportID(text: $0) }
        said.stored = form[ImportPage.storedField].flatMap { Place.operations($0) } ?? []
        let rows = saidOfRows
        said.edits = rows.edits
        said.answers.leftOut = rows.leftOut
        for item in form.all where item.name.hasPrefix(ImportPage.takePrefix) {
            if let line = Int(item.name.dropFirst(ImportPage.takePrefix.count)) {
                said.answers.takenIn.insert(line)
            }
        }
        return said
    }

    // MARK: Reading

    /// Reads a log and makes the plan for it.
    fileprivate func readingLog(
        _ files: [SpooledFile], _ said: SaidOfLog,
        _ body: (PlannedLog, LogTable) async throws -> ImportState
    ) async throws -> ImportState {
        try await reading(files, .log) { table, columns in
            let (log, rows) = try await planned(table, columns, said)
            return try await body(log, rows)
        }
    }

    private func planned(
        _ table: UploadedTable, _ columns: ImportColumns, _ said: SaidOfLog
    ) async throws -> (PlannedLog, LogTable) {
        try columns.requireAll()
        let source = try SpooledRows(table, .log)
        var carried = CarriedRows(header: source.header)
        var cells: [CSVReader.Row] = []
        while let row = try source.next() {
            guard cells.count < LogLimit.rowsMax else {
                throw ImportProblem(
                    "The file has more than \(LogLimit.rowsMax) rows",
                    reason: "Split it and import the parts one after the other.",
                    field: ImportProblem.file)
            }
            let mended = said.edits.applied(to: row, columns)
            carried.add(mended)
            cells.append(mended)
        }
        guard !cells.isEmpty else {
            throw ImportProblem(
                "The file has no rows", reason: "It has only a header line.",
                field: ImportProblem.file)
        }
        // A column whose texts say what it is is read as that, and shown; another choice wins.
        let proposed = UnreadColumn.all(of: columns, cells).filter { $0.proposal != nil }
        let mapped = said.mapped + proposed.map { "\($0.name)=\($0.proposal ?? "")" }
        let all = try source.columns(mapped, said.values)
        let (read, dates) = LogRow.all(
            cells, all, said.defaults, dayOrder: said.dayOrder, in: zone)
        let rows = LogTable(rows: read, columns: all, header: source.header)
        let plan = try await plan(for: rows, said.answers)
        var waiting = CarriedRows(header: source.header)
        for row in plan.waitingRows(of: read) { waiting.add(row) }
        let log = PlannedLog(
            name: table.name, plan: plan, defaults: said.defaults, dates: dates,
            notes: notes(source), sheet: table.sheet,
            header: source.headerChoice,
            rows: carried.text, canWait: waiting.text != nil, proposed: proposed,
            keptID: said.keptID, stored: said.stored)
        return (log, rows)
    }

    /// The page of rows of a log that wait.
    func keptLogPage(_ kept: ShowKeptImport.Response) async throws -> HTTPResponse {
        let said = SaidOfLog(kept)
        let table = UploadedTable(kept.keptImport.name, csv: kept.rows, fingerprint: nil)
        let columns = try SpooledRows(table, .log).columns(said.mapped, said.values)
        return try await importPage(.log, .planned(try await planned(table, columns, said).0))
    }

    /// The plan, with the contacts that are logged already.
    fileprivate func plan(for table: LogTable, _ answers: LogAnswers) async throws -> LogPlan {
        let schools = try await call(ListSchools.self, .init()).schools
        let coaches = try await call(ListCoaches.self, .init()).coaches
        var resolved: [ResolveSchools.Name: ResolveSchools.Resolved] = [:]
        for names in LogPlan.schoolNames(in: table.rows, table.columns) {
            let found = try await call(ResolveSchools.self, .init(names: names)).schools
            for (name, meaning) in zip(names, found) { resolved[name] = meaning }
        }
        var plan = LogPlan(
            table.rows, table.columns, schools: schools, coaches: coaches, resolved: resolved,
            answers: answers)
        guard !plan.entries.isEmpty else { return plan }
        var logged = LoggedContacts(of: plan)
        var request = ExportInteractions.Request(ListInteractions.Request())
        request.filters.limit = FormField(ExportInteractions.pageRows)
        while true {
            let page = try await call(ExportInteractions.self, request)
            logged.look(in: page.interactions)
            guard let cursor = page.nextCursor else { break }
            request.cursor = FormField(cursor)
        }
        plan.leaveOut(logged)
        return plan
    }

    // MARK: Storing

    /// Stores the rows that are ready and keeps the others.
    fileprivate func commitLog(_ files: [SpooledFile]) async throws -> HTTPResponse {
        let key = try formKey
        let said = saidOfLog
        var parts: [OperationID]?
        var keptID: KeptImportID?
        let state = try await readingLog(files, said) { log, rows in
            guard log.isReady, newHeaderRow == nil else { return .planned(log) }
            var sending = LogSending(rows, log, said.answers, key: key, self)
            do {
                parts = log.stored + (try await sending.store()).map(\.id)
                keptID = try await keep(log, rows, said, sending.nextKey())
            } catch let error as ServiceError where error.staysOnPage {
                var log = log
                log.failure = error
                // What a service refused was taken back (decision 525).
                if error.code.isRetryable { log.stored += sending.parts.map(\.id) }
                parts = nil
                return .planned(log)
            }
            return .planned(log)
        }
        guard let parts else { return try await importPage(.log, state) }
        guard let keptID else {
            let isWhole = if case .planned(let log) = state { log.canWait } else { true }
            let stored = isWhole ? Done.imported : .importedInPart
            let done = parts.isEmpty ? .importedNothing : stored
            return done.redirect(to: ImportKind.log.list, undoing: parts.reversed())
        }
        let done = parts.isEmpty ? Done.importedNothing : .imported
        return done.redirect(
            to: ["import", "kept", keptID.text],
            items: [.init("undo", Place.text(of: parts.reversed()))])
    }

    /// Keeps the rows that wait for a person; nil if there are none, or if they are too long.
    private func keep(
        _ log: PlannedLog, _ table: LogTable, _ said: SaidOfLog, _ key: IdempotencyKey
    ) async throws -> KeptImportID? {
        let waiting = log.plan.waitingRows(of: table.rows)
        let kept = try await keep(
            waiting, below: table.header, .log, named: log.name,
            KeptAnswers(table.columns, said.defaults, said.dayOrder), replacing: said.keptID,
            key: key)
        // Rows that have become too long to be kept stay as they were.
        if waiting.isEmpty, let id = said.keptID {
            _ = try await call(DropKeptImport.self, .init(id: id), key: key)
        }
        return kept
    }
}

/// Stores a log: schools, then coaches, then contacts, each as an import of its service. Before
/// each part the plan is made anew.
private struct LogSending {
    private let table: LogTable
    private var plan: LogPlan
    private let answers: LogAnswers
    private var keys: FormKeys
    private let visit: Visit
    private(set) var parts: [LogPart] = []

    init(
        _ table: LogTable, _ log: PlannedLog, _ answers: LogAnswers, key: IdempotencyKey,
        _ visit: Visit
    ) {
        self.table = table
        self.answers = answers
        plan = log.plan
        keys = FormKeys(following: key)
        self.visit = visit
    }

    /// Returns the parts that were stored, in their order. If a service refuses one, those before
    /// it are undone.
    mutating func store() async throws -> [LogPart] {
        do {
            if !plan.newSchools.isEmpty {
                try await store(plan.schoolRows)
                try await planAgain()
                guard plan.newSchools.isEmpty else { throw Self.changed }
            }
            if !plan.newCoaches.isEmpty {
                try await store(plan.coachRows)
                try await planAgain()
                guard plan.newCoaches.isEmpty else { throw Self.changed }
            }
            let contacts = plan.interactionRows
            if !contacts.isEmpty { try await store(contacts) }
            return parts
        } catch let error as ServiceError where !error.code.isRetryable {
            for part in parts.reversed() {
                _ = try? await visit.call(
                    UndoOperation.self, .init(operationID: part.id), at: part.service,
                    key: .random())
            }
            throw error
        }
    }

    /// Makes the plan anew. The rows that are ready are the same.
    private mutating func planAgain() async throws {
        let ready = plan.entries.map(\.row.line)
        plan = try await visit.plan(for: table, answers)
        guard plan.entries.map(\.row.line) == ready else { throw Self.changed }
    }

    private static let changed = ServiceError(
        .conflict, "Schools or coaches changed while the file was imported")

    private mutating func store<Row: ImportRow>(_ rows: [Row]) async throws {
        var importID: OperationID?
        for (place, batch) in try LogBatches.divided(rows).enumerated() {
            let verdicts = try await visit.call(
                StageImport<Row>.self,
                ImportBatch(importID: importID, number: place + 1, rows: batch), key: nextKey())
            importID = verdicts.importID
            if let refused = verdicts.refused.first {
                let (field, text) = refused.errors.min { $0.key < $1.key } ?? ("row", "Invalid")
                throw ServiceError(
                    .validationFailed, "Line \(refused.line): \(field): \(text)")
            }
        }
        guard let importID else { return }
        let summary = try await visit.call(
            CommitImport<Row>.self, ImportCommit(importID: importID), key: nextKey())
        if let id = summary.operationID { parts.append(LogPart(Row.service, id)) }
    }

    mutating func nextKey() -> IdempotencyKey { keys.next() }
}
