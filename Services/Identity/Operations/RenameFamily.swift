import Contracts
import DataServiceKit
import ServiceKit

extension RenameFamily {
    static func handle(
        _ name: String, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let (_, family, before) = try CurrentCaller.family(context, in: unit.transaction)
        let version = try family.rename(to: name, in: unit.transaction)
        var renamed = before
        renamed.name = name
        try unit.recordFamily(IdentityFeed.familyChanged, renamed, version: version)
        return Response(family: renamed)
    }
}

extension SetFamilyZone {
    static func handle(
        _ zone: String, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let (_, family, before) = try CurrentCaller.family(context, in: unit.transaction)
        guard zone != before.timeZone else { return Response(family: before) }
        var moved = before
        moved.timeZone = zone
        let version = try family.set(timeZone: zone, in: unit.transaction)
        try unit.recordFamily(IdentityFeed.familyChanged, moved, version: version)
        return Response(family: moved)
    }
}

extension SetParentsLog {
    static func handle(
        _ parentsLog: Bool, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let (_, family, before) = try CurrentCaller.family(context, in: unit.transaction)
        guard parentsLog != before.parentsLog else { return Response(family: before) }
        var decided = before
        decided.parentsLog = parentsLog
        let version = try family.set(parentsLog: parentsLog, in: unit.transaction)
        try unit.recordFamily(IdentityFeed.familyChanged, decided, version: version)
        return Response(family: decided)
    }
}
