import Majordomo

/// A request in flight: sent and not yet answered.
struct Flight {
    var shot: Shot
    var planned: Nanoseconds
    var sent: Nanoseconds
    /// The deadline of the request.
    var ends: Nanoseconds
    /// The parts received of an answer that will be compared.
    var parts: [UInt8] = []
}

/// A thread's requests in flight. A request's id contains its index, so that its answer is found
/// without a lookup.
struct FlightTable {
    private static let placeBits: UInt64 = 9
    /// The most requests in flight per thread.
    static let flightsMax = 1 << Int(placeBits)

    private var flights: [(number: UInt64, flight: Flight?)]
    private var free: [Int]
    private var sequence: UInt64 = 0
    /// The high half of this table's request ids, unique to it.
    let high: UInt64

    init(high: UInt64) {
        self.high = high
        flights = Array(repeating: (0, nil), count: FlightTable.flightsMax)
        free = Array((0..<FlightTable.flightsMax).reversed())
    }

    /// The number of requests in flight.
    var count: Int { FlightTable.flightsMax - free.count }

    /// Stores a request. Returns its id, or nil if the table is full.
    mutating func add(_ flight: Flight) -> Majordomo.Identifier? {
        guard let place = free.popLast() else { return nil }
        sequence += 1
        let number = sequence << FlightTable.placeBits | UInt64(place)
        flights[place] = (number, flight)
        return Majordomo.Identifier(high: high, low: number)
    }

    /// The index of a request in flight, or nil if there is none with this id.
    func place(of id: Majordomo.Identifier) -> Int? {
        let place = Int(id.low & UInt64(FlightTable.flightsMax - 1))
        return id.high == high && flights[place].number == id.low ? place : nil
    }

    /// Records when the kernel accepted the request.
    mutating func left(_ id: Majordomo.Identifier, at instant: Nanoseconds) {
        guard let place = place(of: id) else { return }
        flights[place].flight?.sent = instant
    }

    /// Whether the bytes of the answer will be compared.
    func isChecked(_ place: Int) -> Bool { flights[place].flight?.shot.expectation != nil }

    /// Appends a part of an answer.
    mutating func keep(_ part: Span<UInt8>, at place: Int) {
        unsafe part.withUnsafeBufferPointer {
            unsafe flights[place].flight?.parts.append(contentsOf: $0)
        }
    }

    /// Removes and returns a request.
    mutating func remove(_ place: Int) -> Flight? {
        guard let flight = flights[place].flight else { return nil }
        flights[place] = (0, nil)
        free.append(place)
        return flight
    }

    /// Removes and returns the requests whose deadline has passed.
    mutating func removeExpired(at now: Nanoseconds) -> [Flight] {
        guard count > 0 else { return [] }
        let places = flights.indices.filter { place in
            flights[place].flight.map { $0.ends <= now } ?? false
        }
        return places.compactMap { remove($0) }
    }
}
