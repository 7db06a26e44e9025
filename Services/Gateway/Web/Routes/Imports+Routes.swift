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
        addImport(site) { SchoolRecipe(updates: $0.updatesRecords) }
        addImport(site) {
            CoachRecipe(
                addsSchools: $0.form["add_schools"] == "true", updates: $0.updatesRecords)
        }
        addImport(site) { EventRecipe(updates: $0.updatesRecords) }
        addImport(site) { _ in InteractionRecipe() }
        addImport(site) { _ in MetricRecipe() }
        addPostImport(site)
        addLogImport(site)
        for kind in ImportKind.onPages {
            get(
                Place.template(kind).text,
                site.playerPage(Place.today) { visit in
                    let template = ImportTemplate(kind)
                    return .csv(template.text, named: template.fileName)
                })
        }
    }

    private mutating func addImport<Recipe: ImportRecipe>(
        _ site: Site, _ recipe: @escaping @Sendable (Visit) -> Recipe
    ) {
        addImportPage(Recipe.kind, site) { try await $0.check($1, recipe($0)) }
        post(Place.commit(Recipe.kind).text, timeMax: UploadForm.timeMax, site) {
            try await $0.commit(Recipe.self)
        }
    }

    /// The page of an import, with the form of a file and what `check` says about the file.
    mutating func addImportPage(
        _ kind: ImportKind, _ site: Site,
        check: @escaping @Sendable (Visit, [SpooledFile]) async throws -> ImportState
    ) {
        let path = Place.importing(kind).text
        get(path, site.playerPage(Place.today) { try await $0.importPage(kind, .empty) })
        postFiles(path, site) { visit, files in
            try await visit.importPage(kind, check(visit, files))
        }
    }
}

extension Visit {
    /// Whether the form of an import has rows update the records that they mean.
    fileprivate var updatesRecords: Bool { form["update"] == "true" }

    func importPage(
        _ kind: ImportKind, _ state: ImportState
    ) async throws -> HTTPResponse {
        let page = ImportPage(
            kind, state, addsSchools: form["add_schools"] == "true", updates: updatesRecords,
            try await context())
        let status: HTTPStatus =
            switch state {
            case .empty: .ok
            case .refused: .unprocessableContent
            case .checked(let file): file.importID == nil ? .unprocessableContent : .ok
            case .planned(let log):
                log.failure.map { HTTPStatus(of: $0) }
                    ?? (log.plan.waitingCount == 0 ? .ok : .unprocessableContent)
            case .failed(let error, _, _): HTTPStatus(of: error)
            case .sent(let posts):
                posts.failure.map { HTTPStatus(of: $0) }
                    ?? (posts.summary.rejected == 0 ? .ok : .unprocessableContent)
            }
        return HTTPResponse(request.method.isSafe ? .ok : status, page: page.write)
    }

    /// Stores the staged rows that the form names, and leads to where they are listed.
    fileprivate func commit<Recipe: ImportRecipe>(_ type: Recipe.Type) async throws -> HTTPResponse
    {
        let key = try formKey
        guard let importID = form["import_id"].flatMap({ OperationID(text: $0) }),
            let fingerprint = form["fingerprint"]
        else { throw HTTPFailure(.badRequest, "The form names no import.") }
        do {
            let summary = try await call(
                CommitImport<Recipe.Row>.self,
                ImportCommit(
                    importID: importID, fingerprint: fingerprint,
                    again: form["again"] == "true" ? true : nil), key: key)
            let done = summary.operationID == nil ? Done.importedNothing : .imported
            return done.redirect(to: Recipe.kind.list, undoing: summary.operationID)
        } catch let error as ServiceError where error.code == .notFound && error.subject != .family
        {
            // The service has discarded it meanwhile, or it is another player's.
            return try await importPage(
                Recipe.kind, .refused(message: error.message, reason: "Choose the file again.", nil)
            )
        } catch let error as ServiceError where error.staysOnPage {
            return try await importPage(
                Recipe.kind, .failed(error, importID: importID, fingerprint: fingerprint))
        }
    }

    /// Reads a file and stages its rows. If one cannot be imported, what was staged is discarded.
    fileprivate func check<Recipe: ImportRecipe>(
        _ files: [SpooledFile], _ recipe: Recipe
    ) async throws -> ImportState {
        try await reading(files, Recipe.kind) { file, columns in
            let rows = try SpooledRows(file, Recipe.kind)
            var staging = try FileStaging(recipe, columns)
            var carried = CarriedRows(header: rows.header)
            do {
                let importID = try await stage(rows, &carried, &staging)
                if importID == nil { await discard(staging) }
                return .checked(
                    CheckedFile(
                        name: file.name, rowCount: staging.rowCount, report: staging.report,
                        importID: importID, fingerprint: file.fingerprint ?? rows.fingerprint,
                        sheet: file.sheet, rows: carried.text))
            } catch {
                await discard(staging)
                throw error
            }
        }
    }

    /// Stages all rows. Returns nil if one of them cannot be imported.
    private func stage<Recipe: ImportRecipe>(
        _ rows: SpooledRows, _ carried: inout CarriedRows, _ staging: inout FileStaging<Recipe>
    ) async throws -> OperationID? {
        while let row = try rows.next() {
            carried.add(row)
            if let batch = try staging.add(row) { try await send(batch, &staging) }
        }
        if let batch = staging.rest() { try await send(batch, &staging) }
        let importID = try staging.staged()
        return staging.report.refusals.isEmpty ? importID : nil
    }

    private func send<Recipe: ImportRecipe>(
        _ batch: FileStaging<Recipe>.Batch, _ staging: inout FileStaging<Recipe>
    ) async throws {
        var batch = batch
        var found: [ResolveReferences.Resolved] = []
        if !batch.references.isEmpty {
            found = try await call(
                ResolveReferences.self, .init(references: batch.references)
            ).references
        }
        let request = staging.request(&batch, found, in: zone)
        let verdicts = try await call(StageImport<Recipe.Row>.self, request, key: .random())
        staging.add(verdicts, to: batch)
    }

    /// Discards what was staged. If that fails, the service removes it by itself later.
    private func discard<Recipe: ImportRecipe>(_ staging: FileStaging<Recipe>) async {
        guard let importID = staging.importID else { return }
        _ = try? await call(
            DiscardImport<Recipe.Row>.self, ImportDiscard(importID: importID), key: .random())
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
