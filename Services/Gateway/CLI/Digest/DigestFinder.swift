import Contracts
import ServiceKit

/// Asks all services that have a part of a digest, side by side.
struct DigestFinder {
    let run: CommandRun

    /// Returns the digest of the reader's family. A service that does not answer is named in it.
    func digest(_ plan: DigestPlan, of family: Membership) throws -> WeeklyDigest {
        let contacts = try asked(ListInteractions.self, plan.contacts)
        let queue = try plan.queue.map { try asked(ListFollowUps.self, $0) }
        let events = try plan.events.map { try asked(ListEvents.self, $0) }
        let posts = try asked(ListPosts.self, plan.posts)
        let answers = DigestPlan.Answers(
            contacts: try answer(contacts), queue: try queue.flatMap { try answer($0) },
            events: try events.flatMap { try answer($0) }, posts: try answer(posts))
        return plan.digest(of: family.name, answers)
    }

    private func asked<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request
    ) throws -> CommandRun.Preparation<Op> {
        try run.beginReading(operation, payload: try run.encoded(request))
    }

    /// The answer of one service; nil if it does not answer.
    private func answer<Op: Contracts.Operation>(
        _ asked: CommandRun.Preparation<Op>
    ) throws -> Op.Response? {
        do {
            return try run.decoded(Op.Response.self, try run.finish(asked))
        } catch let failure as CommandFailure where failure.isAbsence {
            return nil
        }
    }
}
