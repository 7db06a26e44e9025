import Majordomo

/// A request that was sent and not answered yet.
struct Flight {
    var shot: Shot
    var planned: Nanoseconds
    var sent: Nanoseconds
    /// When its time is over.
    var ends: Nanoseconds
    /// The parts of a long answer that is looked at.
    var parts: [UInt8] = []
}

/// A thread's unanswered requests. A request's place is in its id, so an answer finds it without
/// being looked up.
struct FlightTable {
    private static let placeBits: UInt64 = 9
    /// Requests that one thread holds unanswered.
    static let flightsMax = 1 << Int(placeBits)

    private var flights: [(number: UInt64, flight: Flight?)]
    private var free: [Int]
    private var sequence: UInt64 = 0
    /// The half of all ids of this table that no other has.
    let high: UInt64

    init(high: UInt64) {
        self.high = high
        flights = Array(repeating: (0, nil), count: FlightTable.flightsMax)
        free = Array((0..<FlightTable.flightsMax).reversed())
    }

    /// How many there are.
    var count: Int { FlightTable.flightsMax - free.count }

    /// Keeps a request; its id, or nil if there is no place.
    mutating func add(_ flight: Flight) -> Majordomo.Identifier? {
        guard let place = free.popLast() else { return nil }
        sequence += 1
        let number = sequence << FlightTable.placeBits | UInt64(place)
        flights[place] = (number, flight)
        return Majordomo.Identifier(high: high, low: number)
    }

    /// The place of a request that is still unanswered.
    func place(of id: Majordomo.Identifier) -> Int? {
        let place = Int(id.low & UInt64(FlightTable.flightsMax - 1))
        return id.high == high && flights[place].number == id.low ? place : nil
    }

    /// Says when the kernel took the request.
    mutating func left(_ id: Majordomo.Identifier, at instant: Nanoseconds) {
        guard let place = place(of: id) else { return }
        flights[place].flight?.sent = instant
    }

    /// Whether the answer's bytes are needed.
    func isChecked(_ place: Int) -> Bool { flights[place].flight?.shot.expectation != nil }

    /// Keeps a part of a long answer.
    mutating func keep(_ part: Span<UInt8>, at place: Int) {
        unsafe part.withUnsafeBufferPointer {
            unsafe flights[place].flight?.parts.append(contentsOf: $0)
        }
    }

    /// Takes a request out.
    mutating func remove(_ place: Int) -> Flight? {
        guard let flight = flights[place].flight else { return nil }
        flights[place] = (0, nil)
        free.append(place)
        return flight
    }

    /// Takes out a request whose time is over by then; nil if there is none.
    mutating func removeExpired(at now: Nanoseconds) -> [Flight] {
        guard count > 0 else { return [] }
        let places = flights.indices.filter { place in
            flights[place].flight.map { $0.ends <= now } ?? false
        }
        return places.compactMap { remove($0) }
    }
}
