import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Imports coaches. A coach with the same name at the same school is skipped. In an import that
/// updates records, the coach whom a row means is updated (`RowMatch`).
struct CoachImport: ImportPlan {
    static let table = ImportTable(
        CoachRepository.table, importedType: CoachesFeed.coachesImported,
        removedType: CoachesFeed.coachesRemoved)

    let catalogue: Catalogue
    let tables = [SchoolImport.table, table]
    var updates: ImportUpdates? { ImportUpdates(UpdatedCoaches.self) }

    func stage(_ row: CoachImportRow, in staging: ImportStaging) throws -> StagedRow {
        let (scope, unit) = (staging.scope, staging.unit)
        let repository = ReferenceRepository(
            scope, unit.transaction, staged: staging.importID)
        if staging.updates, let known = try known(row, repository, in: staging) {
            return try update(known, row, repository, in: staging)
        }
        let input = try checked(row)
        let figures = try ImportedFigures(row, at: unit.now)
        var records: [StagedRecord] = []
        let school = try school(of: row, input, repository, staging, adding: &records)
        if !staging.updates,
            let known = try repository.coach(
                firstName: input.firstName ?? "", lastName: input.lastName ?? "", at: school?.id)
        {
            if let repeated = try staging.repeated(known, key: row.key) { return repeated }
            let name = FileReferences.shown("\(input.firstName ?? "") \(input.lastName ?? "")")
            return .skipped("\(name) already exists").about(known).named(row.key, known)
        }
        var coach = AddCoach.coach(of: input, at: school, scope, unit)
        let warnings = try DuplicateRepository(scope.familyID, unit.transaction)
            .warnings(about: coach, besides: staging.importID)
        try Coach.table.store(coach, unit.transaction, mark: staging.mark)
        if figures != ImportedFigures() {
            try ResponseFigureUpdater(unit.transaction, now: unit.now).keep(figures, of: &coach)
        }
        records.append(
            StagedRecord(coach.id, in: Self.table, json: try JSONCoding.encode(coach)))
        return .stored(records).named(row.key, coach.id).warned(warnings)
            .about(coach.id, named: coach.fullName)
    }

    func checks(of row: CoachImportRow, in staging: ImportStaging) -> [() throws -> Void] {
        let repository = ReferenceRepository(
            staging.scope, staging.unit.transaction, staged: staging.importID)
        let references = FileReferences(repository: repository, catalogue: catalogue)
        var checks = formChecks(of: row, in: staging)
        checks.append { try checkKey(row.key, "coach_key") }
        checks.append { _ = try ImportedFigures(row, at: staging.unit.now) }
        checks.append {
            guard row.form.schoolID.value == nil, try newSchool(row, repository) == nil else {
                return
            }
            _ = try references.school(row.school)
        }
        return checks
    }

    /// Records added or deleted since staging may prevent the commit.
    func committing(_ staging: ImportStaging) throws {
        try ReferenceRepository(staging.scope, staging.unit.transaction)
            .requireUpToDate(staging.importID)
        let schools = SchoolRepository(staging.scope, staging.unit.transaction)
        try staging.requireSchools { try schools.find($0, staged: staging.importID) != nil }
    }

    // MARK: Updating

    /// Returns the coach whom a row means: by its id, else as `RowMatch` says.
    private func known(
        _ row: CoachImportRow, _ repository: ReferenceRepository, in staging: ImportStaging
    ) throws -> KnownRecord<CoachTag>? {
        let named = try KnownRecord(
            id: row.form.id.value, key: row.key,
            in: CoachRepository(staging.scope, staging.unit.transaction))
        if let named { return named }
        let input = try checked(row)
        let school = try rowSchool(row, input, repository)
        return try KnownRecord(
            RowMatchRepository(staging).coach(input, at: school), field: "last_name",
            plural: "coaches")
    }

    private func rowSchool(
        _ row: CoachImportRow, _ input: CoachInput, _ repository: ReferenceRepository
    ) throws -> RowSchool {
        if let id = input.schoolID { return .known(id) }
        if try newSchool(row, repository) != nil { return .new }
        let references = FileReferences(repository: repository, catalogue: catalogue)
        let found = try references.school(row.school)
        return found.map { .known($0) } ?? .unnamed
    }

    private func update(
        _ known: KnownRecord<CoachTag>, _ row: CoachImportRow,
        _ repository: ReferenceRepository, in staging: ImportStaging
    ) throws -> StagedRow {
        if let repeated = try staging.repeated(known.id, key: row.key) { return repeated }
        let old = try CoachRepository(staging.scope, staging.unit.transaction).require(known.id)
        var form = row.form
        form.id = FormField(known.id.text)
        if !known.isByID {
            func isSame(_ text: FormField<String>, _ stored: String?) -> Bool {
                text.value.map { CaseFolding.fold($0.trimmed) }
                    == stored.map { CaseFolding.fold($0) }
            }
            if isSame(form.firstName, old.firstName) { form.firstName = FormField(nil) }
            if isSame(form.lastName, old.lastName) { form.lastName = FormField(nil) }
            if isSame(form.email, old.email) { form.email = FormField(nil) }
        }
        let input = try form.validated()
        var records: [StagedRecord] = []
        let school = try school(of: row, input, repository, staging, adding: &records)
        var coach = old
        input.apply(to: &coach)
        if let school { (coach.schoolID, coach.schoolName) = (school.id, school.name) }
        return try staging.update(UpdatedCoaches.self, old, to: coach).adding(records)
            .named(row.key, known.id)
    }

    /// Validates the form and the fields that only files have.
    private func checked(_ row: CoachImportRow) throws -> CoachInput {
        let input = try row.form.validated()
        guard input.id == nil, input.version == nil else {
            throw ServiceError.invalid("id", "A new coach has no id and no version")
        }
        try checkKey(row.key, "coach_key")
        return input
    }

    private func school(
        of row: CoachImportRow, _ input: CoachInput, _ repository: ReferenceRepository,
        _ staging: ImportStaging, adding records: inout [StagedRecord]
    ) throws -> School? {
        let (scope, unit) = (staging.scope, staging.unit)
        if input.schoolID != nil { return try CoachSchool.find(input.schoolID, scope, unit) }
        let references = FileReferences(repository: repository, catalogue: catalogue)
        if let id = try newSchool(row, repository) {
            let form = try AddSchool.Request(catalogueID: id).validated()
            let school = try AddSchool.school(of: form, scope, unit, catalogue: catalogue)
            records.append(try SchoolImport.stage(school, in: staging))
            return school
        }
        guard let id = try references.school(row.school) else { return nil }
        return try SchoolRepository(scope, unit.transaction).find(id, staged: staging.importID)
    }

    /// Returns the catalogue id of the school that a row adds; `nil` if it adds none. A name is
    /// that of a school if the catalogue calls no other one so.
    private func newSchool(
        _ row: CoachImportRow, _ repository: ReferenceRepository
    ) throws -> String? {
        guard row.addsSchool == true, let school = row.school else { return nil }
        if let id = school.catalogueID?.trimmed, !id.isEmpty {
            return try repository.school(catalogueID: id) == nil ? id : nil
        }
        guard let name = school.name?.trimmed, !name.isEmpty,
            case .none = try repository.school(named: name)
        else { return nil }
        let references = FileReferences(repository: repository, catalogue: catalogue)
        guard try references.followed(catalogue.find(name, state: nil)) == nil else { return nil }
        let found = SchoolFinder(catalogue, try repository.schools()).find(name)
        guard found.isCertain, case .listed(let entry)? = found.candidates.first else { return nil }
        return entry.catalogueID
    }
}
