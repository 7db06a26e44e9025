import Contracts
import ServiceKit
import Storage

/// Compares what a consumer has seen of this feed with the file.
///
/// A file restored from a copy assigns numbers again. A consumer that was further ahead would skip
/// the new changes with these numbers: it would miss records permanently and keep others that no
/// longer exist.
struct FeedWitness {
    /// The consumer has seen changes that are missing in the file.
    struct Contradiction: Error {
        let words: String
    }

    private let request: FetchChanges.Request
    private let name: String

    init(_ request: FetchChanges.Request, _ context: CallContext) {
        self.request = request
        name = if case .service(let service) = context.principal { service.rawValue } else { "?" }
    }

    /// Throws `Contradiction` if the file lacks what the consumer has seen. The epochs must be
    /// equal.
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
            """, position, seen)
        guard isThere else {
            throw Contradiction(
                words: "\(name) has applied another change \(position) than the file has")
        }
    }
}
