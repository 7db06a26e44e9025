import Contracts
import DataServiceKit
import ServiceKit

/// Imports schools. A school that the family already follows, by catalogue id or otherwise by name,
/// is skipped.
struct SchoolImport: ImportPlan {
    static let table = ImportTable(
        MarkedTable("schools"), importedType: CoachesFeed.schoolsImported,
        removedType: CoachesFeed.schoolsRemoved)

    let catalogue: Catalogue
    let tables = [table]

    func stage(_ row: SchoolImportRow, in staging: ImportStaging) throws -> StagedRow {
        let input = try row.form.validated()
        let repository = ReferenceRepository(
            staging.scope, staging.unit.transaction, staged: staging.importID)
        if let id = input.catalogueID {
            if try repository.school(catalogueID: id) != nil {
                return .skipped("The school with catalogue id \(id) already exists")
            }
        } else if let name = input.name {
            if case .none = try repository.school(named: name) {
            } else {
                return .skipped("A school named \"\(FileReferences.shown(name))\" already exists")
            }
        }
        let school = try AddSchool.school(
            of: input, staging.scope, staging.unit, catalogue: catalogue)
        let warnings = try DuplicateRepository(staging.scope.familyID, staging.unit.transaction)
            .warnings(about: school)
        return .stored([try Self.stage(school, in: staging)]).warned(warnings)
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
        try School.table.store(school, staging.unit.transaction, mark: staging.mark)
        return StagedRecord(school.id, in: table, json: try JSONCoding.encode(school))
    }
}
