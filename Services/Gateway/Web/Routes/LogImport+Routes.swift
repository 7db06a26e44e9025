import Contracts
import HTML
import HTTP
import Imports
import WebPages

extension Router {
    /// Importing a family's own list of contacts. What becomes of its rows is shown; a second form
    /// carries the rows and stores them.
    mutating func addLogImport(_ site: Site) {
        addImportPage(.log, site) { visit, files in
            try visit.requirePlayer()
            return try await visit.readingLog(files) { log, _ in .planned(log) }
        }
        postFiles(Place.commit(.log).text, site) { visit, files in
            try visit.requirePlayer()
            let key = try visit.formKey
            var parts: [OperationID]?
            let state = try await visit.readingLog(files) { log, rows in
                guard log.plan.report.refusals.isEmpty else { return .planned(log) }
                var sending = LogSending(rows, log, key: key, visit)
                do {
                    parts = log.stored + (try await sending.store()).map(\.id)
                } catch let error as ServiceError where error.staysOnPage {
                    var log = log
                    log.failure = error
                    // What a service refused was taken back (decision 525).
                    if error.code.isRetryable { log.stored += sending.parts.map(\.id) }
                    return .planned(log)
                }
                return .planned(log)
            }
            guard let parts else { return try await visit.importPage(.log, state) }
            let done = parts.isEmpty ? Done.importedNothing : .imported
            return done.redirect(to: ImportKind.log.list, undoing: parts.reversed())
        }
    }
}

/// The rows of a log that were read.
private struct LogTable {
    let rows: [LogRow]
    let columns: ImportColumns
}

extension Visit {
    fileprivate func requirePlayer() throws(ServiceError) {
        guard isPlayer else { throw .forbidden("Only players can import") }
    }

    /// Reads a log and makes the plan for it.
    fileprivate func readingLog(
        _ files: [SpooledFile], _ body: (PlannedLog, LogTable) async throws -> ImportState
    ) async throws -> ImportState {
        try await reading(files, .log) { table, columns in
            try columns.requireAll()
            let defaults = LogDefaults(
                type: form[ImportPage.typeField].flatMap(InteractionType.init) ?? .email,
                direction: form[ImportPage.directionField].flatMap(Direction.init) ?? .outbound)
            let source = try SpooledRows(table, .log)
            var carried = CarriedRows(header: source.header)
            var rows: [LogRow] = []
            while let row = try source.next() {
                guard rows.count < LogLimit.rowsMax else {
                    throw ImportProblem(
                        "The file has more than \(LogLimit.rowsMax) rows",
                        reason: "Split it and import the parts one after the other.",
                        field: ImportProblem.file)
                }
                carried.add(row)
                rows.append(LogRow(row, columns, defaults, in: zone))
            }
            guard !rows.isEmpty else {
                throw ImportProblem(
                    "The file has no rows", reason: "It has only a header line.",
                    field: ImportProblem.file)
            }
            let read = LogTable(rows: rows, columns: columns)
            let log = PlannedLog(
                name: table.name, plan: try await plan(for: read), defaults: defaults,
                sheet: table.sheet, rows: carried.text, stored: storedParts)
            return try await body(log, read)
        }
    }

    /// What an attempt before this one has stored, oldest first.
    private var storedParts: [OperationID] {
        form[ImportPage.storedField].flatMap(Place.operations) ?? []
    }

    /// The plan, with the contacts that are logged already.
    fileprivate func plan(for table: LogTable) async throws -> LogPlan {
        let schools = try await call(ListSchools.self, .init()).schools
        let coaches = try await call(ListCoaches.self, .init()).coaches
        var named: [String: [CatalogueSchool]] = [:]
        for name in LogPlan.unknownNames(table.rows, schools: schools)
        where name.count <= CoachLimit.searchMax {
            let found = try await call(SearchSchools.self, .init(search: name))
            named[name] = LogPlan.schools(
                named: name, among: found.schools, namedID: found.namedID)
        }
        var plan = LogPlan(
            table.rows, table.columns, schools: schools, coaches: coaches, named: named)
        guard plan.report.refusals.isEmpty else { return plan }
        var there: [Interaction] = []
        var request = ExportInteractions.Request(ListInteractions.Request())
        request.filters.limit = FormField(ExportInteractions.pageRows)
        while true {
            let page = try await call(ExportInteractions.self, request)
            there += page.interactions
            guard let cursor = page.nextCursor else { break }
            request.cursor = FormField(cursor)
        }
        plan.leaveOut(there)
        return plan
    }
}

/// Stores a log: schools, then coaches, then contacts, each as an import of its service. Before
/// each part the plan is made anew.
private struct LogSending {
    private let table: LogTable
    private var plan: LogPlan
    private let key: IdempotencyKey
    private let visit: Visit
    private(set) var parts: [LogPart] = []
    private var callCount = 0

    init(_ table: LogTable, _ log: PlannedLog, key: IdempotencyKey, _ visit: Visit) {
        self.table = table
        plan = log.plan
        self.key = key
        self.visit = visit
    }

    /// Returns the parts that were stored, in their order. If a service refuses one, those before
    /// it are undone.
    mutating func store() async throws -> [LogPart] {
        do {
            if !plan.newSchools.isEmpty {
                try await store(plan.schoolRows)
                plan = try await visit.plan(for: table)
                guard plan.newSchools.isEmpty else { throw Self.changed }
            }
            if !plan.newCoaches.isEmpty {
                try await store(plan.coachRows)
                plan = try await visit.plan(for: table)
                guard plan.newCoaches.isEmpty else { throw Self.changed }
            }
            guard plan.report.refusals.isEmpty else { throw Self.changed }
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

    /// The keys follow from the form's, so that a form that is sent twice at once stores once.
    private mutating func nextKey() -> IdempotencyKey {
        callCount += 1
        return IdempotencyKey(high: ~key.high, low: key.low &+ UInt64(callCount))
    }
}
