internal import Foundation

/// A first-in first-out queue with a fixed number of places, between threads.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    // @unchecked: every access to the two variables happens with `condition` locked.
    private let condition = NSCondition()
    private let capacity: Int
    private var elements: Deque<Element> = Deque()
    private var isClosed = false

    init(capacity: Int) { self.capacity = capacity }

    /// What became of an element that was offered.
    enum Offer { case taken, full, closed }

    func offer(_ element: Element) -> Offer {
        condition.lock()
        defer { condition.unlock() }
        if isClosed { return .closed }
        guard elements.count < capacity else { return .full }
        elements.append(element)
        condition.signal()
        return .taken
    }

    /// The next element, waiting for it; nil when the queue is closed and empty.
    func take() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty {
            if isClosed { return nil }
            condition.wait()
        }
        return elements.popFirst()
    }

    /// What a limited wait brought.
    enum Arrival { case element(Element), nothing, closed }

    /// The next element, waiting for it no longer than this.
    func take(within patience: TimeInterval) -> Arrival {
        let limit = Date(timeIntervalSinceNow: patience)
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty {
            if isClosed { return .closed }
            // A clock that jumps makes this wait too short or too long: both do no harm.
            if !condition.wait(until: limit) { break }
        }
        return elements.popFirst().map(Arrival.element) ?? .nothing
    }

    /// The next element when there is one.
    func poll() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        return elements.popFirst()
    }

    var count: Int {
        condition.lock()
        defer { condition.unlock() }
        return elements.count
    }

    /// Refuses what comes; what is inside is still taken.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }
}

/// A list that is filled at one end and emptied at the other without moving its elements.
struct Deque<Element> {
    private var incoming: [Element] = []
    private var outgoing: [Element] = []

    var count: Int { incoming.count + outgoing.count }
    var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }

    mutating func append(_ element: Element) { incoming.append(element) }

    mutating func popFirst() -> Element? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming.removeAll(keepingCapacity: true)
        }
        return outgoing.popLast()
    }
}
