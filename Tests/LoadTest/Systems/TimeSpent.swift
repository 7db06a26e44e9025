import Contracts

/// What a service counted of an operation until now, and what the broker did.
struct CountedTimes: Sendable, Equatable {
    /// One operation.
    struct Operation: Sendable, Equatable {
        var requests = 0
        var total = 0
        var queue = 0
        var work = 0
    }

    /// By operation.
    var operations: [String: Operation] = [:]
    /// By service: requests dispatched by the broker, and what they waited there, in milliseconds.
    var dispatched: [String: Int] = [:]
    var waited: [String: Int] = [:]

    /// What was counted between an earlier reading and this one.
    func since(_ earlier: CountedTimes) -> CountedTimes {
        var difference = self
        for (name, old) in earlier.operations {
            guard let new = operations[name] else { continue }
            difference.operations[name] = Operation(
                requests: new.requests - old.requests, total: new.total - old.total,
                queue: new.queue - old.queue, work: new.work - old.work)
        }
        for (name, old) in earlier.dispatched { difference.dispatched[name]? -= old }
        for (name, old) in earlier.waited { difference.waited[name]? -= old }
        return difference
    }
}

extension Target {
    /// Reads what these services and the broker have counted; nil where it is not told.
    func countedTimes(of services: [ServiceName]) -> CountedTimes? {
        guard let broker = brokerFigures() else { return nil }
        var times = CountedTimes()
        for service in broker.services {
            times.dispatched[service.name] = service.dispatched
            times.waited[service.name] = service.waitedMilliseconds
        }
        for service in services {
            guard let figures = figures(of: service) else { return nil }
            for operation in figures.operations {
                times.operations[operation.name] = .init(
                    requests: operation.requests, total: operation.totalMicroseconds,
                    queue: operation.queueMicroseconds, work: operation.workMicroseconds)
            }
        }
        return times
    }
}

/// Where the mean answered request of an operation spent its time, in microseconds. The parts add
/// up to the mean of those that were answered.
struct TimeSpent: Sendable, Equatable, Codable {
    /// From the planned send to the real one.
    var client = 0.0
    /// On the way, there and back, without the wait in the broker's queue: sockets, wake-ups,
    /// the broker's work, the client reading the answer.
    var way = 0.0
    /// In the broker's queue.
    var broker = 0.0
    /// In the service before its database thread took it.
    var service = 0.0
    /// On the database thread: statements, JSON, commit.
    var database = 0.0

    /// From what the generator and the services counted in the same run; nil if they do not fit.
    init?(
        _ tally: Tally, operation: String, service name: String, counted: CountedTimes
    ) {
        guard let figures = counted.operations[operation], figures.requests > 0,
            tally.service.count > 0
        else { return nil }
        let total = Double(figures.total) / Double(figures.requests)
        let queued = Double(figures.queue) / Double(figures.requests)
        let dispatched = counted.dispatched[name] ?? 0
        broker =
            dispatched > 0
            ? Double(counted.waited[name] ?? 0) * 1_000 / Double(dispatched) : 0
        // Not from the latencies: those hold the whole wait of requests that were never answered.
        client = Double(tally.waitedToSend) / 1_000 / Double(tally.service.count)
        way = max(0, tally.service.mean - total - broker)
        service = queued
        database = max(0, total - queued)
    }

    /// All parts together.
    var total: Double { client + way + broker + service + database }
}
