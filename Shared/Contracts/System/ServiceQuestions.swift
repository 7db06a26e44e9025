/// Checks whether a service is available.
public enum PingService: Operation {
    public static let definition = OperationDefinition(
        "$srv.ping", of: nil, .read, .everyone, "Check whether a service answers")

    /// The instance that replied.
    @JSONObject
    public struct Response {
        public var name: String
        /// The instance id, new after every start.
        public var id: String
        public var version: String
    }
}

/// Describes a service and its operations.
public enum DescribeService: Operation {
    public static let definition = OperationDefinition(
        "$srv.info", of: nil, .read, .everyone, "List the operations of a service")

    /// The service with its operations.
    @JSONObject
    public struct Response {
        public var name: String
        public var id: String
        public var version: String
        public var startedAt: Instant
        /// The operations, ordered by name.
        public var operations: [OperationInfo]
    }

    /// An operation of the service.
    @JSONObject
    public struct OperationInfo {
        /// The name on the wire.
        public var name: String
        /// One sentence for people.
        public var summary: String
        /// Whether it changes nothing.
        public var readOnly: Bool
    }
}

/// Returns a service's statistics. They contain no family's data.
public enum ServiceStatistics: Operation {
    public static let definition = OperationDefinition(
        "$srv.stats", of: nil, .read, .operators, "Show the statistics of a service")

    /// The gauge that is present if `COMPASS_NOW` fixes the service's time, in milliseconds since
    /// 1970.
    public static let fixedClock = "clock.fixed_at_ms"

    /// The service's statistics.
    @JSONObject
    public struct Response {
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
    }

    /// The statistics of one operation. Times run from the arrival of the request to the reply.
    @JSONObject
    public struct OperationStatistics {
        public var name: String
        public var requests: Int
        /// The number of error replies, by code.
        public var errors: [String: Int]
        /// The number of replies repeated from the command log.
        public var replayed: Int
        /// The median time, in microseconds.
        @Key("p50_us") public var p50Microseconds: Int
        /// The 95th percentile of the time, in microseconds.
        @Key("p95_us") public var p95Microseconds: Int
        /// The 99th percentile of the time, in microseconds.
        @Key("p99_us") public var p99Microseconds: Int
        /// The longest time, in microseconds.
        @Key("max_us") public var maxMicroseconds: Int
        /// The median time in the handler, in microseconds: without waiting for its thread and for
        /// the commit.
        @Key("work_p50_us") public var workP50Microseconds: Int
        /// The 99th percentile of the time in the handler, in microseconds.
        @Key("work_p99_us") public var workP99Microseconds: Int
        /// The sum of all times, in microseconds. The sums only grow, so the difference of two
        /// readings gives the mean in between.
        @Key("total_us") public var totalMicroseconds: Int
        /// The part of the sum before the handler starts.
        @Key("queue_us") public var queueMicroseconds: Int
        /// The part of the sum in the handler. The rest is the commit and the reply.
        @Key("work_us") public var workMicroseconds: Int
    }
}
