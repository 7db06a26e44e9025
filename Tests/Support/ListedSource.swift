public import Contracts
public import DataServiceKit
public import Foundation
import Storage

/// A change feed whose changes a test supplies.
public final class ListedSource: ChangeSource, @unchecked Sendable {
    // @unchecked: every access to the variables happens with `condition` locked.
    private let condition = NSCondition()
    private var changes: [Change] = []
    private var isClosed = false
    private var isAway = false
    private var epoch = ProducerEpoch(high: 1, low: 1)

    public init() {}

    /// Publishes a change.
    public func append(
        _ type: String, _ payload: some Encodable, of aggregate: String = "record",
        by actor: UserID? = nil, in family: FamilyID? = nil, version: Int64 = 1,
        at occurredAt: Instant = Instant(milliseconds: 1_770_724_800_000)
    ) throws {
        let json = try JSONCoding.encode(payload)
        locked {
            let sequence = Int64(changes.count) + 1
            changes.append(
                Change(
                    sequence: sequence, eventID: ChangeID(high: 1, low: UInt64(sequence)),
                    aggregate: aggregate, aggregateID: "", aggregateVersion: version, type: type,
                    schemaVersion: 1, occurredAt: occurredAt, traceID: nil, actor: actor, role: nil,
                    familyUnitID: family, payload: String(decoding: json, as: UTF8.self)))
        }
    }

    /// All changes published so far.
    public var told: [Change] { locked { changes } }

    /// Publishes the same changes, or only the first ones, under a new epoch, as after a restore.
    public func beginAnew(keeping count: Int = .max) {
        locked {
            changes = Array(changes.prefix(count))
            epoch = ProducerEpoch(high: epoch.high, low: epoch.low + 1)
        }
    }

    /// Makes the producer unavailable, or available again.
    public func setAway(_ isAway: Bool) { locked { self.isAway = isAway } }

    /// From now on returns at once from every poll.
    public func close() { locked { isClosed = true } }

    /// Returns the changes after `sequence`, waiting for one if necessary. Fails while the producer
    /// is away.
    public func fetch(
        after sequence: Int64, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response {
        condition.lock()
        defer { condition.unlock() }
        let until = Date(timeIntervalSinceNow: wait / .seconds(1))
        let asked = epoch
        while changes.count <= sequence, !isClosed, !isAway, epoch == asked,
            condition.wait(until: until)
        {}
        guard !isAway else { throw ServiceError(.unavailable, "The producer is away") }
        let news = changes.filter { $0.sequence > sequence }.prefix(limit)
        return FetchChanges.Response(
            producerEpoch: epoch, headSequence: Int64(changes.count), changes: Array(news))
    }

    private func locked<Value>(_ body: () -> Value) -> Value { condition.changing(body) }
}

extension NSCondition {
    /// Runs `body` with the condition locked, and wakes all who wait for it.
    public func changing<Value>(_ body: () -> Value) -> Value {
        lock()
        defer {
            broadcast()
            unlock()
        }
        return body()
    }
}
