/// Checks whether a service is available.
public enum PingService: Operation {
    public static let name = "$srv.ping"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.everyone
    public static let summary = "Ask whether a service answers"

    public typealias Request = EmptyRequest

    /// The instance that replied.
    public struct Response: Codable, Sendable {
        public var name: String
        /// The instance id, new after every start.
        public var id: String
        public var version: String

        public init(name: String, id: String, version: String) {
            self.name = name
            self.id = id
            self.version = version
        }
    }
}

/// Describes a service and its operations.
public enum DescribeService: Operation {
    public static let name = "$srv.info"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.everyone
    public static let summary = "List the operations of a service"

    public typealias Request = EmptyRequest

    /// The service with its operations.
    public struct Response: Codable, Sendable {
        public var name: String
        public var id: String
        public var version: String
        public var startedAt: Instant
        /// The operations, ordered by name.
        public var operations: [OperationInfo]

        enum CodingKeys: String, CodingKey {
            case name, id, version, operations
            case startedAt = "started_at"
        }

        public init(
            name: String, id: String, version: String, startedAt: Instant,
            operations: [OperationInfo]
        ) {
            self.name = name
            self.id = id
            self.version = version
            self.startedAt = startedAt
            self.operations = operations
        }
    }

    /// An operation of the service.
    public struct OperationInfo: Codable, Sendable {
        /// The name on the wire.
        public var name: String
        /// One sentence for people.
        public var summary: String
        /// Whether it changes nothing.
        public var readOnly: Bool

        enum CodingKeys: String, CodingKey {
            case name, summary
            case readOnly = "read_only"
        }

        public init(name: String, summary: String, readOnly: Bool) {
            self.name = name
            self.summary = summary
            self.readOnly = readOnly
        }
    }
}

/// Returns a service's statistics. They contain no family's data.
public enum ServiceStatistics: Operation {
    public static let name = "$srv.stats"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.operators
    public static let summary = "Show the figures of a service"

    /// The gauge that is present if `COMPASS_NOW` fixes the service's time, in milliseconds since
    /// 1970.
    public static let fixedClock = "clock.fixed_at_ms"

    public typealias Request = EmptyRequest

    /// The service's statistics.
    public struct Response: Codable, Sendable {
        public var name: String
        public var id: String
        public var version: String
        public var startedAt: Instant
        /// The number of requests being processed.
        public var inFlight: Int
        /// The operations that were called, ordered by name.
        public var operations: [OperationStatistics]
        /// Other figures of the service: feed position, consumers' lag, memory.
        public var gauges: [String: Int64]

        enum CodingKeys: String, CodingKey {
            case name, id, version, operations, gauges
            case startedAt = "started_at"
            case inFlight = "in_flight"
        }

        public init(
            name: String, id: String, version: String, startedAt: Instant, inFlight: Int,
            operations: [OperationStatistics], gauges: [String: Int64]
        ) {
            self.name = name
            self.id = id
            self.version = version
            self.startedAt = startedAt
            self.inFlight = inFlight
            self.operations = operations
            self.gauges = gauges
        }
    }

    /// The statistics of one operation. Times run from the arrival of the request to the reply.
    public struct OperationStatistics: Codable, Sendable {
        public var name: String
        public var requests: Int
        /// The number of error replies, by code.
        public var errors: [String: Int]
        /// The number of replies repeated from the command log.
        public var replayed: Int
        /// The median time, in microseconds.
        public var p50Microseconds: Int
        /// The 95th percentile of the time, in microseconds.
        public var p95Microseconds: Int
        /// The 99th percentile of the time, in microseconds.
        public var p99Microseconds: Int
        /// The longest time, in microseconds.
        public var maxMicroseconds: Int
        /// The median time in the handler, in microseconds: without waiting for its thread and for
        /// the commit.
        public var workP50Microseconds: Int
        /// The 99th percentile of the time in the handler, in microseconds.
        public var workP99Microseconds: Int
        /// The sum of all times, in microseconds. The sums only grow, so the difference of two
        /// readings gives the mean in between.
        public var totalMicroseconds: Int
        /// The part of the sum before the handler starts.
        public var queueMicroseconds: Int
        /// The part of the sum in the handler. The rest is the commit and the reply.
        public var workMicroseconds: Int

        enum CodingKeys: String, CodingKey {
            case name, requests, errors, replayed
            case p50Microseconds = "p50_us"
            case p95Microseconds = "p95_us"
            case p99Microseconds = "p99_us"
            case maxMicroseconds = "max_us"
            case workP50Microseconds = "work_p50_us"
            case workP99Microseconds = "work_p99_us"
            case totalMicroseconds = "total_us"
            case queueMicroseconds = "queue_us"
            case workMicroseconds = "work_us"
        }

        public init(
            name: String, requests: Int, errors: [String: Int], replayed: Int,
            p50Microseconds: Int, p95Microseconds: Int, p99Microseconds: Int, maxMicroseconds: Int,
            workP50Microseconds: Int, workP99Microseconds: Int, totalMicroseconds: Int,
            queueMicroseconds: Int, workMicroseconds: Int
        ) {
            self.name = name
            self.requests = requests
            self.errors = errors
            self.replayed = replayed
            self.p50Microseconds = p50Microseconds
            self.p95Microseconds = p95Microseconds
            self.p99Microseconds = p99Microseconds
            self.maxMicroseconds = maxMicroseconds
            self.workP50Microseconds = workP50Microseconds
            self.workP99Microseconds = workP99Microseconds
            self.totalMicroseconds = totalMicroseconds
            self.queueMicroseconds = queueMicroseconds
            self.workMicroseconds = workMicroseconds
        }
    }
}
