/// A request given to a worker and not yet answered.
struct Flight {
    let client: PeerAddress
    /// Zero for a request without our header.
    let requestID: Identifier
}

/// A registered worker.
struct WorkerRecord {
    let address: PeerAddress
    let service: Int
    let descriptor: Int32?
    /// A number for people: workers count from 1 in the order of their READYs.
    let ordinal: UInt64
    /// Whether READY had a credit frame.
    let hasCredit: Bool
    /// How many requests it may hold.
    var window: UInt32
    var flights: [Flight] = []
    var lastHeard: MonotonicTime
    var lastSent: MonotonicTime
    var served: UInt64 = 0

    var isWaiting: Bool { flights.count < Int(window) }

    /// The place of the request that a reply answers. The oldest one fits a reply of a worker
    /// without credit, which holds one at a time.
    func flightIndex(client: PeerAddress, requestID: Identifier?) -> Int? {
        if hasCredit {
            let requestID = requestID ?? .zero
            return flights.firstIndex { $0.requestID == requestID && $0.client == client }
        }
        return flights.firstIndex { $0.client == client }
    }
}

/// A queued request.
struct QueuedRequest<Body> {
    let request: BrokerRequest<Body>
    let arrived: MonotonicTime
    let expires: MonotonicTime
}

/// A service that has a worker or a queue.
struct ServiceRecord<Body> {
    let name: String
    /// Slots of its workers, the one that waited longest first.
    var workers: [Int] = []
    var queue = RequestQueue<Body>()
    /// Requests that were given to workers.
    var dispatched: UInt64 = 0
    /// How long those had waited, all together, in milliseconds.
    var waitedMilliseconds: UInt64 = 0

    var isIdle: Bool { workers.isEmpty && queue.isEmpty }
}

/// Requests of one service, first in, first out, bounded in number and bytes.
struct RequestQueue<Body> {
    private var items: [QueuedRequest<Body>?] = []
    private var head = 0
    private(set) var byteCount = 0
    /// No request expires before; nil when the queue is empty.
    private(set) var nextExpiry: MonotonicTime?

    var count: Int { items.count - head }
    var isEmpty: Bool { count == 0 }

    /// Whether a request of so many bytes may still be appended.
    func hasRoom(for byteCount: Int) -> Bool {
        count < Limits.queuedRequestsMax && self.byteCount + byteCount <= Limits.queuedBytesMax
    }

    /// Appends a request, for which there is room.
    mutating func append(_ item: QueuedRequest<Body>) {
        items.append(item)
        byteCount += item.request.byteCount
        nextExpiry = min(nextExpiry ?? item.expires, item.expires)
    }

    /// Takes the oldest request.
    mutating func popFirst() -> QueuedRequest<Body>? {
        guard head < items.count, let item = items[head] else { return nil }
        items[head] = nil
        head += 1
        byteCount -= item.request.byteCount
        if head == items.count {
            items.removeAll(keepingCapacity: true)
            head = 0
            nextExpiry = nil
        } else if head > Limits.queuedRequestsMax {
            items.removeFirst(head)
            head = 0
        }
        return item
    }

    /// Takes every request that `isUnwanted` names, in order.
    mutating func removeAll(
        where isUnwanted: (QueuedRequest<Body>) -> Bool
    ) -> [QueuedRequest<Body>] {
        var removed: [QueuedRequest<Body>] = []
        var kept: [QueuedRequest<Body>?] = []
        byteCount = 0
        nextExpiry = nil
        for case let item? in items[head...] {
            if isUnwanted(item) {
                removed.append(item)
                continue
            }
            kept.append(item)
            byteCount += item.request.byteCount
            nextExpiry = min(nextExpiry ?? item.expires, item.expires)
        }
        items = kept
        head = 0
        return removed
    }
}

/// Malformed messages of one connection.
struct StrikeRecord {
    var count = 0
    var since: MonotonicTime
    var descriptor: Int32?
    var refusedUntil: MonotonicTime?
}
