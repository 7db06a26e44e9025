import Contracts
import DataServiceKit
import ServiceKit

extension RemoveMember {
    /// Removes a member. Revokes passports that name the family in the old role, and renews both
    /// codes, since the member may know them.
    static func handle(
        _ input: Request, _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        let transaction = unit.transaction
        let (caller, family, membership) = try CurrentCaller.family(context, in: transaction)
        guard input.userID != caller.account.user.id else {
            throw ServiceError.forbidden(
                "You cannot remove yourself from the family; leave it instead")
        }
        guard let member = try family.member(input.userID, in: transaction),
            let account = try AccountRepository().account(input.userID, in: transaction)
        else {
            throw ServiceError.notFound(.member)
        }
        if member.role == .parent {
            try family.requireManager(membership, orSay: refusal, in: transaction)
        }
        try unit.end(member, of: account, in: family, membership, parts)
        var version: Int64 = 0
        for role in Role.allCases {
            version = try family.renewCode(for: role, at: unit.now, in: transaction)
        }
        try unit.recordFamily(IdentityFeed.familyCodeRenewed, membership, version: version)
        return Response(removed: input.userID)
    }
}
