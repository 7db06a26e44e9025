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
        _ input: Request.Input, _ scope: FamilyScope, _ transaction: ReadTransaction,
        catalogue: Catalogue
    ) throws -> Response {
        let schools = try SchoolRepository(scope, transaction).all()
        let repository = DuplicateRepository(scope.familyID, transaction)
        typealias Key = DuplicateSets<SchoolID>.Key
        var keys: [SchoolID: [Key?]] = [:]
        for (place, group) in try repository.schoolGroups().enumerated() {
            for id in group { keys[id, default: []].append(Key(.name, "\(place)")) }
        }
        let likely = SchoolDuplicateSets(catalogue, schools)
        for pair in likely.pairs(try repository.coachNames()) {
            let key = Key(pair.reason, "\(pair.one) \(pair.other)")
            for id in [pair.one, pair.other] { keys[id, default: []].append(key) }
        }
        var sets = DuplicateSets<SchoolID>()
        for school in schools { sets.add(school.id, keys[school.id] ?? []) }
        let groups = sets.groups()
        let byID = Dictionary(schools.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return Response(
            groups: groups.prefix(DuplicateLimit.groupsMax).map { group in
                SchoolDuplicates(
                    reasons: group.reasons,
                    schools: group.ids.prefix(DuplicateLimit.recordsMax).compactMap { byID[$0] },
                    total: group.ids.count)
            }, total: groups.count)
    }
}
