import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ListTimeline<TimelinePosts> {
    /// Lists the posts by a coach, or about a school.
    static func handle(
        _ input: TimelineInput, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> TimelineAnswer {
        guard let family = try Family.find(scope.familyID, transaction) else {
            return TimelineAnswer([], limit: input.limit)
        }
        let posts = try PostRepository(family: family, transaction: transaction).timeline(
            of: input.subject, after: input.cursor, limit: input.limit + 1)
        return TimelineAnswer(posts.map { TimelineEntry($0) }, limit: input.limit)
    }
}
