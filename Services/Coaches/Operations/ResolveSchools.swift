import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ResolveSchools {
    /// Looks up each name among the family's schools and in the catalogue.
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: ReadTransaction,
        catalogue: Catalogue
    ) throws -> Response {
        let schools = SchoolRepository(try context.requireFamily(), transaction)
        let finder = SchoolFinder(catalogue, try schools.all())
        return Response(
            schools: input.names.map { name in
                let found = finder.find(name.name, state: name.state)
                return Resolved(
                    certain: found.isCertain,
                    candidates: found.candidates.prefix(SchoolNameLimit.candidatesMax)
                        .map(Candidate.init))
            })
    }
}

extension ResolveSchools.Candidate {
    fileprivate init(_ candidate: SchoolFinder.Candidate) {
        switch candidate {
        case .followed(let school):
            self.init(
                schoolID: school.id, catalogueID: school.catalogueID, name: school.name,
                city: school.city, state: school.state, division: school.division)
        case .listed(let school):
            self.init(
                catalogueID: school.catalogueID, name: school.name, shortName: school.shortName,
                city: school.city, state: school.state, division: school.division)
        }
    }
}
