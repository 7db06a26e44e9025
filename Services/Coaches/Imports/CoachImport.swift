import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Imports coaches. A coach with the same name at the same school is skipped.
struct CoachImport: ImportPlan {
    static let table = ImportTable(
        MarkedTable("coaches"), importedType: CoachesFeed.coachesImported,
        removedType: CoachesFeed.coachesRemoved)

    let catalogue: Catalogue
    let tables = [SchoolImport.table, table]

    func stage(_ row: CoachImportRow, in staging: ImportStaging) throws -> StagedRow {
        let (scope, unit) = (staging.scope, staging.unit)
        let repository = ReferenceRepository(
            scope, unit.transaction, staged: staging.importID)
        let input = try checked(row)
        let figures = try ImportedFigures(row, at: unit.now)
        var records: [StagedRecord] = []
        let school = try school(of: row, input, repository, staging, adding: &records)
        if let known = try repository.coach(
            firstName: input.firstName ?? "", lastName: input.lastName ?? "", at: school?.id)
        {
            let name = FileReferences.shown("\(input.firstName ?? "") \(input.lastName ?? "")")
            return .skipped("\(name) already exists").named(row.key, known)
        }
        var coach = AddCoach.coach(of: input, at: school, scope, unit)
        let warnings = try DuplicateRepository(scope.familyID, unit.transaction)
            .warnings(about: coach)
        try Coach.table.store(coach, unit.transaction, mark: staging.mark)
        if figures != ImportedFigures() {
            try ResponseFigureUpdater(unit.transaction, now: unit.now).keep(figures, of: &coach)
        }
        records.append(
            StagedRecord(coach.id, in: Self.table, json: try JSONCoding.encode(coach)))
        return .stored(records).named(row.key, coach.id).warned(warnings)
    }

    /// Records added or deleted since staging may prevent the commit.
    func committing(_ staging: ImportStaging) throws {
        try ReferenceRepository(staging.scope, staging.unit.transaction)
            .requireUpToDate(staging.importID)
    }

    /// Validates the form and the fields that only files have.
    private func checked(_ row: CoachImportRow) throws -> CoachInput {
        let input = try row.form.validated()
        guard input.id == nil, input.version == nil else {
            throw ServiceError.invalid("id", "A new coach has no id and no version")
        }
        guard (row.key ?? "").count <= ImportLimit.keyMax else {
            throw ServiceError.invalid(
                "coach_key", "A key must have \(ImportLimit.keyMax) characters or less")
        }
        return input
    }

    private func school(
        of row: CoachImportRow, _ input: CoachInput, _ repository: ReferenceRepository,
        _ staging: ImportStaging, adding records: inout [StagedRecord]
    ) throws -> School? {
        let (scope, unit) = (staging.scope, staging.unit)
        if input.schoolID != nil { return try CoachSchool.find(input.schoolID, scope, unit) }
        let references = FileReferences(repository: repository)
        if row.addsSchool == true, let id = row.school?.catalogueID?.trimmed, !id.isEmpty,
            try repository.school(catalogueID: id) == nil
        {
            let form = try AddSchool.Request(catalogueID: id).validated()
            let school = try AddSchool.school(of: form, scope, unit, catalogue: catalogue)
            records.append(try SchoolImport.stage(school, in: staging))
        }
        guard let id = try references.school(row.school) else { return nil }
        return try SchoolRepository(scope, unit.transaction).find(id, staged: staging.importID)
    }
}
