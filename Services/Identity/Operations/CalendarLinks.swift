import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

extension MakeCalendarLink {
    /// Creates the caller's link, and ends an earlier one.
    static func handle(
        _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        try context.refuseDryRun("create a calendar link")
        let (caller, _, membership) = try CurrentCaller.family(context, in: unit.transaction)
        let account = caller.account
        let earlier = try unit.endCalendar(
            of: account.user.id, in: membership.familyUnitID, parts)
        let secret = try SessionToken.make()
        try SessionRepository().insertCalendar(
            .make(at: unit.now), of: account.user.id, in: membership.familyUnitID,
            secret: secret, at: unit.now, in: unit.transaction)
        try unit.recordOwnChange(IdentityFeed.calendarLinkMade, of: account)
        return Response(
            secret: secret, link: CalendarLink(createdAt: unit.now, lastUsedAt: nil),
            replaced: earlier != nil)
    }
}

extension ShowCalendarLink {
    static func handle(_ context: CallContext, _ transaction: ReadTransaction) throws -> Response {
        let (caller, _, membership) = try CurrentCaller.family(context, in: transaction)
        let found = try SessionRepository().calendar(
            of: caller.account.user.id, in: membership.familyUnitID, transaction)
        return Response(link: found?.calendarLink)
    }
}

extension RevokeCalendarLink {
    /// Ends the caller's link. Without one the calendar is reported as not found.
    static func handle(
        _ context: CallContext, _ unit: UnitOfWork, _ parts: IdentityParts
    ) throws -> Response {
        let (caller, _, membership) = try CurrentCaller.family(context, in: unit.transaction)
        let account = caller.account
        let ended = try unit.endCalendar(
            of: account.user.id, in: membership.familyUnitID, parts)
        guard let ended else { throw ServiceError.notFound(.calendar) }
        try unit.recordOwnChange(IdentityFeed.calendarLinkRevoked, of: account)
        return Response(revoked: ended)
    }
}

extension OpenCalendar {
    /// Exchanges the secret of a link for a passport that names the family of the link only. An
    /// unknown secret, an ended link and any other token are all reported as not found. Writes at
    /// most once a minute per link.
    static func handle(
        _ input: Request, _ context: CallContext, _ transaction: WriteTransaction,
        _ parts: IdentityParts
    ) throws -> Response {
        let sessions = SessionRepository()
        guard let digest = SessionToken.digest(of: input.secret),
            let owned = try sessions.session(tokenDigest: digest, in: transaction),
            case .calendar(let family) = owned.purpose, owned.isLive(at: context.now),
            let account = try AccountRepository().account(owned.owner, in: transaction),
            let membership = try MembershipRepository(of: owned.owner)
                .membership(in: family, transaction)
        else { throw ServiceError.notFound(.calendar) }
        try account.requireActive()
        try parts.admitPassport(of: owned.session.id, context)
        try sessions.touchIfDue(owned.session, at: context.now, in: transaction)
        let passport = try parts.issuer.issue(
            to: account, owned.session, [membership], at: context.now,
            parts.clock.machineTime(), program: .calendar)
        return Response(
            id: owned.session.id, passport: Data(passport.bytes).base64EncodedString(),
            user: account.user, family: membership)
    }
}
