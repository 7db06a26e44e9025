import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension FindCoachDuplicates {
    /// Lists the family's coaches who are probably one, with their current figures.
    static func handle(
        _ input: Request.Input, _ context: CallContext, _ transaction: ReadTransaction
    ) throws -> Response {
        let scope = try context.familyWithFigures(in: transaction)
        var sets = try DuplicateRepository(scope.familyID, transaction).coachSets()
        let groups = sets.groups()
        let coaches = CoachRepository(scope, transaction)
        return Response(
            groups: try groups.prefix(DuplicateLimit.groupsMax).map { group in
                CoachDuplicates(
                    reasons: group.reasons,
                    coaches: try group.ids.prefix(DuplicateLimit.recordsMax)
                        .compactMap(coaches.find),
                    matches: sets.matches(in: group, ofFirst: DuplicateLimit.recordsMax)
                        .map { DuplicateMatch(id: $0.id, otherID: $0.other, reasons: $0.reasons) },
                    total: group.ids.count)
            }, total: groups.count)
    }
}

extension FindSchoolDuplicates {
    /// Lists the family's schools that are probably one.
    static func handle(
        _ input: Request.Input, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> Response {
        let groups = try DuplicateRepository(scope.familyID, transaction).schoolGroups()
        let schools = SchoolRepository(scope, transaction)
        return Response(
            groups: try groups.prefix(DuplicateLimit.groupsMax).map { ids in
                SchoolDuplicates(
                    reasons: [.name],
                    schools: try ids.prefix(DuplicateLimit.recordsMax).compactMap(schools.find),
                    total: ids.count)
            }, total: groups.count)
    }
}
