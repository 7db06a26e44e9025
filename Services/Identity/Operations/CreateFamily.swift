import Contracts
import DataServiceKit
import ServiceKit

extension CreateFamily {
    /// Creates a family with the caller as its player.
    static func handle(
        _ input: Input, _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        let transaction = unit.transaction
        let account = try CurrentCaller(context, in: transaction).account
        guard account.user.role == .player else {
            throw ServiceError.forbidden("Only players can create a family")
        }
        let memberships = MembershipRepository(of: account.user.id)
        try memberships.requireNoFamilyAsPlayer(in: transaction)
        let family = Membership(
            familyUnitID: .make(at: unit.now), name: input.name, role: .player,
            timeZone: input.timeZone ?? account.user.timeZone)
        try memberships.insertFamily(family, at: unit.now, in: transaction)
        for role in Role.allCases {
            try FamilyCodeRepository.draw(
                for: role, of: family.familyUnitID, at: unit.now, in: transaction)
        }
        let version = try memberships.join(
            family.familyUnitID, as: .player, at: unit.now, in: transaction)
        try unit.recordFamily(IdentityFeed.familyChanged, family, version: 1)
        try unit.recordMember(
            IdentityFeed.memberChanged, account, in: family.familyUnitID, as: .player,
            version: version, hasJoined: true)
        try unit.revokePassports(of: account, parts)
        return Response(
            family: family,
            codes: try FamilyCodeRepository.codes(of: family.familyUnitID, in: transaction))
    }
}
