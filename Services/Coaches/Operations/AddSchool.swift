import Contracts
import DataServiceKit
import ServiceKit

extension AddSchool {
    /// Stores the school; the catalogue fills what the form leaves out. One entry of the
    /// catalogue is followed once.
    static func handle(
        _ input: Input, _ context: CallContext, _ unit: UnitOfWork, catalogue: Catalogue
    ) throws -> Response {
        let scope = try context.requireFamily()
        try ImportsUnderWay(unit.transaction).requireNone(of: scope.familyID)
        let school = try school(of: input, scope, unit, catalogue: catalogue)
        try SchoolRepository.insert(school, unit.transaction)
        try unit.record(
            NewChange(
                CoachesFeed.schoolChanged, of: "school", school.id, family: scope.familyID,
                payload: school))
        return Response(school: school)
    }

    /// The school that a form makes. Throws `conflict` for one that the family follows already.
    static func school(
        of input: Input, _ scope: FamilyScope, _ unit: UnitOfWork, catalogue: Catalogue
    ) throws -> School {
        guard input.id == nil, input.version == nil else {
            throw ServiceError.invalid(
                input.id == nil ? "version" : "id", "A new school has no id and no version")
        }
        var entry: CatalogueSchool?
        if let id = input.catalogueID {
            entry = catalogue.school(id)
            guard entry != nil else {
                throw ServiceError.invalid("catalogue_id", "Unknown catalogue id")
            }
            if let known = try SchoolRepository(scope, unit.transaction).find(catalogueID: id) {
                throw ServiceError(
                    .conflict, "Your family follows \(known.name) already (\(known.id))")
            }
        }
        return School(
            id: .make(at: unit.now), familyUnitID: scope.familyID,
            name: input.name ?? entry?.name ?? "", city: input.city ?? entry?.city,
            state: input.state ?? entry?.state, division: input.division ?? entry?.division,
            conference: input.conference ?? entry?.conference,
            website: input.website ?? entry?.website, twitterHandle: input.twitterHandle,
            instagramHandle: input.instagramHandle, notes: input.notes,
            catalogueID: input.catalogueID, version: 1, createdAt: unit.now, updatedAt: unit.now)
    }
}
