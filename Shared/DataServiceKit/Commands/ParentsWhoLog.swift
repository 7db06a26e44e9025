public import Contracts
public import ServiceKit
public import Storage
import Synchronization

/// Parents who log for players: which operations of players a parent may call, and for
/// whom.
public enum ParentsWhoLog {
    /// Whether a parent may call an operation: as the family has decided, or else as the server's
    /// setting has it.
    static func isOpen(choice: Bool?, byDefault: Bool) -> Bool { choice ?? byDefault }

    /// Whose contact a parent logs.
    public enum Subject: Hashable, Sendable {
        /// The parent's own contact: the family has decided nothing, and the server lets parents
        /// log contacts of their own.
        case parent
        case player(UserID)
    }

    /// Returns whose contact a parent logs. `named` is the player in the request, `players` are the
    /// family's current players. Throws if the request has to name a player, or names somebody
    /// else.
    public static func subject(
        choice: Bool?, named: UserID?, among players: [UserID]
    ) throws(ServiceError) -> Subject {
        if let named {
            guard players.contains(named) else {
                throw .invalid("player_id", ParentsLogText.playerRefusal)
            }
            return .player(named)
        }
        guard choice == true else { return .parent }
        guard players.count == 1 else {
            throw .invalid("player_id", ParentsLogText.chooseRefusal)
        }
        return .player(players[0])
    }
}

/// The author of a new record: whose it is, and who entered it.
@Memberwise
public struct RecordAuthor: Sendable {
    /// The scope of the member whose record it is.
    public let scope: FamilyScope
    /// The parent who entered it for the player; nil if the member did.
    public var enteredBy: UserID?
}

extension CallContext {
    /// Returns the author of a record that the caller enters, of an operation that admits parents
    /// who log. `named` is the player in the request. Throws `forbidden` for a player who names
    /// somebody else.
    public func author(
        naming named: UserID?, in transaction: ReadTransaction
    ) throws -> RecordAuthor {
        let scope = try requireFamily()
        guard scope.role == .parent else {
            guard named == nil || named == scope.userID else {
                throw ServiceError.forbidden(ParentsLogText.ownRefusal)
            }
            return RecordAuthor(scope: scope)
        }
        let subject = try ParentsWhoLog.subject(
            choice: IdentityReplica.parentsLog(in: scope.familyID, transaction), named: named,
            among: IdentityReplica.players(of: scope.familyID, transaction))
        switch subject {
        case .parent: return RecordAuthor(scope: scope)
        case .player(let player):
            return RecordAuthor(
                scope: FamilyScope(resuming: player, as: .player, in: scope.familyID),
                enteredBy: scope.userID)
        }
    }
}

extension DataService {
    /// Lets parents of families that have not decided call an operation of players, as the server
    /// is configured. Call it after the operation is served.
    public func openToParents<Op: Operation>(_ operation: Op.Type) {
        precondition(Op.admitsParentsWhoLog, "\(Op.name) is not for parents who log")
        openedToParents.withLock { _ = $0.insert(Op.name) }
    }

    /// Refuses a request for the error of its input. A parent who may not call the operation is
    /// told that instead: there is nothing to correct.
    func refuse<Op: Operation>(
        _ call: IncomingCall<Op>, for error: any Error, _ responder: Responder<Op>
    ) {
        guard Op.admitsParentsWhoLog, call.context.family?.role == .parent else {
            return responder.deliver(Outcome(throwing: error))
        }
        database.read(deadline: call.context.deadline) { [self] in
            try admit(Op.self, call.context, in: $0)
        } completion: { (result: Result<Void, any Error>) in
            switch result {
            case .success: responder.deliver(Outcome(throwing: error))
            case .failure(let unknown as UnknownReference): responder.fail(unknown.refusal)
            case .failure(let failure): responder.deliver(Outcome(throwing: failure))
            }
        }
    }

    /// Admits a parent to an operation of players, or throws `forbidden`. A family may have decided
    /// a moment ago, so the replica of identity catches up before the refusal, if identity answers.
    func admit<Op: Operation>(
        _ operation: Op.Type, _ context: CallContext, in transaction: ReadTransaction
    ) throws {
        guard Op.admitsParentsWhoLog, let scope = context.family, scope.role == .parent,
            case .family(let roles, let refusal) = Op.access, !roles.contains(.parent)
        else { return }
        let choice = try IdentityReplica.parentsLog(in: scope.familyID, transaction)
        let byDefault = openedToParents.withLock { $0.contains(Op.name) }
        guard ParentsWhoLog.isOpen(choice: choice, byDefault: byDefault) else {
            throw UnknownReference(
                .identity, refusal: .forbidden(refusal), holdsWithoutNews: true)
        }
    }
}
