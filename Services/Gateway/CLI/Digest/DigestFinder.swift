import Contracts
import ServiceKit

/// Asks all services that have a part of a digest, side by side.
struct DigestFinder {
    let run: CommandRun

    /// Returns the digest of the reader's family. A service that does not answer is named in it.
    func digest(_ plan: DigestPlan, of family: Membership) throws -> WeeklyDigest {
        let contacts = try run.beginReading(ListInteractions.self, plan.contacts)
        let queue = try plan.queue.map { try run.beginReading(ListFollowUps.self, $0) }
        let events = try plan.events.map { try run.beginReading(ListEvents.self, $0) }
        let posts = try run.beginReading(ListPosts.self, plan.posts)
        let answers = DigestPlan.Answers(
            contacts: try run.present(contacts), queue: try queue.flatMap { try run.present($0) },
            events: try events.flatMap { try run.present($0) }, posts: try run.present(posts))
        return plan.digest(of: family.name, answers)
    }
}
