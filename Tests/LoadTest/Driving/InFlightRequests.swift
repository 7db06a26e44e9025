import Majordomo

/// A request in flight: sent and not yet answered.
struct InFlightRequest {
    var request: PlannedRequest
    var planned: Nanoseconds
    var sent: Nanoseconds
    /// The deadline of the request.
    var ends: Nanoseconds
    /// The parts received of an answer that will be compared.
    var parts: [UInt8] = []
}

/// A thread's requests in flight. A request's id contains its index, so that its answer is found
/// without a lookup.
struct InFlightRequests {
    private static let placeBits: UInt64 = 9
    /// The most requests in flight per thread.
    static let countMax = 1 << Int(placeBits)

    private var slots: [(number: UInt64, pending: InFlightRequest?)]
    private var free: [Int]
    private var sequence: UInt64 = 0
    /// The high half of this table's request ids, unique to it.
    let high: UInt64

    init(high: UInt64) {
        self.high = high
        slots = Array(repeating: (0, nil), count: InFlightRequests.countMax)
        free = Array((0..<InFlightRequests.countMax).reversed())
    }

    /// The number of requests in flight.
    var count: Int { InFlightRequests.countMax - free.count }

    /// Stores a request. Returns its id, or nil if the table is full.
    mutating func add(_ pending: InFlightRequest) -> WireID? {
        guard let place = free.popLast() else { return nil }
        sequence += 1
        let number = sequence << InFlightRequests.placeBits | UInt64(place)
        slots[place] = (number, pending)
        return WireID(high: high, low: number)
    }

    /// The index of a request in flight, or nil if there is none with this id.
    func place(of id: WireID) -> Int? {
        let place = Int(id.low & UInt64(InFlightRequests.countMax - 1))
        return id.high == high && slots[place].number == id.low ? place : nil
    }

    /// Records when the kernel accepted the request.
    mutating func left(_ id: WireID, at instant: Nanoseconds) {
        guard let place = place(of: id) else { return }
        slots[place].pending?.sent = instant
    }

    /// Whether the bytes of the answer will be compared.
    func isChecked(_ place: Int) -> Bool { slots[place].pending?.request.expectation != nil }

    /// Appends a part of an answer.
    mutating func keep(_ part: Span<UInt8>, at place: Int) {
        unsafe part.withUnsafeBufferPointer {
            unsafe slots[place].pending?.parts.append(contentsOf: $0)
        }
    }

    /// Removes and returns a request.
    mutating func remove(_ place: Int) -> InFlightRequest? {
        guard let pending = slots[place].pending else { return nil }
        slots[place] = (0, nil)
        free.append(place)
        return pending
    }

    /// Removes and returns the requests whose deadline has passed.
    mutating func removeExpired(at now: Nanoseconds) -> [InFlightRequest] {
        guard count > 0 else { return [] }
        let places = slots.indices.filter { place in
            slots[place].pending.map { $0.ends <= now } ?? false
        }
        return places.compactMap { remove($0) }
    }
}
