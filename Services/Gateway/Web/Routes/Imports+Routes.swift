import Contracts
import HTML
import HTTP
import Imports
import WebPages

extension Router {
    /// Importing files. A file is checked and its rows are staged at their service; a second form
    /// stores them, so that nothing is kept here in between.
    mutating func addImports(_ site: Site) {
        get(
            Place.imports.text,
            site.playerPage(Place.today) { visit in
                let kept = try await visit.call(ListKeptImports.self, .init()).keptImports
                return HTTPResponse(page: ImportsPage(kept, try await visit.context()).write)
            })
        addLogImport(site)
        addKeptImports(
            site,
            [
                .log: { try await $0.keptLogPage($1) },
                .schools: addImport(site) { SchoolRecipe(updates: $0.updates) },
                .coaches: addImport(site) {
                    CoachRecipe(addsSchools: $0.addsSchools, updates: $0.updates)
                },
                .events: addImport(site) { EventRecipe(updates: $0.updates) },
                .interactions: addImport(site) { _ in InteractionRecipe() },
                .metrics: addImport(site) { _ in MetricRecipe() },
                .posts: addPostImport(site),
            ])
        for kind in ImportKind.onPages {
            get(
                Place.template(kind).text,
                site.playerPage(Place.today) { visit in
                    let template = ImportTemplate(kind)
                    return .csv(template.text, named: template.fileName)
                })
        }
    }

    /// Answers with the page of rows that wait.
    typealias KeptPage =
        @Sendable (Visit, ShowKeptImport.Response) async throws -> HTTPResponse

    private mutating func addKeptImports(_ site: Site, _ pages: [ImportKind: KeptPage]) {
        get("/import/kept/{id}", site, .keptImports) { visit, id in
            let kept = try await visit.call(ShowKeptImport.self, .init(id: id))
            guard let page = pages[kept.keptImport.kind] else {
                throw ServiceError.notFound(.keptImport)
            }
            return try await page(visit, kept)
        }
        post("/import/kept/{id}/drop", site, .keptImports) { visit, id in
            _ = try await visit.call(DropKeptImport.self, .init(id: id), key: try visit.formKey)
            return Done.removed.redirect(to: "import")
        }
    }

    /// Adds the pages of an import. Returns that of its rows that wait.
    private mutating func addImport<Recipe: ImportRecipe>(
        _ site: Site, _ recipe: @escaping @Sendable (ImportSwitches) -> Recipe
    ) -> KeptPage {
        addImportPage(Recipe.kind, site) { visit, files in
            var keys = FormKeys.random
            return try await visit.check(files, recipe(visit.importSwitches), &keys)
        }
        postFiles(Place.commit(Recipe.kind).text, site) { visit, _ in
            try await visit.commit(recipe(visit.importSwitches))
        }
        return { visit, kept in
            let switches = KeptAnswers(kept.answers).switches
            var keys = FormKeys.random
            let state = try await visit.check([], recipe(switches), &keys, kept: kept)
            // The page's form carries the rows, which are staged anew when it is sent.
            if case .checked(let file) = state {
                await visit.discard(file.importID, of: Recipe.Row.self)
            }
            return try await visit.importPage(Recipe.kind, state, switches)
        }
    }

    /// The page of an import, with the form of a file and what `check` says about the file.
    mutating func addImportPage(
        _ kind: ImportKind, _ site: Site,
        check: @escaping @Sendable (Visit, [SpooledFile]) async throws -> ImportState
    ) {
        let path = Place.importing(kind).text
        get(path, site.playerPage(Place.today) { try await $0.importPage(kind, .empty) })
        postFiles(path, changesNothing: true, site) { visit, files in
            try await visit.importPage(kind, check(visit, files))
        }
    }
}

extension Visit {
    func importPage(
        _ kind: ImportKind, _ state: ImportState, _ switches: ImportSwitches? = nil
    ) async throws -> HTTPResponse {
        let switches = switches ?? importSwitches
        let page = ImportPage(
            kind, state, addsSchools: switches.addsSchools, updates: switches.updates,
            try await context())
        let status: HTTPStatus =
            switch state {
            case .empty: .ok
            case .refused: .unprocessableContent
            case .checked(let file):
                file.failure.map { HTTPStatus(of: $0) }
                    ?? (file.report.refusals.isEmpty ? .ok : .unprocessableContent)
            case .planned(let log):
                log.failure.map { HTTPStatus(of: $0) }
                    ?? (log.plan.waitingCount == 0 ? .ok : .unprocessableContent)
            case .failed(let error, _, _, _): HTTPStatus(of: error)
            case .sent(let posts):
                posts.failure.map { HTTPStatus(of: $0) }
                    ?? (posts.summary.rejected == 0 ? .ok : .unprocessableContent)
            }
        return HTTPResponse(request.method.isSafe ? .ok : status, page: page.write)
    }

