import Contracts
import ServiceKit
import Storage

extension ShowFamily {
    /// The family and its members.
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let (_, family, membership) = try CurrentCaller.family(context, in: transaction)
        return Response(family: membership, members: try family.members(in: transaction))
    }
}

extension ShowFamilyCodes {
    /// The codes, to a player, or to a parent where the family has none.
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let (_, family, membership) = try CurrentCaller.family(context, in: transaction)
        try family.requireKeeper(membership, orSay: refusal, in: transaction)
        return try family.codes(in: transaction)
    }
}
