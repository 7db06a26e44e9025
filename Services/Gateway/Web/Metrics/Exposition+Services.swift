import Contracts

extension MetricFamily {
    fileprivate static let build = MetricFamily(
        "build_info", .gauge, "The version of the program; always 1.")
    fileprivate static let started = MetricFamily(
        "process_start_time_seconds", .gauge, "When the program started, in seconds since 1970.")
    fileprivate static let inFlight = MetricFamily(
        "requests_in_flight", .gauge, "Requests that the service is processing.")
    fileprivate static let requests = MetricFamily(
        "requests_total", .counter, "Requests by operation and outcome: ok, or the error's code.")
    fileprivate static let replayed = MetricFamily(
        "requests_replayed_total", .counter,
        "Requests that were answered with the stored answer of an earlier attempt.")
    fileprivate static let time = MetricFamily(
        "request_duration_seconds", .summary,
        "Time from the arrival of a request to its reply. Quantiles are of all requests since the "
            + "start.")
    fileprivate static let longestTime = MetricFamily(
        "request_duration_max_seconds", .gauge, "The longest such time since the start.")
    fileprivate static let waiting = MetricFamily(
        "request_waiting_seconds_total", .counter, "The part of this time before the handler.")
    fileprivate static let handling = MetricFamily(
        "request_handling_seconds_total", .counter, "The part of this time in the handler.")
    /// The metrics of the figures that services report.
    fileprivate static let gauges = Dictionary(
        uniqueKeysWithValues: ServiceGauge.all.map { gauge in
            let kind = gauge.kind == .count ? Kind.counter : .gauge
            return (gauge.metric, MetricFamily(gauge.metric, kind, gauge.help))
        })
}

extension Exposition {
    /// The outcome of requests without an error.
    private static let ok = "ok"

    /// Adds the version of a program, and when it started.
    mutating func add(version: String, startedAt: Instant, of service: String) {
        add(.build, 1, ["service": service, "version": version])
        add(.started, startedAt.seconds, ["service": service])
    }

    /// Adds the statistics of a service.
    mutating func add(_ statistics: ServiceStatistics.Response, of service: String) {
        add(version: statistics.version, startedAt: statistics.startedAt, of: service)
        add(.inFlight, statistics.inFlight, ["service": service])
        for operation in statistics.operations { add(operation, of: service) }
        add(statistics.gauges, of: service)
    }

    /// Adds the figures of a service that `ServiceGauge` lists.
    mutating func add(_ gauges: [String: Int64], of service: String) {
        for (name, value) in gauges.sorted(by: { $0.key < $1.key }) {
            guard let (gauge, producer) = ServiceGauge.found(name),
                let family = MetricFamily.gauges[gauge.metric]
            else { continue }
            let labels: KeyValuePairs =
                producer.map { ["service": service, "producer": $0.rawValue] }
                ?? ["service": service]
            if gauge.divisor == 1 {
                add(family, value, labels)
            } else {
                add(family, Double(value) / Double(gauge.divisor), labels)
            }
        }
    }

    private mutating func add(
        _ figures: ServiceStatistics.OperationStatistics, of service: String
    ) {
        let labels: KeyValuePairs = ["service": service, "operation": figures.name]
        let errors = figures.errors.values.reduce(0, +)
        let outcomes = [(Self.ok, figures.requests - errors)] + figures.errors.sorted { $0 < $1 }
        for (outcome, count) in outcomes where count > 0 {
            add(
                .requests, count,
                ["service": service, "operation": figures.name, "outcome": outcome])
        }
        add(.replayed, figures.replayed, labels)
        for (quantile, microseconds) in [
            ("0.5", figures.p50Microseconds), ("0.95", figures.p95Microseconds),
            ("0.99", figures.p99Microseconds),
        ] {
            add(
                .time, Self.seconds(microseconds),
                ["service": service, "operation": figures.name, "quantile": quantile])
        }
        add(.time, Self.seconds(figures.totalMicroseconds), part: "_sum", labels)
        add(.time, figures.requests, part: "_count", labels)
        add(.longestTime, Self.seconds(figures.maxMicroseconds), labels)
        add(.waiting, Self.seconds(figures.queueMicroseconds), labels)
        add(.handling, Self.seconds(figures.workMicroseconds), labels)
    }

    private static func seconds(_ microseconds: Int) -> Double { Double(microseconds) / 1_000_000 }
}

extension Instant {
    /// The seconds since 1970.
    var seconds: Double { Double(milliseconds) / 1_000 }
}
