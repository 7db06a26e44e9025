import CommandKit
import Contracts
import Imports
import ServiceKit

/// Imports a family's own list of contacts: schools, then coaches, then contacts, each as an
/// import of its service. Before each part the plan is made anew, so that a part that was stored by
/// a run that was interrupted is found and not stored again.
final class LogImport {
    private let run: CommandRun
    private let source: ImportSource
    private let defaults: LogDefaults
    private let progress: ProgressLine
    private var rows: [CSVReader.Row] = []
    /// The rows as they are read with what was said.
    private var read: [LogRow] = []
    private var said: LogSaid
    private var columns: ImportColumns
    /// How the dates are read.
    private var dates: LogDates?
    /// What names of schools mean.
    private var resolved: [ResolveSchools.Name: ResolveSchools.Resolved] = [:]
    private var journal: LogJournal?
    private var added: [String: Int] = [:]
    private var warnings: [String] = []

    /// Reads the whole file.
    init(_ run: CommandRun) throws {
        self.run = run
        progress = run.progress(of: "Row")
        defaults = LogDefaults(
            type: run.invocation.text("type").flatMap(InteractionType.init) ?? .email,
            direction: run.invocation.text("direction").flatMap(Direction.init) ?? .outbound)
        source = try ImportSource(run, kind: .log)
        columns = try source.allColumns(run)
        said = LogSaid(run)
        while let row = try source.next() {
            guard rows.count < LogLimit.rowsMax else {
                throw CommandFailure(
                    .tooLarge, "The file has more than \(LogLimit.rowsMax) rows",
                    remedy: "Split it and import the parts one after the other.")
            }
            rows.append(row)
        }
        guard !rows.isEmpty else {
            throw ImportKind.log.refusal(
                ofFile: "The file has no rows", reason: "It has only a header line.")
        }
    }

    func result() throws -> CommandResult {
        defer { progress.end() }
        guard try run.signedIn().membership().role == .player else {
            throw CommandFailure(
                .forbidden, "Only players can import", remedy: CommandFailure.rolesLine)
        }
        try readRows()
        var plan = try plan()
        if run.mayAsk, !run.isDryRun, plan.isOpen {
            var answers = said
            plan = try LogQuestions.answered(plan, &answers, run) { answers in
                said = answers
                try readRows()
                return try self.plan()
            }
        }
        guard !plan.isOpen || run.invocation.isOn("ready-only") else {
            throw LogQuestions.failure(plan, run)
        }
        LogQuestions.tell(plan, dates, run)
        try leaveOut(&plan)
        if run.isDryRun {
            try run.rehearse(AddSchool.self, SchoolForm(name: "Any school"))
            return LogReport(plan, defaults, run).result
        }
        let journal = try LogJournal(run, fingerprint: source.fingerprint)
        if plan.isEmpty { return try summary(of: plan, parts: try journal.finish()) }
        for text in plan.assumptions(defaults) { run.note(text) }
        try run.confirm("Import \(plan.countsText)?")
        self.journal = journal
        do {
            try store(plan)
        } catch let failure as CommandFailure { throw takenBack(failure) }
        let parts = try journal.finish()
        return try summary(of: plan, parts: parts)
    }

    // MARK: The plan

    private func readRows() throws {
        do throws(ImportProblem) {
            columns = try source.columns(mapped: said.mapped, values: said.values)
            try columns.requireAll()
        } catch { throw CommandFailure(error, .log) }
        (read, dates) = LogRow.all(
            rows.map { said.rows.edits.applied(to: $0, columns) }, columns, defaults,
            dayOrder: run.invocation.isOn("day-first") ? .dayFirst : nil, in: run.zone)
    }

    private func plan() throws -> LogPlan {
        let schools = try run.response(of: ListSchools.self, .init()).schools
        let coaches = try run.response(of: ListCoaches.self, .init()).coaches
        // What the family follows may have changed since the last plan.
        resolved = [:]
        for names in LogPlan.schoolNames(in: read, columns) {
            let found = try run.response(of: ResolveSchools.self, .init(names: names)).schools
            for (name, meaning) in zip(names, found) { resolved[name] = meaning }
        }
        return LogPlan(
            read, columns, schools: schools, coaches: coaches, resolved: resolved,
            answers: said.answers)
    }

    /// Removes from the plan the contacts that are already logged.
    private func leaveOut(_ plan: inout LogPlan) throws {
        var logged = LoggedContacts(of: plan)
        var pages = ExportPages(run, ListInteractions.Request())
        while let page = try pages.next() { logged.look(in: page.rows) }
        plan.leaveOut(logged)
    }

    // MARK: Storing

    private func store(_ first: LogPlan) throws {
        var plan = first
        if !plan.newSchools.isEmpty {
            try store(plan.schoolRows)
            plan = try planAgain(after: plan)
            guard plan.newSchools.isEmpty else { throw Self.changed }
        }
        if !plan.newCoaches.isEmpty {
            try store(plan.coachRows)
            plan = try planAgain(after: plan)
            guard plan.newCoaches.isEmpty else { throw Self.changed }
        }
        try leaveOut(&plan)
        let contacts = plan.interactionRows
        if !contacts.isEmpty { try store(contacts) }
    }

