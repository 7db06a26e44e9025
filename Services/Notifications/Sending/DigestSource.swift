import Contracts
import DataServiceKit
import Foundation
import Letters
import ServiceKit

/// A digest in the form in which it is stored.
@Memberwise
struct MadeDigest: Sendable {
    let title: String
    let subtitle: String
    /// The message for the mail program; nil if the member's address cannot be used in mail.
    let message: [UInt8]?
}

/// Makes digests from what members may see.
protocol DigestSource: Sendable {
    /// Makes the digest of a week. Throws if a service is away, since nobody would see later that a
    /// part is missing; returns nil if the member no longer wants any.
    func digest(of week: ISOWeek, for wish: DigestWish, at now: Instant) throws -> MadeDigest?
}

/// Asks the services for the lists of a digest, with a passport for nothing else.
@Memberwise
struct CalledDigestSource: DigestSource {
    let caller: Caller
    let passports: ServicePassportSource

    func digest(of week: ISOWeek, for wish: DigestWish, at now: Instant) throws -> MadeDigest? {
        guard let opened = try open(wish) else { return nil }
        let plan = DigestPlan(week, timeZone: opened.family.timeZone, at: now)
        let options = Caller.Options(
            passport: Array(Data(base64Encoded: opened.passport) ?? Data()), family: wish.family)
        let answers = DigestPlan.Answers(
            contacts: try caller.call(ListInteractions.self, plan.contacts, options: options),
            queue: try plan.queue.map {
                try caller.call(ListFollowUps.self, $0, options: options)
            },
            events: try plan.events.map {
                try caller.call(ListEvents.self, $0, options: options)
            },
            posts: try caller.call(ListPosts.self, plan.posts, options: options))
        let digest = plan.digest(of: opened.family.name, answers)
        return MadeDigest(
            title: digest.title, subtitle: digest.subtitle,
            message: DigestMessage(digest, of: wish.family, for: opened.user, at: now)?.bytes)
    }

    private func open(_ wish: DigestWish) throws -> OpenDigest.Response? {
        do {
            return try caller.call(
                OpenDigest.self, .init(userID: wish.user, familyUnitID: wish.family),
                options: .init(passport: try passports.passport()))
        } catch let failure as Caller.Failure where failure.error.code == .notFound {
            return nil
        }
    }
}
