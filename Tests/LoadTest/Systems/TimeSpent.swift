import Contracts

/// Cumulative times counted by services and the broker.
struct CountedTimes: Sendable, Equatable {
    /// The counts of an operation; times are sums in microseconds.
    struct Operation: Sendable, Equatable {
        var requests = 0
        var total = 0
        var queue = 0
        var work = 0
    }

    var operations: [String: Operation] = [:]
    /// By service: the requests dispatched by the broker and the sum of their waiting times, in
    /// milliseconds.
    var dispatched: [String: Int] = [:]
    var waited: [String: Int] = [:]

    /// The difference to an earlier reading.
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
    /// Reads the counts of these services and of the broker. Returns nil if any is not available.
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

/// The mean time of an answered request, by where it was spent, in microseconds. The parts add up
/// to the mean latency of answered requests.
struct TimeSpent: Sendable, Equatable, Codable {
    /// From the planned to the actual send.
    var client = 0.0
    /// In transit in both directions, without the broker's queue: sockets, wake-ups, the broker's
    /// work, and the client reading the answer.
    var way = 0.0
    /// In the broker's queue.
    var broker = 0.0
    /// In the service before a database thread took it.
    var service = 0.0
    /// On the database thread: statements, JSON, commit.
    var database = 0.0

    /// Computes the times from the counts of generator and services in the same run. Returns nil if
    /// these have no such operation.
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
        // The latencies would include the waits of requests that were never answered.
        client = Double(tally.waitedToSend) / 1_000 / Double(tally.service.count)
        way = max(0, tally.service.mean - total - broker)
        service = queued
        database = max(0, total - queued)
    }

    var total: Double { client + way + broker + service + database }
}
