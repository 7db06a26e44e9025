import Contracts
import ServiceKit
import Storage

/// What a consumer has seen of this feed, held against what the file has.
///
/// A file that was put back from a copy gives numbers a second time. A consumer that came further
/// before would pass over what now has them: it would miss records for good, and keep others that
/// never were.
struct FeedWitness {
    /// The consumer has seen what the file does not have.
    struct Contradiction: Error {
        let words: String
    }

    private let request: FetchChanges.Request
    private let name: String

    init(_ request: FetchChanges.Request, _ context: CallContext) {
        self.request = request
        name = if case .service(let service) = context.principal { service.rawValue } else { "?" }
    }

    /// Throws `Contradiction`. The epochs are the same.
    func check(head: Int64, in transaction: ReadTransaction) throws {
        let position = request.afterSequence
        guard position <= head else {
            throw Contradiction(
                words: "\(name) has applied its change \(position), but it ends at \(head)")
        }
        guard position > 0, let seen = request.seenChange else { return }
        let isThere = try transaction.exists(
            """
            SELECT 1 FROM changes WHERE seq = ?1 AND event_id = ?2
            /* all families: services follow the whole feed */
            """, .integer(position), SQLValue(seen))
        guard isThere else {
            throw Contradiction(
                words: "\(name) has applied another change \(position) than the file has")
        }
    }
}