    /// The plan after a part was stored. The rows that wait are the same.
    private func planAgain(after before: LogPlan) throws -> LogPlan {
        let plan = try plan()
        guard plan.entries.map(\.row.line) == before.entries.map(\.row.line) else {
            throw Self.changed
        }
        return plan
    }

    private static let changed = CommandFailure(
        .conflict, "Schools or coaches changed while the file was imported",
        remedy: "Rerun with --dry-run.")

    /// Stores rows as an import of their service.
    private func store<Row: ImportRow>(_ rows: [Row]) throws {
        var importID: OperationID?
        var count = 0
        for (place, batch) in try LogBatches.divided(rows).enumerated() {
            let answer = try run.prepare(
                StageImport<Row>.self,
                ImportBatch(importID: importID, number: place + 1, rows: batch))
            let verdicts = try run.decoded(ImportVerdicts.self, answer)
            importID = verdicts.importID
            if let refused = verdicts.refused.first {
                _ = try? run.prepare(
                    DiscardImport<Row>.self, ImportDiscard(importID: verdicts.importID))
                let (field, text) = refused.errors.min { $0.key < $1.key } ?? ("row", "Invalid")
                throw CommandFailure(
                    .validationFailed, "line \(refused.line): \(field): \(text)",
                    remedy: "Fix it, then rerun with --dry-run.")
            }
            for row in verdicts.warned ?? [] {
                warnings.append(VisibleText.line("line \(row.line): \(row.warning)"))
            }
            count += batch.count
            progress.show(count)
        }
        guard let importID else { return }
        // Noted before it is stored: its answer may be lost.
        try journal?.add(LogPart(Row.service, importID))
        let answer = try run.repeatable(CommitImport<Row>.self, ImportCommit(importID: importID))
        let summary = try run.decoded(ImportSummary.self, answer)
        added.merge(summary.added, uniquingKeysWith: +)
    }

    /// Takes back what was stored before a failure, unless a repetition can go on with it.
    private func takenBack(_ failure: CommandFailure) -> CommandFailure {
        var failure = failure
        let mayGoOn =
            failure.isRetryable || failure.isOutcomeUnknown
            || failure.exitCode == .unauthenticated
        guard !mayGoOn else {
            failure.remedy = "Repeat the command: what is stored is not stored again."
            return failure
        }
        do {
            for part in try journal?.finish().reversed() ?? [] {
                _ = try run.repeatable(
                    UndoOperation.self, .init(operationID: part.id), at: part.service)
            }
            failure.reason = "Nothing was changed."
        } catch {
            failure.remedy = "Some schools or coaches were added; see: " + run.line("audit")
        }
        return failure
    }

    // MARK: Afterwards

    private func summary(of plan: LogPlan, parts: [LogPart]) throws -> CommandResult {
        var notes = warnings
        // What refers to others goes first.
        let ids = parts.reversed().map(\.id.text)
        if !ids.isEmpty { notes.append("Undo: " + run.line(["undo"] + ids)) }
        let kinds = ["schools", "coaches", "interactions"].compactMap { kind in
            added[kind].map { (kind, $0) }
        }
        let there = plan.thereCount
        let json = LogReport(plan, defaults, run).json(
            added: kinds.map { (kind: $0.0, count: $0.1) }, operationIDs: ids)
        return CommandResult(
            json: json, ids: { ids },
            rows: {
                var table = TextTable([.init("Kind"), .init("Added", rightAligned: true)])
                for (kind, count) in kinds { table.append([.init(kind), .init("\(count)")]) }
                return table
            },
            text: { _ in
                let what = kinds.map { CountedNoun.text($1, $0) }.joined(separator: ", ")
                let left =
                    there == 0 ? "" : "; \(CountedNoun.text(there, "rows")) already logged"
                return "Imported \(what.isEmpty ? "nothing" : what)\(left)\n"
            }, notes: notes)
    }
}

/// The parts of an import that were stored, on this machine's disk until the import is complete.
/// After an interruption, the next run offers to undo them together with its own.
final class LogJournal {
    private static let operation = "import log"

    private let run: CommandRun
    private var entry: PendingCommand
    private var parts: [LogPart]

    init(_ run: CommandRun, fingerprint: String) throws {
        self.run = run
        let user = try run.signedIn()
        let family = try user.family()
        let key = IdempotencyKey(
            hashing: Array("\(Self.operation)\n\(fingerprint)\n\(family)\n\(try user.userID)".utf8))
        let stored = try run.signIns.pending(key)
        parts =
            stored.flatMap {
                try? JSONCoding.decodeDocument([LogPart].self, from: Array($0.payload.utf8))
            } ?? []
        entry = PendingCommand(
            key: key, operation: Self.operation, service: nil, userID: try user.userID,
            family: family, payload: "", storedAt: run.clock.now())
    }

    /// Notes a part that is about to be stored.
    func add(_ part: LogPart) throws {
        parts.append(part)
        entry.payload = String(decoding: try run.encoded(parts), as: UTF8.self)
        try run.signIns.store(entry)
    }

    /// Forgets the journal. Returns the parts that were stored and not undone since.
    func finish() throws -> [LogPart] {
        let found = try parts.filter { part in
            return try run.response(
                of: ListOperations.self, .init(ending: part.id.text), at: part.service
            ).operations
                .contains { $0.id == part.id && $0.isUndoable }
        }
        run.signIns.forget(entry.key)
        return found
    }
}
