import Contracts
import DataServiceKit
import Foundation

/// Changes of another service that a test hands out.
final class ListedSource: ChangeSource, @unchecked Sendable {
    // @unchecked: every access to the two variables happens with `condition` locked.
    private let condition = NSCondition()
    private var changes: [Change] = []
    private var isClosed = false
    private let epoch = ProducerEpoch(high: 1, low: 1)

    func append(_ type: String, _ payload: some Encodable) throws {
        var change = try Harness.change(type, payload)
        condition.lock()
        defer { condition.unlock() }
        change.sequence = Int64(changes.count) + 1
        changes.append(change)
        condition.broadcast()
    }

    /// Answers every poll at once from now on.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }

    func fetch(
        after sequence: Int64, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response {
        condition.lock()
        defer { condition.unlock() }
        let until = Date(timeIntervalSinceNow: wait / .seconds(1))
        while changes.count <= sequence, !isClosed, condition.wait(until: until) {}
        let news = changes.filter { $0.sequence > sequence }.prefix(limit)
        return FetchChanges.Response(
            producerEpoch: epoch, headSequence: Int64(changes.count), changes: Array(news))
    }
}
