import Contracts
import DataServiceKit
import ServiceKit

extension AddSchool {
    /// Stores the school, filling in fields from the catalogue that the form leaves out. A family
    /// can follow a catalogue entry once.
    static func handle(
        _ input: Input, _ scope: FamilyScope, _ unit: UnitOfWork, catalogue: Catalogue
    ) throws -> Response {
        try ImportsUnderWay(unit.transaction).requireNone(of: scope.familyID)
        let school = try school(of: input, scope, unit, catalogue: catalogue)
        let duplicates = DuplicateRepository(scope.familyID, unit.transaction)
        var warnings = try duplicates.warnings(about: school)
        if warnings.isEmpty, let proposal = try duplicates.proposal(for: school, of: catalogue) {
            warnings.append(proposal)
        }
        try School.table.store(school, unit.transaction)
        try unit.record(NewChange(CoachesFeed.schoolChanged, of: school))
        return Response(school, warnings: warnings)
    }

    /// Returns the school of the catalogue with this id. Throws a validation error if there is
    /// none.
    static func entry(
        _ id: String, in catalogue: Catalogue
    ) throws(ServiceError) -> CatalogueSchool {
        guard let entry = catalogue.school(id) else {
            throw .invalid("catalogue_id", "Unknown catalogue id")
        }
        return entry
    }

    /// Returns the school that a form describes. Throws `conflict` if the family already follows
    /// it.
    static func school(
        of input: Input, _ scope: FamilyScope, _ unit: UnitOfWork, catalogue: Catalogue
    ) throws -> School {
        try input.requireNew()
        var entry: CatalogueSchool?
        if let id = input.catalogueID {
            entry = try Self.entry(id, in: catalogue)
            if let known = try SchoolRepository(scope, unit.transaction).find(catalogueID: id) {
                throw ServiceError(
                    .conflict, "Your family already follows \(known.name) (\(known.id))")
            }
        }
        var school = School(
            id: .make(at: unit.now), familyUnitID: scope.familyID, name: entry?.name ?? "",
            city: entry?.city, state: entry?.state, division: entry?.division,
            conference: entry?.conference, website: entry?.website, version: 1,
            createdAt: unit.now, updatedAt: unit.now)
        input.apply(to: &school)
        return school
    }
}
