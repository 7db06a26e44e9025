import Contracts
import ServiceKit
import Storage

extension ShowFamily {
    /// Returns the family and its members.
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let (_, family, membership) = try CurrentCaller.family(context, in: transaction)
        return Response(family: membership, members: try family.members(in: transaction))
    }
}

extension ShowFamilyCodes {
    /// Returns the codes to a player, or to a parent if the family has no player.
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let (_, family, membership) = try CurrentCaller.family(context, in: transaction)
        try family.requireManager(membership, orSay: refusal, in: transaction)
        return try family.codes(in: transaction)
    }
}
