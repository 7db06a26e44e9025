import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension JoinFamily {
    /// Joins the family of a code, in the code's role.
    static func handle(
        _ code: FamilyCode, _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        let transaction = unit.transaction
        let account = try CurrentCaller(context, in: transaction).account
        try parts.admitJoin(of: account.user.id)
        let memberships = MembershipRepository(of: account.user.id)
        guard let admission = try memberships.admission(by: code, in: transaction) else {
            throw ServiceError.notFound(.familyCode)
        }
        if let present = try memberships.membership(in: admission.family, transaction) {
            return Response(
                family: present, alreadyMember: true,
                message: "You are already a member of \(present.name)")
        }
        try check(account, admission.role)
        try checkRoom(memberships, in: admission.family, as: admission.role, transaction)
        let version = try memberships.join(
            admission.family, as: admission.role, at: unit.now, in: transaction)
        try unit.recordMember(
            IdentityFeed.memberChanged, account, in: admission.family, as: admission.role,
            version: version, hasJoined: true)
        try unit.revokePassports(of: account, parts)
        guard let joined = try memberships.membership(in: admission.family, transaction) else {
            throw ServiceError(.internal, "The new membership is not there")
        }
        return Response(
            family: joined, alreadyMember: false, message: "You have joined \(joined.name)")
    }

    private static func check(_ account: Account, _ role: Role) throws(ServiceError) {
        guard account.user.role == role else {
            throw ServiceError.forbidden(
                role == .parent
                    ? "Only parents can join with this code"
                    : "Only players can join with this code")
        }
    }

    private static func checkRoom(
        _ memberships: MembershipRepository, in family: FamilyID, as role: Role,
        _ transaction: ReadTransaction
    ) throws {
        if role == .player {
            try memberships.requireNoFamilyAsPlayer(in: transaction)
        }
        let families = try memberships.memberships(in: transaction).count
        guard families < FamilyLimit.familiesPerUser else {
            throw ServiceError(
                .conflict,
                "You belong to \(FamilyLimit.familiesPerUser) families, which is "
                    + "the limit")
        }
        let members = try memberships.memberCount(of: family, in: transaction)
        guard members < FamilyLimit.membersPerFamily else {
            throw ServiceError(
                .conflict,
                "This family has \(FamilyLimit.membersPerFamily) members, which is the "
                    + "limit")
        }
    }
}
