import Contracts
import DataServiceKit
import ServiceKit

/// Imports schools. A school that the family already follows, by catalogue id or otherwise by name,
/// is skipped, or updated in an import that updates records.
struct SchoolImport: ImportPlan {
    static let table = ImportTable(
        MarkedTable("schools"), importedType: CoachesFeed.schoolsImported,
        removedType: CoachesFeed.schoolsRemoved)

    let catalogue: Catalogue
    let tables = [table]
    var updates: ImportUpdates? { ImportUpdates(UpdatedSchools.self) }

    func stage(_ row: SchoolImportRow, in staging: ImportStaging) throws -> StagedRow {
        if staging.updates, let known = try known(row, in: staging) {
            return try update(known, row, in: staging)
        }
        let input = try row.form.validated()
        if !staging.updates, let row = try skipped(input, in: staging) { return row }
        let school = try AddSchool.school(
            of: input, staging.scope, staging.unit, catalogue: catalogue)
        let warnings = try DuplicateRepository(staging.scope.familyID, staging.unit.transaction)
            .warnings(about: school, besides: staging.importID)
        return .stored([try Self.stage(school, in: staging)]).warned(warnings)
            .about(school.id, named: school.name)
    }

    func checks(of row: SchoolImportRow, in staging: ImportStaging) -> [() throws -> Void] {
        var checks = formChecks(of: row, in: staging)
        checks.append {
            guard let id = row.form.catalogueID.value?.trimmed, !id.isEmpty else { return }
            _ = try AddSchool.entry(id, in: catalogue)
        }
        return checks
    }

    /// Returns the result for a school that the family follows already or that an earlier row has
    /// added; `nil` for others.
    private func skipped(_ input: SchoolInput, in staging: ImportStaging) throws -> StagedRow? {
        let repository = ReferenceRepository(
            staging.scope, staging.unit.transaction, staged: staging.importID)
        var known: SchoolID?
        var reason = ""
        if let id = input.catalogueID {
            known = try repository.school(catalogueID: id)
            guard known != nil else { return nil }
            reason = "The school with catalogue id \(id) already exists"
        } else if let name = input.name {
            switch try repository.school(named: name) {
            case .none: return nil
            case .one(let id): known = id
            case .several: break
            }
            reason = "A school named \"\(FileReferences.shown(name))\" already exists"
        }
        guard let known else { return reason.isEmpty ? nil : .skipped(reason) }
        return try staging.repeated(known) ?? .skipped(reason).about(known)
    }

    // MARK: Updating

    /// Returns the school that a row means: by its id, else by its catalogue id, else by its name.
    private func known(
        _ row: SchoolImportRow, in staging: ImportStaging
    ) throws -> KnownRecord<SchoolTag>? {
        let named = try KnownRecord(
            id: row.form.id.value, key: row.key,
            in: SchoolRepository(staging.scope, staging.unit.transaction))
        if let named { return named }
        let input = try row.form.validated()
        if let id = input.catalogueID {
            return try ReferenceRepository(
                staging.scope, staging.unit.transaction, staged: staging.importID
            ).school(catalogueID: id).map { KnownRecord(id: $0, isByID: false) }
        }
        guard let name = input.name else { return nil }
        return try KnownRecord(
            RowMatchRepository(staging).school(named: name, state: input.state), field: "name",
            plural: "schools")
    }

    private func update(
        _ known: KnownRecord<SchoolTag>, _ row: SchoolImportRow, in staging: ImportStaging
    ) throws -> StagedRow {
        if let repeated = try staging.repeated(known.id) { return repeated }
        let old = try SchoolRepository(staging.scope, staging.unit.transaction).require(known.id)
        var form = row.form
        form.id = FormField(known.id.text)
        if let id = form.catalogueID.value {
            guard id == old.catalogueID else {
                throw ServiceError.invalid("catalogue_id", "A school keeps its catalogue id")
            }
            form.catalogueID = FormField(nil)
        }
        if !known.isByID, let name = form.name.value,
            CaseFolding.fold(name.trimmed) == CaseFolding.fold(old.name)
        {
            form.name = FormField(nil)
        }
        var school = old
        try form.validated().apply(to: &school)
        return try staging.update(UpdatedSchools.self, old, to: school)
    }

    /// Records added or deleted since staging may prevent the commit.
    func committing(_ staging: ImportStaging) throws {
        try ReferenceRepository(staging.scope, staging.unit.transaction)
            .requireUpToDate(staging.importID)
    }

    /// Stages a school of an import.
    static func stage(
        _ school: School, in staging: ImportStaging
    ) throws -> StagedRecord {
        try staging.store(school, School.table, in: table)
    }
}
