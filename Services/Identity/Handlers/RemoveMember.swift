import Contracts
import DataServiceKit
import ServiceKit

extension RemoveMember {
    /// Removes a parent. Passports that name the family in the old role count no more.
    static func handle(
        _ input: Request, _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        let transaction = unit.transaction
        let (caller, family, membership) = try CurrentCaller.family(context, in: transaction)
        guard input.userID != caller.account.user.id else {
            throw ServiceError.forbidden("You cannot remove yourself from the family")
        }
        guard let member = try family.member(input.userID, in: transaction),
            let account = try AccountRepository().account(input.userID, in: transaction)
        else {
            throw ServiceError.notFound("Member")
        }
        guard member.role == .parent else {
            throw ServiceError.forbidden("Only parents can be removed from the family")
        }
        try family.remove(input.userID, by: unit.operationID, at: unit.now, in: transaction)
        try unit.recordMemberRemoved(
            account, from: membership.familyUnitID, as: member.role, version: member.version + 1)
        try unit.revokePassports(of: account, parts)
        return Response(removed: input.userID)
    }
}
