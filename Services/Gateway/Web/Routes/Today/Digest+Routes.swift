import Contracts
import HTML
import HTTP
import ServiceKit
import WebPages

extension Router {
    /// The weekly digest.
    mutating func addDigest(_ site: Site) {
        get(Place.digest.text, site) { visit in
            let plan = visit.digestPlan
            async let context = visit.context()
            let digest = try await visit.digest(plan)
            let page = DigestPage(digest, plan, try await context)
            return HTTPResponse(page: page.write)
        }
    }
}

extension Visit {
    /// The plan of the week in the address. What is no week, or has not begun, is the last whole
    /// one.
    fileprivate var digestPlan: DigestPlan {
        let (zone, now) = (family.timeZone, site.clock.now())
        let asked = request.query["week"].flatMap { ISOWeek(text: $0) }
        let plan = DigestPlan(asked, timeZone: zone, at: now)
        return plan.hasBegun ? plan : DigestPlan(timeZone: zone, at: now)
    }

    /// Asks all services that have a part of the digest at once. A service that is away leaves its
    /// part out.
    fileprivate func digest(_ plan: DigestPlan) async throws -> WeeklyDigest {
        async let contacts = part(ListInteractions.self, plan.contacts)
        async let queue = part(ListFollowUps.self, plan.queue)
        async let events = part(ListEvents.self, plan.events)
        async let posts = part(ListPosts.self, plan.posts)
        let answers = DigestPlan.Answers(
            contacts: try await contacts, queue: try await queue, events: try await events,
            posts: try await posts)
        return plan.digest(of: family.name, answers)
    }

    private func part<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request?
    ) async throws -> Op.Response? {
        guard let request else { return nil }
        // What concerns the reader, such as a sign-in that has ended, is thrown.
        let answer = try await listed(operation, request)
        return try? answer.get()
    }
}