    /// What the form says about rows.
    var saidOfRows: RowAnswers {
        var said = RowAnswers()
        guard newHeaderRow == nil else { return said }
        func rest(_ name: String, _ prefix: String) -> Substring? {
            name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : nil
        }
        for item in form.all {
            if let line = rest(item.name, ImportPage.leavePrefix).flatMap({ Int($0) }) {
                said.leftOut.insert(line)
            } else if let line = rest(item.name, ImportPage.joinPrefix).flatMap({ Int($0) }) {
                said.edits.join(line)
            } else if let cell = rest(item.name, ImportPage.cellPrefix) {
                let parts = cell.split(separator: "-", maxSplits: 1)
                guard parts.count == 2, let line = Int(parts[0]) else { continue }
                said.edits.set(String(parts[1]), in: line, to: item.value)
            }
        }
        return said
    }

    /// Stores the rows that are ready, and leads to where they are listed, or to the page of those
    /// that wait. Rows that the form carries are checked once more with what it says about them.
    fileprivate func commit<Recipe: ImportRecipe>(_ recipe: Recipe) async throws -> HTTPResponse {
        let key = try formKey
        var isReadyOnly = form[ImportPage.readyOnlyField] == "true"
        var importID = form["import_id"].flatMap { OperationID(text: $0) }
        var keptID: KeptImportID?
        var keys = FormKeys(following: key, form)
        if form[ImportPage.rowsField] != nil {
            var state = try await check([], recipe, &keys)
            guard let ready = try await keepRefused(of: &state, keys.next()) else {
                return try await importPage(Recipe.kind, state)
            }
            importID = ready.file.importID
            isReadyOnly = !ready.file.report.refusals.isEmpty
            keptID = ready.keptID
        } else if let waiting = carriedWaiting {
            do {
                keptID = try await keep(
                    waiting, Recipe.kind, named: form[ImportPage.nameField] ?? "", keys.next())
            } catch let error as ServiceError where error.staysOnPage {
                let reason = "Nothing was imported. Choose the file again."
                return try await importPage(
                    Recipe.kind, .refused(message: error.message, reason: reason, nil))
            }
        }
        guard let importID, let fingerprint = form[ImportPage.fingerprintField] else {
            throw HTTPFailure(.badRequest, "The form names no import.")
        }
        do {
            let summary = try await call(
                CommitImport<Recipe.Row>.self,
                ImportCommit(
                    importID: importID, fingerprint: fingerprint,
                    again: form["again"] == "true" ? true : nil,
                    readyOnly: isReadyOnly ? true : nil), key: key)
            let stored = summary.leftOut == 0 ? Done.imported : .importedInPart
            let done = summary.operationID == nil ? .importedNothing : stored
            if let keptID { return done.redirect(toKept: keptID, undoing: summary.operationID) }
            // Rows that have become too long to be kept stay as they were.
            if let keptBefore, !isReadyOnly {
                _ = try await call(DropKeptImport.self, .init(id: keptBefore), key: keys.next())
            }
            return done.redirect(to: Recipe.kind.list, undoing: summary.operationID)
        } catch let error as ServiceError where error.code == .notFound && error.subject != .family
        {
            // The service has discarded it meanwhile, or it is another player's.
            return try await importPage(
                Recipe.kind, .refused(message: error.message, reason: "Choose the file again.", nil)
            )
        } catch let error as ServiceError where error.code == .keyReused {
            return try await importPage(Recipe.kind, .alreadyImported)
        } catch let error as ServiceError where error.staysOnPage {
            return try await importPage(
                Recipe.kind,
                .failed(
                    error, importID: importID, fingerprint: fingerprint, isReadyOnly: isReadyOnly))
        }
    }

    /// The kept import whose rows the form carries.
    var keptBefore: KeptImportID? {
        form[ImportPage.keptField].flatMap { KeptImportID(text: $0) }
    }

    /// The rows of a long file that wait, as the form carries them.
    private var carriedWaiting: WaitingRows? {
        form[ImportPage.waitingField].map {
            WaitingRows(rows: $0, answers: form.values(ImportPage.answerField))
        }
    }

