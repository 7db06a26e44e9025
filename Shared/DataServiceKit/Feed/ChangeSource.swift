public import Contracts
public import ServiceKit

/// Where a consumer reads a producer's changes.
public protocol ChangeSource: Sendable {
    /// Fetches changes after a position, waiting for news up to `wait` if there are none. Blocks.
    func fetch(
        after sequence: Int64, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response
    /// The same, and the producer is told by what the consumer knows its place again.
    func fetch(
        after cursor: FeedCursor, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response
}

extension ChangeSource {
    /// A source that cannot go back is asked by the position alone.
    public func fetch(
        after cursor: FeedCursor, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response {
        try fetch(after: cursor.sequence, limit: limit, wait: wait)
    }
}

/// Reads a producer's feed through the broker, under this service's own passport.
public struct CalledChangeSource: ChangeSource {
    /// How much longer than the producer's wait a call may take.
    static let marginOfCall = Duration.seconds(1)

    private let producer: ServiceName
    private let caller: Caller
    private let passports: ServicePassportSource

    /// A source at this producer.
    public init(_ producer: ServiceName, caller: Caller, passports: ServicePassportSource) {
        self.producer = producer
        self.caller = caller
        self.passports = passports
    }

    /// Calls `changes.fetch`.
    public func fetch(
        after sequence: Int64, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response {
        try fetch(after: FeedCursor(sequence: sequence), limit: limit, wait: wait)
    }

    /// Calls `changes.fetch`.
    public func fetch(
        after cursor: FeedCursor, limit: Int, wait: Duration
    ) throws -> FetchChanges.Response {
        try caller.call(
            FetchChanges.self,
            .init(
                afterSequence: cursor.sequence, limit: limit,
                waitMilliseconds: Int(wait.wholeMilliseconds), seenEpoch: cursor.epoch,
                seenChange: cursor.change),
            at: producer,
            options: .init(passport: try passports.passport(), budget: wait + Self.marginOfCall))
    }
}
