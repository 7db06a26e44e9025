import Contracts

/// The broker's answer to `$srv.stats`.
struct BrokerReading: Decodable {
    /// The queue of a service.
    @JSONObject
    struct Queue: Decodable {
        var name: String
        var queued: Int
        var queuedBytes: Int
        var dispatched: Int
        @Key("waited_ms") var waitedMilliseconds: Int
        var workers: [Worker]
    }

    /// A process that offers the service.
    @JSONObject
    struct Worker: Decodable {
        @Key("silent_ms") var silentMilliseconds: Int
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// The figures of the broker, by the names that `figures` lists.
    var counts: [String: Int] = [:]
    var uptimeMilliseconds: Int
    var queues: [Queue]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        uptimeMilliseconds = try container.decode(Int.self, forKey: Name("uptime_ms"))
        queues = try container.decode([Queue].self, forKey: Name("services"))
        for (name, _) in Self.figures {
            counts[name] = try container.decodeIfPresent(Int.self, forKey: Name(name))
        }
    }

    /// The metric of each figure.
    static let figures: KeyValuePairs<String, MetricFamily> = [
        "requests": .brokerCounter("requests", "Requests of clients."),
        "replies": .brokerCounter("replies", "Replies of services."),
        "questions": .brokerCounter("questions", "Questions to the broker itself."),
        "shed": .brokerCounter("shed", "Requests that were refused because a queue was full."),
        "expired": .brokerCounter("expired", "Requests whose time was over in a queue."),
        "abandoned": .brokerCounter("abandoned", "Requests whose service went away meanwhile."),
        "workers_lost": .brokerCounter("workers_lost", "Services that fell silent."),
        "malformed": .brokerCounter("malformed", "Messages that break a rule of the wire."),
        "refused": .brokerCounter("refused", "Messages of connections that broke rules before."),
        "unexpected": .brokerCounter("unexpected", "Replies that nobody waited for."),
        "registrations_refused": .brokerCounter(
            "registrations_refused", "Services that were offered without their key."),
        "unroutable": .brokerCounter(
            "unroutable", "Messages for peers that were gone or did not read."),
        "peers_refused": .brokerCounter(
            "peers_refused", "Connections of other users of the machine."),
        "connections_cut": .brokerCounter(
            "connections_cut", "Connections that broke a limit or a rule."),
        "connections": MetricFamily("broker_connections", .gauge, "Open connections."),
        "incoming_bytes": MetricFamily(
            "broker_incoming_bytes", .gauge, "Messages that are arriving."),
        "outgoing_bytes": MetricFamily(
            "broker_outgoing_bytes", .gauge, "Messages that receivers have not taken yet."),
    ]
}

extension MetricFamily {
    fileprivate static func brokerCounter(_ name: String, _ help: String) -> MetricFamily {
        MetricFamily("broker_\(name)_total", .counter, help)
    }

    fileprivate static let uptime = MetricFamily(
        "broker_uptime_seconds", .gauge, "How long the broker has been running.")
    fileprivate static let queued = MetricFamily(
        "queue_requests", .gauge, "Requests that wait in the broker for the service.")
    fileprivate static let queuedBytes = MetricFamily(
        "queue_bytes", .gauge, "Size of the requests that wait in the broker.")
    fileprivate static let dispatched = MetricFamily(
        "queue_dispatched_total", .counter, "Requests that the broker has passed on.")
    fileprivate static let waited = MetricFamily(
        "queue_wait_seconds_total", .counter, "Time that these requests have waited in the broker.")
    fileprivate static let workers = MetricFamily(
        "workers", .gauge, "Processes that offer the service to the broker.")
    fileprivate static let silence = MetricFamily(
        "workers_silent_seconds", .gauge, "The longest time since one of them was heard.")
}

extension Exposition {
    /// Adds the broker's figures, and the queues of this system's services; clients may name
    /// others.
    mutating func add(_ broker: BrokerReading) {
        add(.uptime, Double(broker.uptimeMilliseconds) / 1_000)
        for (name, family) in BrokerReading.figures {
            if let count = broker.counts[name] { add(family, count) }
        }
        for queue in broker.queues where ServiceName(rawValue: queue.name) != nil {
            let labels: KeyValuePairs = ["service": queue.name]
            add(.queued, queue.queued, labels)
            add(.queuedBytes, queue.queuedBytes, labels)
            add(.dispatched, queue.dispatched, labels)
            add(.waited, Double(queue.waitedMilliseconds) / 1_000, labels)
            add(.workers, queue.workers.count, labels)
            let silence = queue.workers.map(\.silentMilliseconds).max() ?? 0
            add(.silence, Double(silence) / 1_000, labels)
        }
    }
}