    /// Keeps those rows of the form that cannot be imported yet, before the others are stored.
    /// Returns nil if the page has to be shown again, as `state` then says.
    func keepRefused(
        of state: inout ImportState, _ key: IdempotencyKey
    ) async throws -> (file: CheckedFile, keptID: KeptImportID?)? {
        let taken = form[ImportPage.takenField].flatMap { Int($0) } ?? 0
        guard newHeaderRow == nil, case .checked(var file) = state, !file.refusesMended,
            file.takenCount >= taken, file.failure == nil
        else { return nil }
        do {
            return (file, try await keepRefused(of: file, key))
        } catch let error as ServiceError where error.staysOnPage {
            file.failure = error
            state = .checked(file)
            return nil
        }
    }

    /// Keeps the rows that cannot be imported yet, in place of those that the form carries; nil if
    /// there are none, or if the page does not carry them.
    private func keepRefused(
        of file: CheckedFile, _ key: IdempotencyKey
    ) async throws -> KeptImportID? {
        guard let carried = file.rows else { return nil }
        let lines = Set(file.report.refusals.map(\.line))
        let rows = try CarriedRows.rows(of: carried)
        return try await keep(
            rows.filter { lines.contains($0.line) }, below: rows.first?.fields ?? [],
            file.report.kind, named: file.name,
            KeptAnswers(file.report.columns, importSwitches), replacing: keptBefore, key: key)
    }

    /// Reads a file and stages its rows. If it cannot be read, what was staged is discarded.
    fileprivate func check<Recipe: ImportRecipe>(
        _ files: [SpooledFile], _ recipe: Recipe, _ keys: inout FormKeys,
        kept: ShowKeptImport.Response? = nil
    ) async throws -> ImportState {
        try await reading(files, Recipe.kind, kept: kept) { file, columns in
            let rows = try SpooledRows(file, Recipe.kind)
            let said = saidOfRows
            var staging = try FileStaging(recipe, columns, said)
            var carried = CarriedRows(header: rows.header)
            do {
                while let row = try rows.next() {
                    carried.add(said.edits.applied(to: row, columns))
                    if let batch = try staging.add(row) { try await send(batch, &staging, &keys) }
                }
                if let batch = staging.rest() { try await send(batch, &staging, &keys) }
                let importID = try staging.staged()
                let refused = Set(staging.report.refusals.map(\.line))
                return .checked(
                    CheckedFile(
                        name: file.name, rowCount: staging.rowCount, report: staging.report,
                        importID: importID, fingerprint: file.fingerprint ?? rows.fingerprint,
                        notes: notes(rows), sheet: file.sheet, header: rows.headerChoice,
                        rows: carried.text,
                        waiting: carried.text == nil
                            ? try waiting(refused, in: file, Recipe.kind, columns) : nil,
                        keptID: kept?.keptImport.id ?? keptBefore))
            } catch {
                await discard(staging.importID, of: Recipe.Row.self)
                throw error
            }
        }
    }

    private func send<Recipe: ImportRecipe>(
        _ batch: FileStaging<Recipe>.Batch, _ staging: inout FileStaging<Recipe>,
        _ keys: inout FormKeys
    ) async throws {
        var batch = batch
        var found: [ResolveReferences.Resolved] = []
        if !batch.references.isEmpty {
            found = try await call(
                ResolveReferences.self, .init(references: batch.references)
            ).references
        }
        let request = staging.request(&batch, found, in: zone)
        let verdicts = try await call(StageImport<Recipe.Row>.self, request, key: keys.next())
        staging.add(verdicts, to: batch)
    }

    /// Discards what was staged. If that fails, the service removes it by itself later.
    fileprivate func discard<Row: ImportRow>(
        _ importID: OperationID?, of type: Row.Type
    ) async {
        guard let importID else { return }
        _ = try? await call(
            DiscardImport<Row>.self, ImportDiscard(importID: importID), key: .random())
    }
}

extension ImportState {
    /// A form that has imported something else before.
    static var alreadyImported: ImportState {
        .refused(
            message: "This form has already imported another file",
            reason: "Choose the file again.", nil)
    }
}

extension ImportKind {
    /// The list that has the imported records.
    var list: String {
        switch self {
        case .metrics: "events"
        case .posts: "social"
        case .log: "interactions"
        case .schools, .coaches, .interactions, .events: rawValue
        }
    }
}
