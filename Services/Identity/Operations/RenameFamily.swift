import Contracts
import DataServiceKit
import ServiceKit

extension RenameFamily {
    /// Gives the family another name.
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
