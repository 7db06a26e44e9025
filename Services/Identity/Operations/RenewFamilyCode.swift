import Contracts
import DataServiceKit
import ServiceKit

extension RenewFamilyCode {
    /// Replaces a code; the old one becomes invalid.
    static func handle(
        _ role: Role, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> Response {
        let (_, family, membership) = try CurrentCaller.family(context, in: unit.transaction)
        try family.requireManager(membership, orSay: refusal, in: unit.transaction)
        let version = try family.renewCode(for: role, at: unit.now, in: unit.transaction)
        try unit.recordFamily(IdentityFeed.familyCodeRenewed, membership, version: version)
        return try family.codes(in: unit.transaction)
    }
}
