import CommandKit
import Contracts
import Imports
import ServiceKit

extension PostImport {
    /// The rows of these lines, with the ids of the schools and coaches that they name.
    func rows(of lines: [PostLine]) throws -> [PostImportRow] {
        for part in references.unknown(in: lines) {
            let found = try run.response(of: ResolveReferences.self, .init(references: part))
                .references
            for (reference, found) in zip(part, found) {
                references.add(try added(reference, found) ?? found, for: reference)
            }
        }
        return references.rows(of: lines)
    }

    /// Adds an unknown school from the catalogue, if that is wanted; nil otherwise, or if the
    /// catalogue does not have it. A check adds nothing and validates the line without its school.
    private func added(
        _ reference: ResolveReferences.Reference, _ found: ResolveReferences.Resolved
    ) throws -> ResolveReferences.Resolved? {
        guard run.invocation.isOn("add-schools"), found.errors["school"] != nil,
            let catalogueID = reference.school?.catalogueID
        else { return nil }
        let request = AddSchool.Request(catalogueID: catalogueID)
        do {
            if isChecking {
                try run.rehearse(AddSchool.self, request)
                return ResolveReferences.Resolved()
            }
            let answer = try run.prepare(AddSchool.self, request)
            var school = ResolveReferences.Resolved()
            school.schoolID = try run.decoded(AddSchool.Response.self, answer).school.id
            return school
        } catch let failure as CommandFailure where failure.exitCode == .invalid {
            return nil
        }
    }
}
