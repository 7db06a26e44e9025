/// Asks whether a service is there.
public enum PingService: Operation {
    public static let name = "$srv.ping"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.everyone
    public static let summary = "Check whether a service answers"

    public typealias Request = EmptyRequest

    /// Who answered.
    public struct Response: Codable, Sendable {
        /// The service's name.
        public var name: String
        /// The instance: another one after every start.
        public var id: String
        /// The version of the program.
        public var version: String

        /// The answer with these parts.
        public init(name: String, id: String, version: String) {
            self.name = name
            self.id = id
            self.version = version
        }
    }
}

/// Asks what a service offers.
public enum DescribeService: Operation {
    public static let name = "$srv.info"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.everyone
    public static let summary = "List the operations of a service"

    public typealias Request = EmptyRequest

    /// What the service offers.
    public struct Response: Codable, Sendable {
        /// The service's name.
        public var name: String
        /// The instance.
        public var id: String
        /// The version of the program.
        public var version: String
        /// When it started.
        public var startedAt: Instant
        /// The operations, by name.
        public var operations: [OperationInfo]

        enum CodingKeys: String, CodingKey {
            case name, id, version, operations
            case startedAt = "started_at"
        }

        /// The answer with these parts.
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

    /// One operation.
    public struct OperationInfo: Codable, Sendable {
        /// The name on the wire.
        public var name: String
        /// One sentence.
        public var summary: String
        /// Whether it changes nothing.
        public var readOnly: Bool

        enum CodingKeys: String, CodingKey {
            case name, summary
            case readOnly = "read_only"
        }

        /// An operation with these parts.
        public init(name: String, summary: String, readOnly: Bool) {
            self.name = name
            self.summary = summary
            self.readOnly = readOnly
        }
    }
}

/// Asks how a service is doing. The answer holds figures only, nothing of any family.
public enum ServiceStatistics: Operation {
    public static let name = "$srv.stats"
    public static let service: ServiceName? = nil
    public static let isReadOnly = true
    public static let access = Access.operators
    public static let summary = "Show the statistics of a service"

    /// The figure that is there where `COMPASS_NOW` fixes the service's time: milliseconds since
    /// 1970.
    public static let fixedClock = "clock.fixed_at_ms"

    public typealias Request = EmptyRequest

    /// How the service is doing.
    public struct Response: Codable, Sendable {
        /// The service's name.
        public var name: String
        /// The instance.
        public var id: String
        /// The version of the program.
        public var version: String
        /// When it started.
        public var startedAt: Instant
        /// Requests being worked on.
        public var inFlight: Int
        /// The operations that were called, by name.
        public var operations: [OperationStatistics]
        /// Further figures of the service: feed position, consumers' lag, memory.
        public var gauges: [String: Int64]

        enum CodingKeys: String, CodingKey {
            case name, id, version, operations, gauges
            case startedAt = "started_at"
            case inFlight = "in_flight"
        }

        /// The answer with these parts.
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

    /// The figures of one operation. Times run from the request's arrival to its answer.
    public struct OperationStatistics: Codable, Sendable {
        /// The operation.
        public var name: String
        /// Requests answered.
        public var requests: Int
        /// Answers that were errors, by code.
        public var errors: [String: Int]
        /// Answers that came from the command log.
        public var replayed: Int
        /// Half of the answers took at most this long, in microseconds.
        public var p50Microseconds: Int
        /// 95 % of the answers took at most this long, in microseconds.
        public var p95Microseconds: Int
        /// 99 % of the answers took at most this long, in microseconds.
        public var p99Microseconds: Int
        /// The longest time, in microseconds.
        public var maxMicroseconds: Int
        /// Half of the calls were in their handler at most this long, in microseconds: without
        /// the wait for its thread and for the commit.
        public var workP50Microseconds: Int
        /// 99 % of the calls were in their handler at most this long, in microseconds.
        public var workP99Microseconds: Int
        /// All times together, in microseconds. The sums grow only: two readings give the mean of
        /// what was between them.
        public var totalMicroseconds: Int
        /// Of that, from the arrival to the beginning of the handler.
        public var queueMicroseconds: Int
        /// Of that, in the handler. The rest is the commit and the answer.
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

        /// Figures with these values.
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
