import Contracts
import DataServiceKit
import ServiceKit

extension LeaveFamily {
    /// Ends the caller's membership. The last member receives the code for returning, since nobody
    /// else could provide it.
    static func handle(
        _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        let transaction = unit.transaction
        let (caller, family, membership) = try CurrentCaller.family(context, in: transaction)
        let user = caller.account.user.id
        guard let member = try family.member(user, in: transaction) else {
            throw ServiceError.notFound(.member)
        }
        try unit.end(member, of: caller.account, in: family, membership, parts)
        let isEmpty = try family.members(in: transaction).isEmpty
        let codes = try family.codes(in: transaction)
        let code = member.role == .player ? codes.playerCode : codes.parentCode
        return Response(left: membership.familyUnitID, returnCode: isEmpty ? code : nil)
    }
}

extension UnitOfWork {
    /// Ends a membership, the passports that state it, and the one-time codes, the calendar link
    /// and the saved filters that depend on it.
    /// What the member logged remains.
    func end(
        _ member: (role: Role, version: Int64), of account: Account, in family: FamilyRepository,
        _ membership: Membership, _ parts: IdentityParts
    ) throws {
        let user = account.user.id
        try family.remove(user, by: operationID, at: now, in: transaction)
        try ResetCodeRepository().removeOneTimeCodes(concerning: user, in: transaction)
        try endCalendar(of: user, in: membership.familyUnitID, parts)
        try SavedViewRepository.removeAll(of: user, in: membership.familyUnitID, transaction)
        try recordMember(
            IdentityFeed.memberRemoved, account, in: membership.familyUnitID, as: member.role,
            version: member.version + 1)
        try revokePassports(of: account, parts)
    }
}
