internal import Foundation

/// A first-in, first-out queue between threads, with a fixed capacity.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    // @unchecked: both variables are accessed only with `condition` locked.
    private let condition = NSCondition()
    private let capacity: Int
    private var elements: Deque<Element> = Deque()
    private var isClosed = false

    init(capacity: Int) { self.capacity = capacity }

    /// The result of offering an element.
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

    /// Waits for the next element and returns it; nil once the queue is closed and empty.
    func take() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty {
            if isClosed { return nil }
            condition.wait()
        }
        return elements.popFirst()
    }

    /// The result of a wait with a timeout.
    enum Arrival { case element(Element), nothing, closed }

    /// Waits for the next element, at most for `patience` seconds.
    func take(within patience: TimeInterval) -> Arrival {
        let limit = Date(timeIntervalSinceNow: patience)
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty {
            if isClosed { return .closed }
            // A jump of the system clock makes this wait too short or too long, which is harmless.
            if !condition.wait(until: limit) { break }
        }
        return elements.popFirst().map(Arrival.element) ?? .nothing
    }

    /// Returns the next element; nil if there is none.
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

    /// Closes the queue: refuses new elements but still delivers the queued ones.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }
}

/// A list that appends at one end and removes at the other, without moving its elements.
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
