/// A request that was dispatched to a worker and is not yet answered.
struct Flight {
    let client: PeerAddress
    /// Zero for a request without our header.
    let requestID: WireID
}

/// A registered worker.
struct WorkerRecord {
    let address: PeerAddress
    let service: Int
    let descriptor: Int32?
    /// A display number: workers count from 1 in the order of their READYs.
    let ordinal: UInt64
    /// Whether READY contained a credit frame.
    let hasCredit: Bool
    /// The most requests that the worker may hold.
    var window: UInt32
    var flights: [Flight] = []
    var lastHeard: MonotonicTime
    var lastSent: MonotonicTime
    var served: UInt64 = 0

    var isWaiting: Bool { flights.count < Int(window) }

    /// Returns the index of the request that a reply answers. A worker without credit holds one
    /// request at a time, so its reply matches the oldest one.
    func flightIndex(client: PeerAddress, requestID: WireID?) -> Int? {
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

/// A service that has a worker or a queued request.
struct ServiceRecord<Body> {
    let name: String
    /// Slots of the service's workers, longest waiting first.
    var workers: [Int] = []
    var queue = RequestQueue<Body>()
    /// The number of requests dispatched to workers.
    var dispatched: UInt64 = 0
    /// The total time those requests waited in the queue, in milliseconds.
    var waitedMilliseconds: UInt64 = 0

    var isIdle: Bool { workers.isEmpty && queue.isEmpty }
}

/// A first-in, first-out queue of one service's requests, bounded in count and bytes.
struct RequestQueue<Body> {
    private var items: [QueuedRequest<Body>?] = []
    private var head = 0
    private(set) var byteCount = 0
    /// The earliest time at which a request can expire; nil if the queue is empty.
    private(set) var nextExpiry: MonotonicTime?

    var count: Int { items.count - head }
    var isEmpty: Bool { count == 0 }

    /// Returns whether a request of `byteCount` bytes still fits.
    func hasRoom(for byteCount: Int) -> Bool {
        count < Limits.queuedRequestsMax && self.byteCount + byteCount <= Limits.queuedBytesMax
    }

    /// Appends a request. The caller must have checked `hasRoom(for:)`.
    mutating func append(_ item: QueuedRequest<Body>) {
        items.append(item)
        byteCount += item.request.byteCount
        nextExpiry = min(nextExpiry ?? item.expires, item.expires)
    }

    /// Removes and returns the oldest request.
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

    /// Removes and returns, in order, every request that satisfies `isUnwanted`.
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

/// The malformed messages of one connection.
struct StrikeRecord {
    var count = 0
    var since: MonotonicTime
    var descriptor: Int32?
    var refusedUntil: MonotonicTime?
}
