import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Tells users what was done to their accounts, and members who joined and left their family and
/// where its records are sent, whatever alerts they want. Reading a feed again tells nobody twice,
/// and a feed that is read from its beginning tells nothing old.
struct SecurityAlerts: Replica {
    /// How old a change may be that is told: 7 days.
    static let ageMax = Duration.seconds(7 * 86_400)

    let producer: ServiceName
    let clock: ProcessClock

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        guard clock.now().advanced(by: .zero - Self.ageMax) <= change.occurredAt else { return }
        let alerts = AlertRepository(transaction)
        switch change.type {
        case IdentityFeed.passwordChanged:
            let payload: IdentityFeed.PasswordPayload = try change.decodedPayload()
            try alerts.tell(AccountText.passwordChanged(payload.means), payload.userID, change)
        case IdentityFeed.accessTokenAdded:
            let payload: IdentityFeed.AccessTokenPayload = try change.decodedPayload()
            try alerts.tell(AccountText.tokenAdded(payload.name), payload.userID, change)
        case IdentityFeed.resetCodeMade:
            let payload: IdentityFeed.MemberPayload = try change.decodedPayload()
            let maker = try alerts.name(of: change.actor, in: payload.familyUnitID)
            try alerts.tell(AccountText.resetCodeMade(by: maker), payload.userID, change)
        case IdentityFeed.memberChanged:
            let member: IdentityFeed.MemberPayload = try change.decodedPayload()
            guard member.hasJoined ?? (change.aggregateVersion == 1) else { return }
            try alerts.tell(
                MembersText.joined(member), family: member.familyUnitID, except: member.userID,
                change)
        case IdentityFeed.memberRemoved:
            let member: IdentityFeed.MemberPayload = try change.decodedPayload()
            try alerts.tell(
                MembersText.left(member, isRemoved: change.actor != member.userID),
                family: member.familyUnitID, except: member.userID, change)
        case HooksFeed.added:
            let hook: HooksFeed.HookPayload = try change.decodedPayload()
            let player = try alerts.name(of: hook.userID, in: hook.familyUnitID)
            try alerts.tell(
                MembersText.hookAdded(hook.name, by: player), family: hook.familyUnitID,
                except: nil, change)
        default:
            guard let text = AccountText.ownChange(change.type) else { return }
            let payload: IdentityFeed.UserPayload = try change.decodedPayload()
            try alerts.tell(text, payload.userID, change)
        }
    }

    /// What users were told of has happened, whatever the new feed says.
    func clear(in transaction: WriteTransaction) throws {}
}
